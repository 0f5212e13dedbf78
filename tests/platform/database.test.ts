/**
 * The database on each engine: embedded always, PostgreSQL when TEST_POSTGRES names a server on which databases may be
 * made.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseStuck, notify, openDatabase } from '../../server/database/index.ts';
import type { OpenDatabase } from '../../server/database/index.ts';
import { migrate } from '../../server/database/migrate.ts';
import { postgresServer, temporaryDatabase } from './postgres.ts';
import type { TemporaryDatabase } from './postgres.ts';

interface Engine {
  readonly open: (deadlineMs?: number) => Promise<OpenDatabase>;
  readonly remove: () => Promise<void>;
}

function embedded(): Engine {
  const dataDir = mkdtempSync(join(tmpdir(), 'waymark-database-'));
  return {
    open: (deadlineMs) => openDatabase({ dataDir, databaseUrl: undefined }, { deadlineMs }),
    remove: async () => rmSync(dataDir, { recursive: true }),
  };
}

function postgres(): Engine {
  let made: Promise<TemporaryDatabase> | undefined;
  return {
    open: async (deadlineMs) => {
      if (postgresServer === undefined) throw new Error('TEST_POSTGRES is not set.');
      made ??= temporaryDatabase(postgresServer);
      return openDatabase({ dataDir: undefined, databaseUrl: (await made).url }, { deadlineMs });
    },
    remove: async () => (await made)?.remove(),
  };
}

describe.each([
  ['the embedded database', embedded, true],
  ['PostgreSQL (needs TEST_POSTGRES)', postgres, postgresServer !== undefined],
] as const)('%s', (_, make, here) => {
  describe.runIf(here)('opened', () => {
    const engine = make();
    let database: OpenDatabase;
    beforeAll(async () => {
      database = await engine.open();
    }, 120_000);
    afterAll(async () => {
      await database.close();
      await engine.remove();
    });

    test('values come out alike: dates as text, big numbers as text, instants as ISO 8601, JSON parsed', async () => {
      const { rows } =
        await sql`select 9007199254740993::int8 as big, 1.50::numeric as exact, date '2026-02-28' as day, timestamptz '2026-11-20 15:00:00.25+00' as at, '{"a":[1]}'::jsonb as json, 7 as small, true as yes, null as nothing`.execute(
          database.db,
        );
      expect(rows).toEqual([
        {
          big: '9007199254740993',
          exact: '1.50',
          day: '2026-02-28',
          at: '2026-11-20T15:00:00.250Z',
          json: { a: [1] },
          small: 7,
          yes: true,
          nothing: null,
        },
      ]);
    });

    test('a transaction that fails leaves nothing, one that ends well stays, and others wait meanwhile', async () => {
      const key = (kid: string): { kid: string; jwk: string; created_at: string } => ({
        kid,
        jwk: 'x',
        created_at: '2026-11-20T15:00:00Z',
      });
      const failing = database.db.transaction().execute(async (inside) => {
        await inside.insertInto('identity_keys').values(key('lost')).execute();
        throw new Error('changed our mind');
      });
      await expect(failing).rejects.toThrow('changed our mind');
      const kept = database.db
        .transaction()
        .execute((inside) => inside.insertInto('identity_keys').values(key('kept')).execute());
      const beside = database.db.insertInto('identity_keys').values(key('beside')).execute();
      await Promise.all([kept, beside]);
      expect(
        (
          await database.db
            .selectFrom('identity_keys')
            .select('kid')
            .where('kid', 'in', ['lost', 'kept', 'beside'])
            .orderBy('kid')
            .execute()
        ).map((row) => row.kid),
      ).toEqual(['beside', 'kept']);
    });

    test('statements that come while a transaction runs are none of it: it fails, they stay, and come out in order', async () => {
      const named = Array.from({ length: 60 }, (__, index) => `beside-${String(index).padStart(2, '0')}`);
      const insert = (kid: string): Promise<unknown> =>
        database.db.insertInto('identity_keys').values({ kid, jwk: 'x', created_at: '2026-11-20T15:00:00Z' }).execute();
      const failing = (kid: string): Promise<unknown> =>
        database.db
          .transaction()
          .execute(async (inside) => {
            await inside
              .insertInto('identity_keys')
              .values({ kid, jwk: 'x', created_at: '2026-11-20T15:00:00Z' })
              .execute();
            await sql`select 1 / ${0}::int`.execute(inside);
          })
          .catch((error: unknown) => (error as { code?: string }).code);
      const codes = await Promise.all(
        named.map(async (kid, index) => {
          const inserted = insert(kid);
          return await (index % 10 === 5 ? failing(`lost-${kid}`).then((code) => inserted.then(() => code)) : inserted);
        }),
      );
      expect(codes.filter((code) => code === '22012')).toHaveLength(6);
      const { rows } = await sql<{
        kid: string;
      }>`select kid from identity_keys where kid like ${'%beside-%'} order by kid`.execute(database.db);
      expect(rows.map(({ kid }) => kid)).toEqual(named);
      await sql`delete from identity_keys where kid like ${'beside-%'}`.execute(database.db);
    });

    test.runIf(make === embedded)(
      'a text is parsed and planned once, whatever its values, until tables change',
      async () => {
        const { db } = database;
        const ask = async (value: number): Promise<unknown> =>
          (
            await sql<{
              asked: number;
            }>`select ${value}::int + count(kid)::int as asked from identity_keys where kid = 'nobody'`.execute(db)
          ).rows[0]?.asked;
        const known = async (): Promise<number> =>
          (
            await sql<{
              name: string;
            }>`select name from pg_prepared_statements where statement like '%''nobody''%' and name like 'p%'`.execute(
              db,
            )
          ).rows.length;
        expect([await ask(1), await ask(2), await ask(3)]).toEqual([1, 2, 3]);
        expect(await known()).toBe(1);
        await sql`create table passing (id int)`.execute(db);
        expect(await known()).toBe(0);
        await sql`insert into passing (id) values (${7})`.execute(db);
        const all = (): Promise<unknown[]> =>
          sql`select * from passing where id = ${7}`.execute(db).then(({ rows }) => rows);
        expect(await all()).toEqual([{ id: 7 }]);
        await sql`alter table passing add column more text`.execute(db);
        expect(await all()).toEqual([{ id: 7, more: null }]);
        await expect(sql`select ${'x'}::int`.execute(db)).rejects.toMatchObject({ code: '22P02' });
        expect(await ask(4)).toBe(4);
        await sql`drop table passing`.execute(db);
      },
    );

    test('an error carries the code of PostgreSQL', async () => {
      await expect(sql`select * from no_such_table`.execute(database.db)).rejects.toMatchObject({ code: '42P01' });
      const insert = (): Promise<unknown> =>
        database.db
          .insertInto('identity_keys')
          .values({ kid: 'once', jwk: 'x', created_at: '2026-11-20T15:00:00Z' })
          .execute();
      await insert();
      await expect(insert()).rejects.toMatchObject({ code: '23505', constraint: 'identity_keys_pkey' });
    });

    test('what is notified is heard until one stops listening', async () => {
      const heard: string[] = [];
      const first = Promise.withResolvers<void>();
      const second = Promise.withResolvers<void>();
      const stop = await database.listen('news', (payload) => heard.push(payload));
      await database.listen('news', (payload) => (payload === 'one' ? first.resolve() : second.resolve()));
      await notify(database.db, 'news', 'one');
      await first.promise;
      await stop();
      await notify(database.db, 'news', 'two');
      await second.promise;
      expect(heard).toEqual(['one']);
    });

    test('every table and what ran is there; opening again runs nothing twice and keeps the rows', async () => {
      await database.db
        .insertInto('identity_keys')
        .values({ kid: 'stays', jwk: 'x', created_at: '2026-11-20T15:00:00Z' })
        .execute();
      expect(await migrate(database.db)).toEqual([]);
      await database.close();
      database = await engine.open();
      expect(await migrate(database.db)).toEqual([]);
      expect(
        (await database.db.selectFrom('identity_keys').select('kid').where('kid', '=', 'stays').execute()).length,
      ).toBe(1);
      const names = (await database.db.introspection.getTables()).map((table) => table.name);
      expect(names).toEqual(
        expect.arrayContaining(['identity_users', 'identity_sessions', 'messages', 'applications', 'definitions']),
      );
    });

    test('a statement beyond its deadline is given up, and the database goes on', async () => {
      await database.close();
      database = await engine.open(4_000);
      const endless = sql`select count(*) from generate_series(1, 100000000000)`.execute(database.db);
      await expect(endless).rejects.toThrow(here && make === embedded ? DatabaseStuck : /timeout/);
      expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
    }, 120_000);
  });
});

test('a database that was given up is not half in a transaction: the rest of it is refused', async () => {
  const engine = embedded();
  const database = await engine.open(4_000);
  const broken = database.db.transaction().execute(async (inside) => {
    await inside
      .insertInto('identity_keys')
      .values({ kid: 'half', jwk: 'x', created_at: '2026-11-20T15:00:00Z' })
      .execute();
    await expect(sql`select count(*) from generate_series(1, 100000000000)`.execute(inside)).rejects.toThrow(
      DatabaseStuck,
    );
    await inside
      .insertInto('identity_keys')
      .values({ kid: 'rest', jwk: 'x', created_at: '2026-11-20T15:00:00Z' })
      .execute();
  });
  await expect(broken).rejects.toThrow(/transaction was lost/);
  expect(await database.db.selectFrom('identity_keys').selectAll().execute()).toEqual([]);
  await database.close();
  await engine.remove();
}, 120_000);
