/** What a page consists of stands where it will stay: nothing moves as the rest comes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFiles } from '../../compile/disk.ts';
import { root } from '../../scripts/lib/paths.ts';
import { Stillness } from '../harness/stillness.ts';
import { fixturesIn, openTheater, type Theater } from '../harness/theater.ts';

const { phone } = JSON.parse(readFileSync(join(root, 'tests/bench/budget.json'), 'utf8')) as {
  readonly phone: { readonly shift: number };
};
const stillness = new Stillness();
let theater: Theater;
beforeAll(async () => {
  theater = await openTheater('browser', {}, { eyes: stillness });
});
afterAll(() => theater?.close());

test.each([
  ['flows/documents/fixtures/sent.json', 'payday'],
  ['flows/apply/fixtures/documents-wanted.json', 'bankpartner'],
])(
  '%s, on %s: no page moves by more than the budget as it comes',
  async (file, brand) => {
    const fixture = fixturesIn(readFiles([root])).find((one) => one.file === file && one.brand === brand);
    if (fixture === undefined) throw new Error(`${file} is not for ${brand}: name another fixture here.`);
    expect(await theater.play(fixture)).toEqual([]);
    const moves = [...stillness.take()];
    // The mark of a save alone moves a little on each page: a browser that tells of nothing observes nothing.
    expect(moves.length).toBeGreaterThan(3);
    expect(moves.filter(([, { sum }]) => sum > phone.shift)).toEqual([]);
  },
  180_000,
);
