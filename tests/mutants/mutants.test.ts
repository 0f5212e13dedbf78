import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.ts';
import { coverage, judge } from './run.ts';
import { sample } from './sample.ts';
import { arm, codeOf, instrument } from './sandbox.ts';

const project = mkdtempSync(join(tmpdir(), 'waymark-mutants-test-'));
afterAll(() => rmSync(project, { recursive: true }));

const files = {
  'code/age.ts': `export const adult = (age: number): boolean => age >= 18;
export function never(age: number): number {
  return age - 1;
}
`,
  'tests/rules/age.test.ts': `import { expect, test } from 'vitest';
import { adult } from '../../code/age.ts';
test('of age', () => {
  expect(adult(40)).toBe(true);
  expect(adult(17)).toBe(false);
});
`,
  'tests/rules/own-text.test.ts': `import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
test('reads the code itself', () => {
  expect(readFileSync('code/age.ts', 'utf8')).not.toContain('function stry');
});
`,
};

test('a mistake that no test notices is told, with how many tests come by it', async () => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(project, name, '..'), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  mkdirSync(join(project, 'tests/mutants'));
  cpSync(join(import.meta.dirname, 'coverage.ts'), join(project, 'tests/mutants/coverage.ts'));
  const { mutants, written } = await instrument(project, codeOf(project, ['code']));
  arm(project, written);
  const { covering, left } = await coverage(project, ['rules']);
  expect(left).toEqual([expect.stringContaining('tests/rules/own-text.test.ts')]);

  const verdict = async (becomes: string): Promise<string> => {
    const mutant = mutants.find((one) => one.becomes === becomes);
    if (!mutant) throw new Error(`There is no mutant "${becomes}".`);
    return (await judge(project, mutant, covering)).verdict;
  };
  expect(await verdict('age < 18')).toBe('killed');
  // Nobody is eighteen today in these tests.
  expect(await verdict('age > 18')).toBe('survived');
  expect(await verdict('age + 1')).toBe('never run');
});

test('a sample is spread over all, and the same for one seed', () => {
  const all = Array.from({ length: 1000 }, (_, index) => index);
  expect(sample(all, 200, 7)).toEqual(sample(all, 200, 7));
  expect(sample(all, 200, 7)).not.toEqual(sample(all, 200, 8));
  expect(new Set(sample(all, 200, 7)).size).toBe(200);
  expect(sample([1, 2], 200, 7)).toEqual([1, 2]);
});
