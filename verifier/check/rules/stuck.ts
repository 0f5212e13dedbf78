/** Pages whose fields and checks nobody can meet together, though each alone can be met. */
import { isObject, list } from '../../../compile/json-types.ts';
import type { Problem } from '../../../compile/types.ts';
import { sentence } from '../../words/sentence.ts';
import { certainFor, impossible, is, minimal, somebody } from './ask.ts';
import { conditionsOf, heldBy } from './held.ts';
import { problemAt } from './say.ts';
import type { Setting } from './setting.ts';

/** Every page with checks. A check that nobody meets by itself, or after the pages before, is told where it stands. */
export function* stuck(setting: Setting): Generator<Problem> {
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
