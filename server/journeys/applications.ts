import { sql, type QueryExecutorProvider } from 'kysely';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Journey } from '../../runtime/core/state.ts';
import type { ApplicationRow, Instant, Progress } from './tables.ts';

type Db = QueryExecutorProvider;
const columns = sql.raw(
  'id, owner, email, brand, flow, definition, application_type, channel, state_code, campaign_id, preferred_product_code, application_url, answers, journey, results, revision, version, is_open, status, progress, step, attempt, signals, created_at, modified_at, finished_at',
);

/** Undefined for an id that is no id or is unknown. */
export async function findApplication(db: Db, id: string): Promise<ApplicationRow | undefined> {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(id)) return undefined;
  const found = await sql<ApplicationRow>`select ${columns} from applications where id = ${id}::uuid`.execute(db);
  return found.rows[0];
}

/** Incomplete applications are kept this long (section 9 of the loan journey). */
const keptDays = 21;
/** Pages after the end (thank-you, adverse action) come back for this long after a reload or from a second browser. */
const finishedHours = 24;

/** Whether an application is one its owner can go on with: what `findOpenApplication` asks of a row. */
export function isKept(row: ApplicationRow, now: Date): boolean {
  const since = (instant: Instant): number => now.getTime() - new Date(instant).getTime();
  return row.is_open
    ? since(row.modified_at) < keptDays * 86_400_000
    : row.finished_at !== null && since(row.finished_at) < finishedHours * 3_600_000;
}

/** The owner's unfinished application of a brand, else the one finished within the last day. */
export async function findOpenApplication(
  db: Db,
  { owner, brand, now }: { readonly owner: string; readonly brand: string; readonly now: Date },
): Promise<ApplicationRow | undefined> {
  const found = await sql<ApplicationRow>`select ${columns} from applications
    where owner = ${owner} and brand = ${brand}
      and ((is_open and modified_at > ${now.toISOString()}::timestamptz - ${`${keptDays} days`}::interval)
        or (not is_open and finished_at > ${now.toISOString()}::timestamptz - ${`${finishedHours} hours`}::interval))
    order by is_open desc, created_at desc limit 1`.execute(db);
  return found.rows[0];
}

export interface NewApplication {
  readonly owner: string;
  readonly email: string | undefined;
  readonly brand: string;
  readonly flow: string;
  readonly definition: string;
  readonly channel: 'ONLINE' | 'RETAIL';
  readonly stateCode: string | undefined;
  readonly campaignId: string | undefined;
  readonly now: Date;
}

/**
 * The owner's open application of the brand: a new row, or the one that is there. Two first saves at once give one row
 * (the unique index on owner and brand decides). One that was left for longer than it is kept is closed first.
 */
export async function insertApplication(db: Db, a: NewApplication): Promise<ApplicationRow> {
  const now = a.now.toISOString();
  await sql`update applications set is_open = false where owner = ${a.owner} and brand = ${a.brand} and is_open
    and status = 'UNSUBMITTED' and modified_at <= ${now}::timestamptz - ${`${keptDays} days`}::interval`.execute(db);
  const inserted =
    await sql<ApplicationRow>`insert into applications (owner, email, brand, flow, definition, channel, state_code, campaign_id, created_at, modified_at)
    values (${a.owner}, ${a.email ?? null}, ${a.brand}, ${a.flow}, ${a.definition}, ${a.channel}, ${a.stateCode ?? null}, ${a.campaignId ?? null}, ${now}::timestamptz, ${now}::timestamptz)
    on conflict (owner, brand) where is_open do nothing returning ${columns}`.execute(db);
  const row =
    inserted.rows[0] ??
    (
      await sql<ApplicationRow>`select ${columns} from applications where owner = ${a.owner} and brand = ${a.brand} and is_open`.execute(
        db,
      )
    ).rows[0];
  if (!row) return await insertApplication(db, a); // the open one was finished in between
  return row;
}

export interface DocumentWrite {
  readonly id: string;
  /** The version that was read; the write is refused when it moved on. */
  readonly version: number;
  readonly answers: JsonObject;
  readonly journey: Journey;
  readonly stateCode: string | null;
  readonly productCode: string | null;
  readonly now: Date;
  /** A save of the owner's: counts a revision and remembers its key. */
  readonly save?: { readonly key: string };
  readonly shown: readonly { readonly idTag: string; readonly hash: string; readonly step: string }[];
  /** How pages were left with this write; null: one is asked again. */
  readonly left: readonly { readonly step: string; readonly transition: Journey[string] | null }[];
}

/** Writes the document in one statement. Gives the revision, or undefined when somebody else wrote in between. */
export async function writeDocument(db: Db, write: DocumentWrite): Promise<number | undefined> {
  const now = write.now.toISOString();
  const key = write.save?.key ?? null;
  const written = await sql<{ revision: number }>`with written as (
      update applications set answers = ${json(write.answers)}::jsonb, journey = ${json(write.journey)}::jsonb, state_code = coalesce(${write.stateCode}, state_code),
        preferred_product_code = coalesce(${write.productCode}, preferred_product_code), version = version + 1,
        revision = revision + ${write.save ? 1 : 0}::int, modified_at = ${now}::timestamptz
      where id = ${write.id}::uuid and version = ${write.version} returning id, revision, definition
    ), saved as (
      insert into application_saves (application_id, key, revision) select id, ${key}::text, revision from written where ${key}::text is not null
    ), seen as (
      insert into application_shown (application_id, id_tag, hash, flow_step, shown_at)
      select written.id, one."idTag", one.hash, one.step, ${now}::timestamptz from written, jsonb_to_recordset(${json(write.shown)}::jsonb) as one("idTag" text, hash text, step text)
      on conflict do nothing
    ), gone as (
      insert into application_left (application_id, flow_step, transition, definition, left_at)
      select written.id, one.step, one.transition, written.definition, ${now}::timestamptz from written, rows from (jsonb_to_recordset(${json(write.left)}::jsonb) as (step text, transition jsonb)) with ordinality as one(step, transition, place) order by place
    ) select revision from written`.execute(db);
  return written.rows[0]?.revision;
}

/** The revision that a save with this key was answered with, when there was one. */
export async function savedRevision(db: Db, id: string, key: string): Promise<number | undefined> {
  const found = await sql<{
    revision: number;
  }>`select revision from application_saves where application_id = ${id}::uuid and key = ${key}`.execute(db);
  return found.rows[0]?.revision;
}

/** Keeps the last result of an operation with the application. */
export async function keepResult(
  db: Db,
  id: string,
  { operation, outcome, value }: { readonly operation: string; readonly outcome: string; readonly value: Json },
): Promise<void> {
  await sql`update applications set results = results || jsonb_build_object(${operation}::text, ${json({ outcome, value })}::jsonb) where id = ${id}::uuid`.execute(
    db,
  );
}

/** Fields that are the server's own; money in cents inside `progress`. */
export async function setFields(
  db: Db,
  id: string,
  fields: { applicationUrl?: string; progress?: Progress },
): Promise<void> {
  await sql`update applications set application_url = coalesce(${fields.applicationUrl ?? null}, application_url), progress = progress || ${json(fields.progress ?? {})}::jsonb where id = ${id}::uuid`.execute(
    db,
  );
}

/** Ends an application that has not been decided; false when it is closed already. */
export async function closeApplication(db: Db, id: string, now: Date): Promise<boolean> {
  const closed = await sql<{
    id: string;
  }>`update applications set is_open = false, due_at = null, finished_at = null, modified_at = ${now.toISOString()}::timestamptz, step = step + 1
    where id = ${id}::uuid and is_open returning id`.execute(db);
  return closed.rows.length === 1;
}

export function json(value: unknown): string {
  return JSON.stringify(value);
}
