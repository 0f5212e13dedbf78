/**
 * An answer that two pages on one way let people type: while it is half typed on the second, the first is wrong again,
 * and they are sent back there.
 */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { itemsInside } from '../emit/layout.ts';
import { canonical, isObject, list, text } from '../json-types.ts';
import type { FieldUse } from '../uses.ts';
import type { Scene } from '../world.ts';
import { at, type Concern, type Finding } from './check.ts';

/** Whether its value is typed in, so that for a while it is no valid one. */
function isTyped({ field }: FieldUse): boolean {
  return (
    field['choices'] === undefined &&
    field['enum'] === undefined &&
    field['const'] === undefined &&
    field['keep'] !== 'never' &&
    field['type'] !== 'boolean' &&
    field['type'] !== 'object' &&
    field['control'] !== 'checkbox'
  );
}

/** Conditions under which a field stands on its page. */
function conditions({ id, field }: FieldUse, step: JsonObject): ReadonlySet<string> {
  const around = (items: readonly Json[], within: readonly Json[]): readonly Json[] | undefined => {
    for (const item of items) {
      if (item === id) return within;
      if (!isObject(item)) continue;
      const inside = item['when'] === undefined ? within : [...within, item['when']];
      const found = item['field'] === id || item['consent'] === id ? inside : around(itemsInside(item), inside);
      if (found) return found;
    }
    return undefined;
  };
  return new Set(
    [step['when'], field['when'], ...(around(list(step['layout']), []) ?? [])].flatMap((one) =>
      one === undefined ? [] : [canonical(one)],
    ),
  );
}

function* ofScene({ flow, uses }: Scene): Generator<Finding> {
  const line = list(flow?.flow['line']).map(String);
  const targets = new Set(
    uses.targets.flatMap(({ target }) => text(target['to'])?.replace(`${flow?.id ?? ''}/`, '') ?? []),
  );
  const typed = uses.fields.filter((use) => use.step !== undefined && line.includes(use.step) && isTyped(use));
  for (const [i, one] of typed.entries()) {
    for (const other of typed.slice(i + 1)) {
      if (one.step === other.step || one.field['bind'] !== other.field['bind']) continue;
      const [first, second] =
        line.indexOf(one.step ?? '') < line.indexOf(other.step ?? '') ? [one, other] : [other, one];
      const [before, after] = [first, second].map((use) => conditions(use, flow?.steps[use.step ?? ''] ?? {}));
      // Told only when whoever is asked the second time was certainly asked the first time: no condition of its own, no
      // way that jumps over it.
      const jumped = line
        .slice(line.indexOf(first.step ?? '') + 1, line.indexOf(second.step ?? '') + 1)
        .some((id) => targets.has(id));
      if (jumped || !before || !after || ![...before].every((condition) => after.has(condition))) continue;
      yield at(second.written, 'bind', {
        message: `"${text(second.field['bind']) ?? ''}" was already asked on the page "${first.step ?? ''}": while somebody types here, the earlier answer is wrong again and they are sent back there.`,
        fix: 'Bind it to an answer of its own and "set" the earlier one when the page is left, or ask only one of the two.',
      });
    }
  }
}

export const twice: Concern = function* ({ scenes }) {
  for (const scene of scenes) yield* ofScene(scene);
};
