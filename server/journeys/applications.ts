/** Where an application begins, and which one a person goes on with. */
import { sql, type QueryExecutorProvider } from 'kysely';
import { nothing } from './acts/fold.ts';
import { findApplication, link, type Linked } from './acts/store.ts';
import { isExpired } from './expiry.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { ApplicationRow, Origin, StoredDraft } from './tables.ts';

export { findApplication } from './acts/store.ts';

type Db = QueryExecutorProvider;

/** Pages after the end (thank-you, adverse action) come back for this long after a reload or from a second browser. */
const finishedHours = 24;

/** What operations and rules call the status of a row: a draft's own, or the loan application's. */
export const statusOf = ({ status, draft }: Pick<ApplicationRow, 'status' | 'draft'>): string =>
  draft?.status ?? status;

/** Whether an application is one its owner can go on with: what `findOpenApplication` asks of a row. */
export function isKept(row: Standing, now: Date): boolean {
  if (row.is_open) return !isExpired(row, now);
  return row.finished_at !== null && now.getTime() - new Date(row.finished_at).getTime() < finishedHours * 3_600_000;
}
type Standing = Pick<ApplicationRow, 'is_open' | 'status' | 'draft' | 'modified_at' | 'finished_at'>;

/**
 * The owner's unfinished application of a brand, or their draft of this name, else the one finished within the last
 * day.
 */
export async function findOpenApplication(
  db: Db,
  {
    owner,
    brand,
    now,
    draft,
  }: { readonly owner: string; readonly brand: string; readonly now: Date; readonly draft?: string | undefined },
): Promise<ApplicationRow | undefined> {
  // There is one open at most: it, or the last one that was finished.
  const found = await sql<
    Standing & { id: string }
  >`select id, is_open, status, draft, modified_at, finished_at from applications
    where id in (select application_id from person_applications where owner = ${owner} and brand = ${brand})
      and (draft->>'name') is not distinct from ${draft ?? null}::text and (is_open or finished_at > ${now.toISOString()}::timestamptz - ${`${finishedHours} hours`}::interval)
    order by is_open desc, created_at desc, begun desc limit 2`.execute(db);
  const id = found.rows.find((row) => isKept(row, now))?.id;
  return id === undefined ? undefined : await findApplication(db, id);
}

export interface NewApplication {
  readonly id: string;
  readonly owner: string;
  readonly email: string | undefined;
  readonly brand: string;
  readonly flow: string;
  readonly definition: string;
  readonly channel: 'ONLINE' | 'RETAIL';
  readonly campaignId: string | undefined;
  /** The draft it is; null: the loan application. */
  readonly draft: StoredDraft | null;
  readonly origin: Origin;
  /** Answers that it is begun with, sealed for it. */
  readonly answers?: JsonObject;
  readonly preferredProductCode?: string | undefined;
  /** Without one it is STANDARD. */
  readonly applicationType?: string | undefined;
  readonly now: Date;
}

/** The first act of a new application: what it is of, and whose. Nothing is written. */
export function begin(
  a: NewApplication,
  call: { readonly actor?: string; readonly operation: string; readonly key?: string; readonly bodyHash: string },
): Linked {
  const at = a.now.toISOString();
  const before: ApplicationRow = {
    ...nothing,
    definition: a.definition,
    id: a.id,
    version: 0,
    head: '',
    attempt: 0,
  };
  return link(before, {
    actor: a.owner,
    now: a.now,
    ...call,
    body: {
      set: {
        owner: a.owner,
        email: a.email ?? null,
        brand: a.brand,
        flow: a.flow,
        definition: a.definition,
        channel: a.channel,
        state_code: null,
        campaign_id: a.campaignId ?? null,
        draft: a.draft,
        origin: a.origin,
        ...(a.answers && { answers: a.answers }),
        ...(a.preferredProductCode !== undefined && { preferred_product_code: a.preferredProductCode }),
        ...(a.applicationType !== undefined && { application_type: a.applicationType }),
        created_at: at,
        modified_at: at,
      },
    },
  });
}

/**
 * The id of the application that a creation is about: the one that this very press began, open or not, else the one
 * that the person has open for the brand under this name.
 */
export async function findBegun(
  db: Db,
  {
    owner,
    brand,
    draft,
    key,
  }: Pick<NewApplication, 'owner' | 'brand' | 'draft'> & { readonly key: string | undefined },
): Promise<string | undefined> {
  const found = await sql<{
    id: string;
  }>`select application_id as id, 1 as place from person_applications where owner = ${owner} and brand = ${brand} and key = ${key ?? null}::text
    union all select application_id, 2 from person_drafts where owner = ${owner} and brand = ${brand} and name = ${draft?.name ?? ''} order by place limit 1`.execute(
    db,
  );
  return found.rows[0]?.id;
}
