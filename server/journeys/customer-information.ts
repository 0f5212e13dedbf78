/** How a customer is reached and which account is theirs, by the names of the documents. */
import { get, isObject } from '../../runtime/core/index.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { RequestContext } from '../graphql/context.ts';
import { openDocument } from './document.ts';
import { entityText } from './entities.ts';
import type { ApplicationRow } from './tables.ts';

/**
 * The customer's contacts and account as the schema's type of the same name. Of an account number only the last four
 * digits; a balance in whole dollars, as the bank said it when the account was linked.
 */
export async function customerInformation(context: RequestContext, row: ApplicationRow): Promise<JsonObject> {
  const { answers } = await openDocument(context, row);
  return {
    contactInformation: {
      address: addressOf(answers),
      phones: phonesOf(answers),
      emails: emailsOf(context, row),
    },
    bankingInformation: await accountOf(context, row, answers),
  };
}

const addressParts = ['addressLine1', 'addressLine2', 'cityName', 'stateCode', 'zipCode'] as const;
const texts = (of: Json | undefined, names: readonly string[]): Record<string, string | null> =>
  Object.fromEntries(
    names.map((name) => {
      const value = isObject(of) ? of[name] : undefined;
      return [name, typeof value === 'string' ? value : null];
    }),
  );

/** Empty parts where nothing was said yet: the documents' default of an address. */
function addressOf(answers: JsonObject): JsonObject {
  const said = texts(get(answers, 'contactInformation.address'), addressParts);
  return Object.fromEntries(addressParts.map((name) => [name, said[name] ?? '']));
}

/** Every telephone number that was given, the one for this application first. */
function phonesOf(answers: JsonObject): JsonObject[] {
  return ['phone', 'otherPhone']
    .map((name) =>
      texts(get(answers, `contactInformation.${name}`), ['type', 'number', 'extension', 'phonePreference']),
    )
    .filter(({ number }) => number !== null);
}

/** Where mail about the application goes; verified is the email of the account, which was shown to be its owner's. */
function emailsOf({ caller }: RequestContext, { email }: ApplicationRow): JsonObject[] {
  if (email === null) return [];
  const isOfAccount = caller?.email?.toLowerCase() === email.toLowerCase();
  return [
    {
      type: isOfAccount ? 'ACCOUNT' : 'FORMER',
      email,
      verified: isOfAccount && caller?.claims['email_verified'] === true,
    },
  ];
}

/** The linked account, which nobody types, as the bank told it; else the one that was typed. */
async function accountOf(
  { services }: RequestContext,
  { id }: ApplicationRow,
  answers: JsonObject,
): Promise<JsonObject> {
  const typed = texts(get(answers, 'bankingInformation'), [
    'routingNumber',
    'accountNumber',
    'accountHoldersName',
    'bankName',
    'accountOpenDate',
  ]);
  const accountId = entityText(answers, 'linkedAccount');
  const linked = accountId === undefined ? undefined : await services.banks.entry(id, accountId);
  const number = linked?.accountNumber ?? typed['accountNumber'];
  return {
    ...typed,
    isReadOnly: linked !== undefined,
    routingNumber: linked?.routingNumber ?? typed['routingNumber'] ?? null,
    accountNumber: number === null || number === undefined ? null : `•••• ${number.slice(-4)}`,
    bankName: linked?.bankName ?? typed['bankName'] ?? null,
    accountBalance: linked === undefined ? null : Number(linked.accountBalance),
  };
}
