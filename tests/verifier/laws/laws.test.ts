import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const here = import.meta.dirname;
const laws = [...readFileSync(join(here, '../../../verifier/LAWS.md'), 'utf8').matchAll(/^- (P\d+) /gm)].map(
  (match) => match[1] as string,
);
const titles = readdirSync(here)
  .filter((file) => file.endsWith('.test.ts'))
  .flatMap((file) =>
    [...readFileSync(join(here, file), 'utf8').matchAll(/\btest\('([^']*)'|\]\)\(\s*'([^']*)'/g)].flatMap(
      (match) => (match[1] ?? match[2] ?? '').match(/\bP\d+\b/g) ?? [],
    ),
  );

test('every law of the verifier is the title of a test', () => {
  expect(laws.length).toBeGreaterThan(15);
  expect(laws.filter((law) => !titles.includes(law))).toEqual([]);
});
test('no test names a law of the verifier that is not written', () => {
  expect(titles.filter((title) => !laws.includes(title))).toEqual([]);
});
