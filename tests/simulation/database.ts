/** One PGlite in this thread, and the door by which each handler asks it: every statement is an event of its own. */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite, types, type Results } from '@electric-sql/pglite';
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect, QueryResult } from 'kysely';
import { openDatabase } from '../../server/database/index.ts';
import { instant } from '../../server/database/instant.ts';
import { PreparedStatements } from '../../server/database/prepared.ts';
import { cacheFolder, version } from '../../server/database/pristine.ts';
import { retrying } from '../../server/database/retrying.ts';
import type { Database } from '../../server/database/tables.ts';
import type { Ports } from '../../server/ports.ts';

/** Runs a statement when its turn has come; never, when its process is gone by then. */
export type Gate = <T>(statement: string, run: () => Promise<T>) => Promise<T>;

export interface SharedDatabase {
  /** Statements that run at once; for preparing and judging. */
  readonly direct: Kysely<Database>;
  /** The database as one process sees it. */
  open(gate: Gate, waits?: Pick<Ports, 'random' | 'timers'>): Kysely<Database>;
  /** Sets what `now()` says, milliseconds since 1970. */
  setNow(now: () => number): void;
}

/**
 * The database's clock is virtual, too: leases and due times go by it. Statements name `now()` without a schema, and a
 * schema of ours stands before the system's.
 */
const virtualNow = `
  create schema sim;
  create function sim.now() returns timestamptz language sql stable
    as $$ select to_timestamp(current_setting('sim.now')::double precision / 1000) $$;
  set search_path = public, sim, pg_catalog;
  set sim.now = '0';
`;

const parsers = {
  [types.INT8]: String,
  [types.DATE]: String,
  [types.INTERVAL]: String,
  [types.TIMESTAMP]: String,
  [types.TIMESTAMPTZ]: instant,
};

/**
 * A database without rows as one file: it is opened in memory, where a write takes a seventh of the time. The file is
 * made once for the migrations of today and kept beside the copy that the server makes its own databases from.
 */
async function emptyDatabase(): Promise<Blob> {
  const kept = join(await cacheFolder(), `simulation-${await version()}.tar`);
  if (!existsSync(kept)) {
    const folder = mkdtempSync(join(tmpdir(), 'waymark-simulation-'));
    await (await openDatabase({ dataDir: folder, databaseUrl: undefined })).close();
    const pglite = await PGlite.create({ dataDir: join(folder, 'database') });
    writeFileSync(join(folder, 'dump.tar'), await (await pglite.dumpDataDir('none')).bytes());
    await pglite.close();
    // By a rename, so that another process never reads half of it.
    copyFileSync(join(folder, 'dump.tar'), `${kept}.${process.pid}`);
    renameSync(`${kept}.${process.pid}`, kept);
    rmSync(folder, { recursive: true, force: true });
  }
  return new Blob([readFileSync(kept)]);
}

/** Statements without values may be several in one text; the last one's answer counts. */
function several(results: readonly Results[]): { readonly rows: readonly unknown[]; readonly affected: number } {
  const last = results.at(-1);
  return { rows: last?.rows ?? [], affected: last?.affectedRows ?? 0 };
}

export async function openShared(): Promise<SharedDatabase> {
  const pglite = await PGlite.create({ loadDataDir: await emptyDatabase(), parsers });
  await pglite.exec(virtualNow);
  let clock = (): number => 0;
  let told = 0;

  const prepared = new PreparedStatements(pglite);

  async function run<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (clock() !== told) {
      told = clock();
      await prepared.run("select set_config('sim.now', $1, false)", [String(told)]);
    }
    const { rows, affected } =
      parameters.length > 0 ? await prepared.run(sql, parameters) : several(await pglite.exec(sql));
    return { rows: rows as R[], numAffectedRows: BigInt(affected) };
  }
  const kyselyOf = (connection: DatabaseConnection, wrap: (dialect: Dialect) => Dialect): Kysely<Database> =>
    new Kysely<Database>({
      dialect: wrap({
        createAdapter: () => new PostgresAdapter(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
        createDriver: () => ({
          init: () => Promise.resolve(),
          acquireConnection: () => Promise.resolve(connection),
          // Every write of the server is one statement; a transaction of several would need a session of its own here.
          beginTransaction: async () => void (await run({ sql: 'begin', parameters: [] } as unknown as CompiledQuery)),
          commitTransaction: async () =>
            void (await run({ sql: 'commit', parameters: [] } as unknown as CompiledQuery)),
          rollbackTransaction: async () =>
            void (await run({ sql: 'rollback', parameters: [] } as unknown as CompiledQuery)),
          releaseConnection: () => Promise.resolve(),
          destroy: () => Promise.resolve(),
        }),
      }),
    });
  const noStream = (): never => {
    throw new Error('Nobody streams rows here.');
  };
  const direct = kyselyOf({ executeQuery: run, streamQuery: noStream }, (dialect) => dialect);
  return {
    direct,
    open: (gate, waits) =>
      kyselyOf(
        { executeQuery: <R>(query: CompiledQuery) => gate(query.sql, () => run<R>(query)), streamQuery: noStream },
        (dialect) => retrying(dialect, undefined, waits),
      ),
    setNow(now) {
      clock = now;
    },
  };
}
