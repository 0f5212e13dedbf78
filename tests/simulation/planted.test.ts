import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planted } from './planted.ts';

test('twenty mistakes are planted for the simulation, and the text of each stands in the product exactly once', () => {
  expect(planted.length).toBeGreaterThanOrEqual(20);
  for (const { name, file, text, instead } of planted) {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    expect(source.split(text).length - 1, `${name}: ${file}`).toBe(1);
    expect(instead).not.toBe(text);
  }
});
