/** Parts of a page of which exactly one is to be shown (`oneOf`): never two, never none. */
import { itemsInside } from '../../../compile/emit/layout.ts';
import { isObject, list } from '../../../compile/json-types.ts';
import type { Problem } from '../../../compile/types.ts';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import type { Goal } from '../../logic/settle.ts';
import { givenWords } from '../../words/sentence.ts';
import { certainFor, impossible, is, isNot, readBy, somebody } from '../setting/ask.ts';
import { problemAt, said } from '../setting/say.ts';
import type { Setting } from '../setting/setting.ts';
import type { SettingRule } from '../rule.ts';

export const RULE: SettingRule = {
  codes: ['oneOf'],
  severity: 'concern',
  says: 'Of the parts of a `oneOf` exactly one is to be shown: here somebody sees two of them, or none.',
  remedy: 'Let one condition leave out whom the other takes; add the part that is missing, or widen a condition.',
  bad: [
    [
      'flows/loan/steps/sign.json',
      '{ "copy": "You ask',
      '{ "oneOf": [{ "copy": "Much", "when": { ">=": [{ "var": "answers.loan.amount" }, 30000] } }, { "copy": "Little", "when": »{ "<=": [{ "var": "answers.loan.amount" }, 30000] } }] }, { "copy": "You ask',
    ],
  ],
  good: [
    [
      'flows/loan/steps/sign.json',
      '{ "copy": "You ask',
      '{ "oneOf": [{ "copy": "Much", "when": { ">=": [{ "var": "answers.loan.amount" }, 30000] } }, { "copy": "Little", "when": { "<": [{ "var": "answers.loan.amount" }, 30000] } }] }, { "copy": "You ask',
    ],
  ],
  find: oneOf,
};

/** Every `oneOf` of the flow's pages and dialogs. */
function* oneOf(setting: Setting): Generator<Problem> {
  const conditions = new Map(
    setting.rules.filter(({ decides }) => decides === 'item').map((rule) => [rule.holder, rule]),
  );
  for (const doc of [...Object.values(setting.flow.steps), ...Object.values(setting.flow.dialogs)]) {
    for (const holder of holders(list(doc['layout']))) {
      const rules = list(holder['oneOf']).flatMap((item) => (isObject(item) ? (conditions.get(item) ?? []) : []));
      const [first] = rules;
      if (!first) continue;
      const here: readonly Goal[] = [...rules.flatMap((rule) => certainFor(rule, setting)), ...first.within.map(is)];
      if (impossible(here, setting)) continue;
      for (const [at, rule] of rules.entries()) {
        for (const other of rules.slice(0, at)) {
          const both = somebody([...here, is(other), is(rule)], setting);
          if (both)
            yield problemAt(rule.holder, rule.key, {
              code: 'oneOf',
              message: `Two parts that exclude each other are shown together when ${givenWords(readBy(both, [other, rule]), setting.words)}: ${said([other], setting)}; ${said([rule], setting)}.`,
              fix: 'Let one condition leave out whom the other takes.',
              example: both,
            });
        }
      }
      const none = somebody([...here, ...rules.map(isNot)], setting);
      if (none)
        yield problemAt(holder, 'oneOf', {
          code: 'oneOf',
          message: `One of these parts must be shown, but none is when ${givenWords(readBy(none, rules), setting.words)}.`,
          fix: 'Add the part that is missing, or widen the condition of one.',
          example: none,
        });
    }
  }
}

function holders(items: readonly Json[]): readonly JsonObject[] {
  return items.flatMap((item) =>
    isObject(item) ? [...(item['oneOf'] === undefined ? [] : [item]), ...holders(itemsInside(item))] : [],
  );
}
