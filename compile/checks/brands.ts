/** Facts of a brand and its flags: declared, and of their type. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { isObject, list } from '../json-types.ts';
import { keyPlace, placeAt } from '../places.ts';
import { schemaFault, violations } from '../schema-check.ts';
import { didYouMean, nearest } from '../suggest.ts';
import { atPlace, type Check, type Finding } from './check.ts';

/** The same schema with every object that names properties closed. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return list(schema).map(closed);
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return isObject(schema['properties']) &&
    schema['additionalProperties'] === undefined &&
    typeof schema['type'] === 'string'
    ? { ...inner, additionalProperties: false }
    : inner;
}

function* judge(doc: JsonObject, declared: Json | undefined, root: string): Generator<Finding> {
  if (!isObject(declared)) return;
  const { $schema: _schema, says: _says, flows: _flows, ...facts } = doc;
  const schema = closed(declared);
  for (const error of isObject(schema) && !schemaFault(schema) ? violations(schema, facts) : []) {
    const {
      additionalProperty: extra,
      missingProperty: lacks,
      format,
    } = error.params as { additionalProperty?: string; missingProperty?: string; format?: string };
    // The rule "colour" knows every color that a browser knows, and says so in better words.
    if (format === 'color') continue;
    const known =
      isObject(error.parentSchema) && isObject(error.parentSchema['properties'])
        ? Object.keys(error.parentSchema['properties'])
        : [];
    if (extra !== undefined) {
      const place =
        error.instancePath === '' ? keyPlace(doc, extra) : placeAt(doc, `${error.instancePath}/${extra}`, 'key');
      yield {
        ...atPlace(
          place,
          `"${extra}" is not a declared fact of "${root}".`,
          didYouMean(extra, known, `Declare it in schemas/facts.json under "${root}".`),
        ),
        cause: causeOf(doc, { root, extra, known, top: error.instancePath === '' }),
      };
    } else if (lacks !== undefined)
      yield atPlace(
        placeAt(doc, error.instancePath),
        `${error.instancePath === '' ? 'This' : `"${error.instancePath.slice(1)}"`} lacks "${lacks}".`,
        `Give it one: schemas/facts.json demands it of every "${root}".`,
      );
    else
      yield atPlace(
        placeAt(doc, error.instancePath),
        `"${error.instancePath.slice(1)}" ${error.message ?? 'is wrong'}.`,
        `See its type in schemas/facts.json under "${root}".`,
      );
  }
}

/**
 * A fact of a brand that is nearly one which it lacks is the reason that texts say they lack it; a flag that is nowhere
 * declared is the same slip in every environment, and where it is read.
 */
function causeOf(
  doc: JsonObject,
  {
    root,
    extra,
    known,
    top,
  }: { readonly root: string; readonly extra: string; readonly known: readonly string[]; readonly top: boolean },
): string {
  const near = root === 'brand' && top ? nearest(extra, known) : undefined;
  return near !== undefined && doc[near] === undefined
    ? `brand ${placeAt(doc, '').file} ${near}`
    : `fact ${root}.${extra}`;
}

export const brands: Check = {
  *world({ source }) {
    for (const brand of Object.values(source.brands)) {
      yield* judge(brand.brand, source.facts['brand'], 'brand');
      for (const flags of Object.values(brand.flags)) yield* judge(flags, source.facts['flags'], 'flags');
    }
  },
};
