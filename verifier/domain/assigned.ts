/** Rules as they read once an action has set an answer: what is asked of the answer is asked of what it is set from. */
import { operation, readsOf, variable, type Logic } from './atoms.ts';

/** What each answer may be set to: fact path to unfolded json-logic. */
export type Sets = ReadonlyMap<string, readonly Logic[]>;

/** Assignments one after the other that are followed. */
const CHAIN = 3;

/**
 * The rules that come of these when what they read is set, by one assignment or by several one after the other; each
 * once.
 * `ended`: false where more assignments could follow one another than are followed.
 */
export function afterSets(
  rules: readonly Logic[],
  sets: Sets,
): { readonly rules: readonly Logic[]; readonly ended: boolean } {
  const found = new Map<string, Logic>();
  let last = rules;
  for (let length = 0; length < CHAIN && last.length > 0; length += 1) {
    const next = new Map<string, Logic>();
    for (const rule of last) {
      for (const path of readsOf(rule))
        for (const value of sets.get(path) ?? []) {
          const made = replaced(rule, path, value);
          const name = JSON.stringify(made);
          if (!found.has(name)) next.set(name, made);
        }
    }
    for (const [name, rule] of next) found.set(name, rule);
    last = [...next.values()];
  }
  const open = last.some((rule) =>
    [...readsOf(rule)].some((path) =>
      (sets.get(path) ?? []).some((value) => !found.has(JSON.stringify(replaced(rule, path, value)))),
    ),
  );
  return { rules: [...found.values()], ended: !open };
}

function replaced(logic: Logic, path: string, value: Logic): Logic {
  if (Array.isArray(logic)) return logic.map((item) => replaced(item, path, value));
  if (variable(logic) === path) return value;
  const node = operation(logic);
  return node ? { [node.operator]: node.operands.map((operand) => replaced(operand, path, value)) } : logic;
}
