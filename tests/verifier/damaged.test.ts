import { expect, test } from 'vitest';
import { resolveContent, type Files } from '../../compile/index.ts';
import { damages } from './damaged.ts';
import { checked, lending } from './lending.ts';
import { oneBrand } from './one-brand.ts';
import { options, real, sufferAll } from './suffering.ts';

/** One brand shows what becomes of a damage: `npm run soak -- damaged` breaks the content of all of them. */
const ofOne = oneBrand(real, 'payday');
const all = damages(ofOne, 20_261_120);

test('there are more than five hundred damaged definitions', () => {
  expect(all.length).toBeGreaterThan(500);
});

test('of each kind a damaged definition, and every forty-eighth, gives a problem or loads, none crashes, none takes long', () => {
  const kinds = new Map(all.toReversed().map((one) => [one.kind, one]));
  const { faults, told } = sufferAll(
    all.filter((one, index) => index % 48 === 0 || kinds.get(one.kind) === one),
    ofOne,
  );
  console.info(told);
  expect(faults).toEqual([]);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
}, 480_000);

test('what loads all the same is checked to the end', async () => {
  const own = damages(lending, 1).filter(
    ({ kind, file }, i) =>
      i % 3 === 0 && /^(flows|brands|compliance)/.test(file) && !/megabytes|hundred thousand|just not/.test(kind),
  );
  const crashed: string[] = [];
  let loaded = 0;
  for (const damage of [
    ...own,
    { kind: 'a file is gone', file: 'flows/app.json', changed: { 'flows/app.json': undefined } },
  ]) {
    const files: Files = Object.fromEntries(
      Object.entries({ ...lending, ...damage.changed }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    );
    if (resolveContent(files, options).problems.length > 0) continue;
    loaded += 1;
    try {
      await checked(files);
    } catch (error) {
      crashed.push(`${damage.kind}: ${damage.file}\n${error instanceof Error ? (error.stack ?? '') : String(error)}`);
    }
  }
  expect(crashed).toEqual([]);
  expect(loaded).toBeGreaterThan(5);
}, 240_000);

test('the same seed makes the same damages, another makes others', () => {
  const texts = (seed: number): string =>
    JSON.stringify(damages(ofOne, seed).filter(({ kind }) => !kind.includes('megabytes')));
  expect(texts(7) === texts(7)).toBe(true);
  expect(texts(7) === texts(8)).toBe(false);
});
