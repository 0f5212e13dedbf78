/** A dialect whose statements are run again when the database gave way to somebody else's: nobody above sees it. */
import { CompiledQuery } from 'kysely';
import { systemPorts, type Ports } from '../ports.ts';
import type { DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely';

/** How often one statement or transaction is tried before its failure is told. */
export const mostTries = 12;

/** Faults for tests: whether this commit shall fail as if another transaction had come in between. */
export type Conflicts = () => boolean;

/**
 * Serialisation failure and deadlock: nothing of it was done, and doing it again is right (PostgreSQL manual, 13.5).
 */
export function gaveWay(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return code === '40001' || code === '40P01';
}

/** What a repeated statement waits by. */
type Waits = Pick<Ports, 'random' | 'timers'>;

/** Waits before try number `tried` (from 1): two milliseconds, doubling to 128, in a random half of it. */
export function giveWay(tried: number, { random, timers }: Waits = systemPorts): Promise<void> {
  const most = 2 * 2 ** Math.min(tried, 6);
  return new Promise((resolve) => void timers.after(most / 2 + (random() * most) / 2, resolve));
}

/** Runs statements outside of a transaction again; a transaction is run again by `transact`, which knows all of it. */
export function retrying(dialect: Dialect, conflicts: Conflicts | undefined, waits: Waits = systemPorts): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new RetryingDriver(dialect.createDriver(), { conflicts, waits }),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

interface How {
  readonly conflicts: Conflicts | undefined;
  readonly waits: Waits;
}

class RetryingDriver implements Driver {
  readonly #driver: Driver;
  readonly #how: How;

  constructor(driver: Driver, how: How) {
    this.#driver = driver;
    this.#how = how;
  }
  init(): Promise<void> {
    return this.#driver.init();
  }
  async acquireConnection(): Promise<DatabaseConnection> {
    return new RetryingConnection(await this.#driver.acquireConnection(), this.#driver, this.#how);
  }
  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const own = ours(connection);
    await this.#driver.beginTransaction(own.inner, settings);
    own.inTransaction = true;
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const own = ours(connection);
    if (this.#how.conflicts?.() === true) throw conflict(); // kysely rolls back what did not commit
    await this.#driver.commitTransaction(own.inner);
    own.inTransaction = false;
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const own = ours(connection);
    own.inTransaction = false;
    await this.#driver.rollbackTransaction(own.inner);
  }
  async savepoint(...[connection, name, compile]: Parameters<NonNullable<Driver['savepoint']>>): Promise<void> {
    await this.#driver.savepoint?.(ours(connection).inner, name, compile);
  }
  async rollbackToSavepoint(
    ...[connection, name, compile]: Parameters<NonNullable<Driver['rollbackToSavepoint']>>
  ): Promise<void> {
    await this.#driver.rollbackToSavepoint?.(ours(connection).inner, name, compile);
  }
  async releaseSavepoint(
    ...[connection, name, compile]: Parameters<NonNullable<Driver['releaseSavepoint']>>
  ): Promise<void> {
    await this.#driver.releaseSavepoint?.(ours(connection).inner, name, compile);
  }
  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#driver.releaseConnection(ours(connection).inner);
  }
  destroy(): Promise<void> {
    return this.#driver.destroy();
  }
}

class RetryingConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  inTransaction = false;
  readonly #driver: Driver;
  readonly #how: How;

  constructor(inner: DatabaseConnection, driver: Driver, how: How) {
    this.inner = inner;
    this.#driver = driver;
    this.#how = how;
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.inTransaction) return await this.inner.executeQuery<R>(query);
    for (let tried = 1; ; tried++) {
      try {
        return await (this.#how.conflicts?.() === true ? this.#undone<R>(query) : this.inner.executeQuery<R>(query));
      } catch (error) {
        if (!gaveWay(error) || tried >= mostTries) throw error;
        await giveWay(tried, this.#how.waits);
      }
    }
  }
  streamQuery<R>(...given: Parameters<DatabaseConnection['streamQuery']>): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(...given);
  }
  /** As a commit that fails: the statement runs, and nothing of it stays. */
  async #undone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#driver.beginTransaction(this.inner, {});
    try {
      await this.inner.executeQuery(query);
    } finally {
      await this.#driver.rollbackTransaction(this.inner);
    }
    throw conflict();
  }
}

function ours(connection: DatabaseConnection): RetryingConnection {
  if (!(connection instanceof RetryingConnection))
    throw new Error('A connection of another driver was given back: open the database with openDatabase().');
  return connection;
}
function conflict(): Error {
  return Object.assign(new Error('could not serialize access due to concurrent update (injected by a test)'), {
    code: '40001',
  });
}
