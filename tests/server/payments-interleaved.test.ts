/**
 * Payments while everything goes wrong at once, by a seed: presses at the same time, a server that ends before or after
 * it asked, a provider that takes and does not answer, notices that come twice, late or never. What is asked for once
 * is taken once, and what was taken stands in the ledger.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RequestContext } from '../../server/graphql/context.ts';
import { findApplication } from '../../server/journeys/applications.ts';
import { hear, lookUp, pay } from '../../server/journeys/payment.ts';
import type { ApplicationRow } from '../../server/journeys/tables.ts';
import { standingOf } from '../../server/loans/standing.ts';
import { loansOf } from '../../server/loans/store.ts';
import { PaymentUnclear, type PaymentProvider, type Transaction } from '../../server/payments/provider.ts';
import { paymentOf } from '../../server/payments/store.ts';
import type { Services } from '../../server/services.ts';
import { owe, preparedOn } from '../lock/loan.ts';
import { chanceOf, type Chance } from '../simulation/chance.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()), 180_000);
afterAll(() => server.stop());

/** The process is gone: nothing after it happens, and nobody is told. */
class Ended extends Error {}

/** A provider that keeps what it took by its reference, and everything between it and us goes wrong now and then. */
function unreliable(chance: Chance): PaymentProvider & { readonly took: Map<string, Transaction>; quiet: boolean } {
  const took = new Map<string, Transaction>();
  const fails = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (provider.quiet) return;
    if (chance.happens(0.2)) throw new PaymentUnclear();
    if (chance.happens(0.15)) throw new Ended();
  };
  const provider = {
    took,
    quiet: false,
    async take({ reference, cents }: Parameters<PaymentProvider['take']>[0]) {
      await fails();
      const state = chance.pick(['taken', 'taken', 'inFlight', 'declined'] as const);
      const made = took.get(reference) ?? { id: `t-${reference}`, state, cents, paidWith: 'Visa 1111' };
      took.set(reference, made);
      await fails();
      return made;
    },
    async find({ reference }: Parameters<PaymentProvider['find']>[0]) {
      await fails();
      return took.get(reference);
    },
    heard: ({ body }: Parameters<PaymentProvider['heard']>[0]) => ({ id: body }),
    referenceOf: (id: string) => Promise.resolve(id.slice(2)),
  };
  return provider;
}

/** Whatever it comes to, but for what nobody expects. */
async function whatever(doing: Promise<unknown>): Promise<void> {
  await doing.catch((error: unknown) => {
    if (!(error instanceof Ended)) throw error;
  });
}

async function interleave(seed: number): Promise<string | undefined> {
  const chance = chanceOf(seed);
  const of = { owner: randomUUID(), email: 'ana@example.test', brand: 'payday' };
  const loan = await owe(server, of);
  const row = await findApplication(server.services.db, loan);
  if (!row) throw new Error('The loan has no application.');
  const payments = unreliable(chance);
  const services: Services = { ...server.services, payments };
  const draft: ApplicationRow = { ...row, id: randomUUID(), progress: preparedOn(server, loan) };
  const now = services.clock();
  const caller = { sub: of.owner, email: of.email, groups: [], claims: {}, expires: 0 };
  const today = draft.progress.payment?.day ?? '';
  const context: RequestContext = {
    services,
    caller,
    brand: of.brand,
    now,
    today,
    session: undefined,
    campaign: undefined,
    from: '127.0.0.1',
    cookies: {},
    writes: [],
    privacy: false,
  };
  const opaque = { dataDescriptor: 'd', dataValue: 'v' };
  const reference = draft.id.replaceAll('-', '').slice(0, 20).toUpperCase();
  const looks = async (): Promise<void> => {
    const found = await paymentOf(services.db, loan, draft.id);
    if (found) await lookUp(services, found);
  };
  const notice = (): Promise<unknown> => hear(services, { body: `t-${reference}`, signature: undefined });
  for (let round = 0; round < 3; round += 1) {
    const doing = Array.from({ length: 1 + chance.below(5) }, () =>
      chance.pick([() => pay(context, draft, opaque), () => pay(context, draft, opaque), looks, notice]),
    );
    await Promise.all(doing.map((one) => whatever(one())));
    const made = payments.took.get(reference);
    // A reviewer, or a bank, decides in between.
    if (made?.state === 'inFlight' && chance.happens(0.5))
      payments.took.set(reference, { ...made, state: chance.pick(['taken', 'declined']) });
  }
  payments.quiet = true;
  await looks();
  const made = payments.took.get(reference);
  const kept = await paymentOf(services.db, loan, draft.id);
  const [standing] = (await loansOf(services.db, of)).map((one) => standingOf(one, today));
  const receipts = standing?.payments.length ?? 0;
  const right = made === undefined ? kept === undefined || kept.state === 'asked' : kept?.state === made.state;
  if (right && receipts === (made?.state === 'taken' ? 1 : 0)) return undefined;
  return `seed ${seed}: the provider says ${made?.state ?? 'nothing'}, we ${kept?.state ?? 'nothing'}, and ${receipts} receipts`;
}

test('200 interleavings: taken once or not at all, and the ledger has what was taken', async () => {
  const wrong: string[] = [];
  for (let seed = 1; seed <= 200; seed += 1) wrong.push(...[await interleave(seed)].flatMap((one) => one ?? []));
  expect(wrong).toEqual([]);
  const { db } = server.services;
  const lines =
    await sql`select entry from loan_ledger group by application_id, loan, entry having sum(cents) <> 0`.execute(db);
  expect(lines.rows).toEqual([]);
  const states = await sql<{
    state: string;
    count: number;
  }>`select state, count(*)::int as count from loan_payments group by state`.execute(db);
  expect(states.rows.map(({ state }) => state).sort()).toEqual(['asked', 'declined', 'inFlight', 'taken']);
}, 120_000);
