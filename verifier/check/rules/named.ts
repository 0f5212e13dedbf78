/** Named rules that never or always hold at all. */
import type { Problem } from '../../../compile/types.ts';
import { operation, unfold } from '../../domain/atoms.ts';
import { sentence } from '../../words/sentence.ts';
import type { SettingRule } from '../rule.ts';
import { alwaysTrue, impossible, nearly, somebody } from '../setting/ask.ts';
import { problemAt } from '../setting/say.ts';
import type { Setting } from '../setting/setting.ts';

export const RULE: SettingRule = {
  codes: ['never', 'always'],
  unlessElsewhere: ['never', 'always'],
  severity: 'concern',
  says: 'A named rule never holds, or holds for everybody, whoever asks it.',
  remedy: 'Mend the rule so that it says what its sentence says, or delete it with everything that asks it.',
  bad: [
    [
      'flows/loan/rules/earns-too-little.json',
      '{ "<": [{ "var": "answers.incomeInformation.amountGross" }, 100000] }',
      '»{ "and": [{ "<": [{ "var": "answers.incomeInformation.amountGross" }, 100000] }, { ">": [{ "var": "answers.incomeInformation.amountGross" }, 200000] }] }',
    ],
  ],
  good: [
    [
      'flows/loan/rules/earns-too-little.json',
      '{ "<": [{ "var": "answers.incomeInformation.amountGross" }, 100000] }',
      '{ "and": [{ "<": [{ "var": "answers.incomeInformation.amountGross" }, 200000] }, { ">": [{ "var": "answers.incomeInformation.amountGross" }, 100000] }] }',
    ],
  ],
  isFirst: true,
  find: named,
};

/** Named rules of the flow that never or always hold by themselves, at their own file. */
function* named(setting: Setting): Generator<Problem> {
  for (const [name, doc] of Object.entries(setting.flow.rules)) {
    const logic = unfold(doc['rule'], setting.names);
    if (operation(logic) === undefined) continue;
    const says = sentence({ rule: name }, setting.words);
    if (impossible([{ logic, wanted: 'true' }], setting))
      yield problemAt(doc, 'rule', {
        code: 'never',
        message: `The rule "${name}" never holds: nobody fits “${sentence(doc['rule'], setting.words)}”.`,
        fix: `Mend it so that it says what its sentence says (“${says}”), or delete it with everything that asks it.`,
        example: nearly(logic, [], setting),
      });
    else if (alwaysTrue([], logic, setting))
      yield problemAt(doc, 'rule', {
        code: 'always',
        message: `The rule "${name}" holds for everybody: all fit “${sentence(doc['rule'], setting.words)}”.`,
        fix: `Mend it so that it says what its sentence says (“${says}”), or delete it and every "when" that asks it.`,
        example: somebody([{ logic, wanted: 'true' }], setting),
      });
  }
}
