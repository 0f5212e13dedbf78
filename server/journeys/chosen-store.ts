/** The store that an applicant has chosen, and where the closest one is looked for. */
import { errorCodes } from '../../contract/errors.ts';
import type { Operations } from '../../contract/generated/operations.ts';
import { get } from '../../runtime/core/index.ts';
import type { RequestContext } from '../graphql/context.ts';
import { badInput, failure } from '../graphql/errors.ts';
import { link, writeAct } from './acts/store.ts';
import { searchStores } from '../stores/search.ts';
import { openDocument } from './document.ts';
import type { ApplicationRow } from './tables.ts';

type Address = Operations['homeAddress']['value'];
type Choice = Operations['saveStoreInformation']['input'];

/** Where the applicant lives, as they have said it; throws NO_ADDRESS before they have. */
export async function homeAddress(context: RequestContext, row: ApplicationRow): Promise<Address> {
  const { answers } = await openDocument(context, row);
  const told = (name: string): string => {
    const value = get(answers, `contactInformation.address.${name}`);
    return typeof value === 'string' ? value : '';
  };
  const address = {
    addressLine1: told('addressLine1'),
    city: told('cityName'),
    state: told('stateCode'),
    postalCode: told('zipCode'),
  };
  if (Object.values(address).includes('')) throw failure('NO_ADDRESS', 'The applicant has not said where they live.');
  return address;
}

/** Keeps the store of an application that is not sent, and where its applicant goes on; chosen again, the other one. */
export async function chooseStore(
  context: RequestContext,
  row: ApplicationRow,
  { storeInfo: { storeNumber, brandName }, loanProgress: { applicationUrl } }: Omit<Choice, 'id'>,
): Promise<ApplicationRow> {
  const there = searchStores({ storeNumber, brand: brandName, activeOnly: true }, context.today);
  if (brandName !== row.brand || there.length === 0) throw badInput('There is no such store.');
  const body = { progress: { store: { storeNumber, brandName } }, set: { application_url: applicationUrl } };
  const next = link(row, { actor: 'owner', operation: 'saveStoreInformation', body, now: context.now });
  if (!(await writeAct(context.services.db, next)))
    throw failure(errorCodes.conflict, 'The application is being worked on; try again.');
  return next.row;
}
