/** Asking compiled expressions: text, conditions, choices, objects of inputs. */
import type { Choice, Compute, Rule, Target, Text } from './definition.ts';
import type { Facts, Json, JsonObject } from './facts.ts';

/** The words of `t` for these facts; unknown placeholders give what the compiled text makes of them. */
export function text(t: Text, facts: Facts): string {
  return typeof t === 'string' ? t : (t.of(facts) ?? '');
}

/** Whether a condition lets one pass: no condition does, unknown does not (law 2 of the language). */
export function holds(rule: Rule | undefined, facts: Facts): boolean {
  return rule === undefined || rule.of(facts) === true;
}

/** The target of the first choice whose condition is true; undefined when none is. */
export function decide(choices: readonly Choice[], facts: Facts): Target | undefined {
  for (const choice of choices) if (holds(choice.when, facts)) return choice.target;
  return undefined;
}

/** The values of a table of expressions; unknown ones are left out. */
export function evaluate(table: Readonly<Record<string, Compute>>, facts: Facts): JsonObject {
  const out: Record<string, Json> = {};
  for (const key of Object.keys(table)) {
    const value = (table[key] as Compute).of(facts);
    if (value !== undefined) out[key] = value as Json;
  }
  return out;
}
