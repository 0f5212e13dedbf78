/** What the person of an application may have: where they live, and by how their loans with the brand stand. */
import type { Operations } from '../../contract/generated/operations.ts';
import { forbidden } from '../graphql/errors.ts';
import type { RequestContext } from '../graphql/context.ts';
import { availabilityOf, hasOtherRetail, preApprovedOf } from '../lending/availability.ts';
import { availableProducts } from '../lending/products.ts';
import { changesOf } from '../loans/change.ts';
import type { LoanRow } from '../loans/store.ts';
import { systemOf } from '../loans/systems.ts';
import { viewAccount } from '../loans/view.ts';
import { customerCodeOf, loansAsked, openLoan } from './change.ts';
import { openDocument } from './document.ts';
import { entityText } from './entities.ts';
import type { ApplicationRow } from './tables.ts';

type Asked = Operations['getCustomerProductAvailability']['input'];
type Availability = Operations['getCustomerProductAvailability']['value'];

const repaid: ReadonlySet<string> = new Set(['PAID', 'PAID_IN_FULL']);
/** Systems that keep loans which a store made, while their system says that something is owed. */
const stores: ReadonlySet<string> = new Set(['STARS3X', 'STARS4X', 'CONNECTIONS']);
const owed: ReadonlySet<string> = new Set(['CURRENT', 'DELINQUENT']);

/**
 * @param asked `partnerBrand`: the products are those of this brand of ours; `boCode`: that of the person
 * Throws FORBIDDEN for the code of somebody else, SOURCE_UNAVAILABLE while the person's loan system is silent.
 */
export async function customerAvailability(
  context: RequestContext,
  row: ApplicationRow,
  { partnerBrand, boCode }: Asked,
): Promise<Availability> {
  const { services, brand, now, today } = context;
  const { definitions } = services;
  const loans = await loansAsked(context, row);
  mustBeOwnCode(context, loans, boCode);
  const { answers } = await openDocument(context, row);
  const { states } = await definitions.compliance(brand, today);
  const stateCode = entityText(answers, 'stateCode') ?? '';
  const own = definitions.brand(brand, today);
  const partner = partnerBrand == null ? own : definitions.brand(partnerBrand, today);
  const state = Object.hasOwn(states, stateCode) ? states[stateCode] : undefined;
  const products = availableProducts(partner?.facts ?? {}, state);
  const system = await systemOf(services, row);
  const { status } = viewAccount(loans, system, { now, today });
  const open = await openLoan(context, loans, row);
  const sourceSystem = system?.sourceSystem ?? null;
  return {
    ...availabilityOf(stateCode, products),
    customerStoreNumber: context.cookies['storeNumber'] ?? null,
    nonCheetahRetailAvailable: hasOtherRetail(products),
    preApprovedProducts: repaid.has(status)
      ? preApprovedOf(products, { disallowDual: own?.flags['disallowDual'] === true })
      : [],
    applicationConversionEligibility: {
      hasOpenRetailLoan: sourceSystem !== null && stores.has(sourceSystem) && owed.has(status),
      conversionDetails: open
        ? {
            brandName: brand,
            isEligible: changesOf(open.changing).length > 0,
            loanNumber: open.loan.loanNumber,
            payoffAmount: open.changing.payoff,
            productCode: open.loan.productCode,
            sourceSystem,
          }
        : null,
    },
  };
}

/**
 * @param boCode the code by which whoever asks says that the loan systems know them; absent: they say none
 * Throws FORBIDDEN for the code of somebody else, and for one that nobody has.
 */
export function mustBeOwnCode(
  { caller }: Pick<RequestContext, 'caller'>,
  loans: readonly LoanRow[],
  boCode: string | null | undefined,
): void {
  if (boCode != null && boCode !== customerCodeOf(caller?.claims, loans)) throw forbidden();
}
