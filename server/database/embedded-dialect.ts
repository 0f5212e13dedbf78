/** kysely over the embedded database: one session, which a transaction has alone until it is done. */
import { CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import type { EmbeddedDatabase, Rows } from './embedded.ts';
import { Turns } from './turns.ts';

/**
 * The dialect.
 * @param waitMs how long one waits for the session before it is an error: longer means that a transaction waits for
 *   itself
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
  readonly #database: EmbeddedDatabase;
  readonly #turns: Turns;

  constructor(database: EmbeddedDatabase, waitMs: number) {
    this.#database = database;
    this.#turns = new Turns(waitMs);
  }

  async init(): Promise<void> {
    await this.#database.generation();
  }

  /** A handle; the session itself is waited for when a statement or a transaction begins. */
  async acquireConnection(): Promise<DatabaseConnection> {
    return new EmbeddedConnection(this.#database, this.#turns);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ours(connection).release();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await ours(connection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await ours(connection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await ours(connection).rollback();
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
  readonly #turns: Turns;
  /** The open transaction: the thread it runs on, and how the session is given back. */
  #transaction: { readonly generation: number; readonly giveBack: () => void } | undefined;

  constructor(database: EmbeddedDatabase, turns: Turns) {
    this.#database = database;
    this.#turns = turns;
  }

  async begin(): Promise<void> {
    const giveBack = await this.#turns.alone();
    try {
      const generation = await this.#database.generation();
      await this.#database.query('begin', [], generation);
      this.#transaction = { generation, giveBack };
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** One that fails keeps the session until it is rolled back: nobody else's statement may come between. */
  async commit(): Promise<void> {
    await this.#database.query('commit', [], this.#transaction?.generation);
    this.release();
  }

  async rollback(): Promise<void> {
    const generation = this.#transaction?.generation;
    try {
      // A lost thread took its transaction with it: nothing is left to roll back.
      if (generation === (await this.#database.generation())) await this.#database.query('rollback', [], generation);
    } finally {
      this.release();
    }
  }

  release(): void {
    this.#transaction?.giveBack();
    this.#transaction = undefined;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const ask = (): Promise<Rows> => this.#database.query(query.sql, query.parameters, this.#transaction?.generation);
    const { rows, affected } = await (this.#transaction === undefined ? this.#turns.among(ask) : ask());
    return { rows: rows as R[], numAffectedRows: BigInt(affected) };
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded database does not stream; read pages of rows with limit.');
  }
}

function ours(connection: DatabaseConnection): EmbeddedConnection {
  if (!(connection instanceof EmbeddedConnection))
    throw new Error('A connection of another driver was given back: open the database with openDatabase().');
  return connection;
}
