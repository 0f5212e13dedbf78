/**
 * A stand-in for Authorize.net's API, never in production: the requests of a payment, answered as Authorize.net words
 * them, and no card is charged. What becomes of a payment is said by the token that its frame made (acceptMain.js).
 * Protocol: https://developer.authorize.net/api/reference/.
 */
import type { FastifyInstance } from 'fastify';
import { sql, type QueryExecutorProvider } from 'kysely';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { get, isObject } from '../../runtime/core/index.ts';
import { signatureOf } from '../payments/authorize-net.ts';
import type { Ports } from '../ports.ts';
import { standInPath } from './providers.ts';

/** Where it is served: as the sandbox of Authorize.net. */
export const authorizeNetStandInPath = `${standInPath}/apitest.authorize.net/xml/v1/request.api`;
/** Where its reviewer and its bank say what becomes of a transaction: `{transId, status}`. */
export const authorizeNetEventsPath = `${standInPath}/apitest.authorize.net/events`;
/** What this site is known to it by. */
export const standInAccount = {
  loginId: 'stand-in',
  transactionKey: 'stand-in',
  signatureKey: 'stand-in signature key',
} as const;

interface Parts extends Pick<Ports, 'clock' | 'id'> {
  readonly db: QueryExecutorProvider;
  /** Where the webhooks go that it signs. */
  readonly webhooks: string;
}

/** A transaction as it is kept: what its details say, beside its number. */
interface Kept {
  readonly transId: string;
  readonly told: {
    readonly transactionStatus: string;
    readonly responseCode: string;
    readonly submitTimeUTC: string;
    readonly kind: string;
    readonly lastFour: string;
    readonly amount: string;
    readonly invoiceNumber: string;
  };
}

interface Token {
  readonly does: string;
  readonly kind: string;
  readonly lastFour: string;
}

/** What becomes of a payment by what was typed into the frame. */
const ends: Readonly<Record<string, { readonly code: string; readonly status: string }>> = {
  approved: { code: '1', status: 'capturedPendingSettlement' },
  silent: { code: '1', status: 'capturedPendingSettlement' },
  declined: { code: '2', status: 'declined' },
  held: { code: '4', status: 'FDSPendingReview' },
};
const eventTypes: Readonly<Record<string, string>> = {
  capturedPendingSettlement: 'net.authorize.payment.fraud.approved',
  settledSuccessfully: 'net.authorize.payment.authcapture.created',
  declined: 'net.authorize.payment.fraud.declined',
  voided: 'net.authorize.payment.void.created',
};

const well = { messages: { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] } };
const wrong = (code: string): JsonObject => ({
  messages: { resultCode: 'Error', message: [{ code, text: 'The stand-in for Authorize.net answers so.' }] },
});
/** It takes the request and never answers it. */
class Silent extends Error {}

/** Adds the stand-in; the caller leaves it out in production. */
export function addAuthorizeNetStandIn(app: FastifyInstance, parts: Parts): void {
  app.post<{ Body: JsonObject }>(authorizeNetStandInPath, async (request, reply) => {
    try {
      return await answerTo(parts, request.body);
    } catch (error) {
      if (!(error instanceof Silent)) throw error;
      return reply.code(504).send('');
    }
  });
  app.post<{ Body: { transId: string; status: string } }>(authorizeNetEventsPath, async (request, reply) => {
    const { transId, status } = request.body;
    const kept = await find(parts.db, transId);
    if (!kept || eventTypes[status] === undefined) return reply.code(404).send({ error: 'notFound', id: request.id });
    await sql`update payment_stand_in set told = told || ${JSON.stringify({ transactionStatus: status })}::jsonb
      where transaction = ${transId}::bigint`.execute(parts.db);
    const body = noticeOf(parts, kept, eventTypes[status] ?? '');
    const answer = await app.inject({
      method: 'POST',
      url: parts.webhooks,
      payload: body,
      headers: {
        'content-type': 'application/json',
        'x-anet-signature': signatureOf(standInAccount.signatureKey, body),
      },
    });
    return { heard: answer.statusCode };
  });
}

/** A webhook's body, as Authorize.net writes it. */
function noticeOf({ clock, id }: Parts, { transId, told }: Kept, eventType: string): string {
  return JSON.stringify({
    notificationId: id(),
    eventType,
    eventDate: clock().toISOString(),
    webhookId: id(),
    payload: {
      responseCode: Number(told.responseCode),
      authAmount: Number(told.amount),
      merchantReferenceId: told.invoiceNumber,
      invoiceNumber: told.invoiceNumber,
      entityName: 'transaction',
      id: transId,
    },
  });
}

async function answerTo(parts: Parts, body: JsonObject): Promise<JsonObject> {
  const [name = '', asked] = Object.entries(body)[0] ?? [];
  if (!isObject(asked)) return wrong('E00003');
  const { loginId, transactionKey } = standInAccount;
  const who = asked['merchantAuthentication'];
  if (!isObject(who) || who['name'] !== loginId || who['transactionKey'] !== transactionKey) return wrong('E00007');
  switch (name) {
    case 'createTransactionRequest':
      return await created(parts, asked);
    case 'getTransactionDetailsRequest': {
      const found = await find(parts.db, String(asked['transId']));
      return found ? { transaction: detailsOf(found), ...well } : wrong('E00040');
    }
    case 'getUnsettledTransactionListRequest': {
      const all = await sql<Kept>`select transaction::text as "transId", told from payment_stand_in
        order by transaction desc limit 1000`.execute(parts.db);
      const transactions = all.rows.map(({ transId, told }) => ({
        transId,
        submitTimeUTC: told.submitTimeUTC,
        transactionStatus: told.transactionStatus,
        invoiceNumber: told.invoiceNumber,
        accountType: told.kind,
        accountNumber: `XXXX${told.lastFour}`,
        settleAmount: Number(told.amount),
      }));
      return { transactions, totalNumInResultSet: transactions.length, ...well };
    }
    default:
      return wrong('E00003');
  }
}

async function created({ db, clock }: Parts, asked: JsonObject): Promise<JsonObject> {
  const at = (path: string): string => String(get(asked, `transactionRequest.${path}`) ?? '');
  const token = at('payment.opaqueData.dataValue');
  const read = readToken(token);
  if (!read) return wrong('E00114');
  const refId = asked['refId'] ?? '';
  const invoiceNumber = at('order.invoiceNumber');
  const amount = at('amount');
  if (read.does === 'lost') throw new Silent();
  const before = await sql<Kept>`select transaction::text as "transId", told from payment_stand_in
    where invoice = ${invoiceNumber} and told ->> 'amount' = ${amount} and told ->> 'lastFour' = ${read.lastFour}`.execute(
    db,
  );
  if (before.rows[0]) return { refId, transactionResponse: duplicateOf(before.rows[0]), ...wrong('E00027') };
  const end = ends[read.does] ?? ends['approved'];
  const told: Kept['told'] = {
    transactionStatus: end?.status ?? '',
    responseCode: end?.code ?? '',
    submitTimeUTC: clock().toISOString(),
    kind: read.kind,
    lastFour: read.lastFour,
    amount,
    invoiceNumber,
  };
  const made = await sql<{ transId: string }>`insert into payment_stand_in (invoice, cents, token, told)
    values (${invoiceNumber}, ${Math.round(Number(amount) * 100)}::int, ${token}, ${JSON.stringify(told)}::jsonb)
    on conflict do nothing returning transaction::text as "transId"`.execute(db);
  const [first] = made.rows;
  // A token pays once.
  if (!first) return wrong('E00114');
  if (read.does === 'silent') throw new Silent();
  const transactionResponse = {
    responseCode: told.responseCode,
    transId: first.transId,
    accountNumber: `XXXX${told.lastFour}`,
    accountType: told.kind,
    ...(told.responseCode === '2' && {
      errors: [{ errorCode: '2', errorText: 'This transaction has been declined.' }],
    }),
  };
  return { refId, transactionResponse, ...well };
}

const duplicateOf = ({ transId, told }: Kept): JsonObject => ({
  responseCode: '3',
  transId,
  accountNumber: `XXXX${told.lastFour}`,
  accountType: told.kind,
  errors: [{ errorCode: '11', errorText: 'A duplicate transaction has been submitted.' }],
});

const detailsOf = ({ transId, told }: Kept): JsonObject => ({
  transId,
  submitTimeUTC: told.submitTimeUTC,
  transactionStatus: told.transactionStatus,
  responseCode: Number(told.responseCode),
  order: { invoiceNumber: told.invoiceNumber },
  authAmount: Number(told.amount),
  settleAmount: Number(told.amount),
  payment:
    told.kind === 'eCheck'
      ? { bankAccount: { accountNumber: `XXXX${told.lastFour}` } }
      : { creditCard: { cardNumber: `XXXX${told.lastFour}`, cardType: told.kind } },
});

async function find(db: QueryExecutorProvider, transId: string): Promise<Kept | undefined> {
  if (!/^\d{1,15}$/.test(transId)) return undefined;
  const found = await sql<Kept>`select transaction::text as "transId", told from payment_stand_in
    where transaction = ${transId}::bigint`.execute(db);
  return found.rows[0];
}

function readToken(token: string): Token | undefined {
  try {
    const read = JSON.parse(Buffer.from(token, 'base64url').toString()) as Json;
    const [does, kind, lastFour] = isObject(read) ? [read['does'], read['kind'], read['lastFour']] : [];
    return typeof does === 'string' && typeof kind === 'string' && typeof lastFour === 'string'
      ? { does, kind, lastFour }
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
