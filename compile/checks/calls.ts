/**
 * Calls: the operation exists, its inputs are those it declares, its outcomes too; so do the events of what is listened
 * to.
 */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { isOperation } from '../emit/expression.ts';
import { isList, isObject, list, member, text } from '../json-types.ts';
import { schemaFault, violations } from '../schema-check.ts';
import { didYouMean, nearest } from '../suggest.ts';
import { at, atKey, type Check, type Finding } from './check.ts';
import { events } from './events.ts';
import { askedOf, knownOf } from './known.ts';

/** Outcomes that every operation may have; they go to app.json's error routing unless a call handles them. */
const ALWAYS = ['ok', 'unauthenticated', 'unavailable', 'failed'];

/** The JSON types that a schema allows, `number` for `integer`; none when it allows all. */
function typesOf(schema: Json | undefined): readonly string[] {
  const type = member(schema, 'type');
  return (typeof type === 'string' ? [type] : list(type).map(String)).map((one) =>
    one === 'integer' ? 'number' : one,
  );
}

type TypeOf = (value: Json) => string | undefined;

interface Wanted {
  readonly schema: Json | undefined;
  readonly what: string;
  readonly typeOf: TypeOf;
}
/** A value, or an expression that gives one, against the schema of an input. */
function* fits(given: JsonObject, key: string, { schema, what, typeOf }: Wanted): Generator<Finding> {
  const value = given[key];
  if (!isObject(schema) || value === undefined) return;
  const [allowed, type] = [typesOf(schema), typeOf(value)];
  const input = `The input "${key}" of ${what}`;
  if (type !== undefined && allowed.length > 0 && !allowed.includes(type))
    yield at(given, key, {
      message: `${input} must be ${allowed.join(' or ')}, but is ${type}.`,
      fix: 'Give it a value of that type.',
    });
  else if (isObject(value) && !isOperation(value)) {
    for (const name of missing(value, schema))
      yield at(given, key, { message: `${input} lacks "${name}".`, fix: `Add "${name}" to it.` });
    yield* members(value, { schema, what: `"${key}" of ${what}`, typeOf });
  } else if (!isOperation(value) && !isList(value) && !schemaFault(schema)) {
    const [broken] = violations(schema, value);
    const values = list(schema['enum']).map(String);
    if (broken)
      yield at(given, key, {
        message: `${input} ${values.length > 0 ? `cannot be ${JSON.stringify(value)}` : (broken.message ?? 'is wrong')}.`,
        fix:
          values.length > 0
            ? didYouMean(String(value), values, `Its values: ${values.join(', ')}.`)
            : 'Give it a value that the operation takes.',
      });
  }
}

/** The members of an object against the properties of its schema. */
function* members(
  given: JsonObject,
  { schema, what, typeOf }: { readonly schema: JsonObject; readonly what: string; readonly typeOf: TypeOf },
): Generator<Finding> {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const open =
    schema['additionalProperties'] === true ||
    isObject(schema['additionalProperties']) ||
    schema['properties'] === undefined;
  for (const key of Object.keys(given)) {
    if (Object.hasOwn(properties, key)) yield* fits(given, key, { schema: properties[key], what, typeOf });
    else if (!open)
      yield atKey(given, key, {
        message: `${what} has no input "${key}".`,
        cause: inputCause(what, key, Object.keys(properties)),
        fix: didYouMean(key, Object.keys(properties), `Its inputs: ${Object.keys(properties).join(', ') || 'none'}.`),
      });
  }
}
/** Of an input that is nearly a declared one, that one is the cause: whoever reads it errs by the same slip. */
export const inputCause = (operation: string, input: string, known: readonly string[]): string =>
  `input ${operation} ${nearest(input, known) ?? input}`;

/** What is required and not given; what is given by nearly its name is told as that. */
function missing(given: JsonObject, schema: JsonObject): readonly string[] {
  const known = Object.keys(isObject(schema['properties']) ? schema['properties'] : {});
  const misspelt = Object.keys(given).flatMap((key) => (known.includes(key) ? [] : (nearest(key, known) ?? [])));
  return list(schema['required']).filter(
    (key): key is string => typeof key === 'string' && !Object.hasOwn(given, key) && !misspelt.includes(key),
  );
}

function* inputs(
  call: JsonObject,
  { operation, name }: { readonly operation: JsonObject; readonly name: string },
  typeOf: TypeOf,
): Generator<Finding> {
  const schema: JsonObject = { properties: {}, ...(isObject(operation['input']) ? operation['input'] : {}) };
  const given = isObject(call['with']) ? call['with'] : {};
  const supplied = isObject(operation['supplies']) ? operation['supplies'] : {};
  for (const key of missing(given, schema).filter((one) => !Object.hasOwn(supplied, one)))
    yield at(call, 'call', {
      message: `The call of "${name}" lacks its input "${key}".`,
      fix: `Add "${key}" to "with".`,
    });
  yield* members(given, { schema, what: `"${name}"`, typeOf });
}

export const calls: Check = {
  *scene(scene, world) {
    const { source } = world;
    const asked = askedOf(scene, world);
    yield* events(scene, world);
    for (const { call, sight, from } of scene.uses.calls) {
      const name = text(call['call']) ?? '';
      const operation = Object.hasOwn(source.operations, name) ? source.operations[name] : undefined;
      if (!operation) {
        yield at(call, 'call', {
          message: `There is no operation "${name}".`,
          cause: `operation ${name}`,
          fix: didYouMean(name, Object.keys(source.operations), `Write schemas/api/operations/${name}.json.`),
        });
        continue;
      }
      yield* inputs(call, { operation, name }, (value) => knownOf(value, { scene, world, sight, asked }).type);
      if (from === 'told') {
        if (operation['kind'] !== 'rest')
          yield at(call, 'call', {
            message: `Nobody waits for the answer of "${name}", which is no operation of kind "rest".`,
            fix: 'Make the call by a button or when a page is shown, and say where each of its outcomes leads.',
          });
        continue;
      }
      const outcomes = [...Object.keys(isObject(operation['outcomes']) ? operation['outcomes'] : {}), ...ALWAYS];
      const on = call['on'];
      // An outcome that is nearly one of these is meant to be that one: it is not told that nothing answers it, too.
      const meant: string[] = [];
      if (isObject(on)) {
        for (const outcome of Object.keys(on))
          if (!outcomes.includes(outcome)) {
            const near = nearest(outcome, outcomes);
            if (near !== undefined) meant.push(near);
            yield atKey(on, outcome, {
              message: `"${name}" never ends with "${outcome}".`,
              cause: `outcome ${name} ${near ?? outcome}`,
              fix: didYouMean(outcome, outcomes, `Its outcomes: ${outcomes.join(', ')}.`),
            });
          }
      }
      // What no target answers goes to app.json's error routing; there somebody must be waiting for it (law 6).
      const routed = list(scene.brand.app['errors']).flatMap((route) => list(member(route, 'on')).map(String));
      const handled = [...(isObject(on) ? Object.keys(on) : []), ...meant, ...routed, 'ok'];
      const lost = outcomes.filter((outcome) => !ALWAYS.includes(outcome) && !handled.includes(outcome));
      if (lost.length > 0)
        yield at(call, 'call', {
          message: `When "${name}" ends with ${lost.map((outcome) => `"${outcome}"`).join(' or ')}, nothing leads on.`,
          fix: 'Give each a target in "on", or a route in "errors" of app.json.',
        });
      const as = text(call['as']);
      const refreshed = list(member(call['refresh'], 'on'));
      if (
        as !== undefined &&
        refreshed.some(
          (path) => typeof path === 'string' && (path === `results.${as}` || path.startsWith(`results.${as}.`)),
        )
      )
        yield at(call, 'refresh', {
          message: `"${name}" would be called again by its own result.`,
          fix: 'Refresh on an answer instead.',
        });
    }
  },
};
