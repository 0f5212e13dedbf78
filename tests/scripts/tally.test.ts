/**
 * What `npm test` counts, from the report of a real run: nothing that failed, and no file that did not run, is counted
 * as nothing.
 */
import { mkdtempSync, realpathSync, rmSync, writeFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root, tool } from '../../scripts/lib/paths.ts';
import { runNode } from '../../scripts/lib/spawn.ts';
import { closingLine, count, readReport, testFiles, unheardOf, type TestRow } from '../../scripts/lib/tally.ts';

const dir = `${realpathSync(mkdtempSync(join(tmpdir(), 'waymark-tally-')))}/`;
afterAll(() => rmSync(dir, { recursive: true }));
const report = join(dir, 'report.json');
const head = "import { beforeAll, expect, test } from 'vitest';\n";

/** File to text, and how many of its rows pass, fail and are left out. */
const files: Readonly<Record<string, readonly [text: string, passed: number, failed: number, skipped: number]>> = {
  'good.test.ts': [`${head}test('one', () => {}); test('two', () => {});`, 2, 0, 0],
  'one-fails.test.ts': [`${head}test('one', () => {}); test('two', () => expect(1).toBe(2));`, 1, 1, 0],
  'left-out.test.ts': [`${head}test('one', () => {}); test.skipIf(true)('two', () => {});`, 1, 0, 1],
  'imports-nothing.test.ts': [`${head}import './nowhere.ts'; test('one', () => {});`, 0, 1, 0],
  'throws.test.ts': [`${head}test('one', () => {}); throw new Error('while loading');`, 0, 1, 0],
  'no-syntax.test.ts': [`${head}test('one', () => {`, 0, 1, 0],
  'empty.test.ts': ['export {};', 0, 1, 0],
  'no-set-up.test.ts': [`${head}beforeAll(() => { throw new Error('set-up'); }); test('one', () => {});`, 0, 1, 1],
};

describe('a run', () => {
  let rows: readonly TestRow[] = [];
  beforeAll(async () => {
    mkdirSync(join(dir, 'tests'));
    symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
    for (const [file, [text]] of Object.entries(files)) writeFileSync(join(dir, 'tests', file), text);
    await runNode(
      [tool('vitest/vitest.mjs'), 'run', '--root', dir, '--maxWorkers=1', '--reporter=json', `--outputFile=${report}`],
      false,
    );
    rows = readReport(report, dir);
  });

  test.each(Object.entries(files))('%s', (file, [, passed, failed, skipped]) => {
    expect(count(rows.filter((row) => row.file === `tests/${file}`))).toEqual({ passed, failed, skipped });
  });
  test('a file the report says nothing of is a failure', () => {
    expect(testFiles(dir)).toEqual(
      Object.keys(files)
        .map((file) => `tests/${file}`)
        .sort(),
    );
    const of = (file: string): readonly TestRow[] => rows.filter((row) => row.file !== file);
    expect(unheardOf(testFiles(dir), rows)).toEqual([]);
    expect(unheardOf(testFiles(dir), of('tests/good.test.ts'))).toMatchObject([
      { file: 'tests/good.test.ts', status: 'failed' },
    ]);
  });
});

test('without a report there is no result', () => {
  expect(() => readReport(join(dir, 'none.json'), dir)).toThrow('vitest left no report');
});
test('the closing line tells what was left out only when something was', () => {
  expect(closingLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
  expect(closingLine({ passed: 3, failed: 2, skipped: 1 })).toBe('3 passed, 2 failed, 1 skipped');
});
