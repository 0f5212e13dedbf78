import { describe, expect, test } from 'vitest';
import { atomsOf, readsOf, unfold } from '../../verifier/domain/atoms.ts';
import { classesOf, representatives, shiftDate } from '../../verifier/domain/representatives.ts';

const state = { var: 'answers.state' };
const tables = { states: { TX: { served: true, age: 18 }, MO: { served: true, age: 18 }, AL: { served: true, age: 19 }, NY: { served: false, age: 18 } } };
const today = '2026-11-21';

describe('what rules ask of a fact', () => {
  test('named rules and values are unfolded; a circle is left as it is', () => {
    const names = { rule: (name: string) => ({ a: { and: [{ rule: 'b' }, { '==': [{ var: 'values.v' }, 1] }] }, b: { rule: 'a' } })[name], value: () => ({ var: 'answers.n' }) };
    expect([...readsOf(unfold({ rule: 'a' }, names))]).toEqual(['answers.n']);
  });
  test('connectives are taken apart into comparisons', () => {
    expect(atomsOf({ or: [{ '==': [state, 'TX'] }, { '!': { '<': [{ var: 'answers.n' }, 5] } }] }).map((atom) => atom.operator)).toEqual(['==', '<']);
  });
});

describe('values that stand for all', () => {
  test('constants of the rules and one value that is none of them', () => {
    const found = representatives('answers.state', { type: 'string', enum: ['AL', 'MO', 'NY', 'TX'] }, [{ '==': [state, 'TX'] }], tables, today);
    expect(found).toEqual({ values: ['TX', 'AL'], exact: true });
  });
  test('a column looked up by the fact parts its values into classes', () => {
    const found = representatives('answers.state', { type: 'string', enum: ['AL', 'MO', 'NY', 'TX'] }, [{ '==': [{ lookup: ['states', state, 'served'] }, false] }], tables, today);
    expect(found.values.filter((value) => value === 'NY')).toHaveLength(1);
    expect(classesOf(tables.states, new Set(['served', 'age']))).toEqual([['AL'], ['MO', 'TX'], ['NY']]);
  });
  test('a number is tried on both sides of its limit, inside its range', () => {
    const found = representatives('answers.n', { type: 'integer', minimum: 0, maximum: 10 }, [{ '>=': [{ var: 'answers.n' }, 10] }], {}, today);
    expect(found.values).toEqual([9, 10, 0]);
  });
  test('a date of birth is tried on both sides of each birthday that counts', () => {
    const rule = { '>=': [{ yearsBetween: [{ var: 'answers.born' }, { var: 'today' }] }, { lookup: ['states', state, 'age'] }] };
    const found = representatives('answers.born', { type: 'string' }, [rule], tables, today).values;
    for (const date of ['2008-11-20', '2008-11-21', '2008-11-22', '2007-11-21', '2007-11-22']) expect(found).toContain(date);
  });
  test('two facts compared with each other are a sample, and it says so', () => {
    const found = representatives('answers.net', { type: 'integer', minimum: 0 }, [{ '<=': [{ var: 'answers.net' }, { var: 'answers.gross' }] }], {}, today);
    expect(found.exact).toBe(false);
  });
  test('calendar dates move by years and days', () => {
    expect(shiftDate('2026-03-01', 0, -1)).toBe('2026-02-28');
    expect(shiftDate('2026-11-21', -18, 1)).toBe('2008-11-22');
  });
});
