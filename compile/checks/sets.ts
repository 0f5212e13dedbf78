/** What an act writes into an answer: of the answer's type, and a value it can have. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { isOperation } from '../emit/expression.ts';
import { fieldType, validationSchema } from '../field-source.ts';
import { isList, list, member, text } from '../json-types.ts';
import { schemaFault, violations } from '../schema-check.ts';
import { didYouMean } from '../suggest.ts';
import type { FieldUse } from '../uses.ts';
import type { Scene, World } from '../world.ts';
import { at, type Check } from './check.ts';
import { knownOf, type Known } from './known.ts';
import { askedOfAll } from './passed.ts';

interface Set {
  readonly path: string;
  readonly value: Json;
  readonly declared: JsonObject;
}
/** Whether a field that everybody is asked refuses the value by a limit of its own that no fact moves. */
function refuses(
  use: FieldUse,
  { path, value, declared }: Set,
  { scene, world }: { readonly scene: Scene; readonly world: World },
): boolean {
  if (`answers.${text(use.field['bind']) ?? ''}` !== path || !askedOfAll(use, scene, world)) return false;
  const schema = validationSchema(use.field, fieldType(use.field, declared), world.source.fragments);
  return !schemaFault(schema) && violations(schema, value).length > 0;
}

/** The limits of a field in words, those that a value of its kind is held against. */
function limitsOf({ field }: FieldUse): string {
  const values =
    list(field['choices']).length > 0
      ? list(field['choices']).map((choice) => member(choice, 'value'))
      : list(field['enum']);
  if (values.length > 0) return `its values are ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  const range = (
    [
      ['minimum', 'at least'],
      ['exclusiveMinimum', 'more than'],
      ['maximum', 'at most'],
      ['exclusiveMaximum', 'less than'],
      ['const', 'only'],
    ] as const
  ).flatMap(([key, words]) =>
    field[key] === undefined || isOperation(field[key]) ? [] : [`${words} ${JSON.stringify(field[key])}`],
  );
  return range.length > 0 ? `it must be ${range.join(' and ')}` : 'it does not fit its limits';
}

const NOBODY: ReadonlyMap<string, Known> = new Map();

export const sets: Check = {
  *scene(scene, world) {
    for (const { path, value, holder, sight } of scene.uses.sets) {
      const found = scene.facts.find(path, sight);
      const schema = found.found ? found.schema : undefined;
      if (!schema || schemaFault(schema)) continue;
      if (value === null && path.startsWith('cookies.')) continue; // it is taken away
      const constant = !isOperation(value) && !isList(value);
      if (constant && violations(schema, value).length > 0) {
        const values: readonly Json[] = isList(schema['enum']) ? schema['enum'] : [];
        yield at(holder, path, {
          message: `"${path}" cannot be ${JSON.stringify(value)}.`,
          fix:
            values.length > 0
              ? didYouMean(String(value), values.map(String), `Its values: ${values.map(String).join(', ')}.`)
              : 'See its type in schemas/facts.json, or in "answers" of flow.json.',
        });
      } else if (constant) {
        const refused = scene.uses.fields.find((use) =>
          refuses(use, { path, value, declared: schema }, { scene, world }),
        );
        if (refused)
          yield at(holder, path, {
            message: `"${path}" is set to ${JSON.stringify(value)}, which its field "${refused.id}" on the page "${refused.step ?? ''}" does not accept: ${limitsOf(refused)}.`,
            fix: 'Set a value that the field accepts, or correct the field.',
          });
      }
      const [wanted, given] = [
        typeof schema['type'] === 'string' ? schema['type'].replace('integer', 'number') : undefined,
        constant ? undefined : knownOf(value, { scene, world, sight, asked: NOBODY }).type,
      ];
      if (wanted !== undefined && given !== undefined && wanted !== given)
        yield at(holder, path, {
          message: `"${path}" is ${wanted}, but is set to ${given}.`,
          fix: 'Make the two agree.',
        });
    }
  },
};
