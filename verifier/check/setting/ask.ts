/** Questions about conditions of a flow, as the checks of rules ask them. */
import type { Json } from '../../../runtime/core/facts.ts';
import { operation, readsOf, type Logic } from '../../domain/atoms.ts';
import type { FactWorld } from '../../domain/shape.ts';
import { once } from '../../domain/memo.ts';
import { settle, type Answer, type Goal } from '../../logic/settle.ts';
import type { PlacedRule } from '../../rules/placed.ts';
import type { Certain } from './held.ts';
import type { Setting } from './setting.ts';

/** An example applicant by fact path. */
export type Example = Readonly<Record<string, Json>>;

export const is = ({ logic }: { readonly logic: Logic }): Goal => ({ logic, wanted: 'true' });
export const isNot = ({ logic }: { readonly logic: Logic }): Goal => ({ logic, wanted: 'not true' });

function answer(goals: readonly Goal[], facts: FactWorld, known: boolean): Answer {
  return once(facts, { kind: 'settle', about: [known, ...goals.flatMap(({ logic, wanted }) => [wanted, logic])] }, () =>
    settle(goals, facts, { known }),
  );
}

const never = (goals: readonly Goal[], { facts, later }: Setting, known: boolean): boolean =>
  [facts, ...later].every((day) => answer(goals, day, known).kind === 'never');

/** Whether nobody meets all of them, today or on a day for which a row stands already, whatever is missing. */
export function impossible(goals: readonly Goal[], setting: Setting): boolean {
  return never(goals, setting, false);
}

/** Whether a condition holds for everybody for whom the others do and whose facts are known. */
export function alwaysTrue(goals: readonly Goal[], logic: Logic, setting: Setting): boolean {
  return never([...goals, { logic, wanted: 'not true' }], setting, true);
}

/** Somebody who meets all of them today, with known facts; undefined when nobody does or nobody was found. */
export function somebody(goals: readonly Goal[], setting: Setting): Example | undefined {
  const found = answer(goals, setting.facts, true);
  return found.kind === 'holds' ? found.facts : undefined;
}

/** Those facts of an example that conditions read; all of them when none is. */
export function readBy(example: Example, conditions: readonly { readonly logic: Logic }[]): Example {
  const paths = new Set(conditions.flatMap(({ logic }) => [...readsOf(logic)]));
  const own = Object.entries(example).filter(([path]) => paths.has(path));
  return own.length > 0 ? Object.fromEntries(own) : example;
}

/** The members of a list without any of which something would no longer be so. */
export function minimal<T>(all: readonly T[], still: (some: readonly T[]) => boolean): readonly T[] {
  return all.reduce<readonly T[]>((left, one) => {
    const fewer = left.filter((other) => other !== one);
    return still(fewer) ? fewer : left;
  }, all);
}

/** Roots of facts that a call may change. */
const CHANGING = new Set(['session', 'application', 'draft', 'customer', 'results']);

/**
 * What is certain where a condition stands, of those facts that it and the conditions around it read, directly or
 * through each other.
 */
export function certainFor(rule: PlacedRule, setting: Setting): readonly Certain[] {
  const after = rule.decides === 'next' || rule.decides === 'call';
  const set = new Set(
    setting.scene.uses.sets
      .filter(({ step }) => step === rule.step)
      .map(({ path }) => `answers.${path.replace(/^answers\./, '')}`),
  );
  const all = (setting.certain.get(rule.step ?? '') ?? [])
    .map((one) => ({ one, reads: [...readsOf(one.logic)] }))
    .filter(({ reads }) => !after || !reads.some((path) => CHANGING.has(path.split('.')[0] ?? '') || set.has(path)));
  return related(all, new Set([rule, ...rule.within, ...rule.after].flatMap(({ logic }) => [...readsOf(logic)])));
}

/**
 * Of what is certain, that which says something of some facts, directly or through each other.
 * @param about paths of facts
 */
function related(
  all: readonly { readonly one: Certain; readonly reads: readonly string[] }[],
  about: ReadonlySet<string>,
): readonly Certain[] {
  const facts = new Set(about);
  const found = new Set<Certain>();
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { one, reads } of all) {
      if (found.has(one) || !reads.some((path) => path !== 'today' && facts.has(path))) continue;
      found.add(one);
      for (const path of reads) facts.add(path);
    }
  }
  return [...found];
}

/** Of what is certain by the time a step is left, that which lasts and says something of some facts. */
export function certainOf(some: readonly Certain[], about: ReadonlySet<string>): readonly Certain[] {
  return related(
    some.map((one) => ({ one, reads: [...readsOf(one.logic)] })).filter(({ reads }) => !reads.some(isChanging)),
    about,
  );
}
const isChanging = (path: string): boolean => CHANGING.has(path.split('.')[0] ?? '');

/** Somebody for whom as many parts of a condition hold as can, from the first on. */
export function nearly(logic: Logic, within: readonly Goal[], setting: Setting): Example | undefined {
  const node = operation(logic);
  let goals = within;
  let example = within.length > 0 ? somebody(within, setting) : undefined;
  for (const part of node?.operator === 'and' ? node.operands : []) {
    const more = [...goals, { logic: part, wanted: 'true' } as const];
    const found = somebody(more, setting);
    if (!found) continue;
    goals = more;
    example = found;
  }
  return example;
}
