/**
 * A JSON Schema of an operation held against the GraphQL type that stands for the same: sentences about what does not
 * agree.
 */
import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLType,
  type SelectionSetNode,
} from 'graphql';
import type { JsonObject } from '../runtime/core/facts.ts';
import { isObject, list, text } from './json-types.ts';

export interface Disagreement {
  /** The schema, or the part of it, that does not agree. */
  readonly schema: object;
  /** A member of it, when the place is that of its name. */
  readonly key?: string;
  readonly message: string;
}
export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** JSON types by the scalar's name; a scalar of the back end's own may be anything. */
const SCALARS: Readonly<Record<string, readonly string[]>> = {
  String: ['string'],
  ID: ['string'],
  Int: ['integer', 'number'],
  Float: ['number'],
  Boolean: ['boolean'],
};

function typesOf(schema: JsonObject): readonly string[] {
  return (typeof schema['type'] === 'string' ? [schema['type']] : list(schema['type']).map(String)).filter(
    (type) => type !== 'null',
  );
}
function* typed(
  schema: JsonObject,
  wanted: readonly string[],
  { type, what }: { readonly type: GraphQLType; readonly what: string },
): Generator<Disagreement> {
  const wrong = typesOf(schema).find((one) => !wanted.includes(one));
  if (wrong !== undefined)
    yield { schema, key: 'type', message: `${what} is ${wrong} here, but ${String(type)} for the back end.` };
}

/** A variable, or a part of one, against its input type. */
function* inputAgainst(schema: unknown, type: GraphQLType, what: string): Generator<Disagreement> {
  if (!isObject(schema)) return;
  const plain = getNullableType(type);
  if (isListType(plain)) {
    yield* typed(schema, ['array'], { type, what });
    yield* inputAgainst(schema['items'], plain.ofType, `An item of ${what}`);
  } else if (isEnumType(plain)) {
    yield* typed(schema, ['string'], { type, what });
    const known = plain.getValues().map(({ name }) => name);
    for (const value of list(schema['enum']))
      if (!known.includes(String(value)))
        yield {
          schema,
          key: 'enum',
          message: `${what} may be ${JSON.stringify(value)} here, but the back end knows ${known.join(', ')} only.`,
        };
  } else if (isScalarType(plain)) {
    if (Object.hasOwn(SCALARS, plain.name)) yield* typed(schema, SCALARS[plain.name] ?? [], { type, what });
  } else if (isInputObjectType(plain)) {
    yield* typed(schema, ['object'], { type, what });
    const [fields, given] = [plain.getFields(), isObject(schema['properties']) ? schema['properties'] : {}];
    yield* membersAgainst(
      schema,
      {
        given,
        wanted: Object.fromEntries(
          Object.entries(fields).map(([name, field]) => [
            name,
            { type: field.type, optional: field.defaultValue !== undefined },
          ]),
        ),
      },
      what,
    );
  }
}

/**
 * Named inputs against what the back end takes: variables of a document, or fields of an input type.
 * @param wanted name to type, and whether it has a default
 */
export function* membersAgainst(
  schema: JsonObject,
  {
    given,
    wanted,
  }: {
    readonly given: JsonObject;
    readonly wanted: Readonly<Record<string, { readonly type: GraphQLType; readonly optional: boolean }>>;
  },
  what: string,
): Generator<Disagreement> {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(wanted, name))
      yield { schema: given, key: name, message: `The back end takes no "${name}" in ${what}: it would never get it.` };
  for (const [name, { type, optional }] of Object.entries(wanted)) {
    const required = isNonNullType(type) && !optional;
    if (required && !Object.hasOwn(given, name))
      yield { schema, message: `The back end needs "${name}" in ${what}, which is not declared here.` };
    else if (required && !list(schema['required']).includes(name))
      yield {
        schema: given,
        key: name,
        message: `The back end needs "${name}" in ${what}, but here it may be left out.`,
      };
    if (Object.hasOwn(given, name)) yield* inputAgainst(given[name], type, `"${name}"`);
  }
}

export interface Selected {
  readonly type: GraphQLType;
  readonly asked: SelectionSetNode | undefined;
  readonly fragments: Fragments;
}
/** A value against what a document asks of an output type. */
export function* valueAgainst(
  schema: unknown,
  { type, asked, fragments }: Selected,
  what: string,
): Generator<Disagreement> {
  if (!isObject(schema)) return;
  const plain = getNullableType(type);
  if (isListType(plain)) {
    yield* typed(schema, ['array'], { type, what });
    yield* valueAgainst(schema['items'], { type: plain.ofType, asked, fragments }, `An item of ${what}`);
  } else if (isEnumType(plain)) yield* typed(schema, ['string'], { type, what });
  else if (isScalarType(plain)) {
    if (Object.hasOwn(SCALARS, plain.name)) yield* typed(schema, SCALARS[plain.name] ?? [], { type, what });
  } else if (isObjectType(plain)) {
    yield* typed(schema, ['object'], { type, what });
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    for (const [name, inner] of Object.entries(properties)) {
      const found = fieldOf(name, { type: plain, asked, fragments });
      if (found)
        yield* valueAgainst(inner, { type: found.type, asked: found.field.selectionSet, fragments }, `"${name}"`);
      else
        yield {
          schema: properties,
          key: name,
          message: `The document does not ask for "${name}": it would always be missing.`,
        };
    }
  }
}

/** The field of a selection by the name it has in the answer. */
function fieldOf(
  name: string,
  {
    type,
    asked,
    fragments,
  }: { readonly type: GraphQLObjectType; readonly asked: SelectionSetNode | undefined; readonly fragments: Fragments },
): { readonly field: FieldNode; readonly type: GraphQLType } | undefined {
  for (const field of flat(asked, fragments)) {
    const declared = (field.alias?.value ?? field.name.value) === name ? type.getFields()[field.name.value] : undefined;
    if (declared) return { field, type: declared.type };
  }
  return undefined;
}
function* flat(
  asked: SelectionSetNode | undefined,
  fragments: Fragments,
  open: readonly string[] = [],
): Generator<FieldNode> {
  for (const part of asked?.selections ?? []) {
    if (part.kind === 'Field') yield part;
    else if (part.kind === 'InlineFragment') yield* flat(part.selectionSet, fragments, open);
    else if (!open.includes(part.name.value))
      yield* flat(fragments[part.name.value]?.selectionSet, fragments, [...open, part.name.value]);
  }
}

/**
 * Follows a dotted place of the answer, e.g. `submitApplication.application.status`; gives the first part that is not
 * asked for.
 */
export function placeInAnswer(
  place: string,
  {
    root,
    asked,
    fragments,
  }: { readonly root: GraphQLObjectType; readonly asked: SelectionSetNode; readonly fragments: Fragments },
): { readonly type: GraphQLType; readonly asked: SelectionSetNode | undefined } | { readonly missing: string } {
  let here: { readonly type: GraphQLType; readonly asked: SelectionSetNode | undefined } = { type: root, asked };
  for (const name of place.split('.')) {
    const type: GraphQLType = getNullableType(here.type);
    const found: ReturnType<typeof fieldOf> = isObjectType(type)
      ? fieldOf(name, { type, asked: here.asked, fragments })
      : undefined;
    if (!found) return { missing: name };
    here = { type: found.type, asked: found.field.selectionSet };
  }
  return here;
}
/** Whether a place of the answer holds a text, as an outcome must. */
export function isText(type: GraphQLType): boolean {
  const plain = getNullableType(type);
  return isEnumType(plain) || (isScalarType(plain) && ['String', 'ID'].includes(text(plain.name) ?? ''));
}
