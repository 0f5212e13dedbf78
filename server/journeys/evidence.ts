/** Everything that is kept of one application, put together for whoever must show what the applicant saw. */
import { sql, type QueryExecutorProvider } from 'kysely';
import type { CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Journey, World } from '../../runtime/core/state.ts';
import { easternDate } from '../../contract/days.ts';
import type { Caller, Services } from '../services.ts';
import { brokenAt, type Act, type ActBody } from './acts/act.ts';
import { nothing } from './acts/fold.ts';
import { findApplication, readActs } from './acts/store.ts';
import { statusOf } from './applications.ts';
import { openDocument } from './document.ts';
import type { ApplicationRow, Instant } from './tables.ts';
import { leftOver, type LeftPage } from './left-over.ts';
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
  /**
   * Every time a page was left, in order; empty for applications older than this record. `how` null: it was asked
   * again.
   */
  readonly left: readonly LeftPage[];
  /** Versions of the flow that pages were left in, by hash; one that is in no archive is left out. */
  readonly versions: Readonly<Record<string, CompiledFlow>>;
  /** Documents and rows of states, by the hash of their module. */
  readonly contents: Readonly<Record<string, CompiledCompliance>>;
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
  /** Number of the first act that is not what the chain says; undefined for a chain that nobody edited. */
  readonly brokenAt?: number;
}

type Needs = Pick<Services, 'db' | 'definitions' | 'sealer'>;

/** Undefined when there is no application with this id. Throws when its version is in no archive. */
export async function readEvidence(services: Needs, id: string): Promise<Evidence | undefined> {
  const { db } = services;
  const row = await findApplication(db, id);
  if (!row) return undefined;
  const { flow, answers } = await openDocument({ services }, row);
  const changed = new Date(row.modified_at);
  const acts = await readActs(db, row.id);
  const told = tell(acts);
  const earlier = await earlierTrail(db, row);
  const trail = [...earlier, ...told.trail];
  const values = valuesOf(trail);
  const today = easternDate(changed);
  await services.definitions.prepare(today);
  const world = await worldOf(
    { services, session: undefined, cookies: {}, privacy: false, now: changed, today },
    await ownerOf(db, row.owner, row.email),
    { application: row, flow, values },
  );
  const broken = brokenAt(acts);
  const { left, versions, contents } = await leftOver(services, {
    row,
    acts,
    left: told.left,
    world,
    earlier: valuesOf(earlier),
  });
  return {
    id: row.id,
    brand: row.brand,
    status: statusOf(row),
    isOpen: row.is_open,
    createdAt: instant(row.created_at),
    modifiedAt: instant(row.modified_at),
    flow,
    answers,
    journey: row.journey,
    world,
    left,
    versions,
    contents,
    shown: await titled(services, row.brand, told.shown),
    trail,
    statuses: told.statuses,
    ...(broken !== undefined && { brokenAt: broken }),
  };
}

/** The last value of each operation. */
const valuesOf = (trail: Evidence['trail']): Readonly<Record<string, Json>> =>
  Object.fromEntries(trail.flatMap(({ operation, value }) => (value === null ? [] : [[operation, value] as const])));

interface Told {
  readonly left: (LeftPage & { readonly number?: number })[];
  readonly shown: Evidence['shown'][number][];
  readonly trail: Evidence['trail'][number][];
  readonly statuses: Evidence['statuses'][number][];
}

/** The way of an application as its acts tell it, in order. */
function tell(acts: readonly Act[]): Told {
  const told: Told = { left: [], shown: [], trail: [], statuses: [] };
  let status = nothing.status;
  for (const { body, definition, at, number, operation: done } of acts) {
    const act = JSON.parse(body) as ActBody;
    if (act.before) takeOver(told, act.before);
    if (act.set?.status) status = act.set.status;
    for (const [step, how] of Object.entries(act.journey ?? {})) {
      told.left.push({ step, how, definition, at, number, ...(done === 'migrate' && { moved: true }) });
      for (const [idTag, hash] of Object.entries(how?.shown ?? {}))
        if (!told.shown.some((one) => one.idTag === idTag && one.hash === hash && one.step === step))
          told.shown.push({ idTag, hash, step, at });
    }
    for (const { operation, name } of act.outcomes ?? [])
      if (!act.results?.[operation]) told.trail.push({ operation, outcome: name, value: null, at });
    for (const [operation, { outcome, value }] of Object.entries(act.results ?? {}))
      told.trail.push({ operation, outcome, value, at });
    if (act.status !== undefined) told.statuses.push({ from: status, to: act.status, at });
    status = act.status ?? status;
  }
  return told;
}

/** What the tables told before there were acts. */
function takeOver(told: Told, { left = [], shown = [], trail = [], statuses = [] }: Partial<Told>): void {
  const dated = <T extends { readonly at: string }>(one: T): T => ({ ...one, at: instant(one.at) });
  told.left.push(...left.map(dated));
  told.shown.push(...shown.map(dated));
  told.trail.push(...trail.map(dated));
  told.statuses.push(...statuses.map(dated));
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

/** What its owner did for the brand before the application was there. */
async function earlierTrail(
  db: QueryExecutorProvider,
  { owner, brand }: Pick<ApplicationRow, 'owner' | 'brand'>,
): Promise<Evidence['trail']> {
  const found = await sql<{
    operation: string;
    outcome: string;
    value: Json;
    at: Instant;
  }>`select operation, outcome, value, at from application_trail where owner = ${owner} and brand = ${brand} order by at, id`.execute(
    db,
  );
  return found.rows.map((one) => ({ ...one, at: instant(one.at) }));
}

/** The document of each hash is looked for among those in force on the day it was shown. */
async function titled({ definitions }: Needs, brand: string, shown: Told['shown']): Promise<Evidence['shown']> {
  return await Promise.all(
    shown.map(async (one) => {
      const day = easternDate(new Date(one.at));
      await definitions.prepare(day);
      const document = (await definitions.compliance(brand, day)).documents[one.idTag];
      const known =
        document?.hash === one.hash
          ? { version: document.version, ...(typeof document.title === 'string' && { title: document.title }) }
          : {};
      return { ...one, ...known };
    }),
  );
}

/** The owner as the identity provider knows them now; the session itself is not kept. */
export async function ownerOf(db: QueryExecutorProvider, sub: string, email: string | null): Promise<Caller> {
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
