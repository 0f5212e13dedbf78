import { describe, expect, test } from 'vitest';
import { afterSets } from '../../verifier/domain/assigned.ts';
import { atomsOf, readsOf, unfold } from '../../verifier/domain/atoms.ts';
import { shiftDate } from '../../verifier/domain/dates.ts';
import { together, type Kind } from '../../verifier/domain/together.ts';
import { toldApart, worldOf } from '../../verifier/domain/told-apart.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';

const state = { var: 'answers.state' };
const tables = {
  states: {
    TX: { served: true, age: 18 },
    MO: { served: true, age: 18 },
    AL: { served: true, age: 19 },
    NY: { served: false, age: 18 },
  },
};
const STATES = Object.keys(tables.states).sort();
const today = '2026-11-21';

describe('what rules ask of a fact', () => {
  test('named rules and values are unfolded; a circle is left as it is', () => {
    const names = {
      rule: (name: string) =>
        ({ a: { and: [{ rule: 'b' }, { '==': [{ var: 'values.v' }, 1] }] }, b: { rule: 'a' } })[name],
      value: () => ({ var: 'answers.n' }),
    };
    expect([...readsOf(unfold({ rule: 'a' }, names))]).toEqual(['answers.n']);
  });
  test('connectives are taken apart into comparisons', () => {
    expect(
      atomsOf({ or: [{ '==': [state, 'TX'] }, { '!': { '<': [{ var: 'answers.n' }, 5] } }] }).map(
        (atom) => atom.operator,
      ),
    ).toEqual(['==', '<']);
  });
});

describe('values that stand for all', () => {
  const told = (path: string, schema: JsonObject, rule: unknown) =>
    toldApart(
      [rule],
      worldOf({ schemaOf: (at) => (at === path ? schema : { type: 'string', enum: STATES }), tables, today }),
    )(path);

  test('constants of the rules and one value that is none of them', () => {
    expect(told('answers.state', { type: 'string', enum: STATES }, { '==': [state, 'TX'] })).toEqual({
      values: ['AL', 'TX'],
      sampled: undefined,
    });
  });
  test('a column looked up by the fact parts its values into classes', () => {
    const rule = { '==': [{ lookup: ['states', state, 'served'] }, false] };
    expect(told('answers.state', { type: 'string', enum: STATES }, rule).values).toEqual(['AL', 'NY']);
  });
  test('a number is tried on both sides of its limit, inside its range', () => {
    const rule = { '>=': [{ var: 'answers.n' }, 10] };
    expect(told('answers.n', { type: 'integer', minimum: 0, maximum: 10 }, rule).values).toEqual([9, 10]);
  });
  test('a date of birth is tried on both sides of each birthday that counts', () => {
    const rule = {
      '>=': [{ yearsBetween: [{ var: 'answers.born' }, { var: 'today' }] }, { lookup: ['states', state, 'age'] }],
    };
    const { values, sampled } = told('answers.born', { type: 'string', format: 'date' }, rule);
    // 18 and 19 today and a day later; older than 19, too.
    expect(values).toEqual(['2006-11-21', '2006-11-22', '2007-11-21', '2007-11-22', '2008-11-21', '2008-11-22']);
    expect(sampled).toBeUndefined();
  });
  test('two facts compared with each other are a sample, and it says so', () => {
    const rule = { '<=': [{ var: 'answers.net' }, { var: 'answers.gross' }] };
    const found = toldApart([rule], worldOf({ schemaOf: () => ({ type: 'integer', minimum: 0 }), tables: {}, today }));
    expect(found('answers.net').sampled).toBe('"<=" compares answers.net with answers.gross');
  });
  test('a number that comes in steps is tried at the steps around its limit', () => {
    const { values } = told(
      'answers.n',
      { type: 'integer', minimum: 0, multipleOf: 25 },
      { '>': [{ var: 'answers.n' }, 110] },
    );
    expect(values.filter((value) => Number(value) % 25 === 0)).toEqual([100, 125]);
  });
  test('a fact that no condition reads has none', () => {
    expect(told('answers.other', { type: 'boolean' }, { '==': [state, 'TX'] }).values).toEqual([]);
  });
  test('calendar dates move by days', () => {
    expect([shiftDate('2026-03-01', -1), shiftDate('2024-02-28', 1), shiftDate('2026-12-31', 1)]).toEqual([
      '2026-02-28',
      '2024-02-29',
      '2027-01-01',
    ]);
  });
});

describe('facts compared with each other', () => {
  const [net, gross] = [{ var: 'answers.net' }, { var: 'answers.gross' }];
  const ordered = (...cuts: readonly number[]): Kind => ({ kind: 'ordered', cuts, ordinary: [7] });
  const of = (kinds: Readonly<Record<string, Kind>>, ...rules: readonly unknown[]) =>
    together(rules.flatMap(atomsOf), (path) => kinds[path.slice('answers.'.length)]);

  test('have neighbours on each side of the limits of either', () => {
    const found = of({ net: ordered(), gross: ordered(100) }, { '<=': [net, gross] });
    expect([found.valuesOf('answers.net'), found.valuesOf('answers.gross')]).toEqual([
      [99, 100, 101],
      [99, 100, 101],
    ]);
    expect(
      found.isExact(atomsOf({ '<=': [net, gross] })[0] ?? { logic: {}, operator: '', operands: [], reads: [] }),
    ).toBe(true);
  });
  test('have an ordinary value and its neighbours where there is no limit', () => {
    expect(of({ net: ordered(), gross: ordered() }, { '<': [net, gross] }).valuesOf('answers.net')).toEqual([6, 7, 8]);
  });
  test('have the ends of their ranges where these differ', () => {
    const found = of(
      {
        net: { kind: 'ordered', cuts: [], ordinary: [0], minimum: 0, maximum: 50 },
        gross: { kind: 'ordered', cuts: [], ordinary: [40], minimum: 40 },
      },
      { '<': [net, gross] },
    );
    expect(found.valuesOf('answers.net')).toEqual(expect.arrayContaining([0, 1, 39, 40, 41, 49, 50]));
  });
  test('are a sample where one of them is no number, date or choice', () => {
    const found = of({ net: ordered(5) }, { '<': [net, gross] });
    expect([found.isSettled('answers.net'), found.valuesOf('answers.net')]).toEqual([false, [4, 5, 6]]);
  });
  test('what is asked of an answer that is set is asked of what it is set from', () => {
    expect(
      afterSets(
        [{ '>': [net, 5] }],
        new Map([
          ['answers.net', [gross, 3]],
          ['answers.gross', [{ var: 'answers.pay' }]],
        ]),
      ).rules,
    ).toEqual([{ '>': [gross, 5] }, { '>': [3, 5] }, { '>': [{ var: 'answers.pay' }, 5] }]);
  });
});
