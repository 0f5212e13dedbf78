/** A fixture that is wrong fails, whoever plays it: the engine alone, the server, the browser. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { readFiles } from '../../compile/disk.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { root } from '../../scripts/lib/paths.ts';
import { onEachBrand } from '../../verifier/fixture/brands.ts';
import { readFixture, type Fixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { openTheater, type Theater } from './theater.ts';

const folders = [root, join(root, 'tests/harness/tour')];
const files = readFiles(folders);
const file = 'flows/tour/fixtures/no-pet.json';
const right = JSON.parse(files[file] ?? '{}') as {
  readonly do: readonly Json[];
  readonly expect: { readonly shown: { readonly pages: Readonly<Record<string, readonly string[]>> } };
};
const fixtureOf = (change: JsonObject): Fixture => readFixture(file, JSON.stringify({ ...right, ...change }));
const doing = (...list: readonly Json[]): JsonObject => ({ do: list, expect: {} });

const [asked] = right.do;
/** What is wrong, and what every executor must say of each. */
const WRONG: readonly (readonly [what: string, fixture: Fixture, says: readonly RegExp[]])[] = [
  [
    'an answer that is not asked',
    fixtureOf(doing({ answer: { pet: 'NO', name: 'Rex' } })),
    [/^tour\/ask does not ask name/],
  ],
  [
    'an answer to a question that the page does not have',
    fixtureOf(doing({ answer: { pet: 'NO', breed: 'Collie' } })),
    [/^tour\/ask does not ask breed/],
  ],
  [
    'an answer that the page says, since there is no other',
    fixtureOf(doing({ answer: { pet: 'NO', care: 'YOU' } })),
    [/^tour\/ask does not ask care; there is one choice alone, and the page says it/],
  ],
  [
    'an answer that the brand of the fixture leaves no choice in',
    fixtureOf({ brand: 'pocket', ...doing({ answer: { pet: 'NO', home: 'INSIDE' } }) }),
    [/^tour\/ask does not ask home; there is one choice alone, and the page says it/],
  ],
  [
    'an answer that can no longer be changed',
    fixtureOf(doing({ answer: { pet: 'NO', number: '12' } })),
    [/^tour\/ask does not ask number/],
  ],
  ['a button that is not there', fixtureOf(doing(asked ?? {}, { press: 'more' })), [/^tour\/ask has no button more/]],
  [
    'a button of the header whose condition does not hold',
    fixtureOf(doing({ press: 'enough' })),
    [/^tour\/ask has no button enough/],
  ],
  [
    'a dialog that is not open',
    fixtureOf(doing({ dialog: 'yes' })),
    [/^no dialog with the button yes is open at tour\/ask/],
  ],
  ['a link that is not there', fixtureOf(doing({ link: 'Read more' })), [/^tour\/ask has no link "Read more"/]],
  [
    'a page where it is not, and what is left undone',
    fixtureOf(doing(asked ?? {}, { at: 'tour/more' })),
    [/tour\/more was not reached: the page is tour\/ask/, /^do\[1\]: stopped at tour\/ask, after tour\/ask$/],
  ],
  [
    'less time than anything takes',
    fixtureOf(doing(...right.do.slice(0, 2), { at: 'tour/wait', elapse: 59 })),
    [/^nothing happens at tour\/wait within 59 s/],
  ],
  [
    'a step never reached, another end, a call not made, other lines, links and words, a document not shown, a message that is not there',
    fixtureOf({
      expect: {
        path: ['tour/ask', 'tour/more', 'tour/wait', 'tour/done'],
        never: ['tour/wait', 'tour/more'],
        end: 'tour/done',
        calls: ['products', 'version'],
        errors: { pet: 'Say it' },
        shown: {
          disclosures: ['privacy-notice'],
          pages: {
            'tour/wait': ['We look around', 'Two minutes, please.'],
            'tour/ask': [
              'Do you have a pet?',
              'Your pet',
              ...(right.expect.shown.pages['tour/ask']?.filter(
                (line) => !line.endsWith('pet') && !line.endsWith('pet?'),
              ) ?? []),
            ],
          },
          links: { 'tour/ask': ['Find a Store', 'Log In'], 'tour/more': [] },
        },
        text: { 'tour/done': ['That was all.'] },
      },
    }),
    [
      /^path: expected .*; never reached: tour\/more$/,
      /^never: tour\/wait was reached$/,
      /^calls: number 2 is missing, expected version; made: products$/,
      /^errors\.pet: expected "Say it"; the page says ""$/,
      /^not shown: privacy-notice$/,
      /^tour\/wait no longer says "Two minutes, please\."/,
      /^tour\/ask says the same in another order$/,
      /^shown\.links: around tour\/ask stand "That is enough", "Find a Store", "Get Answers", "Log In"; expected "Find a Store", "Log In"$/,
      /^shown\.links: nothing was done on tour\/more, so it was not looked at$/,
      /^text: tour\/done does not say "That was all\."$/,
    ],
  ],
  [
    'a call made and not expected, another end',
    fixtureOf({ expect: { calls: [], end: 'tour/more' } }),
    [
      /^calls: number 1 is products, expected no more; made: products$/,
      /^end: expected tour\/more; came to tour\/done$/,
    ],
  ],
];
/** Where it is played beside its own brand, what that brand leaves no choice in is passed over, and nothing else is. */
const [, ELSEWHERE] = onEachBrand(
  fixtureOf({
    alsoOn: ['pocket'],
    do: [{ answer: { pet: 'NO', home: 'OUTSIDE' } }, ...right.do.slice(1)],
    expect: { path: ['tour/ask', 'tour/wait', 'tour/done'], text: { 'tour/ask': ['Inside'] } },
  }),
);
const [, WRONG_ELSEWHERE] = onEachBrand(
  fixtureOf({ alsoOn: ['pocket'], ...doing({ answer: { pet: 'NO', name: 'Rex' } }) }),
);
if (!ELSEWHERE || !WRONG_ELSEWHERE) throw new Error('A fixture with `alsoOn` is none on a further brand.');
const told = (says: readonly RegExp[]): unknown =>
  expect.arrayContaining(says.map((one) => expect.stringMatching(one) as unknown));

describe('the engine alone', () => {
  let play: (fixture: Fixture) => readonly string[];
  beforeAll(async () => {
    const load = await loadContent(files, { env: 'local', today: '2026-11-20' });
    if ('problems' in load)
      throw new Error(load.problems.map((one) => `${one.file}:${one.line}: ${one.message}`).join('\n'));
    play = (fixture) => runFixture(productNamed(load.loaded.products, fixture.brand), fixture).failures;
  });
  test('passes the right one', () => expect(play(fixtureOf({}))).toEqual([]));
  test.each(WRONG)('fails for %s', (_, fixture, says) => expect(play(fixture)).toEqual(told(says)));
  test('passes over what another brand leaves no choice in', () => {
    expect(play(ELSEWHERE)).toEqual([]);
    expect(play(WRONG_ELSEWHERE)).toEqual(told([/^tour\/ask does not ask name/]));
  });
  test('fails for a line too many', () =>
    expect(play(fixtureOf({ expect: { shown: { pages: { 'tour/wait': ['We look around'] } } } }))).toEqual([
      'tour/wait now says "One minute, please."',
    ]));
});

/**
 * How many fixtures are played at the same time: what is wrong shows after a wait only where a page does not come.
 * Twenty pages that begin in the same moment keep each other waiting for longer than a page is waited for.
 */
const AT_ONCE = { server: 20, browser: 5 };

describe.each(['server', 'browser'] as const)('the %s', (kind) => {
  let theater: Theater;
  let played: readonly (readonly string[])[];
  beforeAll(async () => {
    theater = await openTheater(kind, { CONTENT_DIR: folders.join(':') });
    // The one that looks at the most comes first, and alone: the inspection, which is made once on each page and leaves
    // the list of what is missing standing, must change nothing of what a fixture sees.
    const [most] = WRONG.toSorted(([, , a], [, , b]) => b.length - a.length).map(([, fixture]) => fixture);
    const first = most && (await theater.play(most));
    const all = [fixtureOf({}), ...WRONG.map(([, fixture]) => fixture), ELSEWHERE, WRONG_ELSEWHERE];
    const heard: (readonly string[])[] = [];
    for (let from = 0; from < all.length; from += AT_ONCE[kind])
      heard.push(
        ...(await Promise.all(
          all
            .slice(from, from + AT_ONCE[kind])
            .map(async (fixture) => (fixture === most && first ? first : await theater.play(fixture))),
        )),
      );
    played = heard;
  });
  afterAll(() => theater?.close());
  test('passes the right one', () => expect(played[0]).toEqual([]));
  test.each(WRONG.map(([what, , says], index) => [what, says, index + 1] as const))('fails for %s', (_, says, index) =>
    expect(played[index]).toEqual(told(says)),
  );
  test('passes over what another brand leaves no choice in', () =>
    expect(played.slice(-2)).toEqual([[], told([/^tour\/ask does not ask name/])]));
});
