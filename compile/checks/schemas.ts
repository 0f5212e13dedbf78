/** JSON Schemas of the content that values are held against: each must be one. */
import type { Json } from '../../runtime/core/facts.ts';
import { entries, isObject, member } from '../json-types.ts';
import { placeAt } from '../places.ts';
import { schemaFault } from '../schema-check.ts';
import { atPlace, type Check, type Finding } from './check.ts';
import { unknownKeywords } from './schema-keywords.ts';

function* judge(schema: Json | undefined, what: string, ours: readonly string[] = []): Generator<Finding> {
  const fault = isObject(schema) ? schemaFault(schema) : undefined;
  if (isObject(schema) && fault)
    yield atPlace(
      placeAt(schema, fault.pointer),
      `${what} is no JSON Schema: ${fault.pointer === '' ? '' : `"${fault.pointer.slice(1)}" `}${fault.message}.`,
      'Correct this keyword.',
    );
  else yield* unknownKeywords(schema, ours);
}

/** Keywords of our own: how long a cookie lives, that a fact names a file, that a claim of the token gives it. */
const OURS: Readonly<Record<string, readonly string[]>> = {
  cookies: ['maxAgeSeconds'],
  brand: ['asset'],
  session: ['claim'],
  customer: ['claim'],
};

export const schemas: Check = {
  *world({ source }) {
    for (const root of ['answers', 'session', 'application', 'customer', 'flags', 'brand', 'cookies', 'device'])
      yield* judge(source.facts[root], `What "${root}" declares`, OURS[root] ?? []);
    for (const flow of Object.values(source.flows))
      yield* judge(flow.flow['answers'], `What the answers of "${flow.id}" declare`);
    for (const [name, operation] of Object.entries(source.operations)) {
      yield* judge(operation['input'], `The input of "${name}"`);
      yield* judge(operation['value'], `The value of "${name}"`);
    }
    for (const [name, widget] of Object.entries(source.widgets)) {
      yield* judge(widget['options'], `What the widget "${name}" takes`);
      for (const [event, payload] of entries(member(widget, 'events')))
        yield* judge(payload, `What the widget "${name}" tells with "${event}"`);
    }
  },
};
