/** Everything that is kept of one application, put together for whoever must show what the applicant saw. */
import { sql, type QueryExecutorProvider } from 'kysely';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Journey, Transition, World } from '../../runtime/core/state.ts';
import { easternDate } from '../../contract/days.ts';
import type { Caller, Services } from '../services.ts';
import { findApplication } from './applications.ts';
import { openDocument } from './document.ts';
import type { ApplicationRow, Instant } from './tables.ts';
import { worldOf } from './world.ts';

/** One application with its history. `answers` are in clear: for the engine alone, never for a screen or a log. */
export interface Evidence {
  readonly id: string;
  readonly brand: string;
  readonly status: string;
  readonly isOpen: boolean;
  /** Instants, ISO 8601. */
  readonly createdAt: string;
  readonly modifiedAt: string;
  /** The very version the application is on. */
  readonly flow: CompiledFlow;
  readonly answers: JsonObject;
  readonly journey: Journey;
  /** The facts that rules saw when it was changed last. */
  readonly world: World;
  /** Every time a page was left, in order; empty for applications older than this record. `how` null: it was asked again. */
  readonly left: readonly {
    readonly step: string;
    readonly how: Transition | null;
    readonly definition: string;
    readonly at: string;
  }[];
  /** `title` and `version` where the content of this server still has the document. */
  readonly shown: readonly {
    readonly idTag: string;
    readonly hash: string;
    readonly step: string;
    readonly at: string;
    readonly title?: string;
    readonly version?: string;
  }[];
  /** Each way an operation came out, with its last answer. */
  readonly trail: readonly {
    readonly operation: string;
    readonly outcome: string;
    readonly value: Json;
    readonly at: string;
  }[];
  readonly statuses: readonly { readonly from: string; readonly to: string; readonly at: string }[];
}

type Needs = Pick<Services, 'db' | 'definitions' | 'sealer'>;

/** Undefined when there is no application with this id. Throws when its version is in no archive. */
export async function readEvidence(services: Needs, id: string): Promise<Evidence | undefined> {
  const { db } = services;
  const row = await findApplication(db, id);
  if (!row) return undefined;
  const { flow, answers } = await openDocument({ services }, row);
  const changed = new Date(row.modified_at);
  const trail = await trailOf(db, row);
  const values = Object.fromEntries(
    trail.flatMap(({ operation, value }) => (value === null ? [] : [[operation, value] as const])),
  );
  const today = easternDate(changed);
  const world = await worldOf(
    { services, session: undefined, cookies: {}, now: changed, today },
    await ownerOf(db, row.owner, row.email),
    { application: row, flow, values },
  );
  const left = await sql<{
    step: string;
    how: Transition | null;
    definition: string;
    at: Instant;
  }>`select flow_step as step, transition as how, definition, left_at as at from application_left where application_id = ${row.id}::uuid order by id`.execute(
    db,
  );
  const statuses = await sql<{
    from: string;
    to: string;
    at: Instant;
  }>`select from_status as "from", to_status as "to", at from application_history where application_id = ${row.id}::uuid order by step`.execute(
    db,
  );
  return {
    id: row.id,
    brand: row.brand,
    status: row.status,
    isOpen: row.is_open,
    createdAt: instant(row.created_at),
    modifiedAt: instant(row.modified_at),
    flow,
    answers,
    journey: row.journey,
    world,
    left: left.rows.map((one) => ({ ...one, at: instant(one.at) })),
    shown: await shownOf(services, row.id, row.brand),
    trail,
    statuses: statuses.rows.map((one) => ({ ...one, at: instant(one.at) })),
  };
}

/** Writes down that somebody at this machine looked, and by which command. */
export async function recordLook(
  db: QueryExecutorProvider,
  id: string,
  { by, command }: { readonly by: string; readonly command: string },
): Promise<void> {
  await sql`insert into application_looks (application_id, looked_by, command) values (${id}::uuid, ${by}, ${command})`.execute(
    db,
  );
}

/** The application's own rows, and those its owner made for the brand before it was there. */
async function trailOf(
  db: QueryExecutorProvider,
  { id, owner, brand }: Pick<ApplicationRow, 'id' | 'owner' | 'brand'>,
): Promise<Evidence['trail']> {
  const found = await sql<{
    operation: string;
    outcome: string;
    value: Json;
    at: Instant;
  }>`select operation, outcome, value, at from application_trail
    where application_id = ${id}::uuid or (application_id is null and owner = ${owner} and brand = ${brand}) order by at, id`.execute(
    db,
  );
  return found.rows.map((one) => ({ ...one, at: instant(one.at) }));
}

/** The document of each hash is looked for among those in force on the day it was shown. */
async function shownOf({ db, definitions }: Needs, id: string, brand: string): Promise<Evidence['shown']> {
  const found = await sql<{
    idTag: string;
    hash: string;
    step: string;
    at: Instant;
  }>`select id_tag as "idTag", hash, flow_step as step, shown_at as at from application_shown where application_id = ${id}::uuid order by shown_at, id_tag`.execute(
    db,
  );
  return await Promise.all(
    found.rows.map(async (one) => {
      const at = instant(one.at);
      const document = (await definitions.compliance(brand, easternDate(new Date(at)))).documents[one.idTag];
      const known =
        document?.hash === one.hash
          ? { version: document.version, ...(typeof document.title === 'string' && { title: document.title }) }
          : {};
      return { ...one, at, ...known };
    }),
  );
}

/** The owner as the identity provider knows them now; the session itself is not kept. */
async function ownerOf(db: QueryExecutorProvider, sub: string, email: string | null): Promise<Caller> {
  const found = await sql<{
    email: string;
    attributes: Readonly<Record<string, string>>;
  }>`select email, attributes from identity_users where sub::text = ${sub}`.execute(db);
  const groups = await sql<{
    name: string;
  }>`select name from identity_groups where sub::text = ${sub} order by name`.execute(db);
  const user = found.rows[0];
  return {
    sub,
    email: user?.email ?? email ?? undefined,
    groups: groups.rows.map(({ name }) => name),
    claims: { ...user?.attributes, sub, ...(user && { email: user.email }) },
    expires: 0,
  };
}

const instant = (value: Instant): string => new Date(value).toISOString();
