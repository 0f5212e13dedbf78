/** One test for each fixture of the project, on the real product. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFiles } from '../../compile/disk.ts';
import { root } from '../../scripts/lib/paths.ts';
import type { Fixture } from '../../verifier/fixture/fixture.ts';
import { fewest } from './fewest.ts';
import { fixturesIn, openTheater, playable, type Theater } from './theater.ts';

/** Registers the tests of all fixtures that the server can play. */
export function serverTests(): void {
  const all = fixturesIn(readFiles([root])).filter((fixture) => playable(fixture, 'server'));
  test('there are fixtures to play', () => expect(all.length).toBeGreaterThanOrEqual(8));
  play('server', all, {});
}

/**
 * Registers the tests of those fixtures that show in a browser, by keyboard with axe on every page, all that all of
 * them show.
 * @param part which `parts`th of them; a file for each part, so that two run at a time.
 */
export async function browserTests(part: number, parts: number): Promise<void> {
  const files = readFiles([root]);
  const all = fixturesIn(files).filter((fixture) => playable(fixture, 'browser'));
  const { chosen, left, things, of } = await fewest(files, all);
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

/** Registers the tests of the fixtures that content folders bring along, laid over the project's own. */
export function constructTests(kind: 'server' | 'browser', folders: readonly string[]): void {
  const own = new Set(Object.keys(readFiles([root])));
  const all = fixturesIn(readFiles([root, ...folders])).filter(({ file }) => !own.has(file));
  play(
    kind,
    all.filter((fixture) => playable(fixture, kind)),
    { CONTENT_DIR: `+${folders.join(':')}` },
  );
}

function play(kind: 'server' | 'browser', fixtures: readonly Fixture[], env: Readonly<Record<string, string>>): void {
  let theater: Theater;
  beforeAll(async () => {
    theater = await openTheater(kind, env);
  });
  afterAll(() => theater?.close());

  test('there are fixtures among them', () => expect(fixtures.length).toBeGreaterThan(0));

  test.each(fixtures.map((fixture) => [fixture.title, fixture] as const))(`${kind}: %s`, async (_title, fixture) => {
    expect(await theater.play(fixture)).toEqual([]);
  });
}
