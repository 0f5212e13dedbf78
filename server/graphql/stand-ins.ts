/**
 * Operations that nobody has built yet, as fields of the schema: they go through the same lock, and answer as the
 * content says.
 */
import type { CompiledContent } from '../../compile/types.ts';
import { standInAnswer } from '../../compile/stand-in.ts';
import { errorCodes } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { RequestContext } from './context.ts';
import { failure } from './errors.ts';
import type { Args, Field, OwnersAct } from './field.ts';

export interface StandInFields {
  /** What the schema says of them, in its own language; empty when there are none. */
  readonly typeDefs: string;
  readonly queries: Readonly<Record<string, Field>>;
  readonly acts: Readonly<Record<string, OwnersAct>>;
}

/** The stand-ins among the operations: those that name an application or a draft change it, the others only ask. */
export function standInFields(operations: CompiledContent['operations']): StandInFields {
  const all = Object.values(operations).filter(({ standIn }) => standIn === true);
  const [acts, queries] = [true, false].map((changes) =>
    all.filter(({ application, draft }) => ((application ?? draft) !== undefined) === changes),
  ) as [Operation[], Operation[]];
  return {
    typeDefs: [extension('Query', queries), extension('Mutation', acts)].join(''),
    queries: Object.fromEntries(
      queries.map(({ name }) => [name, async (args: Args, context: RequestContext) => answered(name, args, context)]),
    ),
    acts: Object.fromEntries(
      acts.map(({ name }) => [
        name,
        async (args: Args, context: RequestContext) => {
          const answer = await answered(name, args, context);
          return { body: {}, answer: () => Promise.resolve(answer) };
        },
      ]),
    ),
  };
}

function extension(type: 'Query' | 'Mutation', operations: readonly Operation[]): string {
  const fields = operations.map(({ name, input }) => {
    const inputs = Object.keys((input['properties'] ?? {}) as JsonObject);
    return `  ${name}${inputs.length === 0 ? '' : `(${inputs.map((one) => `${one}: JSON`).join(', ')})`}: JSON\n`;
  });
  return fields.length === 0 ? '' : `extend type ${type} {\n${fields.join('')}}\n`;
}

/** Throws BAD_INPUT when the content has no answer for these inputs. */
async function answered(operation: string, args: Args, { services, now, today }: RequestContext): Promise<Json> {
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null)) as JsonObject;
  const answer = standInAnswer(await services.definitions.standIns(today), {
    operation,
    input: given,
    now: now.toISOString(),
    today,
  });
  if (answer === undefined) throw failure(errorCodes.badInput, 'This stand-in has no answer for these inputs.');
  return { ...answer };
}
