/**
 * A system that keeps loans does not answer, each in turn, on each brand: what it would have told is said to be
 * unknown, never told as nothing, and whatever else a page of the account asks for is answered.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { detail, json } from '../content/compiled.ts';
import { graphqlOperations, sampleInput } from './support/operations.ts';
import { graphql, signIn, signUp, type Answer } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()), 180_000);
afterAll(() => server.stop());

const brands = readdirSync(new URL('../../brands/', import.meta.url));
const systems = detail<string[]>('enum.sourceSystem', 'values');

interface Booted {
  readonly facts: JsonObject;
  readonly flows: Readonly<Record<string, { readonly hash: string }>>;
  readonly operations: Readonly<Record<string, { readonly document?: string }>>;
}

/** A customer of a brand, who asks on its pages. */
async function customerOf(brand: string): Promise<{
  readonly email: string;
  ask(name: string, variables: JsonObject): Promise<Answer>;
  readonly told: Booted;
}> {
  const told = (await (await fetch(`${server.address}/definitions/boot.json?brand=${brand}`)).json()) as Booted;
  const { email } = await signUp(server);
  await sql`update identity_users set attributes = attributes || ${JSON.stringify({ 'custom:brand': told.facts['source'] })}::jsonb
    where email = ${email}`.execute(server.services.db);
  const { idToken, session } = await signIn(server, email);
  return {
    email,
    told,
    ask: (name, variables) =>
      graphql(server, told.operations[name]?.document ?? '', {
        variables,
        headers: { authorization: idToken, 'x-session-id': session, 'x-brand-key': brand },
        act: { key: randomUUID() },
      }),
  };
}
const silence = (email: string, brand: string, system: string) =>
  sql`insert into loan_systems (owner, brand, source_system, answers)
    select sub, ${brand}, ${system}, false from identity_users where email = ${email}
    on conflict (owner, brand) do update set source_system = excluded.source_system`.execute(server.services.db);

interface Loading {
  readonly load?: readonly { readonly call: string; readonly on?: JsonObject }[];
}
/** What the pages of the account ask for by themselves, and where an answer leads. */
const loads = readdirSync(new URL('../../flows/account/steps/', import.meta.url)).flatMap((name) =>
  (json<Loading>(`flows/account/steps/${name}`).load ?? []).map((one) => ({ page: name, ...one })),
);

test('each page of the account says where it goes, or what it says, while what it asks for does not answer', () => {
  const declares = (name: string): boolean =>
    graphqlOperations.some((one) => one.name === name && Object.hasOwn(one.outcomes, 'SOURCE_UNAVAILABLE'));
  const untold = loads.filter(({ call, on = {} }) => declares(call) && !Object.hasOwn(on, 'SOURCE_UNAVAILABLE'));
  expect(untold).toEqual([]);
  expect(loads.length).toBeGreaterThan(20);
});

describe.each(brands)('on %s', (brand) => {
  test.each(systems)('while %s does not answer', async (system) => {
    const { email, ask, told } = await customerOf(brand);
    const made = await ask('createApplication', {
      application: { flow: 'apply', definition: told.flows['apply']?.hash ?? '' },
    });
    const id = String((made.data?.['createApplication']?.['application'] as JsonObject | undefined)?.['id']);
    await silence(email, brand, system);
    const said: Record<string, string> = {};
    for (const operation of graphqlOperations) {
      const { name, outcomes, draft } = operation;
      // What is asked within a change or a payment comes no further than the page that it was prepared on: those pages
      // have tests of their own (tests/e2e/payment.test.ts, tests/e2e/conversion.test.ts, tests/server/loans.test.ts).
      if (draft !== undefined) continue;
      if (!Object.hasOwn(outcomes, 'SOURCE_UNAVAILABLE') || told.operations[name] === undefined) continue;
      const { errors } = await ask(name, {
        ...sampleInput(operation, id),
        ...(operation.application && { [operation.application]: id }),
      });
      said[name] = errors[0]?.extensions.code ?? 'answered';
    }
    // Whatever else its pages ask for is answered all the same.
    for (const { call } of loads)
      if (said[call] === undefined) expect([call, (await ask(call, {})).errors]).toEqual([call, []]);
    expect(
      Object.values(said).filter((code) => code !== 'SOURCE_UNAVAILABLE'),
      JSON.stringify(said),
    ).toEqual([]);
    expect(Object.keys(said)).toEqual(
      expect.arrayContaining([
        'loanAccount',
        'getInitialLoanDetails',
        'conditionallyApprovedApplication',
        'paymentOptions',
      ]),
    );
  });
});
