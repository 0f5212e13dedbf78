/**
 * What the provider of payments answers, and what is made of it: a payment was declined only where the provider says
 * so. Whatever else comes leaves it open, and it is asked for again: nobody pays twice because an answer was cut off.
 */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { authorizeNet, type Send } from '../../server/payments/authorize-net.ts';
import { PaymentUnclear } from '../../server/payments/provider.ts';

const settings = { loginId: 'l', transactionKey: 't', signatureKey: 's' };
const charge = { reference: 'R1', cents: 12_345, description: 'A payment' };
const opaque = { dataDescriptor: 'd', dataValue: 'v' };
const ok = { messages: { resultCode: 'Ok', message: [{ code: 'I00001' }] } };
const error = (code: string) => ({ messages: { resultCode: 'Error', message: [{ code }] } });
const paid = (more: JsonObject = {}) => ({
  transactionResponse: { responseCode: '1', transId: '7', accountNumber: 'XXXX1111', accountType: 'Visa', ...more },
  ...ok,
});
const transaction = (more: JsonObject = {}) => ({
  transaction: {
    transId: '7',
    transactionStatus: 'capturedPendingSettlement',
    order: { invoiceNumber: 'R1' },
    settleAmount: 123.45,
    ...more,
  },
  ...ok,
});
const sending =
  (body: Json, status = 200): Send =>
  () =>
    Promise.resolve({ status, body: typeof body === 'string' ? body : JSON.stringify(body) });
const provider = (send: Send) => authorizeNet(settings, send);

/** No answer of the protocol to whatever is asked. */
const NONE: readonly (readonly [what: string, send: Send])[] = [
  ['a 500', sending('<h1>oops</h1>', 500)],
  ['a 500 in the words of the protocol', sending(error('E00001'), 500)],
  ['a page', sending('<html>')],
  ['nothing', sending('')],
  ...[null, [], {}, 7, { messages: {} }, { messages: [] }, { messages: { resultCode: 'Maybe' } }].map(
    (body) => [JSON.stringify(body), sending(body as Json)] as const,
  ),
  ['that all is well, and of nothing', sending(ok)],
  ['silence', () => Promise.reject(new Error('The operation was aborted due to timeout'))],
];

describe('a payment that is asked for', () => {
  test.each([
    ...NONE,
    ['an approval without a number', sending(paid({ transId: '0' }))],
    ['a code that the protocol has not', sending(paid({ responseCode: '9' }))],
    ['the word that it is too busy', sending(error('E00053'))],
    ['no code', sending(paid({ responseCode: null }))],
  ] as const)('is open after %s', async (_, send) => {
    await expect(provider(send).take(charge, opaque)).rejects.toThrow(PaymentUnclear);
  });
  test.each([
    ['taken', sending(paid())],
    ['inFlight', sending(paid({ responseCode: '4' }))],
    ['inFlight', sending(paid({ accountType: 'eCheck' }))],
    ['declined', sending(paid({ responseCode: '2', transId: '0' }))],
    ['declined', sending(paid({ responseCode: '3' }))],
    // The request itself was refused: a token that was used, an account that may not.
    ['declined', sending(error('E00114'))],
  ] as const)('is %s where the provider says so', async (state, send) => {
    expect(await provider(send).take(charge, opaque)).toMatchObject({ state, cents: 12_345 });
  });
});

describe('a payment that is looked for', () => {
  const byId = { reference: 'R1', id: '7' };
  test.each([
    ...NONE,
    ['the words for an account that may not ask', sending(error('E00007'))],
    ['a status that the protocol has not', sending(transaction({ transactionStatus: 'paidMaybe' }))],
    ['no status', sending(transaction({ transactionStatus: null }))],
    ['no amount', sending(transaction({ settleAmount: null }))],
  ] as const)('is open after %s', async (_, send) => {
    await expect(provider(send).find(byId)).rejects.toThrow(PaymentUnclear);
  });
  test.each([...NONE, ['the words for an account that may not ask', sending(error('E00007'))]] as const)(
    'is open after %s where only our reference is known',
    async (_, send) => {
      await expect(provider(send).find({ reference: 'R1' })).rejects.toThrow(PaymentUnclear);
    },
  );
  test('is nothing where the provider says that it has none', async () => {
    expect(await provider(sending(error('E00040'))).find(byId)).toBeUndefined();
    const none = { totalNumInResultSet: 0, messages: { resultCode: 'Ok', message: [{ code: 'I00004' }] } };
    expect(await provider(sending(none)).find({ reference: 'R1' })).toBeUndefined();
    expect(await provider(sending({ transactions: [], ...ok })).find({ reference: 'R1' })).toBeUndefined();
  });
  test.each([
    ['taken', 'settledSuccessfully'],
    ['inFlight', 'authorizedPendingCapture'],
    ['inFlight', 'FDSPendingReview'],
    ['declined', 'declined'],
    ['declined', 'voided'],
    ['declined', 'expired'],
    ['declined', 'returnedItem'],
  ])('is %s when it is %s', async (state, transactionStatus) => {
    expect(await provider(sending(transaction({ transactionStatus }))).find(byId)).toMatchObject({
      state,
      cents: 12_345,
    });
  });
});
