/** Cookies that acts write: declared with their age, and with nothing in them that is anybody's own. */
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { readsOf } from '../checks/unfolded.ts';
import { cookieAges, schemaBelow } from '../facts.ts';
import { didYouMean } from '../suggest.ts';
import type { SetUse } from '../used.ts';
import type { Scene, World } from '../world.ts';

/** Facts that belong to a person: a cookie goes along with every request and stays on the device. */
const PERSONAL = ['answers', 'typed', 'customer', 'application', 'session', 'results', 'payload', 'item'];

/** What a choice is made of: a cookie declared as a preference of the browser may hold it. */
const CHOSEN = ['payload', 'item'];

export const RULE: CompileRule = {
  codes: ['cookie'],
  severity: 'refused',
  says: 'An act writes a cookie of which nothing says how long it lives, or writes something of the person into one, where it stays on the device and goes along with every request.',
  remedy:
    'Give the cookie "maxAgeSeconds" in schemas/facts.json, and write plain words, or facts of the brand, the address and the day.',
  bad: [
    [
      'flows/loan/steps/about.json',
      '"id": "continue",',
      '"id": "continue",\n      "set": { »"cookies.brand": "elm" },',
    ],
  ],
  good: [
    [
      'flows/loan/steps/about.json',
      '"id": "continue",',
      '"id": "continue",\n      "set": { "cookies.welcomeModal": "seen" },',
    ],
  ],
  *find(world) {
    for (const scene of world.scenes) for (const set of scene.uses.sets) yield* written(set, scene, world);
  },
};

function* written({ path, value, holder }: SetUse, scene: Scene, { source }: World): Generator<Finding> {
  const [root = '', ...rest] = path.split('.');
  if (root !== 'cookies') return;
  const ages = cookieAges(source);
  const name = rest.join('.');
  if (ages[name] === undefined) {
    const known = Object.keys(ages).map((one) => `cookies.${one}`);
    const declared = schemaBelow(source.facts['cookies'], rest) !== undefined;
    yield at(holder, path, {
      cause: `fact ${path}`,
      message: declared
        ? `Nothing says how long the cookie "${name}" lives, so nothing may write it.`
        : `There is no cookie "${name}".`,
      fix: declared
        ? 'Add "maxAgeSeconds" to it in schemas/facts.json.'
        : didYouMean(path, known, 'Declare it in schemas/facts.json with "maxAgeSeconds".'),
    });
    return;
  }
  const kept = schemaBelow(source.facts['cookies'], rest)?.['preference'] === true ? CHOSEN : [];
  const personal = readsOf(value, scene).find((read) => {
    const from = read.split('.')[0] ?? '';
    return PERSONAL.includes(from) && !kept.includes(from);
  });
  if (personal !== undefined)
    yield at(holder, path, {
      message: `The cookie "${name}" would hold "${personal}", which is the person's own.`,
      fix: 'Write plain words, or facts of the brand, the address and the day. A choice that tells nothing of a person, like a store, may stand in a cookie that schemas/facts.json declares with "preference": true.',
    });
}
