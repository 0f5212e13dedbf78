import { readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compileContent } from '../../compile/index.ts';
import { compileKept } from '../../server/definitions/kept.ts';
import { lending, options } from '../verifier/lending.ts';
import { temporaryFolder } from './support/server.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));
const kept = (): readonly string[] => readdirSync(folder).sort();
const ages = (): readonly number[] => kept().map((name) => statSync(join(folder, name)).ino);

test('what was compiled before is given as the compiler gives it, and is not compiled again', () => {
  const first = compileKept(lending, options, folder);
  expect(kept()).toHaveLength(1);
  const before = ages();
  expect([first, compileKept(lending, options, folder)]).toEqual(Array(2).fill(compileContent(lending, options)));
  expect(ages()).toEqual(before); // a file that is written again is another one
});

test('half a file is no content: it is compiled again, and kept whole', () => {
  const first = compileKept(lending, options, folder);
  const file = join(folder, kept()[0] ?? '');
  const { size } = statSync(file);
  for (const bytes of [0, 10, 64, 1000, size - 1]) {
    truncateSync(file, bytes);
    expect(compileKept(lending, options, folder)).toEqual(first);
    expect(statSync(file).size).toBe(size);
  }
});

test('another day, another environment and another text are other contents', () => {
  const contents = [
    [lending, options],
    [lending, { ...options, today: '2027-01-04' }],
    [lending, { ...options, env: 'qa' }],
    [{ ...lending, 'flows/app.json': `${lending['flows/app.json']} ` }, options],
  ] as const;
  for (const [files, asked] of contents)
    expect(compileKept(files, asked, folder)).toEqual(compileContent(files, asked));
  expect(kept()).toHaveLength(contents.length);
});

test('at most twenty are kept, those that were used last, and problems never', () => {
  const broken = { ...lending, 'flows/app.json': '{' };
  expect(compileKept(broken, options, folder)).toEqual(compileContent(broken, options));
  expect(kept()).toEqual([]);
  compileKept(lending, options, folder);
  const [first = ''] = kept();
  for (let spaces = 1; spaces < 22; spaces += 1) {
    compileKept({ ...lending, 'flows/app.json': `${lending['flows/app.json']}${' '.repeat(spaces)}` }, options, folder);
    // All within one tick of the file system's clock: each is an hour older than it was.
    for (const name of kept()) {
      const hour = statSync(join(folder, name)).mtimeMs / 1000 - 3600;
      utimesSync(join(folder, name), hour, hour);
    }
    compileKept(lending, options, folder);
  }
  expect(kept()).toHaveLength(20);
  expect(kept()).toContain(first);
});

test('where nothing can be written the content is compiled all the same', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(compileKept(lending, options, join(file, 'folder'))).toEqual(compileContent(lending, options));
});
