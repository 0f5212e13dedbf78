/** Entries: steps at whose address a way may begin, where nothing on the server says how it has to. */
import { isKeptByServer } from '../facts.ts';
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { readsOfRule } from '../checks/unfolded.ts';
import type { Scene } from '../world.ts';

export const RULE: CompileRule = {
  codes: ['entry'],
  severity: 'refused',
  says: 'A step is an entry of a journey that the server stores, or its condition reads an answer: the server would refuse what is done there, because the way to it was never gone.',
  remedy:
    'Keep entries in flows that say `"saves": "session"` or `"none"`, and let their conditions read the person, the loan, results kept for the session or flags.',
  bad: [['flows/loan/steps/link.json', '"kind": "form",', '"kind": "form",\n  "entry": »true,']],
  good: [
    ['flows/loan/flow.json', '"saves": "application",', '"saves": "session",'],
    ['flows/loan/steps/link.json', '"kind": "form",', '"kind": "form",\n  "entry": true,'],
  ],
  *find({ scenes }) {
    for (const scene of scenes) yield* entriesOf(scene);
  },
};

function* entriesOf(scene: Scene): Generator<Finding> {
  const { flow } = scene;
  if (!flow) return;
  for (const [id, step] of Object.entries(flow.steps)) {
    const entry = step['entry'];
    if (entry === undefined || entry === false) continue;
    if (isKeptByServer(flow))
      yield at(step, 'entry', {
        message: `The step "${id}" is an entry, but the server stores the journey "${flow.id}" and lets nobody begin in its middle.`,
        fix: 'Delete "entry", or let flow.json say "saves": "session".',
      });
    const read = readsOfRule(entry, scene).find((path) => /^(answers|typed)\./.test(path));
    if (read !== undefined)
      yield at(step, 'entry', {
        message: `Whether the step "${id}" is an entry hangs on "${read}", which is not known yet where a way begins.`,
        fix: 'Let the condition read the person, results kept for the session, flags or the day.',
      });
  }
}
