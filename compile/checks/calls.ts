/** Calls: the operation exists, its inputs are those it declares, its outcomes too. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { isOperation } from '../emit/expression.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import { at, atKey, type Check, type Finding } from './check.ts';

/** Outcomes that every operation may have; they go to app.json's error routing unless a call handles them. */
const ALWAYS = ['ok', 'unauthenticated', 'unavailable', 'failed'];

function wrongType(value: Json, schema: Json | undefined): string | undefined {
  const type = member(schema, 'type');
  if (typeof type !== 'string' || isOperation(value)) return undefined;
  const is = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  const fits = type === is || (type === 'integer' && Number.isInteger(value));
  return fits ? undefined : `must be ${type}, but is ${is}`;
}

function* inputs(call: JsonObject, operation: JsonObject, name: string): Generator<Finding> {
  const input = operation['input'];
  const properties = isObject(member(input, 'properties')) ? (member(input, 'properties') as JsonObject) : {};
  const given = isObject(call['with']) ? call['with'] : {};
  for (const key of list(member(input, 'required'))) {
    if (typeof key === 'string' && !Object.hasOwn(given, key)) yield at(call, 'call', `The call of "${name}" lacks its input "${key}".`, `Add "${key}" to "with".`);
  }
  for (const [key, value] of entries(given)) {
    if (!Object.hasOwn(properties, key)) {
      if (member(input, 'additionalProperties') !== true) yield atKey(given, key, `"${name}" has no input "${key}".`, didYouMean(key, Object.keys(properties), `Its inputs: ${Object.keys(properties).join(', ') || 'none'}.`));
      continue;
    }
    const wrong = wrongType(value, properties[key]);
    if (wrong !== undefined) yield at(given, key, `The input "${key}" of "${name}" ${wrong}.`, 'Give it a value of that type.');
  }
}

export const calls: Check = {
  *scene(scene, { source }) {
    for (const { call } of scene.uses.calls) {
      const name = text(call['call']) ?? '';
      const operation = Object.hasOwn(source.operations, name) ? source.operations[name] : undefined;
      if (!operation) {
        yield at(call, 'call', `There is no operation "${name}".`, didYouMean(name, Object.keys(source.operations), `Write schemas/api/operations/${name}.json.`));
        continue;
      }
      yield* inputs(call, operation, name);
      const outcomes = [...Object.keys(isObject(operation['outcomes']) ? operation['outcomes'] : {}), ...ALWAYS];
      const on = call['on'];
      if (isObject(on)) {
        for (const outcome of Object.keys(on)) if (!outcomes.includes(outcome)) yield atKey(on, outcome, `"${name}" never ends with "${outcome}".`, didYouMean(outcome, outcomes, `Its outcomes: ${outcomes.join(', ')}.`));
      }
      // What no target answers goes to app.json's error routing; there somebody must be waiting for it (law 6).
      const routed = list(scene.brand.app['errors']).flatMap((route) => list(member(route, 'on')).map(String));
      const handled = [...(isObject(on) ? Object.keys(on) : []), ...routed, 'ok'];
      const lost = outcomes.filter((outcome) => !ALWAYS.includes(outcome) && !handled.includes(outcome));
      if (lost.length > 0) yield at(call, 'call', `When "${name}" ends with ${lost.map((outcome) => `"${outcome}"`).join(' or ')}, nothing leads on.`, 'Give each a target in "on", or a route in "errors" of app.json.');
      const as = text(call['as']);
      const refreshed = list(member(call['refresh'], 'on'));
      if (as !== undefined && refreshed.some((path) => typeof path === 'string' && (path === `results.${as}` || path.startsWith(`results.${as}.`)))) yield at(call, 'refresh', `"${name}" would be called again by its own result.`, 'Refresh on an answer instead.');
    }
  },
};
