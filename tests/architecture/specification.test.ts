import { expect, test } from 'vitest';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles } from '../../compile/disk.ts';
import { root } from '../../scripts/lib/paths.ts';
import { idsIn, rowsShown, type SpecRow } from '../../scripts/lib/specification.ts';
import { trialFolders } from '../constructs/folders.ts';
import { fixturesIn } from '../harness/theater.ts';
import { closingLine, count, type TestRow } from '../../scripts/lib/tally.ts';

const inventory = JSON.parse(readFileSync(join(root, 'tests/spec/inventory.json'), 'utf8')) as SpecRow[];
const kinds = new Set(inventory.map(({ kind }) => kind));
const rows = [
  { id: 'route.login', area: 'access', kind: 'route', text: 'Opening /login shows the login screen.' },
  { id: 'op.idp.signIn', area: 'session', kind: 'operation', text: 'The identity provider supports sign in.' },
  { id: 'rule.name.max', area: 'details', kind: 'rule', text: 'A name has at most 50 characters.' },
];
const passed = (file: string, title: string, status: TestRow['status'] = 'passed'): TestRow => ({
  file,
  title,
  status,
});

test('ids stand in brackets at the title', () => {
  expect(idsIn('opens the login screen [route.login, rule.name.max] and [x]')).toEqual([
    'route.login',
    'rule.name.max',
  ]);
});

test('a row of any kind of the inventory counts from a browser or server test alone', () => {
  const titled = 'a [route.login rule.name.max]';
  const from = (file: string, status?: TestRow['status']): string[] =>
    [...rowsShown(rows, [passed(file, titled, status)]).shown].map(([id, [first]]) => `${id} ${first?.where ?? ''}`);
  for (const room of ['core', 'content', 'react', 'compile'])
    expect([room, from(`tests/${room}/a.test.ts`)]).toEqual([room, []]);
  expect(from('tests/server/a.test.ts')).toEqual(['route.login server', 'rule.name.max server']);
  expect(from('tests/e2e/a.test.ts')).toEqual(['route.login browser', 'rule.name.max browser']);
  expect(from('tests/e2e/a.test.ts', 'failed')).toEqual([]);
  for (const kind of kinds) {
    const [row] = rows.map((one) => ({ ...one, kind }));
    expect([
      kind,
      ...rowsShown(row ? [row] : [], [passed('tests/content/a.test.ts', 'a [route.login]')]).shown,
    ]).toEqual([kind]);
  }
});

test('an operation, REST and an event count where a step makes it; a role, and the catalogue, where a person sees it', () => {
  const from = (id: string, file: string): string | undefined => {
    const row = inventory.find((one) => one.id === id);
    if (row === undefined) throw new Error(`There is no row ${id}.`);
    return rowsShown([row], [passed(file, `a [${id}]`)]).shown.get(id)?.[0]?.where;
  };
  const files = [
    'tests/platform/a.test.ts',
    'tests/server/a.test.ts',
    'tests/harness/trials-server.test.ts',
    'tests/harness/fixtures-server.test.ts',
    'tests/harness/trials-browser.test.ts',
    'tests/e2e/generality.test.ts',
    'tests/e2e/a.test.ts',
  ];
  const [, , , , , , page] = files;
  for (const id of ['op.idp.signIn', 'rest.footerLinks', 'event.sso.timeout'])
    expect([id, ...files.filter((file) => from(id, file) !== undefined)]).toEqual([
      id,
      'tests/harness/fixtures-server.test.ts',
      page,
    ]);
  for (const id of ['role.users', 'catalogue.order'])
    expect([id, ...files.filter((file) => from(id, file) !== undefined)]).toEqual([
      id,
      'tests/harness/trials-browser.test.ts',
      page,
    ]);
  expect(files.map((file) => from('route.login', file))).toEqual([
    'server',
    'server',
    'server',
    'server',
    'browser',
    'server',
    'browser',
  ]);
});

test('a fixture shows all the rows it says, in the executor that played it; a browser comes before a server', () => {
  const title = 'Applies [route.login, rule.name.max, route.login, rule.name.max]';
  const { shown, wrong } = rowsShown(rows, [
    passed('tests/harness/fixtures-server.test.ts', title),
    passed('tests/harness/fixtures-browser-1.test.ts', title),
  ]);
  expect(wrong).toEqual([]);
  expect(shown.get('route.login')?.[0]).toMatchObject({ where: 'browser' });
});

// What a function answers that a test calls by itself, nobody meets at a door.
test('a file of tests/server or tests/platform that shows rows has a server running', () => {
  const starts = /from '(?:\.\.?\/)+(?:support\/|server\.ts|harness\/|(?:platform|server\/support)\/)/;
  const claiming = ['server', 'platform'].flatMap((folder) =>
    readdirSync(join(root, 'tests', folder))
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => [`${folder}/${name}`, readFileSync(join(root, 'tests', folder, name), 'utf8')] as const)
      .filter(([, text]) => inventory.some(({ id }) => text.includes(`[${id}]`))),
  );
  expect(claiming.length).toBeGreaterThan(20);
  expect(claiming.flatMap(([file, text]) => (starts.test(text) ? [] : file))).toEqual([]);
});

test('what a fixture says it shows is a row', () => {
  const known = new Set(inventory.map(({ id }) => id));
  const all = fixturesIn(readFiles([root, ...trialFolders]));
  expect(all.some(({ shows }) => shows.length > 0)).toBe(true);
  expect(all.flatMap(({ file, shows }) => shows.filter((id) => !known.has(id)).map((id) => `${file}: ${id}`))).toEqual(
    [],
  );
});

test('unknown rows and more than three ids are named and show nothing', () => {
  expect(rowsShown(rows, [passed('tests/e2e/a.test.ts', 'a [route.nowhere]')]).wrong).toEqual([
    expect.stringContaining('route.nowhere'),
  ]);
  const many = rowsShown(rows, [
    passed('tests/e2e/a.test.ts', 'a [route.login, rule.name.max, route.login, rule.name.max]'),
  ]);
  expect(many.wrong).toEqual([expect.stringContaining('4 ids')]);
  expect([...many.shown]).toEqual([]);
});

test('the closing line counts skipped tests only when there are any', () => {
  expect(closingLine(count([passed('a', 'a'), passed('a', 'b', 'failed')]))).toBe('1 passed, 1 failed');
  expect(closingLine(count([passed('a', 'a'), passed('a', 'b', 'skipped')]))).toBe('1 passed, 0 failed, 1 skipped');
});
