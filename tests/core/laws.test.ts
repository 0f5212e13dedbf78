import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const here = import.meta.dirname;
const laws = [...readFileSync(join(here, '../../runtime/core/LAWS.md'), 'utf8').matchAll(/^- (L\d+) /gm)].map(
  (match) => match[1] as string,
);
const titles = readdirSync(here)
  .filter((file) => file.endsWith('.test.ts'))
  .flatMap((file) =>
    [...readFileSync(join(here, file), 'utf8').matchAll(/\btest\('([^']*)'/g)].flatMap(
      (match) => (match[1] as string).match(/\bL\d+\b/g) ?? [],
    ),
  );

test('every law of the engine is the title of a test', () => {
  expect(laws.length).toBeGreaterThan(40);
  expect(laws).toEqual([...new Set(laws)]);
  expect(laws.filter((law) => !titles.includes(law))).toEqual([]);
});
test('no test names a law that is not written', () => {
  expect(titles.filter((title) => !laws.includes(title))).toEqual([]);
});
