/** Calls: the operation exists, its inputs are those it declares, its outcomes too; so do the events of what is listened to. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { isOperation } from '../emit/expression.ts';
import { isList, isObject, list, member, text } from '../json-types.ts';
import { schemaFault, violations } from '../schema-check.ts';
import { didYouMean } from '../suggest.ts';
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

/** A value, or an expression that gives one, against the schema of an input. */
function* fits(
  given: JsonObject,
  key: string,
  schema: Json | undefined,
  what: string,
  typeOf: TypeOf,
): Generator<Finding> {
  const value = given[key];
  if (!isObject(schema) || value === undefined) return;
  const [allowed, type] = [typesOf(schema), typeOf(value)];
  const input = `The input "${key}" of ${what}`;
  if (type !== undefined && allowed.length > 0 && !allowed.includes(type))
    yield at(given, key, `${input} must be ${allowed.join(' or ')}, but is ${type}.`, 'Give it a value of that type.');
  else if (isObject(value) && !isOperation(value)) {
    for (const name of missing(value, schema))
      yield at(given, key, `${input} lacks "${name}".`, `Add "${name}" to it.`);
    yield* members(value, schema, `"${key}" of ${what}`, typeOf);
  } else if (!isOperation(value) && !isList(value) && !schemaFault(schema)) {
    const [broken] = violations(schema, value);
    const values = list(schema['enum']).map(String);
    if (broken)
      yield at(
        given,
        key,
        `${input} ${values.length > 0 ? `cannot be ${JSON.stringify(value)}` : (broken.message ?? 'is wrong')}.`,
        values.length > 0
          ? didYouMean(String(value), values, `Its values: ${values.join(', ')}.`)
          : 'Give it a value that the operation takes.',
      );
  }
}

/** The members of an object against the properties of its schema. */
function* members(given: JsonObject, schema: JsonObject, what: string, typeOf: TypeOf): Generator<Finding> {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const open =
    schema['additionalProperties'] === true ||
    isObject(schema['additionalProperties']) ||
    schema['properties'] === undefined;
  for (const key of Object.keys(given)) {
    if (Object.hasOwn(properties, key)) yield* fits(given, key, properties[key], what, typeOf);
    else if (!open)
      yield atKey(
        given,
        key,
        `${what} has no input "${key}".`,
        didYouMean(key, Object.keys(properties), `Its inputs: ${Object.keys(properties).join(', ') || 'none'}.`),
      );
  }
}
function missing(given: JsonObject, schema: JsonObject): readonly string[] {
  return list(schema['required']).filter((key): key is string => typeof key === 'string' && !Object.hasOwn(given, key));
}

function* inputs(call: JsonObject, operation: JsonObject, name: string, typeOf: TypeOf): Generator<Finding> {
  const schema: JsonObject = { properties: {}, ...(isObject(operation['input']) ? operation['input'] : {}) };
  const given = isObject(call['with']) ? call['with'] : {};
  for (const key of missing(given, schema))
    yield at(call, 'call', `The call of "${name}" lacks its input "${key}".`, `Add "${key}" to "with".`);
  yield* members(given, schema, `"${name}"`, typeOf);
}

export const calls: Check = {
  *scene(scene, world) {
    const { source } = world;
    const asked = askedOf(scene, world);
    yield* events(scene, world);
    for (const { call, sight } of scene.uses.calls) {
      const name = text(call['call']) ?? '';
      const operation = Object.hasOwn(source.operations, name) ? source.operations[name] : undefined;
      if (!operation) {
        yield at(
          call,
          'call',
          `There is no operation "${name}".`,
          didYouMean(name, Object.keys(source.operations), `Write schemas/api/operations/${name}.json.`),
        );
        continue;
      }
      yield* inputs(call, operation, name, (value) => knownOf(value, scene, world, sight, asked).type);
      const outcomes = [...Object.keys(isObject(operation['outcomes']) ? operation['outcomes'] : {}), ...ALWAYS];
      const on = call['on'];
      if (isObject(on)) {
        for (const outcome of Object.keys(on))
          if (!outcomes.includes(outcome))
            yield atKey(
              on,
              outcome,
              `"${name}" never ends with "${outcome}".`,
              didYouMean(outcome, outcomes, `Its outcomes: ${outcomes.join(', ')}.`),
            );
      }
      // What no target answers goes to app.json's error routing; there somebody must be waiting for it (law 6).
      const routed = list(scene.brand.app['errors']).flatMap((route) => list(member(route, 'on')).map(String));
      const handled = [...(isObject(on) ? Object.keys(on) : []), ...routed, 'ok'];
      const lost = outcomes.filter((outcome) => !ALWAYS.includes(outcome) && !handled.includes(outcome));
      if (lost.length > 0)
        yield at(
          call,
          'call',
          `When "${name}" ends with ${lost.map((outcome) => `"${outcome}"`).join(' or ')}, nothing leads on.`,
          'Give each a target in "on", or a route in "errors" of app.json.',
        );
      const as = text(call['as']);
      const refreshed = list(member(call['refresh'], 'on'));
      if (
        as !== undefined &&
        refreshed.some(
          (path) => typeof path === 'string' && (path === `results.${as}` || path.startsWith(`results.${as}.`)),
        )
      )
        yield at(
          call,
          'refresh',
          `"${name}" would be called again by its own result.`,
          'Refresh on an answer instead.',
        );
    }
  },
};
