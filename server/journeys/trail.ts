import { sql, type QueryExecutorProvider } from 'kysely';
import type { CompiledContent } from '../../compile/types.ts';
import type { Json } from '../../runtime/core/facts.ts';
import type { OutcomeOf } from '../../runtime/core/state.ts';
import { json } from './applications.ts';

type Operations = CompiledContent['operations'];

/** The channel by whose name the statuses of an application stand in its trail. */
export const applicationChannel = 'application';

export interface Happened extends OutcomeOf {
  readonly applicationId: string | undefined;
  readonly owner: string | undefined;
  readonly session: string | undefined;
  readonly brand: string;
  readonly value: Json;
}

/** Writes down what was executed and how it came out; this is what a claimed outcome is checked against. */
export async function appendTrail(db: QueryExecutorProvider, one: Happened): Promise<void> {
  await sql`insert into application_trail (application_id, owner, session, brand, operation, outcome, value)
    values (${one.applicationId ?? null}::uuid, ${one.owner ?? null}, ${one.session ?? null}, ${one.brand}, ${one.operation}, ${one.name}, ${json(one.value)}::jsonb)
    on conflict ((coalesce(application_id::text, '')), (coalesce(owner, '')), (coalesce(session, '')), brand, operation, outcome)
    do update set at = now(), value = excluded.value`.execute(db);
}

export interface Trail {
  readonly outcomes: readonly OutcomeOf[];
  /** The last value of each operation. */
  readonly values: Readonly<Record<string, Json>>;
}

/**
 * Everything that happened for an application: its own rows, and those its owner or this session made before it existed.
 * Identity operations run at another door; the id token proves that the person came through, so each of their
 * declared outcomes counts as possible.
 */
export async function readTrail(
  db: QueryExecutorProvider,
  of: { applicationId: string; owner: string; brand: string; session: string | undefined },
  operations: Operations,
): Promise<Trail> {
  const rows = await sql<{
    operation: string;
    outcome: string;
    value: Json;
  }>`select operation, outcome, value from application_trail
    where application_id = ${of.applicationId}::uuid
      or (application_id is null and owner = ${of.owner} and brand = ${of.brand})
      or (application_id is null and session = ${of.session ?? null} and brand = ${of.brand} and (owner is null or owner = ${of.owner}))
    order by at, id`.execute(db);
  const values: Record<string, Json> = {};
  const outcomes = new Map<string, OutcomeOf>();
  const add = (operation: string, name: string): unknown => outcomes.set(`${operation}\n${name}`, { operation, name });
  for (const row of rows.rows) {
    add(row.operation, row.outcome);
    if (row.value !== null) values[row.operation] = row.value;
  }
  for (const [name, operation] of Object.entries(operations)) {
    if (operation.kind !== 'identity') continue;
    for (const outcome of ['ok', ...Object.keys(operation.outcomes ?? {})]) add(name, outcome);
  }
  return { outcomes: [...outcomes.values()], values };
}
