/** Made to be split by application: read in the database's own catalogue after all migrations. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../server/database/index.ts';
import { postgresServer, temporaryDatabase, type TemporaryDatabase } from './postgres.ts';

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /**
   * Columns of the primary key, of every unique constraint and of every unique index; an expression counts as the
   * columns it reads.
   */
  readonly keys: readonly (readonly string[])[];
  readonly primary: readonly string[];
  /** Columns that refer to an application. */
  readonly refersBy: readonly string[];
}

let temporary: TemporaryDatabase | undefined;
let database: OpenDatabase;
let tables: readonly Table[];
beforeAll(async () => {
  temporary = postgresServer === undefined ? undefined : await temporaryDatabase(postgresServer);
  database = await openDatabase({ dataDir: undefined, databaseUrl: temporary?.url });
  const found = await sql<Table>`
    with named as (
      select relation.oid, relname as name from pg_class as relation join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'public' and relkind = 'r' and relname not like 'kysely\\_%'
    ), read as ( -- the columns of an index, those within its expressions and its condition too
      select indexrelid, attrelid, attname::text as attname, indisprimary from pg_index join named on named.oid = indrelid
      join pg_attribute on attrelid = indrelid and attnum > 0 and (attnum = any(indkey) or exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = indexrelid
          and refclassid = 'pg_class'::regclass and refobjid = indrelid and refobjsubid = attnum))
      where indisunique
    )
    select name,
      array(select attname::text from pg_attribute where attrelid = named.oid and attnum > 0 and not attisdropped) as columns,
      coalesce((select jsonb_agg(key) from (select jsonb_agg(attname) as key from read where attrelid = named.oid group by indexrelid) as keys), '[]') as keys,
      array(select attname from read where attrelid = named.oid and indisprimary) as primary,
      array(select attname::text from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
        where conrelid = named.oid and confrelid = 'applications'::regclass) as "refersBy"
    from named order by name`.execute(database.db);
  tables = found.rows;
}, 120_000);
afterAll(async () => {
  await database.close();
  await temporary?.remove();
});

/**
 * A directory says where a person's application is found: a key of the person, the application's id, and nothing else.
 */
const isDirectory = ({ columns, primary, refersBy }: Table): boolean =>
  refersBy.length === 1 &&
  !primary.includes('application_id') &&
  primary.includes('owner') &&
  columns.every((column) => primary.includes(column) || refersBy.includes(column));
const ownColumn = ({ name }: Table): string => (name === 'applications' ? 'id' : 'application_id');
const belongs = (table: Table): boolean =>
  table.name === 'applications' || (table.refersBy.length > 0 && !isDirectory(table));

describe('the keys of the tables', () => {
  test('every primary key and unique key of a table that belongs to an application holds the application’s id', () => {
    const mine = tables.filter(belongs);
    expect(mine.map(({ name }) => name)).toContain('application_acts');
    const without = mine.flatMap((table) =>
      table.keys.filter((key) => !key.includes(ownColumn(table))).map((key) => `${table.name} (${key.join(', ')})`),
    );
    expect(without).toEqual([]);
    expect(mine.filter(({ primary }) => primary.length === 0).map(({ name }) => name)).toEqual([]);
  });

  test('an application is referred to by the column application_id alone, and whoever has that column refers to one', () => {
    const wrong = tables.filter(
      ({ columns, refersBy }) => String(refersBy) !== (columns.includes('application_id') ? 'application_id' : ''),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('what is one for a person is a directory: the one draft of each name, and the press that began an application', () => {
    const directories = tables.filter(isDirectory);
    expect(directories.map(({ keys }) => keys.map((key) => [...key].sort()))).toContainEqual(
      expect.arrayContaining([['brand', 'name', 'owner']]),
    );
    expect(directories.map(({ keys }) => keys.map((key) => [...key].sort()))).toContainEqual(
      expect.arrayContaining([['brand', 'key', 'owner']]),
    );
  });

  test('one email is one person’s: a key of the identity service, which knows no application', () => {
    const emails = tables.filter(({ keys }) => keys.some((key) => key.includes('email_lower')));
    expect(emails).toHaveLength(1);
    expect(emails[0]?.refersBy).toEqual([]);
  });
});
