import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../decisions');
const pages = readdirSync(folder).sort();

// A number may be kept for a page that is still being written.
test('decisions are numbered, no two alike, each page by its own number', () => {
  expect(new Set(pages.map((page) => page.slice(0, 4))).size).toBe(pages.length);
  for (const page of pages)
    expect(readFileSync(join(folder, page), 'utf8')).toMatch(new RegExp(`^# ${page.slice(0, 4)} `));
});
