/**
 * Payments that are each asked for five times at once while the server is killed at a seeded moment: before it wrote
 * the payment down, before or after the provider took it, before it wrote the receipt. What was asked for is taken once
 * or not at all, and the ledger has what was taken.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { sql, type QueryExecutorProvider } from 'kysely';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import { openDatabase } from '../../../server/database/index.ts';
import type { Page } from '../../server/support/applicant.ts';
import { temporaryFolder } from '../../server/support/server.ts';
import {
  call,
  codesOf,
  creation,
  newApplicant,
  offerOf,
  opened,
  pages,
  pressesOf,
  revisionOf,
  send,
  siteOf,
  type Answer,
  type Applicant,
  type Open,
  type Press,
  type Site,
} from '../applicant.ts';
import { chanceOf, type Chance } from '../chance.ts';
import { startSupervised, type SupervisedServer } from '../process.ts';

export interface PaymentsFound {
  /** Payments that were asked for, each five times at once while the server was killed once. */
  readonly payments: number;
  /** Presses whose answer a kill took. */
  readonly unanswered: number;
  /** Payments that the provider had taken before the kill, and the ledger heard of after it. */
  readonly between: number;
  /** By what became of them; `none`: killed before it was written down, and refused when it was asked for again. */
  readonly states: Readonly<Record<string, number>>;
  readonly complaints: readonly string[];
}

/** How often each payment is asked for. */
const presses = 5;
/** A kill comes at most so many times later after the presses as a press of the pages before took on this machine. */
const mostTimes = 8;
/** What the provider's stand-in does with a card: it takes it, takes it and says nothing, or declines it. */
const cards = ['approved', 'approved', 'approved', 'silent', 'declined'] as const;

interface Prepared {
  readonly id: string;
  readonly cents: number;
  /** Milliseconds that a press of the pages before it took. */
  readonly pressMs: number;
}
interface Asked extends Prepared {
  /** Instant, ISO 8601. */
  readonly killedAt: string;
  readonly unanswered: number;
}
interface Borrower {
  readonly site: Site;
  readonly applicant: Applicant;
}

/** @param count how many payments are asked for; the server is killed as often */
export async function payments({
  seed,
  count,
}: {
  readonly seed: number;
  readonly count: number;
}): Promise<PaymentsFound> {
  const chance = chanceOf(seed);
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  const server = await startSupervised({
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '1',
    PUBLIC_URL: 'http://payments.test', // tokens name it, whatever port a server has
    LOG_LEVEL: 'error',
  });
  const asked: Asked[] = [];
  try {
    const site = await siteOf(server.address, dataDir);
    let of: Borrower | undefined;
    for (let at = 0; asked.length < count; at += 1) {
      of ??= await borrower(server, { site, at });
      const one = await prepare(server, of, 100 + chance.below(400));
      // What the provider never heard of is waited for: nothing else is paid on that loan meanwhile.
      if (one === undefined) of = undefined;
      else asked.push({ ...one, ...(await press(server, of, { one, chance })) });
    }
  } finally {
    await server.stop();
  }
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  try {
    const unanswered = asked.reduce((sum, one) => sum + one.unanswered, 0);
    return { payments: asked.length, unanswered, ...(await judge(database.db, asked)) };
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same press with the same key until an answer comes, as the gateway does. */
async function untilAnswered(
  server: SupervisedServer,
  of: Borrower,
  one: Pick<Press, 'operation' | 'variables' | 'act'>,
): Promise<Answer> {
  for (;;) {
    const answer = await send(server.address, of, one);
    if (answer !== undefined) return answer;
    await server.up();
  }
}
async function taken(server: SupervisedServer, of: Borrower, one: Press): Promise<Answer> {
  const answer = await untilAnswered(server, of, one);
  const [no] = codesOf(answer);
  if (no !== undefined) throw new Error(`${one.operation} was answered ${no}`);
  return answer;
}
async function walk(
  server: SupervisedServer,
  of: Borrower,
  { from, list }: { readonly from: Open; readonly list: readonly Page[] },
): Promise<Open> {
  let now = from;
  for (const page of list)
    for (const make of pressesOf(of, page)) {
      const one = make(now);
      const answer = await taken(server, of, one);
      if (one.operation === 'saveJourney') now = { ...now, revision: revisionOf(answer) };
    }
  return now;
}
async function reach(
  server: SupervisedServer,
  of: Borrower,
  { open, status }: { readonly open: Open; readonly status: string },
): Promise<void> {
  const { operation, variables } = call(open, 'applicationState');
  for (;;) {
    const { data } = await untilAnswered(server, of, { operation, variables });
    if ((data?.['applicationState'] as JsonObject | null)?.['status'] === status) return;
    await after(25);
  }
}

/** Somebody who has applied for a loan, signed, and owes it. */
async function borrower(
  server: SupervisedServer,
  { site, at }: { readonly site: Site; readonly at: number },
): Promise<Borrower> {
  const of = { site, applicant: await newApplicant(server.address, at) };
  const begun = opened(await taken(server, of, creation(site)));
  const open = await walk(server, of, { from: begun, list: [...pages.toSubmit, pages.submit] });
  await reach(server, of, { open, status: 'SUBMIT_APPROVED' });
  const shown = await walk(server, of, { from: open, list: pages.approved });
  await untilAnswered(server, of, offerOf(shown));
  await walk(server, of, { from: shown, list: pages.toSign });
  await reach(server, of, { open, status: 'ORIGINATED' });
  return of;
}

/** A payment up to its last button; undefined where the loan cannot be paid on now. */
async function prepare(server: SupervisedServer, of: Borrower, cents: number): Promise<Prepared | undefined> {
  const begun = opened(await taken(server, of, creation(of.site, 'payment')), 'payment');
  const { data } = await untilAnswered(server, of, { operation: 'paymentOptions', variables: {} });
  const step = (data?.['paymentOptions'] as JsonObject | undefined)?.['step'];
  if (step !== 'INITIAL_FORM') return undefined;
  const payment = { option: 'other amount', amount: cents };
  const list: readonly Page[] = [
    { step: 'begin', by: { by: 'load', outcome: { operation: 'paymentOptions', name: step } } },
    {
      step: 'amount',
      answers: { 'payment.option': payment.option, 'payment.amount': cents },
      call: { operation: 'preparePayment', variables: (id) => ({ id, payment }) },
    },
    { step: 'description' },
    {
      step: 'card',
      answers: { 'card.lastFour': '1111' },
      by: { by: 'widget', widget: 'field', event: 'entered' },
    },
  ];
  const since = performance.now();
  await walk(server, of, { from: begun, list });
  const pressMs = (performance.now() - since) / list.flatMap((page) => pressesOf(of, page)).length;
  return { id: begun.id, cents, pressMs };
}

/** Asks for a payment five times at once while the server is killed. */
async function press(
  server: SupervisedServer,
  of: Borrower,
  { one, chance }: { readonly one: Prepared; readonly chance: Chance },
): Promise<Omit<Asked, keyof Prepared>> {
  const does = chance.pick(cards);
  const all = Array.from({ length: presses }, (): Press => {
    const key = randomUUID();
    return {
      operation: 'makePayment',
      key,
      variables: { id: one.id, opaqueData: token(does) },
      act: { key, step: 'confirm', by: { by: 'action', action: 'pay' }, shown: {} },
    };
  });
  const sent = all.map((make) => send(server.address, of, make));
  await after(one.pressMs * (chance.below(100 * mostTimes) / 100));
  const killedAt = new Date().toISOString();
  await server.kill();
  const answers = await Promise.all(sent);
  for (const [at, make] of all.entries()) if (answers[at] === undefined) await untilAnswered(server, of, make);
  // Whoever looks at their account afterwards has the provider asked what became of it.
  await untilAnswered(server, of, { operation: 'paymentState', variables: {} });
  return { killedAt, unanswered: answers.filter((answer) => answer === undefined).length };
}

/** What the provider's frame gives for a card that is typed into it. */
function token(does: (typeof cards)[number]): JsonObject {
  const card: Json = { does, kind: 'Visa', lastFour: '1111', once: randomUUID() };
  return {
    dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT',
    dataValue: Buffer.from(JSON.stringify(card)).toString('base64url'),
  };
}

/** What the provider took against what we keep of it, payment by payment, and the ledger. */
async function judge(
  db: QueryExecutorProvider,
  asked: readonly Asked[],
): Promise<Pick<PaymentsFound, 'between' | 'states' | 'complaints'>> {
  const complaints: string[] = [];
  const states: Record<string, number> = {};
  let [cents, between] = [0, 0];
  for (const one of asked) {
    const { rows } = await sql<{
      took: number;
      receipts: number;
      between: boolean;
      state: string | null;
    }>`with provider as (
        select told ->> 'submitTimeUTC' as at from payment_stand_in
        where invoice = upper(left(replace(${one.id}, '-', ''), 20)) and told ->> 'responseCode' = '1'
      ), receipt as (select at from application_acts where key = ${`payment:${one.id}`})
      select (select count(*) from provider)::int as took, (select count(*) from receipt)::int as receipts,
        exists (select 1 from provider, receipt where provider.at < ${one.killedAt} and receipt.at > ${one.killedAt}) as between,
        (select state from loan_payments where id = ${one.id}::uuid) as state`.execute(db);
    const [found] = rows;
    if (found === undefined) throw new Error('A question without an answer.');
    const { took, receipts, state } = found;
    if (found.between) between += 1;
    states[state ?? 'none'] = (states[state ?? 'none'] ?? 0) + 1;
    cents += took * one.cents;
    const isRight = took <= 1 && receipts === took && (state === 'taken') === (took === 1);
    if (!isRight)
      complaints.push(`${one.id}: taken ${took} times, ${receipts} receipts, and we keep it as ${state ?? 'nothing'}`);
  }
  const ledger = await sql<{ cents: number; unbalanced: number }>`select
      (select coalesce(sum(cents), 0) from loan_ledger where kind = 'payment' and account = 'bank')::int as cents,
      (select count(*) from (select 1 from loan_ledger group by application_id, loan, entry having sum(cents) <> 0) as one)::int as unbalanced`.execute(
    db,
  );
  const { cents: booked, unbalanced } = ledger.rows[0] ?? { cents: 0, unbalanced: 0 };
  if (booked !== cents) complaints.push(`The provider took ${cents} cents, and the ledger has ${booked}.`);
  if (unbalanced > 0) complaints.push(`${unbalanced} entries of the ledger do not add up to nothing.`);
  return { between, states, complaints };
}
