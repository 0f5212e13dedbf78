/** Every mistake of every family over real content, in an order that does not change while the content does not. */
import type { Files } from '../../../compile/types.ts';
import { obligations, stateRows } from './kinds/compliance.ts';
import {
  conditionsDropped,
  negated,
  operatorsMistaken,
  partsForgotten,
  thresholds,
  valuesSwapped,
} from './kinds/conditions.ts';
import { disclosures } from './kinds/disclosures.ts';
import { actions, checks, choices, fieldRules, fieldsDropped, required } from './kinds/pages.ts';
import { line, outcomesDropped, reopened, retargeted, ways } from './kinds/ways.ts';
import { readContent, type Family, type Mutant } from './mutant.ts';

const FAMILIES: readonly Family[] = [
  disclosures,
  conditionsDropped,
  negated,
  operatorsMistaken,
  thresholds,
  valuesSwapped,
  partsForgotten,
  line,
  ways,
  retargeted,
  outcomesDropped,
  reopened,
  required,
  choices,
  fieldsDropped,
  fieldRules,
  checks,
  actions,
  stateRows,
  obligations,
];

/** Throws when two mutants would be called the same: an id must say which one it is. */
export function mutantsOf(files: Files): readonly Mutant[] {
  const content = readContent(files);
  const all = FAMILIES.flatMap((family) => [...family(content)]);
  const seen = new Map<string, Mutant>();
  for (const mutant of all) {
    const before = seen.get(mutant.id);
    if (before && JSON.stringify(before.change) !== JSON.stringify(mutant.change))
      throw new Error(`Two mutants are called "${mutant.id}": say more in their family.`);
    seen.set(mutant.id, mutant);
  }
  return [...seen.values()];
}
