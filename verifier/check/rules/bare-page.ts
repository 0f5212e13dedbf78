/** Pages of which somebody sees the title and the buttons alone. */
import { isObject, list } from '../../../compile/json-types.ts';
import type { Problem } from '../../../compile/types.ts';
import { givenWords } from '../../words/sentence.ts';
import type { SettingRule } from '../rule.ts';
import { certainFor, impossible, is, isNot, readBy, somebody } from '../setting/ask.ts';
import { conditionsOf } from '../setting/held.ts';
import { problemAt } from '../setting/say.ts';
import type { Setting } from '../setting/setting.ts';

export const RULE: SettingRule = {
  codes: ['bare-page'],
  severity: 'concern',
  says: 'Each part of a page has a condition, questions that a state asks among them: somebody for whom none of them holds comes to a page with nothing on it.',
  remedy: 'Give the page a `when` that holds only where one of its parts is shown, or a part that everybody sees.',
  bad: [
    [
      'flows/loan/steps/signed.json',
      '"layout": [{ "copy": "Your money is on its way." }]',
      '"layout": »[{ "copy": "Your money is on its way.", "when": "state-is-texas" }]',
    ],
  ],
  good: [
    [
      'flows/loan/steps/signed.json',
      '"layout": [{ "copy": "Your money is on its way." }]',
      '"layout": [{ "copy": "Your money is on its way.", "when": "state-is-texas" }, { "copy": "We write soon." }]',
    ],
  ],
  find: barePages,
};

/** Every page all of whose parts have conditions that somebody who comes to it does not meet. */
function* barePages(setting: Setting): Generator<Problem> {
  const whens = conditionsOf(setting.rules);
  for (const [step, doc] of Object.entries(setting.flow.steps)) {
    const fields = isObject(doc['fields']) ? doc['fields'] : {};
    const parts = list(doc['layout']).map((item) => {
      const part = typeof item === 'string' ? fields[item] : item;
      return isObject(part) ? whens.get(part) : undefined;
    });
    const rules = parts.filter((part) => part !== undefined);
    const [first] = rules;
    if (!first || rules.length < parts.length) continue;
    const own = whens.get(doc);
    const here = [...certainFor(first, setting), ...(own ? [is(own)] : [])];
    if (impossible(here, setting)) continue;
    const example = somebody([...here, ...rules.map(isNot)], setting);
    if (example)
      yield problemAt(doc, 'layout', {
        code: 'bare-page',
        message: `Nothing stands on the page "${setting.words.step(step)}" when ${givenWords(readBy(example, rules), setting.words)}.`,
        fix: 'Give the page a "when" that holds only where one of its parts is shown, or a part that everybody sees.',
        example,
      });
  }
}
