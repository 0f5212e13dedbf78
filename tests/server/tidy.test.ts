/**
 * Rows that anybody can make: each kind ends after its time, there are only so many, and no transaction deletes more
 * than a hundred.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEvents, type Events } from '../../server/events/index.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { requests, type RequestName } from '../../server/identity/requests.ts';
import { startMachine } from '../../server/status/machine.ts';
import { startTidying } from '../../server/tidy.ts';
import { sampleBody } from '../lock/identity.ts';
import { graphqlOperations, sampleInput } from './support/operations.ts';
import { boot, graphql, signUp } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';
import { brokenWrites } from './support/watched.ts';

let server: TestServer;
let db: TestServer['services']['db'];
let tick: () => void;
const handed: { readonly id: string; readonly kind: string }[][] = [];
let sinkAnswers = 200;
let events: Events;

beforeAll(async () => {
  server = await startTestServer();
  ({ db } = server.services);
  events = createEvents({ db, url: undefined });
  tick = () => undefined;
}, 120_000);
afterAll(() => server.stop());

const count = async (what: string): Promise<number> =>
  Number((await sql.raw<{ count: string }>(`select count(*) from ${what}`).execute(db)).rows[0]?.count);

/** Runs the tidying once, at an instant, and gives what it failed with. */
async function tidy(at: Date, with_: Events = events): Promise<unknown> {
  const done = Promise.withResolvers<unknown>();
  const relay = async (): Promise<void> => {
    await with_.relay().then(() => done.resolve(undefined), done.reject);
  };
  const off = startTidying(
    db as Parameters<typeof startTidying>[0],
    { ...with_, relay },
    {
      env: 'qa',
      clock: () => at,
      timers: {
        after: (ms, fn) => {
          expect(ms).toBe(60_000);
          tick = fn;
          return () => undefined;
        },
      },
      onError: (error) => done.resolve(error),
    },
  );
  tick();
  const said = await done.promise.catch((error: unknown) => error);
  off();
  return said;
}
const now = new Date();
const ago = (days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString();

/** What is no stranger's: it stays. */
const ours: Readonly<Record<string, string>> = {
  identity_keys: 'signs and proves tokens',
  watched_writes: 'the tests’ own',
};
/** How many rows each table holds, by the database's own catalogue. */
async function counts(): Promise<Readonly<Record<string, number>>> {
  const tables = await sql<{ name: string }>`select relname::text as name from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace where nspname = 'public' and relkind = 'r' and relname not like 'kysely\\_%'`.execute(
    db,
  );
  const rows = await Promise.all(tables.rows.map(async ({ name }) => [name, await count(name)] as const));
  return Object.fromEntries(rows.filter(([name, many]) => many > 0 && !Object.hasOwn(ours, name)));
}
/** Lets days pass for every row: all its instants lie so much further back. */
async function age(days: number): Promise<void> {
  const columns = await sql<{
    name: string;
    column: string;
    list: boolean;
  }>`select table_name as name, column_name as column, data_type = 'ARRAY' as list
    from information_schema.columns where table_schema = 'public' and udt_name in ('timestamptz', '_timestamptz') and is_generated = 'NEVER'`.execute(
    db,
  );
  for (const { name, column, list } of columns.rows)
    await sql
      .raw(
        list
          ? `update ${name} set ${column} = array(select one - interval '${days} days' from unnest(${column}) as one)`
          : `update ${name} set ${column} = ${column} - interval '${days} days'`,
      )
      .execute(db);
}

test('whatever strangers ask, a hundred days later no row of it is left in any table', async () => {
  const ask = async (path: string, body: JsonObject, headers: Readonly<Record<string, string>> = {}): Promise<void> => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-session-id': 'stranger', ...headers },
    };
    await (await fetch(`${server.address}${path}`, { ...init, body: JSON.stringify(body) })).arrayBuffer();
  };
  const { identity } = await boot(server);
  const values = { ClientId: identity.clientId, USERNAME: 'stranger@example.test', Username: 'stranger@example.test' };
  const more = { Password: 'Marigold42', PASSWORD: 'Marigold42', SRP_A: 'a5'.repeat(300) };
  for (const name of Object.keys(requests) as RequestName[]) {
    const [action = ''] = name.split(' ');
    await ask('/idp/', sampleBody(name, { ...values, ...more }) as JsonObject, {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
    });
  }
  for (const operation of graphqlOperations.filter(({ access }) => access === 'public'))
    await ask('/graphql', { query: operation.document, variables: sampleInput(operation, 'none') });
  await ask('/analytics', { name: 'step', step: 'apply/personal' });
  await ask('/auth', { email: 'stranger@example.test', type: 'forgotPassword' });
  const made = Object.keys(await counts());
  for (const table of [
    'identity_users',
    'identity_codes',
    'identity_challenges',
    'identity_limits',
    'messages',
    'events',
    'application_trail',
  ])
    expect(made).toContain(table);
  await age(100);
  expect(await tidy(now)).toBeUndefined();
  expect(await counts()).toEqual({});
});

describe('what anybody can make', () => {
  test('an account that nobody confirmed ends after a day, however many there are; a confirmed one does not', async () => {
    // In seven steps: a transaction writes a hundred rows at most.
    for (let from = 1; from < 350; from += 50)
      await sql`insert into identity_users (sub, email, status, attributes, salt, verifier, created_at, modified_at)
      select gen_random_uuid(), 'tidied' || n || '@example.test', case when n % 5 = 0 then 'CONFIRMED' else 'UNCONFIRMED' end,
        '{}', '', '', ${ago(3)}::timestamptz, case when n % 5 = 1 then ${ago(0.9)} else ${ago(1.1)} end::timestamptz
      from generate_series(${from}::int, ${from + 49}::int) as n`.execute(db);
    expect(await tidy(now)).toBeUndefined();
    expect(await count(`identity_users where email like 'tidied%' and status = 'CONFIRMED'`)).toBe(70);
    expect(await count(`identity_users where email like 'tidied%' and status = 'UNCONFIRMED'`)).toBe(70);
  });

  test('a trail ends: a stranger’s after a day, a person’s after ninety', async () => {
    for (const [owner, days] of [
      [null, 0.9],
      [null, 1.1],
      ['ana', 1.1],
      ['ana', 89],
      ['ana', 91],
    ] as const)
      await sql`insert into application_trail (owner, session, brand, operation, outcome, at)
        values (${owner}, ${`s${days}`}, 'payday', 'tidied', 'ok', ${ago(days)}::timestamptz)`.execute(db);
    expect(await tidy(now)).toBeUndefined();
    const left = await sql<{ owner: string | null; session: string }>`
      select owner, session from application_trail where operation = 'tidied' order by id`.execute(db);
    expect(left.rows).toEqual([
      { owner: null, session: 's0.9' },
      { owner: 'ana', session: 's1.1' },
      { owner: 'ana', session: 's89' },
    ]);
  });

  test('of strangers the newest 20,000 are kept, whatever people have', async () => {
    await sql`delete from application_trail`.execute(db);
    await fill(`application_trail (session, brand, operation, outcome)`, `'s' || n, 'payday', 'many', 'ok'`, 20_250);
    await fill(`application_trail (owner, brand, operation, outcome)`, `'p' || n, 'payday', 'many', 'ok'`, 50);
    expect(await tidy(now)).toBeUndefined();
    expect(await count(`application_trail where owner is null`)).toBe(20_000);
    expect(await count(`application_trail where owner is not null`)).toBe(50);
    expect(await count(`application_trail where session in ('s1', 's250')`)).toBe(0);
    expect(await count(`application_trail where session in ('s251', 's20250')`)).toBe(2);
  });

  test('events end after a week, and the newest 20,000 are kept', async () => {
    await events.keep({ kind: 'old', session: undefined, brand: undefined, body: {} });
    await sql`update events set at = ${ago(8)}::timestamptz`.execute(db);
    await events.keep({ kind: 'new', session: 's', brand: 'payday', body: { step: 'personal' } });
    expect(await tidy(now)).toBeUndefined();
    expect((await sql`select kind, session, brand, body from events`.execute(db)).rows).toEqual([
      { kind: 'new', session: 's', brand: 'payday', body: { step: 'personal' } },
    ]);
    await fill(`events (kind, body)`, `'many', '{}'`, 20_150);
    expect(await tidy(now)).toBeUndefined();
    expect(await count('events')).toBe(20_000);
    expect(await count(`events where kind = 'new'`)).toBe(0);
  });

  test('half-done sign-ins, codes, limits, failed tries and withheld mail end after a day; sessions with their tokens after thirty', async () => {
    const kinds = {
      identity_challenges: `(id, data, expires_at) select n::text, 'x', {at} from`,
      identity_codes: `(subject, purpose, hash, tries, expires_at) select n::text, 'reset', 'x', 0, {at} from`,
      identity_limits: `(subject, kind, taken) select n::text, 'codeTry', array[{at}] from`,
      identity_attempts: `(subject, failed, locked_until, failed_at) select n::text, 1, {at}, {at} from`,
      messages: `(id, channel, purpose, brand, subject, body, state, written_at) select gen_random_uuid(), 'email', 'x', 'payday', 'x', 'x', 'withheld', {at} from`,
    };
    const at = (days: number): string => `timestamptz '${ago(days)}'`;
    for (const [table, columns] of Object.entries(kinds)) {
      await sql.raw(`delete from ${table}`).execute(db);
      for (const [from, days] of [
        [1, 1.1],
        [1001, 0.9],
      ] as const)
        await sql
          .raw(
            `insert into ${table} ${columns.replaceAll('{at}', at(days))} generate_series(${from}, ${from + 29}) as n`,
          )
          .execute(db);
    }
    const sub = '00000000-0000-4000-8000-000000000001';
    await sql`insert into identity_users (sub, email, status, salt, verifier, created_at, modified_at)
      values (${sub}::uuid, 'tidied@example.com', 'CONFIRMED', 'x', 'x', now(), now())`.execute(db);
    for (const [jti, days] of [
      ['00000000-0000-4000-8000-00000000000a', 31],
      ['00000000-0000-4000-8000-00000000000b', 29],
    ] as const) {
      await sql`insert into identity_sessions (origin_jti, sub, client_id, auth_time, expires_at)
        values (${jti}::uuid, ${sub}::uuid, 'web', now(), ${ago(days)}::timestamptz)`.execute(db);
      for (let from = 0; from < 150; from += 75)
        await sql`insert into identity_refresh_tokens (hash, origin_jti)
          select ${jti} || n, ${jti}::uuid from generate_series(${from}::int, ${from + 74}::int) as n`.execute(db);
    }
    expect(await tidy(now)).toBeUndefined();
    for (const table of Object.keys(kinds)) expect([table, await count(table)]).toEqual([table, 30]);
    expect(await count('identity_sessions')).toBe(1);
    expect(await count('identity_refresh_tokens')).toBe(150);
  });
});

describe('answers that are kept for repeats', () => {
  test('end after a day, those of every application, and are looked for again a minute later; the acts stay', async () => {
    // The ages in hours, at the first look.
    const ages = [23.9, 24.1, 48, 23.995];
    for (const [at, hours] of [...ages, ...ages].entries())
      await sql`with one as (
          insert into applications (owner, brand, flow, definition, created_at, modified_at)
          values (${`kept${at}`}, 'payday', 'apply', 'x', now(), now()) returning id
        ) insert into application_acts (application_id, number, previous, hash, actor, operation, definition, at, body, answer)
          select id, 1, '', 'x', 'ana', 'kept', 'x', ${ago(hours / 24)}::timestamptz, '{}', 'sealed' from one`.execute(
        db,
      );
    let at = now;
    let wake = (): void => undefined;
    let idle = Promise.withResolvers<void>();
    const machine = startMachine({
      services: {
        ...server.services,
        clock: () => at,
        timers: {
          after: (_, fn) => {
            wake = fn;
            idle.resolve();
            return () => undefined;
          },
        },
      },
      steps: {},
      leaseMs: 1000,
      pollMs: 500,
      paceMs: 0,
    });
    const kept = (): Promise<number> => count(`application_acts where operation = 'kept' and answer is not null`);
    await idle.promise;
    expect(await kept()).toBe(4);
    for (const [minutes, left] of [
      [0.9, 4],
      [1.1, 2],
    ] as const) {
      at = new Date(now.getTime() + minutes * 60_000);
      idle = Promise.withResolvers();
      wake();
      await idle.promise;
      expect([minutes, await kept()]).toEqual([minutes, left]);
    }
    await machine.stop();
    expect(await count(`application_acts where operation = 'kept'`)).toBe(8);
  });
});

describe('events', () => {
  test('are handed on in order, a hundred at a time, and only what was taken is gone', async () => {
    expect(await tidy(now, createEvents({ db, url: undefined }))).toBeUndefined();
    await sql`truncate events`.execute(db);
    await fill(`events (kind, body)`, `'k' || n, '{}'`, 250);
    const send: typeof fetch = async (_, init) => {
      handed.push(JSON.parse(String(init?.body)) as (typeof handed)[number]);
      return new Response('', { status: sinkAnswers });
    };
    const relayed = createEvents({ db, url: 'https://sink.test/', send });
    sinkAnswers = 503;
    expect(await tidy(now, relayed)).toMatchObject({ message: expect.stringContaining('503') as string });
    expect(await count('events')).toBe(250);
    sinkAnswers = 200;
    handed.length = 0;
    expect(await tidy(now, relayed)).toBeUndefined();
    expect(handed.map((list) => list.length)).toEqual([100, 100, 50]);
    expect(handed.flat().map(({ kind }) => kind)).toEqual(Array.from({ length: 250 }, (__, at) => `k${at + 1}`));
    expect(await count('events')).toBe(0);
  });
});

describe('the watch over what is written', () => {
  test('sees a transaction of more than a hundred rows, and one of two applications', async () => {
    expect(await brokenWrites(db)).toEqual([]);
    await sql`insert into events (kind, body) select 'many', '{}' from generate_series(1, 101)`.execute(db);
    await sql`insert into applications (owner, brand, flow, definition, created_at, modified_at)
      select 'ana', 'payday', 'apply', 'x', now(), now() from generate_series(1, 2)`.execute(db);
    const found = await brokenWrites(db);
    await sql`delete from watched_writes`.execute(db);
    expect([...found].sort()).toEqual([
      'one transaction wrote 101 rows of 0 applications: events INSERT 101',
      'one transaction wrote 2 rows of 2 applications: applications INSERT 2',
    ]);
  });
});

/** Fills a table as many transactions of a hundred rows would. */
async function fill(into: string, values: string, rows: number): Promise<void> {
  for (let from = 1; from <= rows; from += 100)
    await sql
      .raw(`insert into ${into} select ${values} from generate_series(${from}, ${Math.min(from + 99, rows)}) as n`)
      .execute(db);
}

describe('what somebody who is signed in can make', () => {
  test('what a person asks counts once, however many sessions the browser names', async () => {
    const person = await signUp(server);
    const { operations } = await boot(server);
    const ask = (at: number): Promise<unknown> =>
      graphql(server, operations['statesForZipcode']?.document ?? '', {
        variables: { zipcode: '78701' },
        headers: { authorization: person.idToken, 'x-session-id': `session-${at}` },
      });
    for (let at = 0; at < 30; at += 1) await ask(at);
    const left = await sql`select owner is null as nobodys, session, outcome from application_trail
      where operation = 'statesForZipcode'`.execute(db);
    expect(left.rows).toEqual([{ nobodys: false, session: null, outcome: 'ok' }]);
  });
});
