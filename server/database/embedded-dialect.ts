/** kysely over the embedded database: one session, so whoever works on it has it alone until he is done. */
import { CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import type { EmbeddedDatabase } from './embedded.ts';

/**
 * The dialect.
 * @param waitMs how long one waits for the session before it is an error: longer means that a transaction waits for itself
 */
export function embeddedDialect(database: EmbeddedDatabase, waitMs: number): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new EmbeddedDriver(database, waitMs),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class EmbeddedDriver implements Driver {
  readonly #connection: EmbeddedConnection;
  readonly #waitMs: number;
  readonly #queue: (() => void)[] = [];
  #taken = false;

  constructor(database: EmbeddedDatabase, waitMs: number) {
    this.#connection = new EmbeddedConnection(database);
    this.#waitMs = waitMs;
  }

  async init(): Promise<void> {
    await this.#connection.ready();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#taken) await this.#turn();
    this.#taken = true;
    return this.#connection;
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(go), 1);
        reject(
          new Error(
            `Waited ${this.#waitMs} ms for the embedded database's only session. Inside a transaction use the transaction's own handle.`,
          ),
        );
      }, this.#waitMs);
      this.#queue.push(go);
    });
  }

  async releaseConnection(): Promise<void> {
    const next = this.#queue.shift();
    // The session passes on without ever being free, so that nobody cuts in.
    if (next === undefined) this.#taken = false;
    else next();
  }

  async beginTransaction(): Promise<void> {
    await this.#connection.begin();
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.end('commit');
  }

  async rollbackTransaction(): Promise<void> {
    await this.#connection.end('rollback');
  }

  async savepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`savepoint "${name}"`));
  }

  async rollbackToSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`rollback to savepoint "${name}"`));
  }

  async releaseSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`release savepoint "${name}"`));
  }

  /** The database itself is closed by whoever opened it. */
  async destroy(): Promise<void> {}
}

class EmbeddedConnection implements DatabaseConnection {
  readonly #database: EmbeddedDatabase;
  /** The thread on which the open transaction runs. */
  #transaction: number | undefined;

  constructor(database: EmbeddedDatabase) {
    this.#database = database;
  }

  async ready(): Promise<void> {
    await this.#database.generation();
  }

  async begin(): Promise<void> {
    const generation = await this.#database.generation();
    await this.#database.query('begin', [], generation);
    this.#transaction = generation;
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    const generation = this.#transaction;
    this.#transaction = undefined;
    // A lost thread took its transaction with it: nothing is left to roll back.
    if (how === 'rollback' && generation !== (await this.#database.generation())) return;
    await this.#database.query(how, [], generation);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affected } = await this.#database.query(query.sql, query.parameters, this.#transaction);
    return { rows: rows as R[], numAffectedRows: BigInt(affected) };
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded database does not stream; read pages of rows with limit.');
  }
}
