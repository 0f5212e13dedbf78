/** Mutants that are judged together: those of one obligation share the contents they are asked of. */
import type { Base } from './base.ts';
import { judge, walked, type Verdict } from './judge.ts';
import type { Mutant } from './mutant.ts';
import { obligationOf } from './obligation-of.ts';
import { judgeObligation } from './obligations.ts';

/** One group for each obligation, in the place of its first mutant; every other mutant is a group of its own. */
export function groupsOf(mutants: readonly Mutant[]): readonly (readonly Mutant[])[] {
  return [...Map.groupBy(mutants, (mutant) => obligationOf(mutant) ?? mutant).values()];
}

/** The verdicts of a group, in its order: checks and fixtures first, then whatever walks every way. */
export async function judgeGroup(base: Base, mutants: readonly Mutant[]): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  const open: Mutant[] = [];
  for (const mutant of mutants) {
    const { loaded, ...verdict } = await judge(base, mutant);
    if (loaded && obligationOf(mutant) !== undefined) open.push(mutant);
    verdicts.push(loaded && obligationOf(mutant) === undefined ? walked(base, loaded, mutant) : verdict);
  }
  const name = open[0] && obligationOf(open[0]);
  const asked = name === undefined ? [] : await judgeObligation(base, name, open);
  return mutants.map((mutant, index) => asked[open.indexOf(mutant)] ?? (verdicts[index] as Verdict));
}
