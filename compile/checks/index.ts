/** Every check, by the code that its problems carry. Add a check: one file, one row. */
import type { Problem } from '../types.ts';
import { rulesIn } from '../rule-folder.ts';
import type { World } from '../world.ts';
import { answers } from './answers.ts';
import { api } from './api.ts';
import { bounds } from './bounds.ts';
import { brands } from './brands.ts';
import { calls } from './calls.ts';
import type { Check, CompileRule, Concern } from './check.ts';
import { comparisons } from './comparisons.ts';
import { compliance } from './compliance.ts';
import { consent } from './consent.ts';
import { cycles } from './cycles.ts';
import { doors } from './doors.ts';
import { demanded } from './demanded.ts';
import { fields } from './fields.ts';
import { fixtures } from './fixtures.ts';
import { flowShape } from './flow-shape.ts';
import { inForceToday } from './force.ts';
import { frontMatter } from './front-matter.ts';
import { journeys } from './journeys.ts';
import { language } from './language.ts';
import { layout } from './layout.ts';
import { locks } from './locks.ts';
import { lookups } from './lookups.ts';
import { obligations } from './obligations.ts';
import { operationFiles } from './operations.ts';
import { patterns } from './patterns.ts';
import { schemas } from './schemas.ts';
import { sets } from './sets.ts';
import { targets } from './targets.ts';
import { texts } from './texts.ts';
import { twice } from './twice.ts';
import { unasked } from './unasked.ts';
import { unknownFact } from './unknown-fact.ts';
import { unknownRule } from './unknown-rule.ts';
import { unused } from './unused.ts';
import { ways } from './ways.ts';

export const CHECKS: Readonly<Record<string, Check>> = {
  answers,
  api,
  bounds,
  brand: brands,
  call: calls,
  compliance,
  consent,
  cycle: cycles,
  document: frontMatter,
  door: doors,
  fact: unknownFact,
  field: fields,
  // What a question offers comes before who compares it.
  comparison: comparisons,
  fixture: fixtures,
  flow: flowShape,
  language,
  layout,
  lock: locks,
  lookup: lookups,
  obligation: obligations,
  operation: operationFiles,
  pattern: patterns,
  rule: unknownRule,
  schema: schemas,
  set: sets,
  target: targets,
  text: texts,
  way: ways,
};

/** Rules that say of themselves what they are: a file of `compile/rules/` each. */
export const COMPILE_RULES = await rulesIn<CompileRule>(new URL('../rules/', import.meta.url));

/** Runs everything that content must not break: what any of it finds compiles to nothing. */
export function runChecks(world: World): readonly Problem[] {
  return [
    ...Object.entries(CHECKS).flatMap(([code, check]) => {
      const findings =
        'world' in check ? [...check.world(world)] : world.scenes.flatMap((scene) => [...check.scene(scene, world)]);
      return findings.map((finding) => ({ ...finding, code }));
    }),
    ...told('refused', world),
  ];
}

/** What the rules of one severity find. */
function told(wanted: CompileRule['severity'], world: World): readonly Problem[] {
  return Object.values(COMPILE_RULES)
    .filter(({ severity }) => severity === wanted)
    .flatMap(({ codes: [code], find }) => [...find(world)].map((finding) => ({ ...finding, code })));
}

/** What compiles all the same, told before rules were files: a new one is a file of `compile/rules/`. */
export const CONCERNS: Readonly<Record<string, Concern>> = {
  demanded,
  force: inForceToday,
  journey: journeys,
  twice,
  unasked,
  unused,
};

/** The code of what `runUnasked` finds. */
export const UNASKED = 'unasked';

/** What reads an answer that nobody has; where an overlay took it away, told with what is refused for it. */
export const runUnasked = (world: World): readonly Problem[] =>
  [...unasked(world, false)].map((finding) => ({ ...finding, code: UNASKED }));

/**
 * Runs every concern.
 * @param ownSchemas whether what stands in `schemas/` must be used by this content
 */
export function runConcerns(world: World, ownSchemas: boolean): readonly Problem[] {
  return [
    ...Object.entries(CONCERNS).flatMap(([code, concern]) =>
      [...concern(world, ownSchemas)].map((finding) => ({ ...finding, code })),
    ),
    ...told('concern', world),
  ];
}
