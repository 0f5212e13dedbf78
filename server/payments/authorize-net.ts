/**
 * Payments at Authorize.net: its JSON requests, and what its answers mean.
 * Protocol: https://developer.authorize.net/api/reference/ (createTransactionRequest, getTransactionDetailsRequest,
 * getUnsettledTransactionListRequest) and /features/webhooks.html.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { get, isObject } from '../../runtime/core/index.ts';
import { PaymentUnclear, type Charge, type OpaqueData, type PaymentProvider, type Transaction } from './provider.ts';

/** What this site is known to Authorize.net by. */
export interface AuthorizeNetSettings {
  readonly loginId: string;
  readonly transactionKey: string;
  /** Signs its webhooks. */
  readonly signatureKey: string;
  readonly env: 'sandbox' | 'production';
}

/** Sends one request: the JSON text in, status and text out. Rejects where nobody answers. */
export type Send = (body: string) => Promise<{ readonly status: number; readonly body: string }>;

const addresses = {
  sandbox: 'https://apitest.authorize.net/xml/v1/request.api',
  production: 'https://api.authorize.net/xml/v1/request.api',
} as const;
/** Nothing of the provider is waited for longer than this. */
const timeoutMs = 12_000;
/** The same card, amount and invoice again within these seconds is a duplicate: the longest that there is, 8 hours. */
const duplicateSeconds = 28_800;
/** Reason code of a duplicate. */
const duplicate = '11';

/** What the whole of an answer says: no such transaction; none that is not settled yet. */
const [noRecord, noneFound] = ['E00040', 'I00004'];
/** What it says where it could not look at the request: nobody knows what became of it. */
const busy: ReadonlySet<string> = new Set(['E00001', 'E00053', 'E00104']);
/** Declined, and an error of the transaction. */
const refusing: ReadonlySet<string> = new Set(['2', '3']);

/** Sends to Authorize.net itself. */
export function sendTo(env: AuthorizeNetSettings['env']): Send {
  return async (body) => {
    const answer = await fetch(addresses[env], {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: answer.status, body: await answer.text() };
  };
}

/** The provider behind one way to send. */
export function authorizeNet(settings: Omit<AuthorizeNetSettings, 'env'>, send: Send): PaymentProvider {
  const ask = async (name: string, fields: JsonObject): Promise<JsonObject> => {
    const merchantAuthentication = { name: settings.loginId, transactionKey: settings.transactionKey };
    // The order of the members is the protocol's: it is XML underneath.
    return await answerOf(send(JSON.stringify({ [name]: { merchantAuthentication, ...fields } })));
  };
  const details = async (transId: string): Promise<JsonObject | undefined> => {
    const answer = await ask('getTransactionDetailsRequest', { transId });
    const found = answer['transaction'];
    if (isObject(found)) return found;
    if (codesOf(answer).includes(noRecord)) return undefined;
    throw new PaymentUnclear();
  };
  const byReference = async (reference: string): Promise<JsonObject | undefined> => {
    const found = await ask('getUnsettledTransactionListRequest', {
      sorting: { orderBy: 'submitTimeUTC', orderDescending: true },
      paging: { limit: '1000', offset: '1' },
    });
    const listed = found['transactions'];
    // An account that may not ask, and a list that was cut off, say nothing of what was taken.
    if (!Array.isArray(listed) && !codesOf(found).includes(noneFound)) throw new PaymentUnclear();
    const all = Array.isArray(listed) ? listed.filter(isObject) : [];
    const of = all.filter((one) => one['invoiceNumber'] === reference);
    // A press that was declined as a duplicate stands in the list too: what was taken counts before it.
    const [first] = of.sort((a, b) => rank(a) - rank(b));
    return first && (await details(text(first['transId']) ?? ''));
  };
  return {
    async take(charge, opaque) {
      const answer = await ask('createTransactionRequest', requestOf(charge, opaque));
      const told = answer['transactionResponse'];
      if (!isObject(told)) {
        if (get(answer, 'messages.resultCode') === 'Error' && !codesOf(answer).some((code) => busy.has(code)))
          return refused(charge);
        throw new PaymentUnclear();
      }
      const id = transIdOf(told);
      if (errorsOf(told).includes(duplicate)) {
        const first = id === undefined ? await byReference(charge.reference) : await details(id);
        if (first && referenceIn(first) === charge.reference) return transactionOf(first);
        return refused(charge);
      }
      // What was held, and what a bank has yet to move, is told by its details alone.
      const code = text(told['responseCode']) ?? '';
      if (refusing.has(code)) return { ...refused(charge), id };
      const said = { '1': 'approved', '4': 'held' }[code];
      if (said === undefined || id === undefined) throw new PaymentUnclear();
      const isCard = said === 'approved' && told['accountType'] !== 'eCheck';
      return { id, state: isCard ? 'taken' : 'inFlight', cents: charge.cents, paidWith: paidWith(told) };
    },
    async find({ reference, id }) {
      const found = id === undefined ? await byReference(reference) : await details(id);
      return found && referenceIn(found) === reference ? transactionOf(found) : undefined;
    },
    async referenceOf(id) {
      const found = await details(id);
      return found && referenceIn(found);
    },
    heard({ body, signature }) {
      if (!isSigned(settings.signatureKey, body, signature)) return undefined;
      const id = get(JSON.parse(body) as Json, 'payload.id');
      return typeof id === 'string' && id !== '' ? { id } : undefined;
    },
  };
}

/** The request for one payment, in the order of the protocol. */
function requestOf({ reference, cents, description }: Charge, opaque: OpaqueData): JsonObject {
  return {
    refId: reference,
    transactionRequest: {
      transactionType: 'authCaptureTransaction',
      amount: (cents / 100).toFixed(2),
      payment: { opaqueData: { dataDescriptor: opaque.dataDescriptor, dataValue: opaque.dataValue } },
      order: { invoiceNumber: reference, description },
      transactionSettings: {
        setting: [{ settingName: 'duplicateWindow', settingValue: String(duplicateSeconds) }],
      },
    },
  };
}

/** `X-ANET-Signature` of a notice: HMAC-SHA512 of the body as it came, under the signature key. */
export function signatureOf(signatureKey: string, body: string): string {
  return `sha512=${createHmac('sha512', signatureKey).update(body).digest('hex').toUpperCase()}`;
}

function isSigned(signatureKey: string, body: string, signature: string | undefined): boolean {
  const right = Buffer.from(signatureOf(signatureKey, body).toLowerCase());
  const given = Buffer.from((signature ?? '').toLowerCase());
  return right.length === given.length && timingSafeEqual(right, given);
}

/** The body of an answer; with an error of the whole request it has no transaction, which its reader sees. */
async function answerOf(asking: ReturnType<Send>): Promise<JsonObject> {
  try {
    const { status, body } = await asking;
    // The answers of this interface begin with a byte order mark.
    const read = JSON.parse(body.replace(/^\uFEFF/, '')) as Json;
    const result = isObject(read) ? get(read, 'messages.resultCode') : undefined;
    if (status !== 200 || !isObject(read) || (result !== 'Ok' && result !== 'Error'))
      throw new Error(`status ${status}`);
    return read;
  } catch (error) {
    throw new PaymentUnclear(error);
  }
}

const text = (value: Json | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
const refused = ({ cents }: Charge): Transaction => ({ id: undefined, state: 'declined', cents, paidWith: undefined });

function transIdOf(told: JsonObject): string | undefined {
  const id = text(told['transId']);
  return id === undefined || id === '0' ? undefined : id;
}

/** The codes of an answer as a whole. */
function codesOf(answer: JsonObject): readonly string[] {
  const said = get(answer, 'messages.message');
  return Array.isArray(said) ? said.filter(isObject).map(({ code }) => text(code) ?? '') : [];
}

function errorsOf(told: JsonObject): readonly (string | undefined)[] {
  const { errors } = told;
  return Array.isArray(errors) ? errors.filter(isObject).map(({ errorCode }) => text(errorCode)) : [];
}

function paidWith(told: JsonObject): string | undefined {
  const kind = text(told['accountType']);
  const number = text(told['accountNumber']);
  return kind === undefined || number === undefined ? undefined : `${kind} ${number.slice(-4)}`;
}

const referenceIn = (details: JsonObject): string | undefined => text(get(details, 'order.invoiceNumber'));

/** Of a card the money is ours with the capture; of a bank account once it was settled. */
const ofCard: ReadonlySet<string> = new Set(['capturedPendingSettlement', 'settledSuccessfully']);
const underWay: ReadonlySet<string> = new Set([
  'authorizedPendingCapture',
  'capturedPendingSettlement',
  'approvedReview',
  'underReview',
  'FDSPendingReview',
  'FDSAuthorizedPendingReview',
]);

/** Nothing was taken, or it was given back. */
const over: ReadonlySet<string> = new Set([
  'declined',
  'voided',
  'expired',
  'failedReview',
  'communicationError',
  'generalError',
  'couldNotVoid',
  'settlementError',
  'returnedItem',
  'refundPendingSettlement',
  'refundSettledSuccessfully',
]);

/** Undefined for a status that the protocol has not. */
function stateOf(status: string, isBank: boolean): Transaction['state'] | undefined {
  if (isBank ? status === 'settledSuccessfully' : ofCard.has(status)) return 'taken';
  if (underWay.has(status)) return 'inFlight';
  return over.has(status) ? 'declined' : undefined;
}

/** What was taken first, then what may be: of a status that is not known the details are asked. */
const rank = (one: JsonObject): number =>
  ['taken', 'inFlight', undefined, 'declined'].indexOf(
    stateOf(text(one['transactionStatus']) ?? '', one['accountType'] === 'eCheck'),
  );

/** What the details of a transaction say. Throws `PaymentUnclear` where they do not say it. */
function transactionOf(details: JsonObject): Transaction {
  const bank = get(details, 'payment.bankAccount');
  const card = get(details, 'payment.creditCard');
  const [kind, number] = isObject(bank)
    ? ['eCheck', text(bank['accountNumber'])]
    : isObject(card)
      ? [text(card['cardType']), text(card['cardNumber'])]
      : [];
  const cents = Math.round(Number(details['settleAmount'] ?? details['authAmount'] ?? NaN) * 100);
  const state = stateOf(text(details['transactionStatus']) ?? '', isObject(bank));
  if (state === undefined || !Number.isFinite(cents)) throw new PaymentUnclear();
  return {
    id: transIdOf(details),
    state,
    cents,
    paidWith: kind === undefined || number === undefined ? undefined : `${kind} ${number.slice(-4)}`,
  };
}
