/** Fields that must be answered but leave somebody, or everybody, nothing to choose. */
import { isObject, list } from '../../../compile/json-types.ts';
import type { Problem } from '../../../compile/types.ts';
import type { Goal } from '../../logic/settle.ts';
import type { PlacedRule } from '../../rules/placed.ts';
import { givenWords } from '../../words/sentence.ts';
import { certainFor, impossible, is, isNot, readBy, somebody } from '../setting/ask.ts';
import { problemAt } from '../setting/say.ts';
import type { Setting } from '../setting/setting.ts';
import type { SettingRule } from '../rule.ts';

export const RULE: SettingRule = {
  codes: ['choices'],
  severity: 'concern',
  says: 'A question that must be answered leaves somebody, or everybody, no choice: each choice has a condition, and there are people for whom none of them holds.',
  remedy: 'Offer a choice there too, ask the question only where there is one, or lead these people elsewhere before.',
  bad: [
    ['flows/loan/steps/numbers.json', '"choices": [', '"choices": »['],
    ['flows/loan/steps/numbers.json', '"label": "Checking" }', '"label": "Checking", "when": "state-is-texas" }'],
    [
      'flows/loan/steps/numbers.json',
      '"label": "Savings" }',
      '"label": "Savings", "when": { "==": [{ "var": "answers.contactInformation.address.stateCode" }, "CA"] } }',
    ],
  ],
  good: [['flows/loan/steps/numbers.json', '"label": "Checking" }', '"label": "Checking", "when": "state-is-texas" }']],
  find: choices,
};

/** Fields all of whose choices have conditions. A field that need not be answered may be left without a choice. */
function* choices(setting: Setting): Generator<Problem> {
  for (const rules of offers(setting)) {
    const [first] = rules;
    if (!first) continue;
    const field = setting.flow.steps[first.step ?? '']?.['fields'];
    const written = isObject(field) ? field[first.field ?? ''] : undefined;
    if (!isObject(written) || list(written['choices']).length !== rules.length) continue;
    const required = setting.rules.find(({ decides, holder }) => decides === 'required' && holder === written);
    if (!required && written['required'] === false) continue;
    const asked: readonly Goal[] = [
      ...certainFor(first, setting),
      ...first.within.map(is),
      ...(required ? [is(required)] : []),
    ];
    if (impossible(asked, setting)) continue;
    const what = `the field ${setting.words.field(first.step ?? '', first.field ?? '')} must be answered`;
    if (rules.every((rule) => impossible([...asked, is(rule)], setting)))
      yield problemAt(written, 'choices', {
        code: 'choices',
        message: `Nobody can get past this page: ${what}, but no choice is ever offered.`,
        fix: 'Mend the conditions of the choices.',
        example: somebody(asked, setting),
      });
    else {
      const example = somebody([...asked, ...rules.map(isNot)], setting);
      if (example)
        yield problemAt(written, 'choices', {
          code: 'choices',
          message: `Somebody cannot get past this page: ${what}, but no choice is offered when ${givenWords(readBy(example, rules), setting.words)}.`,
          fix: 'Offer a choice there too, ask the field only where there is one, or lead these people elsewhere before.',
          example,
        });
    }
  }
}

/** The conditions of the choices of each field. */
function offers({ rules }: Setting): readonly (readonly PlacedRule[])[] {
  const found = new Map<string, PlacedRule[]>();
  for (const rule of rules) {
    if (rule.decides !== 'choice') continue;
    const key = `${rule.step ?? ''}/${rule.field ?? ''}`;
    found.set(key, [...(found.get(key) ?? []), rule]);
  }
  return [...found.values()];
}
