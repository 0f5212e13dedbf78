/** One test for each fixture of the project, on the real product. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFiles } from '../../compile/disk.ts';
import { root } from '../../scripts/lib/paths.ts';
import type { Fixture } from '../../verifier/fixture/fixture.ts';
import { fixturesIn, openTheater, playable, type Theater } from './theater.ts';

/**
 * Registers the tests of the fixtures whose place in the list is `part` of `parts`; a file for each part, so that two run at a time.
 * @param kind over the server's API, or by keyboard in a browser with axe on every page.
 */
export function fixtureTests(kind: 'server' | 'browser', part = 0, parts = 1): void {
  const all = fixturesIn(readFiles([root])).filter((fixture) => playable(fixture, kind));
  test('there are fixtures to play', () => expect(all.length).toBeGreaterThanOrEqual(8));
  play(
    kind,
    all.filter((_, index) => index % parts === part),
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
