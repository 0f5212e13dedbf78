/** What a stand-in answers is what its operation says it brings. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { at, atKey, type CompileRule, type Finding } from '../checks/check.ts';
import { valueOf } from '../checks/unknown-fact.ts';
import { operationOf } from '../emit/expression.ts';
import { isList, isObject, list, member, text } from '../json-types.ts';
import { schemaFault, violations } from '../schema-check.ts';
import { didYouMean, nearest } from '../suggest.ts';

const bills = (amount: string): string =>
  `{ "name": "billList", "kind": "standIn", "input": { "type": "object", "properties": { "month": { "type": "string" } } },
  "value": { "type": "array", "items": { "type": "object", "properties": { "amount": { "type": "integer" } }, "required": ["amount"] } },
  "answers": [{ "value": [{ "amount": ${amount} }] }] }`;

export const RULE: CompileRule = {
  codes: ['stand-in-value'],
  severity: 'refused',
  says: 'A stand-in answers what its operation does not say it brings: a value of another type, without a part that is always there, or with one that nobody declared. Pages and rules trust what the operation says, and so will the engineer who builds it.',
  remedy: 'Correct the value of the answer, or the `value` of the operation, its JSON Schema.',
  bad: [['schemas/api/operations/billList.json', bills('»"12"')]],
  good: [['schemas/api/operations/billList.json', bills('12')]],
  *find({ source }) {
    for (const [name, operation] of Object.entries(source.operations)) {
      const schema = operation['value'];
      if (operation['kind'] !== 'standIn' || !isObject(schema) || schemaFault(schema)) continue;
      for (const answer of list(operation['answers']).filter(isObject)) {
        if ((answer['outcome'] ?? 'ok') !== 'ok') continue;
        if (answer['value'] !== undefined)
          yield* suits({ holder: answer, key: 'value', what: 'The value', path: valueOf(name) }, schema, operation);
        else if (violations(schema, null).length > 0 && !isEmpty(schema))
          yield at(answer, undefined, {
            message: `This answer brings nothing, and "${name}" says that it brings ${typesOf(schema).join(' or ') || 'something'}.`,
            fix: 'Add "value" to it, or give it an "outcome" of its own.',
          });
      }
    }
  },
};

/** A part of the value, and where it stands. */
interface Part {
  readonly holder: object;
  readonly key: string | number;
  readonly what: string;
  readonly path: string;
}

function* suits(part: Part, schema: JsonObject, operation: JsonObject): Generator<Finding> {
  const { holder, key, what, path } = part;
  const value = (holder as Readonly<Record<string | number, Json>>)[key] ?? null;
  const [allowed, type] = [typesOf(schema), typeOf(value, operation)];
  if (type !== undefined && allowed.length > 0 && !allowed.some((one) => one === type || plain(one) === type)) {
    yield at(holder, key, {
      message: `${what} is ${type}, but is declared ${allowed.join(' or ')}.`,
      fix: 'Make the two agree.',
    });
    return;
  }
  if (operationOf(value)) return;
  if (isList(value)) {
    const { items } = schema;
    for (const i of isObject(items) ? value.keys() : [])
      yield* suits(
        { holder: value, key: i, what: `Item ${i + 1} of ${lower(what)}`, path: `${path}.0` },
        items as JsonObject,
        operation,
      );
  } else if (isObject(value)) yield* members(value, { ...part, schema }, operation);
  else {
    const [broken] = violations(schema, value);
    if (broken)
      yield at(holder, key, {
        message: `${what} ${broken.message ?? 'does not fit'}.`,
        fix: didYouMean(String(value), list(schema['enum']).map(String), 'Make it fit what the operation declares.'),
      });
  }
}

function* members(
  value: JsonObject,
  { holder, key, what, path, schema }: Part & { readonly schema: JsonObject },
  operation: JsonObject,
): Generator<Finding> {
  const { properties } = schema;
  const known = Object.keys(isObject(properties) ? properties : {});
  const isOpen = !isObject(properties) || (schema['additionalProperties'] ?? false) !== false;
  const strange = isOpen ? [] : Object.keys(value).filter((name) => !known.includes(name));
  for (const name of strange)
    yield atKey(value, name, {
      message: `${what} has a part "${name}", which the operation does not declare: nothing can read it.`,
      cause: `fact ${path}.${name}`,
      fix: didYouMean(name, known, `Its parts: ${known.join(', ') || 'none'}.`),
    });
  // A part that is nearly one that is lacking is that part misspelt: one slip.
  for (const name of list(schema['required']).map(String))
    if (!Object.hasOwn(value, name) && !strange.some((one) => nearest(one, known) === name))
      yield at(holder, key, { message: `${what} lacks its part "${name}".`, fix: `Add "${name}".` });
  for (const name of known) {
    const own = member(properties, name);
    if (isObject(own) && Object.hasOwn(value, name))
      yield* suits({ holder: value, key: name, what: `"${name}"`, path: `${path}.${name}` }, own, operation);
  }
}

/** Whether a schema is of an object without parts, of which nothing can be read: that it is there says nothing. */
const isEmpty = ({ type, properties }: JsonObject): boolean =>
  type === 'object' && isObject(properties) && Object.keys(properties).length === 0;

/** JSON types that a schema allows; none when it allows all. */
const typesOf = ({ type }: JsonObject): readonly string[] =>
  typeof type === 'string' ? [type] : list(type).map(String);
const plain = (type: string): string => (type === 'integer' ? 'number' : type);
const lower = (what: string): string => what.charAt(0).toLowerCase() + what.slice(1);

/** The type of a constant, of an input, or of what an operator always gives; undefined where nobody can say. */
function typeOf(value: Json, { input }: JsonObject): string | undefined {
  if (isList(value)) return 'array';
  if (!isObject(value)) return value === null ? 'null' : typeof value;
  const found = operationOf(value);
  if (!found) return 'object';
  if (found.operator.id !== 'var') return found.operator.gives;
  const [root, ...names] = (text(found.args[0]) ?? '').split('.');
  if (root === 'today' || root === 'now') return 'string';
  const schema = names.reduce<Json | undefined>((inner, name) => member(member(inner, 'properties'), name), input);
  const [only, ...others] = isObject(schema) ? typesOf(schema) : [];
  return only === undefined || others.length > 0 ? undefined : plain(only);
}
