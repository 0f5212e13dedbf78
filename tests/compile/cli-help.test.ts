import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const verbs = readdirSync(join(root, 'cli/verbs')).map((file) => file.replace('.ts', ''));
const flow = (...words: readonly string[]) =>
  spawnSync(join(root, 'node_modules/.bin/node'), [join(root, 'cli/main.ts'), ...words], { encoding: 'utf8' });
const lacking = (told: string): readonly string[] =>
  verbs.filter((verb) => !new RegExp(`^  ${verb}\\b.* {2,}\\w.{10,}`, 'm').test(told));

test('help says of every verb what it does, and is no mistake', () => {
  const { status, stdout, stderr } = flow('--help');
  expect([status, lacking(stdout), stderr]).toEqual([0, [], '']);
});
test('without a verb it says the same, as a mistake', () => {
  const { status, stdout, stderr } = flow();
  expect([status, stdout, lacking(stderr)]).toEqual([2, '', []]);
});
test('a misspelt verb is told with the right one', () =>
  expect(flow('chekc').stderr).toContain('Did you mean "check"?'));

test.each([
  [['routes', '--brnad=payday'], '"routes" has no option --brnad. It takes --json, --help, --content, --env, --today.'],
  [['graph', 'apply', '--brnad', 'payday'], '"graph" has no option --brnad. Did you mean --brand?'],
  [['cover', '--wirte'], '"cover" has no option --wirte. Did you mean --write?'],
  [['check', '--today'], '--today needs a value after it.'],
  [['check', '--today', '2026-02-30'], '--today must be a date such as 2026-07-01, not "2026-02-30".'],
  [['check', '--json=yes'], '--json takes no value.'],
  [
    ['check', '--content', '+/no/such/folder'],
    'There is no content folder /no/such/folder. Make it, or correct CONTENT_DIR or --content: "+my" lays the folder my over the project\'s content, "my" stands in its place.',
  ],
  [['check', '--env', 'prd'], 'There is no environment "prd": write local, dev, qa or prod.'],
])('%j is told before anything is done', (words, told) => {
  const { status, stdout, stderr } = flow(...words);
  expect([status, stdout, stderr.trim()]).toEqual([2, '', told]);
});
