import { expect, test } from 'vitest';
import { idsIn, rowsShown } from '../../scripts/lib/specification.ts';
import { closingLine, count, type TestRow } from '../../scripts/lib/tally.ts';

const rows = [
  { id: 'route.login', area: 'access', kind: 'route', text: 'Opening /login shows the login screen.' },
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

test('a row of what a person meets counts from a browser or server test alone, a rule from any', () => {
  const titled = 'a [route.login rule.name.max]';
  expect([...rowsShown(rows, [passed('tests/core/a.test.ts', titled)]).shown]).toEqual(['rule.name.max']);
  expect([...rowsShown(rows, [passed('tests/e2e/a.test.ts', titled)]).shown]).toEqual(['route.login', 'rule.name.max']);
  expect([...rowsShown(rows, [passed('tests/e2e/a.test.ts', titled, 'failed')]).shown]).toEqual([]);
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
