/** What an application is beside its head and its document: how it came to be, and whose it is. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { RequestContext } from '../graphql/context.ts';
import { availableProducts } from '../lending/products.ts';
import { loanNumberOf } from '../loans/book.ts';
import { entityText } from './entities.ts';
import type { ApplicationRow } from './tables.ts';

/** The members of the documents' application that say so, as the schema's type names them. */
export async function applicationEntity(
  context: Pick<RequestContext, 'services' | 'today'>,
  row: ApplicationRow,
  answers: JsonObject,
): Promise<JsonObject> {
  const { origin } = row;
  const { suppressedChannel, loan } = origin;
  const storeNumber = answers['storeInformation'];
  const chosen =
    typeof storeNumber === 'object' && storeNumber !== null && 'storeNumber' in storeNumber
      ? storeNumber['storeNumber']
      : undefined;
  const replaces = row.progress.replaces;
  return {
    applicationSource: origin.applicationSource ?? 'SAGA_APPLICATION_ONLINE',
    applicationNumber: loanNumberOf(row.id, 0).split('-', 1)[0] ?? '',
    source: origin.source ?? null,
    campaignId: row.campaign_id,
    ipAddress:
      origin.ipAddress === undefined
        ? null
        : await context.services.sealer.unseal(origin.ipAddress, addressPlace(row.id)),
    invalidPrecheck: await lendsNothing(context, row, entityText(answers, 'stateCode')),
    retailOnly: suppressedChannel === 'ONLINE',
    onlineOnly: suppressedChannel === 'RETAIL',
    suppressedBrands: [...(origin.suppressedBrands ?? [])],
    userInformation: { email: row.email },
    storeInformation: {
      storeNumber:
        row.progress.store?.storeNumber ?? (typeof chosen === 'string' ? chosen : (origin.storeNumber ?? null)),
      brandName: row.brand,
    },
    applicationStateDetails: { submissionFlow: row.flow },
    externalSystemInformation: {
      source: origin.system?.source ?? null,
      customerCode: origin.system?.customerCode ?? null,
    },
    initialApplicationDetails: {
      stateCode: origin.stateCode ?? null,
      product: { productCode: origin.productCode ?? null, channel: row.channel },
    },
    conversionDetails: replaces
      ? {
          loanNumber: replaces.loanNumber,
          productCode: loan?.productCode ?? null,
          payoffAmount: replaces.payoff,
        }
      : loan
        ? { loanNumber: loan.loanNumber, productCode: loan.productCode, payoffAmount: loan.payoffAmount }
        : null,
    originalLoanDetails: loan ? { ...loan } : null,
  };
}

/** Where the network address of an application is sealed. */
export const addressPlace = (row: string) => ({ table: 'applications', column: 'origin.ipAddress', row });

/** Whether the brand lends nothing in a state; nothing is known without one. */
async function lendsNothing(
  { services: { definitions }, today }: Pick<RequestContext, 'services' | 'today'>,
  { brand }: Pick<ApplicationRow, 'brand'>,
  stateCode: string | undefined,
): Promise<boolean> {
  if (stateCode === undefined) return false;
  const { states } = await definitions.compliance(brand, today);
  const state = Object.hasOwn(states, stateCode) ? states[stateCode] : undefined;
  return availableProducts(definitions.brand(brand, today)?.facts ?? {}, state).length === 0;
}
