/** How a stand-in answers: the first of its answers whose condition holds over the inputs. */
import type { Compute, Rule } from '../runtime/core/definition.ts';
import type { Facts, Json, JsonObject } from '../runtime/core/facts.ts';
import { holds } from '../runtime/core/index.ts';

interface StandInAnswer {
  readonly when?: Rule;
  readonly outcome: string;
  readonly value?: Compute;
  readonly detail?: string;
}
/** The answers of every operation that nobody has built yet, by its name. */
export interface CompiledStandIns {
  readonly hash: string;
  readonly operations: Readonly<Record<string, readonly StandInAnswer[]>>;
}

/**
 * @param outcome asked for, whatever the inputs are: the first answer for them that ends so, else the first that does
 * @param now an instant, ISO 8601; `today` the calendar date in force then
 * @returns the outcome and what it brings (`null`: nothing); undefined when no answer is for these inputs
 */
export function standInAnswer(
  { operations }: CompiledStandIns,
  {
    operation,
    input,
    now,
    today,
    outcome,
  }: {
    readonly operation: string;
    readonly input: JsonObject;
    readonly now: string;
    readonly today: string;
    readonly outcome?: string | undefined;
  },
): { readonly outcome: string; readonly value: Json; readonly detail?: string } | undefined {
  const facts = { input, now, today } as unknown as Facts;
  const all = (operations[operation] ?? []).filter((answer) => outcome === undefined || answer.outcome === outcome);
  const found = all.find(({ when }) => holds(when, facts)) ?? (outcome === undefined ? undefined : all[0]);
  return (
    found && {
      outcome: found.outcome,
      value: (found.value?.of(facts) as Json | undefined) ?? null,
      ...(found.detail !== undefined && { detail: found.detail }),
    }
  );
}
