/** JSON Schemas of the content that values are held against: each must be one. */
import type { Json } from '../../runtime/core/facts.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import { placeAt } from '../places.ts';
import { schemaFault } from '../schema-check.ts';
import { schemaBelow } from '../facts.ts';
import { didYouMean } from '../suggest.ts';
import type { World } from '../world.ts';
import { at, atPlace, type Check, type Finding } from './check.ts';
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
  cookies: ['maxAgeSeconds', 'preference'],
  brand: ['asset'],
  session: ['claim'],
  customer: ['claim'],
  'route.params': ['sensitive'],
};

const ROOTS = [
  'answers',
  'session',
  'application',
  'customer',
  'flags',
  'brand',
  'cookies',
  'device',
  'route.flow',
  'route.params',
  'route.query',
] as const;

/** Declarations that name a fact: of a person, a product, a jurisdiction. */
const NAMING = ['jurisdiction', 'product', 'customerType'] as const;

/** What is always there is declared, and what names a fact names one. */
function* named(world: World): Generator<Finding> {
  const { facts } = world.source;
  for (const root of ROOTS) {
    const required = list(member(declared(facts, root), 'required'));
    const known = entries(member(declared(facts, root), 'properties')).map(([name]) => name);
    for (const [index, name] of required.entries())
      if (!known.includes(String(name)))
        yield at(required, index, {
          message: `Nothing declares "${String(name)}", which "${root}" says is always there.`,
          fix: didYouMean(String(name), known, 'Declare it in "properties", or take it out of "required".'),
        });
  }
  for (const key of NAMING) {
    const path = text(facts[key]);
    const [root = '', ...below] = (path ?? '').split('.');
    if (path === undefined || schemaBelow(facts[root], below)) continue;
    const known = entries(member(schemaBelow(facts[root], below.slice(0, -1)), 'properties')).map(([name]) => name);
    const last = below.at(-1) ?? root;
    yield at(facts, key, {
      message: `There is no fact "${path}".`,
      fix: didYouMean(last, known, 'Name a fact that this file declares.'),
    });
  }
}

/** What a path of declarations leads to. */
const declared = (facts: Json | undefined, path: string): Json | undefined =>
  path.split('.').reduce<Json | undefined>((found, name) => member(found, name), facts);

export const schemas: Check = {
  *world(world) {
    const { source } = world;
    for (const root of ROOTS) yield* judge(declared(source.facts, root), `What "${root}" declares`, OURS[root] ?? []);
    for (const [event, told] of entries(source.facts['events']))
      yield* judge(told, `What is told of the event "${event}"`);
    yield* named(world);
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
