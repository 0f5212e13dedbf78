/** Locks of a flow: they name answers that somebody is asked, and their conditions do not hang on what they lock. */
import { overlap } from '../../runtime/core/shape.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { isObject, list, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import type { Scene } from '../world.ts';
import { at, type Check, type Finding } from './check.ts';
import { readsOfRule } from './unfolded.ts';

const NOTHING = { typed: [], item: false, payload: false, arithmetic: false };

function* pathsOf(
  paths: readonly Json[],
  { scene, asked, within }: { scene: Scene; asked: readonly string[]; within: readonly string[] },
): Generator<Finding> {
  for (const [i, one] of paths.entries()) {
    const path = String(one);
    if (path === '*') continue;
    const found = scene.facts.find(`answers.${path}`, NOTHING);
    if (!found.found)
      yield at(paths, i, {
        message: `There is no answer "${path}".`,
        fix: didYouMean(path, asked, 'Name an answer of schemas/facts.json as a field binds it, or a group of them.'),
      });
    else if (!asked.some((bind) => overlap(bind, path)))
      yield at(paths, i, {
        message: `Nobody is asked "${path}" in this flow, and nothing sets it: there is nothing to lock.`,
        fix: didYouMean(path, asked, 'Name an answer that a step of this flow asks.'),
      });
    else if (!within.includes('*') && !within.some((root) => overlap(root, path)))
      yield at(paths, i, {
        message: `"${path}" is excepted, but the lock does not hold it.`,
        fix: 'Name an answer below one of "answers", or take it out.',
      });
  }
}

export const locks: Check = {
  *scene(scene) {
    if (!scene.flow) return;
    const sets = scene.uses.sets.map(({ path, from }) => ({ path: path.replace(/^answers\./, ''), from }));
    const asked = [
      ...scene.uses.fields.flatMap(({ field }) => text(field['bind']) ?? []),
      ...sets.map(({ path }) => path),
    ];
    for (const lock of list(scene.flow.flow['locks'])) {
      if (!isObject(lock)) continue;
      const answers = list(lock['answers']);
      yield* pathsOf(answers, { scene, asked, within: answers.map(String) });
      yield* pathsOf(list(lock['except']), { scene, asked, within: answers.map(String) });
      const left = list(lock['set']);
      yield* pathsOf(left, { scene, asked, within: answers.map(String) });
      for (const [i, path] of left.entries())
        if (!sets.some((one) => one.from === 'action' && overlap(one.path, String(path))))
          yield at(left, i, {
            message: `No action sets "${String(path)}": the lock leaves it to nobody.`,
            fix: 'Name an answer that the "set" of an action writes, or take it out.',
          });
      const read = readsOfRule(lock['when'], scene).find((path) => path.split('.')[0] === 'answers');
      if (read !== undefined)
        yield at(lock, 'when', {
          message: `The lock hangs on the answer "${read}", which the applicant could change.`,
          fix: 'Let it hang on the application or on the result of a call, for example {"!=": [{"var": "application.progress"}, "UNSUBMITTED"]}.',
        });
    }
  },
};
