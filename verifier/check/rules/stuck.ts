/** Pages whose fields and checks nobody can meet together, though each alone can be met. */
import { isObject, list } from '../../../compile/json-types.ts';
import type { Problem } from '../../../compile/types.ts';
import { sentence } from '../../words/sentence.ts';
import { certainFor, impossible, is, minimal, somebody } from '../setting/ask.ts';
import { conditionsOf, heldBy } from '../setting/held.ts';
import { problemAt } from '../setting/say.ts';
import type { Setting } from '../setting/setting.ts';
import type { SettingRule } from '../rule.ts';

export const RULE: SettingRule = {
  codes: ['never'],
  severity: 'concern',
  says: 'The fields and checks of a page cannot be met together, though each alone can: nobody gets past it.',
  remedy: 'Mend one of the checks, or the limits of a field.',
  bad: [
    [
      'flows/loan/steps/about.json',
      '"checks": [{ "assert": "is-adult"',
      '"checks": [{ "assert": { "<": [{ "var": "values.age" }, 17] }, "at": "birth", "message": "Too old" }, { "assert": »"is-adult"',
    ],
  ],
  good: [
    [
      'flows/loan/steps/about.json',
      '"checks": [{ "assert": "is-adult"',
      '"checks": [{ "assert": { "<": [{ "var": "values.age" }, 90] }, "at": "birth", "message": "Too old" }, { "assert": "is-adult"',
    ],
  ],
  find: stuck,
};

/** Every page with checks. A check that nobody meets by itself, or after the pages before, is told where it stands. */
function* stuck(setting: Setting): Generator<Problem> {
  const whens = conditionsOf(setting.rules);
  for (const [id, step] of Object.entries(setting.flow.steps)) {
    const checks = list(step['checks']).flatMap((check) => (isObject(check) ? (whens.get(check) ?? []) : []));
    const [first] = checks;
    if (!first) continue;
    const here = [...checks.flatMap((check) => certainFor(check, setting)), ...first.within.map(is)];
    if (impossible(here, setting) || checks.some((check) => impossible([...here, is(check)], setting))) continue;
    const held = heldBy({ id, step }, whens, setting.scene.uses);
    if (!impossible([...here, ...held], setting)) continue;
    const together = minimal(held, (some) => impossible([...here, ...some], setting));
    const at = checks.findLast(({ logic }) => together.some((one) => one.logic === logic)) ?? first;
    const parts = together.map(({ written }) => `“${sentence(written, setting.words)}”`).join(' and ');
    yield problemAt(at.holder, at.key, {
      code: 'never',
      message: `Nobody can get past the page "${setting.words.step(id)}": ${parts} cannot be met together.`,
      fix: 'Mend one of them.',
      example: somebody([...here, ...together.slice(0, -1)], setting),
    });
  }
}
