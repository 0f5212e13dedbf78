/** A payment on a loan, from the provider's token to the ledger; taken once, whatever happens on the way. */
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { channels, readStatusMessage, socketPath } from '../../contract/channels.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { authorizeNetEventsPath } from '../../server/providers/authorize-net-api.ts';
import { signatureOf } from '../../server/payments/authorize-net.ts';
import { type Applicant, lentTo, openApplication } from './support/applicant.ts';
import { signIn, signUp, type Answer, type Person } from './support/person.ts';
import { level, owe } from '../lock/loan.ts';
import { startTestServer, testNow, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;
let now = testNow;
beforeAll(async () => void (server = await startTestServer({ with: { clock: () => now } })), 180_000);
afterAll(() => server.stop());

/** Somebody with a payday loan: 345 dollars due on December 4. */
async function borrower(): Promise<Person> {
  const one = await signUp(server);
  await lentTo(server, one);
  return one;
}

/** Every token that was sent. */
const tokens: string[] = [];
/** What the provider's frame gives for what is typed into it. */
function token(does: string, { kind = 'Visa', lastFour = '1111' } = {}): JsonObject {
  const dataValue = Buffer.from(JSON.stringify({ does, kind, lastFour, once: randomUUID() })).toString('base64url');
  tokens.push(dataValue);
  return { dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', dataValue };
}

const pressed = (step: string, action: string) => ({
  key: randomUUID(),
  step,
  by: { by: 'action', action } as const,
  shown: {},
});
/** So many cards could not be used for a payment, as the page of the card counts them. */
const counted = ({ id }: Applicant, attempts: number): Promise<unknown> =>
  sql`update applications set progress = progress || jsonb_build_object('cardAttempts', ${attempts}::int)
    where id = ${id}::uuid`.execute(server.services.db);
const options = async (): Promise<JsonObject> =>
  (await person.ask('paymentOptions')).data?.['paymentOptions'] as JsonObject;
const account = async (): Promise<Json | undefined> =>
  ((await person.ask('loanAccount')).data?.['loanAccount'] as JsonObject | undefined)?.['loan'];

/** A payment up to the last button. */
async function prepared(payment: JsonObject, beginning = 'INITIAL_FORM'): Promise<Applicant> {
  const draft = await openApplication(server, person, 'payment');
  expect(await options()).toMatchObject({ step: beginning });
  await draft.leave({ step: 'begin', by: { by: 'load', outcome: { operation: 'paymentOptions', name: beginning } } });
  if (beginning === 'INITIAL_ALERT') await draft.leave({ step: 'past-due' });
  const answers = Object.fromEntries(Object.entries(payment).map(([name, value]) => [`payment.${name}`, value]));
  await draft.leave({
    step: 'amount',
    answers,
    call: { operation: 'preparePayment', variables: (id) => ({ id, payment }) },
  });
  await enterCard(draft);
  return draft;
}
/** From what is paid to the last button. */
async function enterCard(draft: Applicant): Promise<void> {
  await draft.leave({ step: 'description' });
  await draft.leave({
    step: 'card',
    answers: { 'card.lastFour': '1111' },
    by: { by: 'widget', widget: 'field', event: 'entered' },
  });
}
const lastState = async (): Promise<Json | undefined> => (await person.ask('paymentState')).data?.['paymentState'];
/** What the provider's reviewer, or a bank, decides; the provider tells it by a webhook that it signs. */
async function event(transId: string, status: string): Promise<unknown> {
  const answer = await fetch(`${server.address}${authorizeNetEventsPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ transId, status }),
  });
  return await answer.json();
}
async function lastTransaction(): Promise<string> {
  const found = await sql<{ id: string }>`select max(transaction)::text as id from payment_stand_in`.execute(
    server.services.db,
  );
  return found.rows[0]?.id ?? '';
}
async function post(body: string, signature: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-anet-signature': signature };
  return (await fetch(`${server.address}/webhooks/payments`, { method: 'POST', headers, body })).status;
}
const make = ({ id }: Applicant, opaqueData: Json): Promise<Answer> =>
  person.ask('makePayment', { id, opaqueData }, pressed('confirm', 'pay'));
const stepOf = (answer: Answer): Json | undefined => (answer.data?.['makePayment'] as JsonObject | undefined)?.['step'];

describe('a payment', () => {
  beforeAll(async () => void (person = await borrower()), 60_000);

  test('of a part is taken once though it is pressed five times at once, and what is owed is less by it to the cent', async () => {
    expect(await options()).toEqual({
      step: 'INITIAL_FORM',
      loanNumber: expect.stringMatching(/-1$/),
      nextPayment: 34_500,
      nextDueDate: '2026-12-04',
      pastDue: 0,
      totalDue: null,
      payoff: 34_500,
      smallest: 100,
      underWay: null,
      askedOn: null,
    });
    const draft = await prepared({ option: 'other amount', amount: 10_000 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => make(draft, token('approved'))));
    expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
    expect(await account()).toMatchObject({ payoff: 24_500, paid: 10_000, leftToPay: 24_500, underWay: null });
    const { loanId } = (await account()) as { readonly loanId: string };
    expect((await person.ask('getInitialLoanDetails', { loanId })).data?.['getInitialLoanDetails']).toMatchObject({
      paymentSchedule: [{ installmentNumber: 1, paymentAmount: 34_500, left: 24_500 }],
    });
    const { db } = server.services;
    const asked = await sql`select transaction from payment_stand_in`.execute(db);
    expect(asked.rows).toHaveLength(1);
    expect(await lastState()).toMatchObject({ step: 'PAYMENT_SUCCESSUL', paidWith: 'Visa 1111' });
    const acts =
      await sql`select operation from application_acts where operation in ('askPayment', 'receivePayment', 'makePayment')
      order by operation`.execute(db);
    expect(acts.rows).toEqual([
      { operation: 'askPayment' },
      { operation: 'makePayment' },
      { operation: 'receivePayment' },
    ]);
    // What is charged is paid first: 45 dollars of fee, then 55 of the principal.
    const lines = await sql`select account, cents from loan_ledger where kind = 'payment' order by account`.execute(db);
    expect(lines.rows).toEqual([
      { account: 'bank', cents: 10_000 },
      { account: 'charges', cents: -4_500 },
      { account: 'principal', cents: -5_500 },
    ]);
  });

  test('is asked for only where it was prepared, and only for what is owed', async () => {
    const draft = await openApplication(server, person, 'payment');
    const early = await make(draft, token('approved'));
    expect(early.errors.map(({ extensions }) => extensions.code)).toEqual(['REFUSED']);
    await prepared({ option: 'other amount', amount: 24_501 }).then(
      () => expect.unreachable(),
      (error: unknown) => expect(String(error)).toMatch(/OUT_OF_RANGE/),
    );
  });

  test('is not taken after three cards that could not be used, whatever the page says after them', async () => {
    const draft = await prepared({ option: 'other amount', amount: 5_000 });
    const { db } = server.services;
    const asked = async () => (await sql`select 1 from payment_stand_in`.execute(db)).rows.length;
    const before = await asked();
    await counted(draft, 3);
    const refused = await make(draft, token('approved'));
    expect(refused.errors.map(({ extensions }) => extensions.code)).toEqual(['TOO_MANY_CARDS']);
    expect(await asked()).toBe(before);
    expect(await account()).toMatchObject({ payoff: 24_500, underWay: null });
    await counted(draft, 2);
    expect(stepOf(await make(draft, token('declined', { lastFour: '0002' })))).toBe('PAYMENT_FAILURE');
  });

  test('that is declined leaves everything as it was, and another can be made', async () => {
    const draft = await prepared({ option: 'payoff' });
    expect(stepOf(await make(draft, token('declined', { lastFour: '0002' })))).toBe('PAYMENT_FAILURE');
    expect(await account()).toMatchObject({ payoff: 24_500 });
  });

  test('whose answer is lost is found again at the provider, and not asked for twice', async () => {
    const draft = await prepared({ option: 'other amount', amount: 4_500 });
    expect(stepOf(await make(draft, token('silent', { lastFour: '0119' })))).toBe('PROCESS_PAYMENT');
    expect(stepOf(await make(draft, token('approved')))).toBe(null);
    expect(await lastState()).toMatchObject({ step: 'PAYMENT_SUCCESSUL', paidWith: 'Visa 0119' });
    expect(await account()).toMatchObject({ payoff: 20_000, paid: 14_500 });
  });

  test('that is held for review is on its way: no other is taken until a notice tells, however often and in whatever order', async () => {
    const draft = await prepared({ option: 'other amount', amount: 5_000 });
    expect(stepOf(await make(draft, token('held', { lastFour: '0259' })))).toBe('ACH_IN_FLIGHT');
    expect(await options()).toMatchObject({ step: 'ACH_IN_FLIGHT', underWay: 5_000, askedOn: '2026-11-20' });
    expect(await account()).toMatchObject({ payoff: 20_000, underWay: { amount: 5_000, askedOn: '2026-11-20' } });
    const transId = await lastTransaction();
    expect(await post(JSON.stringify({ payload: { id: transId } }), 'sha512=00')).toBe(401);
    const tells = (status: string): Promise<unknown> => event(transId, status);
    expect(await tells('capturedPendingSettlement')).toEqual({ heard: 200 });
    expect(await account()).toMatchObject({ payoff: 15_000 });
    // Late, again, and the settlement after it: one receipt.
    expect(await tells('capturedPendingSettlement')).toEqual({ heard: 200 });
    expect(await tells('settledSuccessfully')).toEqual({ heard: 200 });
    expect(await account()).toMatchObject({ payoff: 15_000, paid: 19_500 });
    expect(await post('not json', 'sha512=00')).toBe(401);
    const strange = JSON.stringify({ payload: { id: '1' } });
    expect(await post(strange, signatureOf('stand-in signature key', strange))).toBe(200);
  });

  test('from a bank account is on its way until the bank has settled; when it does not, nothing was paid', async () => {
    const draft = await prepared({ option: 'payoff' });
    expect(stepOf(await make(draft, token('approved', { kind: 'eCheck', lastFour: '6789' })))).toBe('ACH_IN_FLIGHT');
    expect(await event(await lastTransaction(), 'declined')).toEqual({ heard: 200 });
    expect(await options()).toMatchObject({ step: 'INITIAL_FORM', payoff: 15_000 });
    const next = await prepared({ option: 'payoff' });
    expect(stepOf(await make(next, token('approved', { kind: 'eCheck', lastFour: '6789' })))).toBe('ACH_IN_FLIGHT');
    expect(await event(await lastTransaction(), 'settledSuccessfully')).toEqual({ heard: 200 });
    expect(await account()).toMatchObject({ payoff: 0, paid: 34_500, leftToPay: 0 });
    expect(await options()).toMatchObject({ step: 'NOTHING_OWED' });
  });

  test('the back office hears on the channel of the loan what becomes of each payment, and by which number the provider knows it [entity.realtime.paymentMessage]', async () => {
    person = await signUp(server);
    const { id: loanId } = await lentTo(server, person);
    const channel = channels['back-office'];
    if (channel === undefined) throw new Error('The contract has no channel of the back office.');
    const heard: Json[] = [];
    const open = async (whose: Person): Promise<WebSocket> => {
      const socket = new WebSocket(`${server.address.replace('http', 'ws')}${socketPath(channel, whose.idToken)}`);
      await once(socket, 'open');
      socket.send(JSON.stringify({ action: channel.action, loanId }));
      return socket;
    };
    const strange = await open(await signUp(server));
    expect(String((await once(strange, 'message'))[0])).toBe('{"message":"Forbidden"}');
    strange.on('message', () => heard.push('by somebody else'));
    const socket = await open(person);
    await once(socket, 'message');
    socket.on('message', (text: Buffer) => void heard.push(readStatusMessage(String(text)) ?? null));
    const ids: string[] = [];
    for (const [kind, ends] of [
      ['eCheck', 'declined'],
      ['eCheck', 'settledSuccessfully'],
      ['Visa', undefined],
    ] as const) {
      const draft = await prepared({ option: 'other amount', amount: 5_000 });
      expect((await make(draft, token('approved', { kind }))).errors).toEqual([]);
      ids.push(await lastTransaction());
      if (ends !== undefined) expect(await event(ids.at(-1) ?? '', ends)).toEqual({ heard: 200 });
    }
    await expect
      .poll(() => heard.filter((one) => (one as JsonObject)['transactionId'] !== undefined), { timeout: 10_000 })
      .toEqual([
        { status: 'ACH_IN_FLIGHT', transactionId: ids[0] },
        { status: 'PAYMENT_FAILURE', transactionId: ids[0] },
        { status: 'ACH_IN_FLIGHT', transactionId: ids[1] },
        { status: 'PAYMENT_SUCCESSUL', transactionId: ids[1] },
        { status: 'PAYMENT_SUCCESSUL', transactionId: ids[2] },
      ]);
    expect(heard).not.toContain('by somebody else');
    socket.close();
    strange.close();
  });

  test('no row, no act and no line of the log holds the token', async () => {
    const { db } = server.services;
    const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_name <> 'payment_stand_in'`.execute(db);
    const rows = await Promise.all(
      tables.rows.map(async ({ name }) => (await sql`select * from ${sql.table(name)}`.execute(db)).rows),
    );
    const kept = JSON.stringify(rows) + server.log.join('\n');
    expect(kept).toContain('receivePayment');
    for (const one of tokens) expect(kept).not.toContain(one);
    const unbalanced =
      await sql`select entry from loan_ledger group by application_id, loan, entry having sum(cents) <> 0`.execute(db);
    expect(unbalanced.rows).toEqual([]);
  });
});

/** Somebody with a loan of level payments, of which the first is late on December 10. */
async function lateBorrower(): Promise<Person> {
  const one = await signUp(server);
  const { sub } = JSON.parse(Buffer.from(one.idToken.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };
  await owe(server, { owner: sub, email: one.email, brand: 'payday' }, level);
  now = new Date('2026-12-10T17:00:00Z');
  return await signIn(server, one.email);
}

test('for which three cards could not be used is none that goes on; a day after it another is begun, and its cards are taken', async () => {
  person = await borrower();
  const draft = await prepared({ option: 'payoff' });
  expect(await account()).toMatchObject({ prepared: { step: 'PAYMENT_CONFIRMATION', amount: 34_500 } });
  await counted(draft, 3);
  // The account does not say that this payment goes on where it was left: nothing can be paid there.
  expect(await account()).toMatchObject({ prepared: null });
  expect((await make(draft, token('approved'))).errors).toMatchObject([{ extensions: { code: 'TOO_MANY_CARDS' } }]);
  expect((await openApplication(server, person, 'payment')).id).toBe(draft.id);

  now = new Date(testNow.getTime() + 25 * 3_600_000);
  person = await signIn(server, person.email);
  const another = await prepared({ option: 'payoff' });
  expect(another.id).not.toBe(draft.id);
  expect(stepOf(await make(another, token('approved')))).toBe('PAYMENT_SUCCESSUL');
  now = testNow;
}, 60_000);

test('each step of a payment is told by the word that the documents have for it [enum.paymentFlowStep]', async () => {
  person = await borrower();
  const toDo = async (): Promise<Json | undefined> =>
    ((await account()) as { readonly prepared: { readonly step: string } | null }).prepared?.step ?? 'nothing prepared';
  const steps: (Json | undefined)[] = [(await options())['step'], await toDo()];

  const draft = await openApplication(server, person, 'payment');
  await draft.leave({
    step: 'begin',
    by: { by: 'load', outcome: { operation: 'paymentOptions', name: 'INITIAL_FORM' } },
  });
  const payment = { option: 'other amount', amount: 4_500 };
  await draft.save({ 'payment.option': payment.option }, {});
  await draft.save({ 'payment.amount': payment.amount }, {});
  const described = await person.ask('preparePayment', { id: draft.id, payment }, pressed('amount', 'continue'));
  steps.push(described.data?.['preparePayment']?.['step'], await toDo());
  const prepares = { operation: 'preparePayment', name: 'ok' };
  await draft.save({}, { amount: { by: 'action', action: 'continue', outcome: prepares } });
  await enterCard(draft);
  steps.push(await toDo(), stepOf(await make(draft, token('silent', { lastFour: '0119' }))));
  steps.push(((await lastState()) as JsonObject)['step'], await toDo());

  const declined = await prepared({ option: 'payoff' });
  steps.push(stepOf(await make(declined, token('declined'))));
  const fromBank = await prepared({ option: 'other amount', amount: 5_000 });
  steps.push(stepOf(await make(fromBank, token('approved', { kind: 'eCheck' }))), await toDo());

  person = await lateBorrower();
  const late = await options();
  steps.push(late['step']);
  const early = await prepared({ option: 'other amount', amount: Number(late['totalDue']) }, 'INITIAL_ALERT');
  steps.push(stepOf(await make(early, token('approved'))), (await options())['step']);
  expect(steps).toEqual([
    'INITIAL_FORM',
    'nothing prepared',
    'PAYMENT_DESCRIPTION',
    'ADD_PAYLIANCE_CARD',
    'PAYMENT_CONFIRMATION',
    'PROCESS_PAYMENT',
    'PAYMENT_SUCCESSUL',
    'nothing prepared',
    'PAYMENT_FAILURE',
    'ACH_IN_FLIGHT',
    'nothing prepared',
    'INITIAL_ALERT',
    'PAYMENT_SUCCESSUL',
    'PAID_PRIOR_DUE_DATE',
  ]);
  now = testNow;
}, 60_000);

describe('a payment on a loan of which one payment is late', () => {
  const [late, next] = [9_489, 9_489];
  let draft: Applicant;
  beforeAll(async () => {
    person = await lateBorrower();
    draft = await openApplication(server, person, 'payment');
  }, 60_000);

  /** What is prepared for a choice, or by which code it is refused. */
  async function comesTo(option: string, other?: Json): Promise<Json | undefined> {
    await draft.save({ 'payment.option': option }, {});
    if (other !== undefined) await draft.save({ 'payment.amount': other }, {});
    const payment = { option, ...(other !== undefined && { amount: other }) };
    const answer = await person.ask('preparePayment', { id: draft.id, payment }, pressed('amount', 'continue'));
    const [error] = answer.errors;
    return error ? error.extensions.code : answer.data?.['preparePayment']?.['amount'];
  }

  test('is of one of 39: each stands in the schedule of the loan with its number, its day and its amount [entity.loanDetails]', async () => {
    const { loanId } = (await account()) as { readonly loanId: string };
    const details = (await person.ask('getInitialLoanDetails', { loanId })).data?.['getInitialLoanDetails'];
    const { rows } = await sql<{
      due: string;
      amount: number;
    }>`select s.due_date::text as due, s.payment_amount as amount
      from loan_schedule s join loans l on l.application_id = s.application_id and l.number = s.loan
      where l.loan_number = ${loanId} order by s.due_date`.execute(server.services.db);
    expect(rows).toHaveLength(39);
    expect(new Set(rows.map(({ due }) => due)).size).toBe(39);
    // The last is not like the others: what is left by rounding is paid then.
    expect(rows.at(-1)?.amount).not.toBe(rows[0]?.amount);
    expect(details).toMatchObject({
      loanNumber: loanId,
      loanAmount: 120_000,
      paymentSchedule: rows.map(({ due, amount }, index) => ({
        installmentNumber: index + 1,
        dueDate: due,
        paymentAmount: amount,
      })),
    });
  });

  test('may be of every amount that the documents name, and of no other [enum.paymentAmountOption]', async () => {
    const told = await options();
    await draft.leave({
      step: 'begin',
      by: { by: 'load', outcome: { operation: 'paymentOptions', name: 'INITIAL_ALERT' } },
    });
    await draft.leave({ step: 'past-due' });
    expect(told).toMatchObject({ step: 'INITIAL_ALERT', pastDue: late, nextPayment: next, totalDue: late + next });
    const payoff = Number(told['payoff']);
    // 1,200 dollars, and 0.530028 % of them for each of 20 days.
    expect(payoff).toBe(132_721);
    expect({
      'next payment': await comesTo('next payment'),
      'past due': await comesTo('past due'),
      'total due': await comesTo('total due'),
      payoff: await comesTo('payoff'),
      'other amount': await comesTo('other amount', 4_500),
      'more than is owed': await comesTo('other amount', payoff + 1),
      nothing: await comesTo('other amount', 0),
      'another word': await comesTo('all of it'),
    }).toEqual({
      'next payment': next,
      'past due': late,
      'total due': late + next,
      payoff,
      'other amount': 4_500,
      'more than is owed': 'OUT_OF_RANGE',
      nothing: 'REFUSED',
      'another word': 'REFUSED',
    });
    // What is no amount of cents comes to nothing, whoever sends it.
    for (const other of [-1, -0, 99, 50.5, 1e300, '4500'])
      expect([other, await comesTo('other amount', other)]).toEqual([other, other === 99 ? 'OUT_OF_RANGE' : 'REFUSED']);
  });
});
