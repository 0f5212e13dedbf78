import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../decisions');
const pages = readdirSync(folder).sort();

test('decisions are numbered one after the other, each page by its own number', () => {
  expect(pages.map((page) => page.slice(0, 4))).toEqual(pages.map((_, index) => String(index + 1).padStart(4, '0')));
  for (const page of pages)
    expect(readFileSync(join(folder, page), 'utf8')).toMatch(new RegExp(`^# ${page.slice(0, 4)} `));
});
