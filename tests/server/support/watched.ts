/** What each transaction of a server writes, noted by the database itself: which applications, and how many rows. */
import { sql, type QueryExecutorProvider } from 'kysely';

/** Every table of the product: by the database's own catalogue. */
const tables = sql`select relation.oid::regclass::text as name, exists (
    select from pg_attribute where attrelid = relation.oid and attname = 'application_id' and not attisdropped) as about
  from pg_class as relation join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = 'public' and relkind = 'r' and relname not like 'kysely\\_%' and relname <> 'watched_writes'`;

/** From now on the database notes what is written. Safe to repeat. */
export async function watchWrites(db: QueryExecutorProvider): Promise<void> {
  await sql`create table if not exists watched_writes (
    xid xid8 not null default pg_current_xact_id(), relation text not null, does text not null, written bigint not null, applications text[] not null)`.execute(
    db,
  );
  // The argument is the column that names the application; none: the row belongs to no application.
  await sql`create or replace function watch_write() returns trigger language plpgsql as $$
    declare counted bigint; about text[] = '{}';
    begin
      select count(*) into counted from changed;
      if counted = 0 then return null; end if;
      if tg_argv[0] is not null then
        execute format('select array_agg(distinct %I::text) from changed', tg_argv[0]) into about;
      end if;
      insert into watched_writes (relation, does, written, applications) values (tg_table_name, tg_op, counted, about);
      return null;
    end $$`.execute(db);
  const found = await sql<{ name: string; about: boolean }>`${tables}`.execute(db);
  const triggers = found.rows.flatMap(({ name, about }) => {
    const column = about ? "'application_id'" : name === 'applications' ? "'id'" : '';
    return (['insert', 'update', 'delete'] as const).map(
      (does) => `create or replace trigger watch_${does} after ${does} on ${name}
        referencing ${does === 'delete' ? 'old' : 'new'} table as changed for each statement execute function watch_write(${column});`,
    );
  });
  await sql.raw(triggers.join('\n')).execute(db);
}

/** Transactions that wrote to more than one application or more than 100 rows, in words. */
export async function brokenWrites(db: QueryExecutorProvider): Promise<string[]> {
  const found = await sql<{ what: string; written: string; applications: string }>`
    select what, written, coalesce(applications, 0) as applications
    from (select xid, string_agg(distinct relation || ' ' || does || ' ' || written, ', ') as what, sum(written) as written
        from watched_writes group by xid) as writes
      left join (select xid, count(distinct id) as applications
        from watched_writes, unnest(watched_writes.applications) as id group by xid) as named using (xid)
    where written > 100 or applications > 1`.execute(db);
  return found.rows.map(
    ({ what, written, applications }) =>
      `one transaction wrote ${written} rows of ${applications} applications: ${what}`,
  );
}
