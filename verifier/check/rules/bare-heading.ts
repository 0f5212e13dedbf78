/** Groups with a heading of which somebody sees nothing but the heading. */
import { itemsInside } from '../../../compile/emit/layout.ts';
import { isObject, list, text } from '../../../compile/json-types.ts';
import type { Problem } from '../../../compile/types.ts';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import type { PlacedRule } from '../../rules/placed.ts';
import { givenWords } from '../../words/sentence.ts';
import type { SettingRule } from '../rule.ts';
import { certainFor, impossible, is, isNot, readBy, somebody } from '../setting/ask.ts';
import { conditionsOf, type Conditions } from '../setting/held.ts';
import { problemAt } from '../setting/say.ts';
import type { Setting } from '../setting/setting.ts';

export const RULE: SettingRule = {
  codes: ['bare-heading'],
  severity: 'concern',
  says: 'A group has a title, and each of its parts a condition: somebody for whom none of them holds sees the title with nothing below it.',
  remedy: 'Give the group a `when` that holds only where one of its parts is shown.',
  bad: [
    [
      'flows/loan/steps/income.json',
      '["type", "employer", "gross"]',
      '["type", { "group": ["employer"], "title": »"Your employer" }, "gross"]',
    ],
  ],
  good: [
    [
      'flows/loan/steps/income.json',
      '["type", "employer", "gross"]',
      '["type", { "group": ["employer"], "title": "Your employer", "when": { "==": [{ "var": "answers.incomeInformation.type" }, "E"] } }, "gross"]',
    ],
  ],
  find: bareHeadings,
};

/** Every group with a title all of whose parts have conditions. */
function* bareHeadings(setting: Setting): Generator<Problem> {
  const whens = conditionsOf(setting.rules);
  for (const [step, doc] of Object.entries(setting.flow.steps)) {
    const fields = isObject(doc['fields']) ? doc['fields'] : {};
    const own = whens.get(doc);
    for (const { group, within } of groups(list(doc['layout']), own ? [own] : [], whens)) {
      const parts = itemsInside(group).map((item) => {
        const field = typeof item === 'string' ? fields[item] : item;
        return isObject(field) ? whens.get(field) : undefined;
      });
      const rules = parts.filter((part) => part !== undefined);
      const [first] = rules;
      if (!first || rules.length < parts.length) continue;
      const here = [...certainFor(first, setting), ...within.map(is)];
      if (impossible(here, setting)) continue;
      const example = somebody([...here, ...rules.map(isNot)], setting);
      if (example)
        yield problemAt(group, 'title', {
          code: 'bare-heading',
          message: `Under "${text(group['title']) ?? ''}" on the page "${setting.words.step(step)}" nothing stands when ${givenWords(readBy(example, rules), setting.words)}.`,
          fix: 'Give the group a "when" that holds only where one of its parts is shown.',
          example,
        });
    }
  }
}

/** The groups of a page that have a title, with the conditions around each. */
function* groups(
  items: readonly Json[],
  around: readonly PlacedRule[],
  whens: Conditions,
): Generator<{ readonly group: JsonObject; readonly within: readonly PlacedRule[] }> {
  for (const item of items) {
    if (!isObject(item)) continue;
    const rule = whens.get(item);
    const within = rule ? [...around, rule] : around;
    if (item['group'] !== undefined && text(item['title']) !== undefined) yield { group: item, within };
    yield* groups(itemsInside(item), within, whens);
  }
}
