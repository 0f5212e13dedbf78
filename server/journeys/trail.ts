import { sql, type QueryExecutorProvider } from 'kysely';
import type { CompiledContent } from '../../compile/types.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { openDraft } from '../../runtime/core/index.ts';
import type { OutcomeOf } from '../../runtime/core/state.ts';
import { isStatus, stateOf } from '../status/graph.ts';
import type { Known } from './acts/store.ts';

type Operations = CompiledContent['operations'];

/** The channel by whose name the statuses of an application stand among its outcomes. */
export const applicationChannel = 'application';

/** The channel by whose name the statuses of a draft stand among its outcomes. */
export const draftChannel = 'draft';

interface Happened extends OutcomeOf {
  readonly owner: string | undefined;
  /** Who did it in the owner's name. */
  readonly actor: string | undefined;
  readonly session: string | undefined;
  readonly brand: string;
  readonly value: Json;
}

/**
 * Writes down what was executed for somebody who has no application yet, and how it came out. Of a person it counts in
 * every session of theirs, so none is kept: a session is named by the browser, and a new name at each call would make a
 * row without end, all of which each save reads.
 */
export async function appendTrail(db: QueryExecutorProvider, one: Happened): Promise<void> {
  const session = one.owner === undefined ? one.session : undefined;
  await sql`insert into application_trail (owner, actor, session, brand, operation, outcome, value)
    values (${one.owner ?? null}, ${one.actor ?? null}, ${session ?? null}, ${one.brand}, ${one.operation}, ${one.name}, ${JSON.stringify(one.value)}::jsonb)
    on conflict ((coalesce(owner, '')), (coalesce(session, '')), brand, operation, outcome)
    do update set at = now(), value = excluded.value, actor = excluded.actor`.execute(db);
}

export interface Trail {
  readonly outcomes: readonly OutcomeOf[];
  /** The last value of each operation. */
  readonly values: Readonly<Record<string, Json>>;
}

/**
 * Everything that happened for an application: what its acts say, and what its owner or this session did before it
 * existed.
 * Identity operations run at another door; the id token proves that the person came through, so each of their declared
 * outcomes counts as possible.
 */
export function trailOf({ row, earlier }: Pick<Known, 'row' | 'earlier'>, operations: Operations): Trail {
  const values: Record<string, Json> = {};
  const outcomes = new Map<string, OutcomeOf>();
  const add = (operation: string, name: string): unknown => outcomes.set(`${operation}\n${name}`, { operation, name });
  for (const one of earlier) {
    add(one.operation, one.outcome);
    if (one.value !== null) values[one.operation] = one.value;
  }
  // Where it stands now is told to whoever begins to listen.
  if (row.draft) for (const status of [openDraft, row.draft.status]) add(draftChannel, status);
  for (const [operation, names] of Object.entries(row.outcomes))
    for (const name of names) {
      add(operation, name);
      // A change of the state is told by the same message as the status that it comes with.
      if (operation === applicationChannel && isStatus(name)) add(operation, stateOf[name]);
    }
  for (const [operation, { value }] of Object.entries(row.results)) if (value !== null) values[operation] = value;
  return { outcomes: [...outcomes.values(), ...identityOutcomes(operations)], values };
}

const ofIdentity = new WeakMap<Operations, readonly OutcomeOf[]>();

/** Every declared outcome of the identity operations; none of them is ever written down. */
function identityOutcomes(operations: Operations): readonly OutcomeOf[] {
  const known = ofIdentity.get(operations);
  if (known) return known;
  const found = Object.entries(operations).flatMap(([operation, { kind, outcomes }]) =>
    kind === 'identity' ? ['ok', ...Object.keys(outcomes)].map((name) => ({ operation, name })) : [],
  );
  ofIdentity.set(operations, found);
  return found;
}
