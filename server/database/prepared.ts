/**
 * Statements with values on the embedded database, each prepared once: to parse and plan one costs three times what it
 * costs to run it, and PGlite's own `query` does both every time, in six round trips.
 */
import { protocol, type PGlite } from '@electric-sql/pglite';
import type { Rows } from './embedded.ts';

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];
interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}
interface Prepared {
  readonly name: string;
  /** Types of the values, by their place. */
  readonly types: readonly number[];
  readonly columns: readonly Column[];
}

/** How many are kept; the one that was not used for longest gives way. The server has about a hundred texts. */
const most = 200;

const { serialize } = protocol;

/** What of the database is used: the wire protocol, and the converters it was opened with. */
type Engine = Pick<PGlite, 'execProtocolStream' | 'runExclusive' | 'serializers' | 'parsers'>;

export class PreparedStatements {
  readonly #engine: Engine;
  readonly #known = new Map<string, Prepared>();
  #made = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** How many texts were parsed and planned so far. */
  get made(): number {
    return this.#made;
  }

  /** Runs one statement. Throws as PGlite's `query` does. */
  run(text: string, values: readonly unknown[]): Promise<Rows> {
    return this.#engine.runExclusive(async () => {
      const statement = this.#known.get(text) ?? (await this.#prepare(text));
      this.#known.delete(text); // the last one used goes to the end of the map's order
      this.#known.set(text, statement);
      const told = values.map((value, place) => this.#written(value, statement.types[place]));
      return this.#read(
        await this.#send([
          serialize.bind({ statement: statement.name, values: told }),
          serialize.execute({}),
          serialize.sync(),
        ]),
        statement.columns,
      );
    });
  }

  /** Forgets all of them: tables have changed, and with them what a statement gives back. */
  forget(): Promise<void> {
    return this.#engine.runExclusive(async () => {
      for (const text of this.#known.keys()) await this.#close(text);
    });
  }

  async #prepare(text: string): Promise<Prepared> {
    const oldest = this.#known.keys().next();
    if (this.#known.size >= most && !oldest.done) await this.#close(oldest.value);
    const name = `p${(this.#made += 1)}`;
    const messages = await this.#send([
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    ]);
    let types: readonly number[] = [];
    let columns: readonly Column[] = [];
    for (const message of messages) {
      if (isParameters(message)) types = message.dataTypeIDs;
      if (isColumns(message)) columns = message.fields;
    }
    return { name, types, columns };
  }

  async #close(text: string): Promise<void> {
    const known = this.#known.get(text);
    this.#known.delete(text);
    if (known) await this.#send([serialize.close({ type: 'S', name: known.name }), serialize.sync()]);
  }

  /**
   * Several messages of the protocol in one call; after an error the rest up to `sync` is passed over by the database.
   */
  #send(messages: readonly Uint8Array[]): Promise<readonly Message[]> {
    return this.#engine.execProtocolStream(Buffer.concat(messages), { syncToFs: true });
  }

  #written(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null;
    const write = type === undefined ? undefined : this.#engine.serializers[type];
    return write ? write(value) : String(value);
  }

  #read(messages: readonly Message[], columns: readonly Column[]): Rows {
    const rows: unknown[] = [];
    let affected = 0;
    for (const message of messages) {
      if (isRow(message)) rows.push(this.#rowOf(message.fields, columns));
      // `INSERT 0 1`, `UPDATE 3`; what a SELECT counts is no change.
      if (isDone(message) && !message.text.startsWith('SELECT'))
        affected += Number(message.text.split(' ').at(-1)) || 0;
    }
    return { rows, affected };
  }

  #rowOf(fields: readonly (string | null)[], columns: readonly Column[]): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    columns.forEach(({ name, dataTypeID }, place) => {
      const text = fields[place];
      const parse = this.#engine.parsers[dataTypeID];
      row[name] = text === null || text === undefined ? null : parse ? parse(text, dataTypeID) : text;
    });
    return row;
  }
}

const isParameters = (one: Message): one is Message & { readonly dataTypeIDs: readonly number[] } =>
  one.name === 'parameterDescription';
const isColumns = (one: Message): one is Message & { readonly fields: readonly Column[] } =>
  one.name === 'rowDescription';
const isRow = (one: Message): one is Message & { readonly fields: readonly (string | null)[] } =>
  one.name === 'dataRow';
const isDone = (one: Message): one is Message & { readonly text: string } => one.name === 'commandComplete';
