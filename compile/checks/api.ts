/** Operations of the GraphQL endpoint against its own description, `schemas/api/schema.graphql`. */
import {
  buildSchema,
  GraphQLError,
  Kind,
  parse,
  typeFromAST,
  validate,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { isObject, text } from '../json-types.ts';
import { isText, membersAgainst, placeInAnswer, valueAgainst, type Disagreement, type Fragments } from '../sdl.ts';
import { at, atKey, type Check, type Finding } from './check.ts';

const SDL = 'schemas/api/schema.graphql';
/** A document is written by hand: what is longer is a mistake. */
const LONGEST = 100_000;
const FIX = 'Make the operation, its document and schemas/api/schema.graphql agree.';

let kept: { readonly source: string; readonly made: GraphQLSchema | GraphQLError } | undefined;

/** The description read; kept while it stays the same. */
function schemaOf(source: string): GraphQLSchema | GraphQLError {
  if (kept?.source !== source) kept = { source, made: attempt(() => buildSchema(source)) };
  return kept.made;
}
/** graphql tells wrong text by throwing; anything but its own error is a bug and is thrown on. */
function attempt<T>(work: () => T): T | GraphQLError {
  try {
    return work();
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    // `buildSchema` gathers what is wrong with types in a plain error.
    if (error instanceof Error) return new GraphQLError(error.message);
    throw error;
  }
}

function told(file: string, error: GraphQLError): Finding {
  const [place] = error.locations ?? [];
  return {
    file,
    line: place?.line ?? 1,
    column: place?.column ?? 1,
    message: `The back end does not take this: ${error.message.replace(/\.?$/, '.')}`,
    fix: FIX,
  };
}
function disagreed({ schema, key, message }: Disagreement): Finding {
  if (key === undefined) return at(schema, undefined, { message, fix: FIX });
  return key === 'type' || key === 'enum'
    ? at(schema, key, { message, fix: FIX })
    : atKey(schema, key, { message, fix: FIX });
}

function* judge(
  name: string,
  operation: JsonObject,
  { document, schema }: { readonly document: DocumentNode; readonly schema: GraphQLSchema },
): Generator<Finding> {
  const file = `schemas/api/operations/${name}.graphql`;
  const wrong = validate(schema, document);
  for (const error of wrong) yield told(file, error);
  const [definition, another] = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (!definition || another)
    yield {
      file,
      line: 1,
      column: 1,
      message: 'A document holds one query or mutation.',
      fix: 'Write each in a file of its own.',
    };
  const root = definition && schema.getRootType(definition.operation);
  if (!definition || !root || wrong.length > 0) return;
  const fragments: Fragments = Object.fromEntries(
    document.definitions
      .filter((one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one]),
  );
  const input = isObject(operation['input']) ? operation['input'] : undefined;
  if (input) {
    const variables = Object.fromEntries(
      (definition.variableDefinitions ?? []).map((one) => [
        one.variable.name.value,
        { type: typeFromAST(schema, one.type as never) as GraphQLType, optional: one.defaultValue !== undefined },
      ]),
    );
    for (const one of membersAgainst(
      input,
      { given: isObject(input['properties']) ? input['properties'] : {}, wanted: variables },
      `"${name}"`,
    ))
      yield disagreed(one);
  }
  for (const key of ['valueAt', 'outcomeAt'] as const) {
    const place = text(operation[key]);
    const found =
      place === undefined ? undefined : placeInAnswer(place, { root, asked: definition.selectionSet, fragments });
    if (!found) continue;
    if ('missing' in found)
      yield at(operation, key, {
        message: `The document does not ask for "${place}": there is no "${found.missing}" in its answer.`,
        fix: FIX,
      });
    else if (key === 'outcomeAt' && !isText(found.type))
      yield at(operation, key, {
        message: `"${place}" is ${String(found.type)}, so it can be no outcome.`,
        fix: 'Name a place that holds a text.',
      });
    else if (key === 'valueAt')
      for (const one of valueAgainst(
        operation['value'],
        { type: found.type, asked: found.asked, fragments },
        `The value of "${name}"`,
      ))
        yield disagreed(one);
  }
}

function* look(
  name: string,
  operation: JsonObject,
  { words, schema }: { readonly words: string; readonly schema: GraphQLSchema },
): Generator<Finding> {
  if (words.length > LONGEST) {
    yield {
      file: `schemas/api/operations/${name}.graphql`,
      line: 1,
      column: 1,
      message: `This document has ${words.length} characters; at most ${LONGEST} are read.`,
      fix: 'Ask for less.',
    };
    return;
  }
  const document = attempt(() => parse(words));
  if (document instanceof GraphQLError) yield told(`schemas/api/operations/${name}.graphql`, document);
  else yield* judge(name, operation, { document, schema });
}

/** What was found of an operation, while it, its document and the description stay the same. */
const verdicts = new WeakMap<
  JsonObject,
  { readonly words: string; readonly schema: GraphQLSchema; readonly findings: readonly Finding[] }
>();

export const api: Check = {
  *world({ source }) {
    const sdl = source.files[SDL];
    if (sdl === undefined) return;
    const schema = schemaOf(sdl);
    if (schema instanceof GraphQLError) {
      yield told(SDL, schema);
      return;
    }
    for (const [name, operation] of Object.entries(source.operations)) {
      const words = source.graphql[name];
      if (operation['kind'] !== 'graphql' || words === undefined) continue;
      const known = verdicts.get(operation);
      const verdict =
        known?.words === words && known.schema === schema
          ? known
          : { words, schema, findings: [...look(name, operation, { words, schema })] };
      verdicts.set(operation, verdict);
      yield* verdict.findings;
    }
  },
};
