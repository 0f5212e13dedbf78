/** News between processes and conflicts between transactions, on the engine the suite runs on. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notify, openDatabase, transact } from '../../server/database/index.ts';
import type { DatabaseOptions, OpenDatabase } from '../../server/database/index.ts';
import { postgresServer, temporaryDatabase, type TemporaryDatabase } from './postgres.ts';

let temporary: TemporaryDatabase | undefined;
const opened: OpenDatabase[] = [];
const open = async (options: DatabaseOptions): Promise<OpenDatabase> => {
  const database = await openDatabase({ dataDir: undefined, databaseUrl: temporary?.url }, options);
  opened.push(database);
  return database;
};
beforeAll(async () => {
  temporary = postgresServer === undefined ? undefined : await temporaryDatabase(postgresServer);
});
afterAll(async () => {
  for (const one of opened) await one.close();
  await temporary?.remove();
});

/** Collects what is heard until so many came. */
async function hearing(database: OpenDatabase, channel: string) {
  const heard: string[] = [];
  let wanted = Number.POSITIVE_INFINITY;
  let enough: () => void = () => undefined;
  await database.listen(channel, (payload) => {
    heard.push(payload);
    if (heard.length >= wanted) enough();
  });
  return (count: number): Promise<readonly string[]> =>
    new Promise((resolve) => {
      wanted = count;
      enough = () => resolve(heard);
      if (heard.length >= count) enough();
    });
}

describe.each([
  ['with NOTIFY', true],
  ['with NOTIFY off', false],
] as const)('news %s', (_, hints) => {
  test('each comes once and in order; what was rolled back never', async () => {
    const database = await open({ hints });
    const heard = await hearing(database, 'moved');
    await notify(database.db, 'other', 'nobody listens');
    await notify(database.db, 'moved', 'first');
    // Rolled back: it never happened.
    await expect(
      transact(database.db, async (trx) => {
        await notify(trx, 'moved', 'undone');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await transact(database.db, (trx) => notify(trx, 'moved', 'second'));
    expect(await heard(2)).toEqual(['first', 'second']);
    // Both ways have come by after another reading; nothing is heard twice.
    await notify(database.db, 'moved', 'third');
    expect(await heard(3)).toEqual(['first', 'second', 'third']);
  }, 30_000);
});

test.runIf(postgresServer !== undefined)(
  'on PostgreSQL, another process hears what a slow transaction told after a quick one that began later',
  async () => {
    const [slow, quick, far] = [await open({ hints: false }), await open({}), await open({ hints: false })];
    const heard = await hearing(far, 'moved');
    await slow.db.transaction().execute(async (trx) => {
      await notify(trx, 'moved', 'slow');
      await notify(quick.db, 'moved', 'quick');
    });
    expect([...(await heard(2))].sort()).toEqual(['quick', 'slow']);
  },
  30_000,
);

describe('a commit that gives way to somebody else’s', () => {
  test('is done again, statement or transaction, and nobody sees it', async () => {
    let asked = 0;
    let failed = 0;
    const conflicts = (): boolean => {
      const now = ++asked % 3 === 0;
      if (now) failed += 1;
      return now;
    };
    const { db } = await open({ conflicts });
    await sql`create table counted (id int primary key, n int not null)`.execute(db);
    await sql`insert into counted values (1, 0), (2, 0)`.execute(db);
    const add = (id: number) => sql`update counted set n = n + 1 where id = ${id}`;
    for (let i = 0; i < 50; i++) {
      await add(1).execute(db);
      await transact(db, async (trx) => {
        await add(1).execute(trx);
        await add(2).execute(trx);
      });
    }
    const { rows } = await sql`select id, n from counted order by id`.execute(db);
    expect(rows).toEqual([
      { id: 1, n: 100 },
      { id: 2, n: 50 },
    ]);
    expect(failed).toBeGreaterThan(20);
  }, 30_000);

  test('is told after twelve tries, so that nobody waits for ever', async () => {
    const { db } = await open({});
    let tries = 0;
    const error = await transact(db, () => {
      tries += 1;
      throw Object.assign(new Error('could not serialize access'), { code: '40001' });
    }).catch((failed: unknown) => failed);
    expect(error).toMatchObject({ code: '40001' });
    expect(tries).toBe(12);
  }, 30_000);
});
