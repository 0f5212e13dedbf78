/** What a page holds once it was left by a button that asks its fields and checks to hold. */
import { equal } from '../../../compile/operators/equal/index.ts';
import { placeFields } from '../../../compile/emit/fields.ts';
import { entries, isObject, list, text } from '../../../compile/json-types.ts';
import type { Uses } from '../../../compile/uses.ts';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import { readsOf, type Logic } from '../../domain/atoms.ts';
import type { Goal } from '../../logic/settle.ts';
import type { PlacedRule } from '../../rules/placed.ts';

/** Something certain: what, how it is said, and the step that saw to it. */
export interface Certain extends Goal {
  /** As it is written, for a sentence; with `wanted` other than `true` it is denied. */
  readonly written: Json;
  readonly step: string;
}
/** The object a condition stands in, to the condition: `when` of whatever it is, `assert` of a check. */
export type Conditions = ReadonlyMap<object, PlacedRule>;

export function conditionsOf(rules: readonly PlacedRule[]): Conditions {
  return new Map(rules.filter(({ key }) => key === 'when' || key === 'assert').map((rule) => [rule.holder, rule]));
}

/**
 * What a page that was left by a button that validates holds: its required fields that everybody sees, and the checks
 * at them.
 */
export function heldBy(
  { id, step }: { readonly id: string; readonly step: JsonObject },
  whens: Conditions,
  uses: Uses,
): readonly Certain[] {
  const placed = new Map<string, Json | undefined>();
  placeFields(list(step['layout']), undefined, placed);
  const answered = new Map<string, readonly Certain[]>();
  for (const [name, field] of entries(step['fields'])) {
    if (
      !isObject(field) ||
      field['when'] !== undefined ||
      placed.get(name) !== undefined ||
      !placed.has(name) ||
      (field['required'] ?? true) !== true ||
      field['keep'] === 'never'
    )
      continue;
    const path = `answers.${text(field['bind']) ?? ''}`;
    const logics: readonly Json[] = [
      { answered: path },
      ...(isSealed(id, name, uses) ? [] : accepted(path, field, whens)),
    ];
    answered.set(
      name,
      logics.map((logic) => ({ logic, wanted: 'true', written: logic, step: id })),
    );
  }
  const checks = list(step['checks']).flatMap((check): readonly Certain[] => {
    const at = isObject(check) ? text(check['at']) : undefined;
    if (!isObject(check) || (at !== undefined && (!answered.has(at) || isSealed(id, at, uses)))) return [];
    const rule = whens.get(check);
    return !rule || readsTyped(rule.logic)
      ? []
      : [{ logic: rule.logic, wanted: 'true', written: rule.written, step: id }];
  });
  return [...[...answered.values()].flat(), ...checks];
}

/** What a field that was answered says of its answer: the one value it takes, or a choice that was on offer. */
export function accepted(path: string, field: JsonObject, whens: Conditions): readonly Json[] {
  const only = field['const'];
  if (only !== undefined && !isObject(only)) return [equal<Json>({ var: path }, only)];
  const offered = list(field['choices']).filter(isObject);
  if (field['type'] === 'array' || !offered.some((choice) => choice['when'] !== undefined)) return [];
  return [
    {
      or: offered.map((choice) => ({
        and: [equal<Json>({ var: path }, choice['value'] ?? null), (whens.get(choice)?.logic ?? true) as Json],
      })),
    },
  ];
}

function isSealed(step: string, field: string, uses: Uses): boolean {
  return uses.fields.some((use) => use.step === step && use.id === field && use.field['reveal'] === 'lastFour');
}

const readsTyped = (logic: Logic): boolean => [...readsOf(logic)].some((path) => path.startsWith('typed.'));
