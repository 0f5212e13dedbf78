import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rulesPage, ruleWords } from '../../cli/report/rules.ts';
import { projectDir } from '../../compile/disk.ts';
import type { Edit } from '../../compile/rule.ts';
import { RULES } from '../../verifier/check/index.ts';
import { checked, lending, planted } from './lending.ts';

/** Stands in a bad example where the rule tells it. */
const MARK = '»';

/** The files with the example in them, without its mark, and `file:line` of the mark. */
function plantedAt(edits: readonly Edit[]) {
  const marked = planted(lending, edits);
  const [file = ''] = Object.entries(marked).find(([, text]) => text.includes(MARK)) ?? [];
  const before = (marked[file] ?? '').split(MARK);
  const files = Object.fromEntries(Object.entries(marked).map(([name, text]) => [name, text.replace(MARK, '')]));
  return { files, marks: before.length - 1, place: `${file}:${before[0]?.split('\n').length ?? 0}` };
}

describe.each(Object.entries(RULES))('the rule %s', (name, rule) => {
  test('tells its bad example where it stands', async () => {
    const { files, marks, place } = plantedAt(rule.bad);
    expect(marks).toBe(1);
    const problems = await checked(files);
    const told = problems.map((one) => `${one.code} ${one.file}:${one.line}`);
    expect(rule.codes.map((code) => `${code} ${place}`)).toSatisfy(
      (wanted: readonly string[]) => wanted.some((one) => told.includes(one)),
      JSON.stringify(
        problems.map((one) => `${one.code} ${one.file}:${one.line} ${one.message}`),
        undefined,
        1,
      ),
    );
  });
  test('is silent about its good example', async () => {
    expect(rule.good).not.toEqual([]);
    const problems = await checked(planted(lending, rule.good));
    expect(problems.filter(({ code }) => rule.codes.includes(code))).toEqual([]);
  });
  test('says what is wrong and what to do', () => {
    for (const words of [rule.says, rule.remedy]) expect(words).toMatch(/^[A-Z].{20,}\.$/);
    expect(ruleWords(name, rule)).toContain(rule.says);
  });
});

test('docs/rules.md is made of what the rules say: npm run flow -- rules --write', () =>
  expect(readFileSync(join(projectDir, 'docs/rules.md'), 'utf8')).toBe(rulesPage(RULES)));
