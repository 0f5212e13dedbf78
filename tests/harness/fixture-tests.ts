/** One test for each fixture of the project, on the real product. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFiles } from '../../compile/disk.ts';
import type { Files } from '../../compile/index.ts';
import { root } from '../../scripts/lib/paths.ts';
import type { Fixture } from '../../verifier/fixture/fixture.ts';
import { isMoved } from '../../verifier/fixture/brands.ts';
import { fewest } from './fewest.ts';
import { Inspector } from './inspector.ts';
import { fixturesIn, openTheater, playable, type Theater } from './theater.ts';

/** Registers the tests of all fixtures that the server can play. */
export function serverTests(): void {
  const all = fixturesIn(readFiles([root])).filter((fixture) => playable(fixture, 'server'));
  test('there are fixtures to play', () => expect(all.length).toBeGreaterThanOrEqual(8));
  play('server', all, {});
}

/** One in so many of the fixtures that are played on another brand than their own. */
const MOVED = 6;

/** Which of the parts of a file's fixtures: a file for each part, so that two run at a time. */
interface Part {
  readonly part: number;
  readonly parts: number;
}

/**
 * What a visitor may do of all that there is, each by pages that only whoever has done it comes to, or by the row of a
 * fixture that ends after it.
 */
const WAY = {
  'log in': ['page account/landing'],
  // An account exists from there on.
  enroll: ['page enrollment-ends/thank-you'],
  apply: ['page apply/transition'],
  'verify identity': ['row route.application.identity.verify'],
  'verify bank': ['page apply/plaid-verify'],
  'choose a store': ['row op.mutation.saveStoreInformation'],
  'sign agreements': ['page apply/hold-esign'],
  'manage account': ['page account/open-loan'],
};
/** The same of a customer of one brand. */
const ACTIONS = {
  apply: ['page apply/submit', 'page apply/thank-you'],
  resume: ['page resume/welcome-back'],
  enroll: ['page enrollment/success', 'page enrollment-ends/thank-you'],
  'convert payday to installment': ['page conversion/convert', 'page conversion/done'],
  refinance: ['page conversion/refinance', 'page conversion/done'],
  'manage account': ['page account/open-loan'],
};

/**
 * Registers the tests of those fixtures that show in a browser, by keyboard with axe on every page, all that all of
 * them show.
 */
export async function browserTests(part: Part): Promise<void> {
  const files = readFiles([root]);
  await fewestTests(files, fixturesIn(files), part);
}

/**
 * Registers the tests of the fixtures that content folders bring along, laid over the project's own: each is the
 * example of a construct, and all are played.
 */
export function constructTests(kind: 'server' | 'browser', folders: readonly string[]): void {
  const own = new Set(Object.keys(readFiles([root])));
  const files = readFiles([root, ...folders]);
  const all = fixturesIn(files).filter(({ file }) => !own.has(file));
  const env = { CONTENT_DIR: `+${folders.join(':')}` };
  play(
    kind,
    all.filter((fixture) => playable(fixture, kind)),
    env,
  );
}

async function fewestTests(files: Files, fixtures: readonly Fixture[], { part, parts }: Part): Promise<void> {
  const whole = fixtures.filter((fixture) => playable(fixture, 'browser'));
  // Of what a fixture shows on other brands than its own a share: `npm run soak -- browser` plays all.
  const all = [
    ...whole.filter((fixture) => !isMoved(fixture)),
    ...whole.filter(isMoved).filter((_, index) => index % MOVED === 0),
  ];
  const { chosen, left, things, of } = await fewest(files, all, process.env['INSPECTED_DIR']);
  /** What one of them does from its first page to its last. */
  const doneOn = (brand: string, done: Readonly<Record<string, readonly string[]>>): readonly string[] =>
    Object.entries(done).flatMap(([what, needed]) =>
      chosen.some((one) =>
        needed.every((thing) => of(one).has(thing.startsWith('row ') ? thing : `${brand}: ${thing}`)),
      )
        ? [what]
        : [],
    );
  test('what fixtures do in a browser is all that a visitor can do [behaviour.scope.visitorJourney]', () => {
    expect(doneOn('payday', WAY)).toEqual(Object.keys(WAY));
  });
  test('one application is where a customer applies, resumes, enrolls, converts, refinances and manages [behaviour.scope.journeyActions]', () => {
    expect(doneOn('payday', ACTIONS)).toEqual(Object.keys(ACTIONS));
  });
  if (process.env['BROWSER_FIXTURES'] === 'all')
    return play(
      'browser',
      whole.filter((_, index) => index % parts === part),
      {},
    );
  test(`${chosen.length} of ${all.length} fixtures show all that all of them show`, () => {
    console.info(
      `Of ${all.length} fixtures ${chosen.length} show in a browser all that there is to show (${things.size} things). Over the server only: ${left.map(({ file }) => file).join(', ')}.`,
    );
    const shown = new Set(chosen.flatMap((one) => [...of(one)]));
    expect([...things].filter((one) => !shown.has(one))).toEqual([]);
    expect(chosen.length).toBeGreaterThanOrEqual(8);
  });
  play(
    'browser',
    chosen.filter((_, index) => index % parts === part),
    {},
  );
}

function play(kind: 'server' | 'browser', fixtures: readonly Fixture[], env: Readonly<Record<string, string>>): void {
  let theater: Theater;
  beforeAll(async () => {
    // The project's own pages are inspected once, whichever content is laid over them.
    theater = await openTheater(kind, env, { eyes: new Inspector(process.env['INSPECTED_DIR']) });
  });
  afterAll(() => theater?.close());

  test('there are fixtures among them', () => expect(fixtures.length).toBeGreaterThan(0));

  const titled = fixtures.map((fixture) => {
    const rows = fixture.shows.length === 0 ? '' : ` [${fixture.shows.join(', ')}]`;
    return [fixture.title + rows, fixture] as const;
  });
  test.each(titled)(`${kind}: %s`, async (_title, fixture) => {
    expect(await theater.play(fixture)).toEqual([]);
  });
}
