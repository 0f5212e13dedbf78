import type { Json } from '../../../core/facts.ts';
import type { FieldView } from '../../../core/state.ts';

type Choice = NonNullable<FieldView['choices']>[number];

/**
 * What is chosen once a choice is ticked or not: of what is on offer, in its order. One that stands alone takes the
 * others away, and any other takes away the one that stands alone. Nothing chosen is no answer.
 */
export function chosenWith(
  choices: readonly Choice[],
  before: Json | undefined,
  { choice, on }: { readonly choice: Choice; readonly on: boolean },
): Json | undefined {
  const had: readonly Json[] = Array.isArray(before) ? (before as readonly Json[]) : [];
  const stays = (one: Choice): boolean =>
    one === choice ? on : had.includes(one.value) && !(on && (choice.exclusive === true || one.exclusive === true));
  const now = choices.filter(stays).map(({ value }) => value);
  return now.length === 0 ? undefined : now;
}
