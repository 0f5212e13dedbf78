import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixturesIn, openTheater, playable, type Theater } from './theater.ts';

/** The same fixture files as the engine runs, in a real browser by keyboard only, with axe on every page. */
const fixtures = fixturesIn().filter(playable);
let theater: Theater;
beforeAll(async () => {
  theater = await openTheater('browser');
});
afterAll(() => theater?.close());

test('there are fixtures to play', () => {
  expect(fixtures.length).toBeGreaterThanOrEqual(8);
});

test.each(fixtures.map((fixture) => [fixture.title, fixture] as const))('browser: %s', async (_title, fixture) => {
  expect(await theater.play(fixture)).toEqual([]);
});
