import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { folder } from './content.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'cli-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function flow(...words: readonly string[]): {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
} {
  const { status, stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/node'),
    [join(root, 'cli/main.ts'), ...words],
    { encoding: 'utf8' },
  );
  return { code: status, out: stdout, err: stderr };
}

test('check says that nothing is wrong and exits 0; routes lists every path of every brand', () => {
  expect(flow('check', '--content', folder)).toMatchObject({ code: 0, out: 'No problems.\n' });
  const { code, out } = flow('routes', '--content', folder);
  expect([code, JSON.parse(out)]).toEqual([
    0,
    [
      { brand: 'oak', path: '/visit/amount', flow: 'visit', step: 'amount', access: 'public' },
      { brand: 'oak', path: '/visit/done', flow: 'visit', step: 'done', access: 'public' },
      { brand: 'oak', path: '/visit/name', flow: 'visit', step: 'name', access: 'public' },
      { brand: 'oak', path: '/visit/waiting', flow: 'visit', step: 'waiting', access: 'public' },
    ],
  ]);
});
test('check prints place, message and remedy and exits 1; --json gives the same as data', () => {
  cpSync(folder, dir, { recursive: true });
  const file = join(dir, 'flows/visit/rules/is-adult.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('values.age', 'values.aeg'));
  const { code, out } = flow('check', '--content', dir);
  expect([code, out]).toEqual([
    1,
    'flows/visit/rules/is-adult.json:1:67: There is no fact "values.aeg": "aeg" is not declared.\n    Did you mean "age"?\n1 problem.\n',
  ]);
  const json = flow('check', '--content', dir, '--json');
  expect([json.code, JSON.parse(json.out)]).toEqual([
    1,
    [
      {
        file: 'flows/visit/rules/is-adult.json',
        line: 1,
        column: 67,
        code: 'fact',
        message: 'There is no fact "values.aeg": "aeg" is not declared.',
        fix: 'Did you mean "age"?',
      },
    ],
  ]);
});
test('a verb that does not exist is refused with those that do', () => {
  const { code, err } = flow('chekc');
  expect([code, err]).toEqual([2, expect.stringMatching(/no verb "chekc": .*check.*routes/)]);
});

test('content that is no whole one, and stands alone for the want of a plus, is told so', () => {
  const part = join(dir, 'part');
  mkdirSync(join(part, 'brands/payday'), { recursive: true });
  writeFileSync(join(part, 'brands/payday/brand.json'), '{ "flows": ["visit"] }');
  const { code, err } = flow('check', '--content', part);
  expect([code, err]).toEqual([1, expect.stringMatching(/has no flows\/app\.json: did you mean "\+.*part"/)]);
});
