import type { CompiledContent } from '../../compile/types.ts';
import type { Json } from '../../runtime/core/facts.ts';
import type { RequestContext } from '../graphql/context.ts';
import { keepResult } from './applications.ts';
import { isObject, valueAt } from './paths.ts';
import { appendTrail } from './trail.ts';

type Operation = CompiledContent['operations'][string];

/** A root field, and the application it was asked of. */
interface Asked {
  readonly field: string;
  readonly applicationId: string | undefined;
}

/**
 * Writes down how an executed root field came out, for every operation that asks it, as the operation's descriptor reads
 * an answer: `outcomeAt` or `ok`, and the value at `valueAt` without the application document itself.
 */
export async function record(context: RequestContext, { field, applicationId }: Asked, result: Json): Promise<void> {
  const answer: Json = { [field]: result };
  for (const [name, operation] of operationsOf(context, field)) {
    const told = operation.outcomeAt === undefined ? undefined : valueAt(answer, operation.outcomeAt);
    await write(context, applicationId, {
      operation: name,
      outcome: typeof told === 'string' ? told : 'ok',
      value: withoutDocument(valueAt(answer, operation.valueAt ?? field) ?? null),
    });
  }
}

/** Writes down an expected failure by its code. */
export async function recordFailure(
  context: RequestContext,
  { field, applicationId }: Asked,
  code: string,
): Promise<void> {
  for (const [name, operation] of operationsOf(context, field))
    if (Object.hasOwn(operation.outcomes ?? {}, code))
      await write(context, applicationId, { operation: name, outcome: code, value: null });
}

function operationsOf(context: RequestContext, field: string): [string, Operation][] {
  const { operations } = context.services.definitions.content(context.today);
  return Object.entries(operations).filter(
    ([name, one]) => one.kind === 'graphql' && (one.valueAt ?? one.outcomeAt ?? name).split('.')[0] === field,
  );
}
async function write(
  context: RequestContext,
  applicationId: string | undefined,
  { operation, outcome, value }: { readonly operation: string; readonly outcome: string; readonly value: Json },
): Promise<void> {
  const owner = context.caller?.sub;
  if (applicationId === undefined && owner === undefined && context.session === undefined) return; // nobody it could count for
  await appendTrail(context.services.db, {
    applicationId,
    owner,
    session: context.session,
    brand: context.brand,
    operation,
    name: outcome,
    value,
  });
  if (applicationId !== undefined && value !== null)
    await keepResult(context.services.db, applicationId, { operation, outcome, value });
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
