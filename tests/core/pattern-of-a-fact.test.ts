import { expect, test } from 'vitest';
import { walk } from '../../runtime/core/walk.ts';
import { field, flow, read, step, world } from './build.ts';

const coded = field('code', { bind: 'code', dynamic: [{ keyword: 'pattern', limit: read('results.pattern') }] });
const made = flow([step('one', { fields: [coded] }), step('end', { outcome: 'done', actions: [] })]);
const at = (pattern: string): string =>
  walk(
    made,
    { answers: { code: 'aaa' }, journey: { one: { by: 'action', action: 'continue' } } },
    { ...world, results: { pattern } },
  ).at;

test('a pattern that a fact brings passes who fits it', () => {
  expect([at('^a+$'), at('^b+$')]).toEqual(['end', 'one']);
});
test('a fact that is no regular expression passes nobody, and breaks nothing', () => {
  expect(at('^(a+$')).toBe('one');
});
