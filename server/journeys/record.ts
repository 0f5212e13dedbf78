import type { Operation } from '../../contract/operation.ts';
import type { CompiledContent } from '../../compile/types.ts';
import type { Json } from '../../runtime/core/facts.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { Effect } from './acts/act.ts';
import { know, link, writeAct, type Known } from './acts/store.ts';
import { actorName } from './perform.ts';
import { get, isObject, same } from '../../runtime/core/index.ts';
import { appendTrail } from './trail.ts';
import type { ApplicationRow } from './tables.ts';

type CameOut = { readonly operation: string; readonly outcome: string; readonly value: Json };

/**
 * How an executed root field came out, for every operation that asks it, as the operation's descriptor reads an answer:
 * `outcomeAt` or `ok`, and the value at `valueAt` without the application document itself.
 */
export function cameOut(context: RequestContext, field: string, result: Json): readonly CameOut[] {
  const answer: Json = { [field]: result };
  return askingOperations(context, field).map(([name, operation]) => {
    const told = operation.outcomeAt === undefined ? undefined : get(answer, operation.outcomeAt);
    return {
      operation: name,
      outcome: typeof told === 'string' ? told : 'ok',
      value: withoutDocument(get(answer, operation.valueAt ?? field) ?? null),
    };
  });
}

/** An expected failure by its code, for the operations that declare it. */
export function failed(context: RequestContext, field: string, code: string): readonly CameOut[] {
  return askingOperations(context, field).flatMap(([operation, one]) =>
    Object.hasOwn(one.outcomes ?? {}, code) ? [{ operation, outcome: code, value: null }] : [],
  );
}

/** What of it the application does not say yet; undefined when it is nothing new. */
export function news(row: ApplicationRow, all: readonly CameOut[]): Pick<Effect, 'outcomes' | 'results'> | undefined {
  const outcomes = all.filter(({ operation, outcome }) => !row.outcomes[operation]?.includes(outcome));
  const results = all.filter(
    ({ operation, outcome, value }) => value !== null && !same(row.results[operation], { outcome, value }),
  );
  if (outcomes.length === 0 && results.length === 0) return undefined;
  return {
    ...(outcomes.length > 0 && { outcomes: outcomes.map(({ operation, outcome: name }) => ({ operation, name })) }),
    ...(results.length > 0 && {
      results: Object.fromEntries(results.map(({ operation, outcome, value }) => [operation, { outcome, value }])),
    }),
  };
}

/**
 * Writes down what somebody was answered: with the application when there is one (as an act, and only when it says
 * something new), else with the person or the session.
 */
export async function remember(
  context: RequestContext,
  { known, field }: { readonly known: Known | undefined; readonly field: string },
  all: readonly CameOut[],
): Promise<void> {
  if (known) return await withApplication(context, { known, field }, all);
  const owner = context.caller?.sub;
  if (owner === undefined && context.session === undefined) return; // nobody it could count for
  for (const { operation, outcome, value } of all)
    await appendTrail(context.services.db, {
      owner,
      actor: context.caller?.actor?.sub,
      session: context.session,
      brand: context.brand,
      operation,
      name: outcome,
      value,
    });
}

async function withApplication(
  context: RequestContext,
  { known, field }: { readonly known: Known; readonly field: string },
  all: readonly CameOut[],
): Promise<void> {
  const { db } = context.services;
  let row: ApplicationRow | undefined = known.row;
  while (row) {
    const body = news(row, all);
    if (!body) return;
    const next = link(row, { actor: actorName(context.caller), operation: field, body, now: context.now });
    if (await writeAct(db, next)) return;
    row = (await know(db, row.id, { key: undefined, session: context.session }))?.row;
  }
}

const asking = new WeakMap<CompiledContent['operations'], ReadonlyMap<string, readonly Asking[]>>();
type Asking = readonly [name: string, operation: Operation];

/** The client's operations that ask a root field, as their descriptors say where the answer stands. */
export function askingOperations(context: RequestContext, field: string): readonly Asking[] {
  const { operations } = context.services.definitions.content(context.today);
  const known = asking.get(operations) ?? byField(operations);
  asking.set(operations, known);
  return known.get(field) ?? [];
}
function byField(operations: CompiledContent['operations']): ReadonlyMap<string, readonly Asking[]> {
  const found = new Map<string, readonly Asking[]>();
  for (const [name, one] of Object.entries(operations)) {
    if (one.kind !== 'graphql') continue;
    const field = (one.valueAt ?? one.outcomeAt ?? name).split('.', 1)[0] ?? name;
    found.set(field, [...(found.get(field) ?? []), [name, one]]);
  }
  return found;
}
/** The application document is stored once, sealed; a result never carries a copy. */
function withoutDocument(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutDocument);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'answers' && key !== 'journey' && key !== 'results')
      .map(([key, inner]) => [key, withoutDocument(inner)]),
  );
}
