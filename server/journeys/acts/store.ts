/** Acts in the database: what is known before one is written, the one statement that writes it, and the whole chain. */
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { isTaken } from '../../database/index.ts';
import type { Json } from '../../../runtime/core/facts.ts';
import { isFinal, workingStatuses } from '../../status/graph.ts';
import type { ApplicationRow, Instant } from '../tables.ts';
import { hashOf, type Act, type ActBody } from './act.ts';
import { fold } from './fold.ts';

type Db = QueryExecutorProvider;

/** Channel of the news on which the id of an application that moved is told. */
export const movedChannel = 'application_moved';

/** A call that came before with the same key. */
export interface Repeat {
  readonly operation: string;
  readonly bodyHash: string | null;
  readonly number: number;
  /** Sealed; null once it is forgotten. */
  readonly answer: string | null;
  readonly at: Instant;
}

/** How an operation came out for this person or session before there was an application. */
interface Earlier {
  readonly operation: string;
  readonly outcome: string;
  readonly value: Json;
}

/** An application with what a call on it needs, read in one statement. */
export interface Known {
  readonly row: ApplicationRow;
  readonly repeat: Repeat | undefined;
  readonly earlier: readonly Earlier[];
}

const columns = sql.raw(
  'id, owner, email, brand, flow, definition, application_type, channel, state_code, campaign_id, preferred_product_code, application_url, answers, journey, results, outcomes, revision, version, head, is_open, status, draft, progress, origin, step, attempt, created_at, modified_at, finished_at',
);

/** Undefined for an id that is no id or is unknown. */
export async function findApplication(db: Db, id: string): Promise<ApplicationRow | undefined> {
  if (!isId(id)) return undefined;
  const found = await sql<ApplicationRow>`select ${columns} from applications where id = ${id}::uuid`.execute(db);
  return found.rows[0];
}

/**
 * The application, the call that came before with `key`, and what its owner and this session did before it was there.
 * Undefined for an id that is no id or is unknown.
 */
export async function know(
  db: Db,
  id: string,
  { key, session }: { readonly key: string | undefined; readonly session: string | undefined },
): Promise<Known | undefined> {
  if (!isId(id)) return undefined;
  const found = await sql<
    ApplicationRow & { repeat: Repeat | null; earlier: readonly Earlier[] | null }
  >`select ${columns},
      (select jsonb_build_object('operation', operation, 'bodyHash', body_hash, 'number', number, 'answer', answer, 'at', at)
        from application_acts where application_id = applications.id and key = ${key ?? null}::text) as repeat,
      (select jsonb_agg(jsonb_build_object('operation', operation, 'outcome', outcome, 'value', value) order by at, id) from application_trail
        where brand = applications.brand and (owner = applications.owner or (session = ${session ?? null}::text and owner is null))) as earlier
    from applications where id = ${id}::uuid`.execute(db);
  const one = found.rows[0];
  if (!one) return undefined;
  const { repeat, earlier, ...row } = one;
  return { row, repeat: repeat ?? undefined, earlier: earlier ?? [] };
}

/** One act to write over the row that was read. */
export interface Next {
  readonly actor: string;
  readonly operation: string;
  readonly body: ActBody;
  readonly now: Date;
  /** Of a call that came with an idempotency key. */
  readonly key?: string | undefined;
  readonly bodyHash?: string | undefined;
}

/** The act as it will stand, and the application after it. */
export interface Linked {
  readonly act: Act;
  readonly row: ApplicationRow;
  readonly before: ApplicationRow;
}

/** Links an act to the row it was judged on. Pure. */
export function link(before: ApplicationRow, next: Next): Linked {
  const at = next.now.toISOString();
  const act = {
    applicationId: before.id,
    number: before.version + 1,
    previous: before.head,
    actor: next.actor,
    key: next.key ?? null,
    bodyHash: next.bodyHash ?? null,
    operation: next.operation,
    definition: before.definition,
    at,
    body: JSON.stringify(next.body),
  };
  const hash = hashOf(act);
  return {
    act: { ...act, hash },
    row: { ...fold(before, next.body, at), version: act.number, head: hash },
    before,
  };
}

/** What goes with an act into the same statement. */
export interface Beside {
  /** Sealed answer of the call, kept for its repeats. */
  readonly answer?: string | undefined;
  /** Only while this process holds the lease. */
  readonly lease?: string | undefined;
  /** The act is a creation that found this application: its key is put among those of its person. */
  readonly creates?: true | undefined;
  /** Ids of all files that the answers name afterwards: those that they named before are deleted. */
  readonly files?: readonly string[] | undefined;
  /** Further parts of the statement: what is made by this act, of the application's id in `written`. */
  readonly makes?: RawBuilder<unknown> | undefined;
}

/**
 * Writes an act and its fold in one statement, all or nothing, only on top of the act that was read. False when
 * somebody else wrote in between (or the lease is gone): read again and judge again.
 */
export async function writeAct(db: Db, { act, row, before }: Linked, beside: Beside = {}): Promise<boolean> {
  const moves = row.step !== before.step;
  const due = moves && !isFinal(row.status) && workingStatuses.includes(row.status) && row.is_open;
  const changed = <K extends keyof ApplicationRow>(key: K): string | null =>
    row[key] === before[key] ? null : JSON.stringify(row[key]);
  const closes = before.is_open && !row.is_open;
  const forgets = closes
    ? sql`, gone as (delete from person_drafts where application_id in (select id from written))`
    : sql``;
  // What ended of itself keeps no files.
  const files = beside.files ?? (closes && row.finished_at === null ? [] : undefined);
  const settled = files
    ? sql`, named as (update files set named = true
        where application_id in (select id from written) and not named and id::text = any(${files}::text[])
      ), freed as (delete from files
        where application_id in (select id from written) and (named or ${closes}) and not id::text = any(${files}::text[])
      )`
    : sql``;
  const schedule = moves
    ? sql`, due_at = ${due ? sql`now()` : null}, attempt = 0, lease_by = null, lease_until = null, last_error = null`
    : sql``;
  const told = moves
    ? sql`, told as (insert into news (channel, payload) select ${movedChannel}::text, id::text from written)`
    : sql``;
  const begun = beside.creates
    ? sql`, begun as (insert into person_applications (owner, brand, key, application_id) select ${row.owner}, ${row.brand}, ${act.key}, id from written)`
    : sql``;
  const written = await sql<{ id: string }>`with written as (
      update applications set version = ${act.number}, head = ${act.hash}, definition = ${row.definition},
        answers = coalesce(${changed('answers')}::jsonb, answers), journey = coalesce(${changed('journey')}::jsonb, journey),
        results = coalesce(${changed('results')}::jsonb, results), outcomes = coalesce(${changed('outcomes')}::jsonb, outcomes),
        progress = coalesce(${changed('progress')}::jsonb, progress), draft = coalesce(${changed('draft')}::jsonb, draft),
        email = ${row.email}, application_type = ${row.application_type}, state_code = ${row.state_code}, preferred_product_code = ${row.preferred_product_code}, application_url = ${row.application_url},
        revision = ${row.revision}, is_open = ${row.is_open}, status = ${row.status}, step = ${row.step},
        modified_at = ${instant(row.modified_at)}::timestamptz, finished_at = ${row.finished_at === null ? null : instant(row.finished_at)}::timestamptz${schedule}
      where id = ${act.applicationId}::uuid and version = ${before.version} and (${beside.lease ?? null}::text is null or lease_by = ${beside.lease ?? null}::text)
      returning id
    ), act as (
      insert into application_acts (application_id, number, previous, hash, actor, key, body_hash, operation, definition, at, body, answer)
      select id, ${act.number}::int, ${act.previous}, ${act.hash}, ${act.actor}, ${act.key}::text, ${act.bodyHash}::text, ${act.operation}, ${act.definition}, ${act.at}::timestamptz, ${act.body}, ${beside.answer ?? null}::text from written
    )${forgets}${told}${begun}${settled}${beside.makes ?? sql``} select id from written`
    .execute(db)
    .catch((error: unknown) => {
      if (beside.creates && isTaken(error)) return { rows: [] };
      throw error;
    });
  return written.rows.length === 1;
}

/**
 * Writes the first act of an application; false when its owner has an open one of the brand and name already, or when
 * the same press has begun one in between: look again.
 */
export async function writeFirst(db: Db, { act, row }: Linked, beside: Pick<Beside, 'answer'> = {}): Promise<boolean> {
  const written = await sql<{ id: string }>`with draft as (
      insert into person_drafts (owner, brand, name, application_id) values (${row.owner}, ${row.brand}, ${row.draft?.name ?? ''}, ${row.id}::uuid) on conflict do nothing returning application_id
    ), written as (
      insert into applications (id, owner, email, brand, flow, definition, application_type, channel, state_code, campaign_id, preferred_product_code, answers, origin, draft, version, head, created_at, modified_at)
      select application_id, ${row.owner}, ${row.email}, ${row.brand}, ${row.flow}, ${row.definition}, ${row.application_type}, ${row.channel}, ${row.state_code}::text, ${row.campaign_id}::text,
        ${row.preferred_product_code}::text, ${JSON.stringify(row.answers)}::jsonb, ${JSON.stringify(row.origin)}::jsonb, ${row.draft === null ? null : JSON.stringify(row.draft)}::jsonb,
        ${row.version}::int, ${row.head}, ${instant(row.created_at)}::timestamptz, ${instant(row.modified_at)}::timestamptz from draft returning id
    ), act as (
      insert into application_acts (application_id, number, previous, hash, actor, key, body_hash, operation, definition, at, body, answer)
      select id, ${act.number}::int, ${act.previous}, ${act.hash}, ${act.actor}, ${act.key}::text, ${act.bodyHash}::text, ${act.operation}, ${act.definition}, ${act.at}::timestamptz, ${act.body}, ${beside.answer ?? null}::text from written
    ), begun as (
      insert into person_applications (owner, brand, key, application_id)
      select ${row.owner}, ${row.brand}, ${act.key ?? row.id}, id from written
    ) select id from written`
    .execute(db)
    .catch((error: unknown) => {
      if (isTaken(error)) return { rows: [] };
      throw error;
    });
  return written.rows.length === 1;
}

/**
 * Forgets answers that are older than `before`, of one application at a time and at most 100; true when there may be
 * more.
 */
export async function forgetAnswers(db: Db, before: Date): Promise<boolean> {
  const at = before.toISOString();
  const forgotten = await sql<{ number: number }>`with oldest as (
      select application_id from application_acts where answer is not null and at < ${at}::timestamptz order by at limit 1
    ) update application_acts set answer = null where (application_id, number) in (
      select acts.application_id, acts.number from application_acts as acts join oldest on oldest.application_id = acts.application_id
      where acts.answer is not null and acts.at < ${at}::timestamptz limit 100
    ) returning number`.execute(db);
  return forgotten.rows.length > 0;
}

/** The chain of an application, in order. */
export async function readActs(db: Db, id: string): Promise<readonly Act[]> {
  const found = await sql<
    Omit<Act, 'at'> & { at: Instant }
  >`select application_id as "applicationId", number, previous, hash, actor, key,
      body_hash as "bodyHash", operation, definition, at, body from application_acts where application_id = ${id}::uuid order by number`.execute(
    db,
  );
  return found.rows.map((one) => ({ ...one, at: instant(one.at) }));
}

/** Whether nothing was written since the act with this idempotency key. */
export async function isLastAct(db: Db, row: Pick<ApplicationRow, 'id' | 'version'>, key: string): Promise<boolean> {
  const found = await sql<{ one: number }>`select 1 as one from application_acts
    where application_id = ${row.id}::uuid and number = ${row.version} and key = ${key}`.execute(db);
  return found.rows.length > 0;
}

/** One act of the chain; undefined when it is not there. */
export async function readAct(db: Db, id: string, number: number): Promise<Act | undefined> {
  const found = await sql<
    Omit<Act, 'at'> & { at: Instant }
  >`select application_id as "applicationId", number, previous, hash, actor, key,
      body_hash as "bodyHash", operation, definition, at, body from application_acts where application_id = ${id}::uuid and number = ${number}`.execute(
    db,
  );
  return found.rows.map((one) => ({ ...one, at: instant(one.at) }))[0];
}

const isId = (id: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(id);
const instant = (value: Instant): string => new Date(value).toISOString();
