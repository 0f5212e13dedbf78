/** What a channel told last: words of its own page read it, and nothing that decides. */
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { readsOf } from '../checks/unfolded.ts';
import { pieces } from '../emit/text.ts';
import type { Scene, World } from '../world.ts';

const STEP = 'flows/loan/steps/signed.json';
const LISTENS: readonly [string, string, string] = [
  STEP,
  '"kind": "form",',
  '"kind": "form",\n  "listen": [{ "channel": "application", "as": "news", "on": { "ORIGINATED": { "stay": true } } }],',
];

export const RULE: CompileRule = {
  codes: ['heard'],
  severity: 'refused',
  says: 'The last message of a channel decides something, is sent, is read by another page than the one that listens, or has the name of a result that a call brings. A message may come late, twice or never, and the server knows nothing of what a page has heard.',
  remedy:
    'Read it in words of the page that listens; let an event under "on" decide, or ask by a call what must be known.',
  bad: [
    LISTENS,
    [
      STEP,
      '"layout": [',
      '"layout": [{ "copy": "Done.", "when": { »"==": [{ "var": "results.news.status" }, "ORIGINATED"] } }, ',
    ],
  ],
  good: [LISTENS, [STEP, '"layout": [', '"layout": [{ "copy": "It stands at {{results.news.status}}." }, ']],
  *find(world) {
    for (const scene of world.scenes) if (scene.uses.heard.length > 0) yield* misread(scene, world);
  },
};

function* misread(scene: Scene, world: World): Generator<Finding> {
  const brought = new Set(
    world.scenes
      .filter(({ brand }) => brand.id === scene.brand.id)
      .flatMap(({ uses }) => uses.calls.map(({ call }) => call['as'])),
  );
  for (const { holder, key, as, step } of scene.uses.heard) {
    const name = `results.${as}`;
    const reads = (path: string): boolean => path === name || path.startsWith(`${name}.`);
    if (brought.has(as))
      yield at(holder, key, {
        message: `"${as}" is the name of what a call brings.`,
        fix: 'Give the message a name of its own.',
      });
    for (const use of scene.uses.expressions)
      if (readsOf(use.expression, scene).some(reads))
        yield at(use.holder, use.key, {
          message: `This reads "${name}", which a message told: it may come late, twice or never.`,
          fix: 'Read it in words alone, and let an event under "on" of the channel decide.',
        });
    for (const use of scene.uses.texts)
      if (use.step !== step && pieces(use.text).some((piece) => typeof piece !== 'string' && reads(piece.path)))
        yield at(use.holder, use.key, {
          message: `"${name}" is gone once the page that listens is left.`,
          fix: 'Read it on that page, or ask by a call what this page needs.',
        });
  }
}
