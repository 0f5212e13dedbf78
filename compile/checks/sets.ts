/** What an act writes into an answer: of the answer's type, and a value it can have. */
import type { Json } from '../../runtime/core/facts.ts';
import { isOperation } from '../emit/expression.ts';
import { isList } from '../json-types.ts';
import { schemaFault, violations } from '../schema-check.ts';
import { didYouMean } from '../suggest.ts';
import { at, type Check } from './check.ts';
import { knownOf, type Known } from './known.ts';

const NOBODY: ReadonlyMap<string, Known> = new Map();

export const sets: Check = {
  *scene(scene, world) {
    for (const { path, value, holder, sight } of scene.uses.sets) {
      const found = scene.facts.find(path, sight);
      const schema = found.found ? found.schema : undefined;
      if (!schema || schemaFault(schema)) continue;
      const constant = !isOperation(value) && !isList(value);
      if (constant && violations(schema, value).length > 0) {
        const values: readonly Json[] = isList(schema['enum']) ? schema['enum'] : [];
        yield at(holder, path, `"${path}" cannot be ${JSON.stringify(value)}.`, values.length > 0 ? didYouMean(String(value), values.map(String), `Its values: ${values.map(String).join(', ')}.`) : 'See its type in schemas/facts.json, or in "answers" of flow.json.');
      }
      const [wanted, given] = [typeof schema['type'] === 'string' ? schema['type'].replace('integer', 'number') : undefined, constant ? undefined : knownOf(value, scene, world, sight, NOBODY).type];
      if (wanted !== undefined && given !== undefined && wanted !== given) yield at(holder, path, `"${path}" is ${wanted}, but is set to ${given}.`, 'Make the two agree.');
    }
  },
};
