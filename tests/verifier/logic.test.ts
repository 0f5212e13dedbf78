import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { projectDir, readFiles } from '../../compile/disk.ts';
import { Writer } from '../../compile/emit/writer.ts';
import { resolveContent } from '../../compile/index.ts';
import { kit } from '../../compile/kit.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { settingsOf } from '../../verifier/check/setting/setting.ts';
import { readsOf, type Logic } from '../../verifier/domain/atoms.ts';
import { listed, type FactShape, type FactWorld } from '../../verifier/domain/shape.ts';
import { nested, settle, type Goal } from '../../verifier/logic/settle.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';
import { importText } from '../compile/run.ts';

const today = '2026-11-20';
const SHAPES: Readonly<Record<string, FactShape>> = {
  'a.kind': { type: 'string', enum: ['A', 'B', 'C'] },
  'a.count': { type: 'integer', minimum: 0, maximum: 6 },
  'a.yes': { type: 'boolean' },
  'a.state': { type: 'string' },
  'a.name': { type: 'string' },
  'a.birth': { type: 'string', format: 'date' },
  'a.price': { type: 'number' },
  'a.other': { type: 'number' },
  'a.list': { type: 'array' },
  today: { type: 'string', format: 'date' },
};
const world: FactWorld = {
  shapeOf: (path) => SHAPES[path] ?? {},
  tables: {
    states: {
      TX: { age: 18, open: true, sells: ['P', 'I'] },
      AL: { age: 19, open: true, sells: ['P'] },
      NY: { age: 21, open: false, sells: [] },
    },
  },
  today,
};

const of = (path: string): Logic => ({ var: path });
const age: Logic = { yearsBetween: [of('a.birth'), of('today')] };
const ageOf: Logic = { lookup: ['states', of('a.state'), 'age'] };
const kindOf = (rule: Logic, known = false, wanted: Goal['wanted'] = 'true') =>
  settle([{ logic: rule, wanted }], world, { known }).kind;

describe('whether a condition can hold', () => {
  const never: Record<string, Logic> = {
    'one text is two': { and: [{ '==': [of('a.name'), 'TX'] }, { '==': [of('a.name'), 'CA'] }] },
    'an age is both sides of a limit': { and: [{ '>=': [age, 18] }, { '<': [age, 18] }] },
    'a product of one fact is above and below': {
      and: [{ '>': [{ '*': [of('a.price'), 12] }, 100] }, { '<': [{ '*': [of('a.price'), 12] }, 50] }],
    },
    'no choice is left': { and: ['A', 'B', 'C'].map((kind) => ({ '!=': [of('a.kind'), kind] })) },
    'a number beyond its range': { '>': [of('a.count'), 6] },
    'two columns of one row': {
      and: [{ '==': [{ lookup: ['states', of('a.state'), 'open'] }, false] }, { '<': [ageOf, 21] }],
    },
    'an age against the column of a state': {
      and: [{ '>=': [age, ageOf] }, { '<': [age, 19] }, { '==': [of('a.state'), 'AL'] }],
    },
    'a value taken by "if"': {
      and: [{ '>=': [{ if: [{ answered: 'a.state' }, ageOf, 18] }, 20] }, { '!=': [of('a.state'), 'NY'] }],
    },
    'missing and compared': { and: [{ missing: ['a.name'] }, { '==': [of('a.name'), 'x'] }] },
    'two facts, less and more': {
      and: [{ '<': [of('a.price'), of('a.other')] }, { '<=': [of('a.other'), of('a.price')] }],
    },
    'one pattern, both ways': { and: [{ matches: [of('a.name'), '^q'] }, { '!': { matches: [of('a.name'), '^q'] } }] },
    'a part of a list, both ways': { and: [{ in: ['P', of('a.list')] }, { '!': { in: ['P', of('a.list')] } }] },
    'all items of a row': {
      and: [
        { some: [{ lookup: ['states', of('a.state'), 'sells'] }, { '==': [of(''), 'I'] }] },
        { '==': [of('a.state'), 'AL'] },
      ],
    },
  };
  test.each(Object.entries(never))('never: %s', (_what, rule) => expect(kindOf(rule)).toBe('never'));

  const open: Record<string, Logic> = {
    'eighteen and not yet nineteen': { and: [{ '>=': [age, 18] }, { '<': [age, 19] }] },
    'between two products': {
      and: [{ '>': [{ '*': [of('a.price'), 12] }, 100] }, { '<': [{ '*': [of('a.price'), 12] }, 101] }],
    },
    'old enough for one state only': { and: [{ '>=': [age, ageOf] }, { '<': [age, 19] }] },
    'a day to come': { '>=': [of('today'), '2027-01-01'] },
    'nothing known': { '!': { answered: 'a.name' } },
  };
  test.each(Object.entries(open))('holds, with facts that do: %s', (_what, rule) => {
    const answer = settle([{ logic: rule, wanted: 'true' }], world);
    expect(answer.kind).toBe('holds');
    expect(
      truthOf(rule, { today, compliance: world.tables, ...(answer.kind === 'holds' ? nested(answer.facts) : {}) }),
    ).toBe(true);
  });

  const unsure: Record<string, Logic> = {
    'a day of birth that only a later day allows': {
      and: [{ '>=': [age, 18] }, { '>=': [of('a.birth'), '2010-01-01'] }],
    },
    'what only the values of two facts could tell': {
      and: [{ '==': [{ '+': [of('a.price'), of('a.other')] }, 4711] }, { '<': [of('a.price'), 5] }],
    },
  };
  test.each(Object.entries(unsure))('nothing is claimed: %s', (_what, rule) => expect(kindOf(rule)).toBe('unsettled'));

  test('always is asked of known facts, but not where somebody asks whether they are there', () => {
    expect(kindOf({ or: [{ '!=': [of('a.name'), 'TX'] }, { '!=': [of('a.name'), 'CA'] }] }, true, 'not true')).toBe(
      'never',
    );
    expect(kindOf({ or: [{ '!=': [of('a.name'), 'TX'] }, { '!=': [of('a.name'), 'CA'] }] }, false, 'not true')).toBe(
      'holds',
    );
    expect(kindOf({ or: [{ answered: 'a.name' }, { '==': [of('a.name'), 'x'] }] }, true, 'not true')).toBe('holds');
    expect(kindOf({ '!=': [ageOf, 99] }, true, 'not true')).toBe('holds');
  });
});

describe('against every assignment of a small world', () => {
  const values: Readonly<Record<string, readonly (Json | undefined)[]>> = {
    'a.kind': [undefined, 'A', 'B', 'C'],
    'a.count': [undefined, 0, 1, 2, 3, 4, 5, 6],
    'a.yes': [undefined, true, false],
    'a.state': [undefined, 'TX', 'AL', 'NY', 'ZZ', ''],
    'a.birth': [
      undefined,
      '2000-02-29',
      ...[17, 18, 19, 20, 21].flatMap((years) => ['19', '20', '21'].map((day) => `${2026 - years}-11-${day}`)),
    ],
  };
  const compare = fc.constantFrom('<', '<=', '>', '>=', '==', '!=', '===', '!==');
  const number = fc.integer({ min: -1, max: 8 });
  const counted: fc.Arbitrary<Logic> = fc.oneof(
    fc.constant(of('a.count')),
    fc.record({ '*': fc.tuple(fc.constant(of('a.count')), fc.constantFrom(2, -1, 3)) }),
    fc.record({ '+': fc.tuple(fc.constant(of('a.count')), number) }),
    fc.record({ '-': fc.tuple(number, fc.constant(of('a.count'))) }),
  );
  const leaf: fc.Arbitrary<Logic> = fc.oneof(
    fc.tuple(compare, counted, number).map(([operator, term, limit]) => ({ [operator]: [term, limit] })),
    fc
      .tuple(fc.constantFrom('==', '!='), fc.constantFrom('A', 'B', 'C'))
      .map(([operator, kind]) => ({ [operator]: [of('a.kind'), kind] })),
    fc.subarray(['A', 'B', 'C']).map((kinds) => ({ in: [of('a.kind'), kinds] })),
    fc
      .tuple(fc.constantFrom('==', '!='), fc.constantFrom('TX', 'AL', 'ZZ'))
      .map(([operator, state]) => ({ [operator]: [of('a.state'), state] })),
    fc.tuple(compare, fc.constantFrom(18, 19, 21)).map(([operator, limit]) => ({ [operator]: [age, limit] })),
    fc.tuple(compare, fc.constantFrom(18, 19, 21)).map(([operator, limit]) => ({ [operator]: [ageOf, limit] })),
    compare.map((operator) => ({ [operator]: [age, ageOf] })),
    fc.constantFrom<Logic>(
      of('a.yes'),
      { lookup: ['states', of('a.state'), 'open'] },
      { in: ['I', { lookup: ['states', of('a.state'), 'sells'] }] },
      { '==': [of('a.yes'), false] },
      { '<=': [1, of('a.count'), 3] },
    ),
    fc.constantFrom('a.kind', 'a.count', 'a.yes', 'a.state').map((path) => ({ answered: path })),
  );
  const { rule } = fc.letrec<{ rule: Logic }>((tie) => ({
    rule: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc.array(tie('rule'), { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
      fc.array(tie('rule'), { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
      tie('rule').map((not) => ({ '!': [not] })),
      fc.tuple(tie('rule'), tie('rule'), tie('rule')).map((parts) => ({ if: parts })),
      fc
        .tuple(compare, tie('rule'), number, number, number)
        .map(([operator, when, a, b, limit]) => ({ [operator]: [{ if: [when, a, b] }, limit] })),
    ),
  }));

  /** Every assignment of the facts that rules read. */
  function* assignments(rules: readonly Logic[], missing: boolean): Generator {
    const paths = [...new Set(rules.flatMap((one) => [...readsOf(one)]))].filter((path) => path !== 'today');
    const fill = function* (at: number, facts: Readonly<Record<string, Json>>): Generator {
      const path = paths[at];
      if (path === undefined) yield { today, compliance: world.tables, ...nested(facts) };
      else
        for (const value of values[path] ?? [])
          if (missing || value !== undefined)
            yield* fill(at + 1, value === undefined ? facts : { ...facts, [path]: value });
    };
    yield* fill(0, {});
  }
  const small = (rules: readonly Logic[]): boolean => new Set(rules.flatMap((one) => [...readsOf(one)])).size <= 4;
  const meets = (goals: readonly Goal[], facts: unknown): boolean =>
    goals.every(({ logic, wanted }) =>
      wanted === 'true'
        ? truthOf(logic, facts) === true
        : wanted === 'false'
          ? truthOf(logic, facts) === false
          : truthOf(logic, facts) !== true,
    );
  const goals = fc
    .array(fc.record({ logic: rule, wanted: fc.constantFrom<Goal['wanted'][]>('true', 'true', 'false', 'not true') }), {
      minLength: 1,
      maxLength: 3,
    })
    .filter((all) => small(all.map(({ logic }) => logic)));

  test('never is said exactly when no assignment holds; what holds is shown by one that does', () => {
    const told = { never: 0, holds: 0, unsettled: 0 };
    fc.assert(
      fc.property(goals, (asked) => {
        const answer = settle(asked, world);
        told[answer.kind] += 1;
        let found = false;
        for (const facts of assignments(
          asked.map(({ logic }) => logic),
          true,
        ))
          if (meets(asked, facts)) {
            found = true;
            break;
          }
        if (answer.kind === 'holds')
          expect(meets(asked, { today, compliance: world.tables, ...nested(answer.facts) })).toBe(true);
        expect([answer.kind, found]).toEqual([found ? 'holds' : 'never', found]);
      }),
      { numRuns: 600, seed: 4 },
    );
    expect(Math.min(told.never, told.holds)).toBeGreaterThan(40);
  });

  test('always is said only when every known assignment holds', () => {
    let always = 0;
    fc.assert(
      fc.property(
        rule.filter((one) => small([one])),
        (one) => {
          if (settle([{ logic: one, wanted: 'not true' }], world, { known: true }).kind !== 'never') return;
          always += 1;
          for (const facts of assignments([one], false)) expect(truthOf(one, facts)).toBe(true);
        },
      ),
      { numRuns: 600, seed: 5 },
    );
    expect(always).toBeGreaterThan(10);
  });
});

test('conditions that are read come out as compiled ones do, for every condition of the flows over facts at random', async () => {
  const settings = settingsOf(resolveContent(readFiles([projectDir]), { env: 'local', today }));
  const rules = settings.reduce((sum, setting) => sum + setting.rules.length, 0);
  expect(rules).toBeGreaterThan(50);
  for (const { flow, rules: placed, facts: own } of settings) {
    const writer = new Writer({ rules: flow.rules, values: flow.values, flow: flow.id, kinds: {} });
    const { code } = writer.module.finish(kit().hash, { rules: placed.map(({ written }) => writer.rule(written).js) });
    const { rules: compiled } = await importText<{ rules: readonly { of: (facts: unknown) => unknown }[] }>(
      code.slice(code.indexOf('\n') + 1),
    );
    const paths = [...new Set(placed.flatMap(({ logic }) => [...readsOf(logic)]))].filter((path) => path !== 'today');
    const value = (path: string): fc.Arbitrary<Json | undefined> => {
      const shape = own.shapeOf(path);
      const known: fc.Arbitrary<Json> = fc.oneof(
        fc.constantFrom<Json[]>(...(listed(shape) ?? []), ...(shape.examples ?? []), 'MO', 'WI', true, '', 0),
        fc.integer({ min: -5, max: 40 }),
        fc
          .date({ min: new Date('1990-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
          .map((date) => date.toISOString().slice(0, 10)),
        fc.constant<Json>({ sealed: '1234' }),
        fc.constant<Json>(['PDL']),
      );
      return fc.option(known, { nil: undefined, freq: 4 });
    };
    fc.assert(
      fc.property(fc.tuple(...paths.map(value)), (chosen) => {
        const facts = {
          today,
          compliance: own.tables,
          ...nested(
            Object.fromEntries(paths.flatMap((path, i) => (chosen[i] === undefined ? [] : [[path, chosen[i]]]))),
          ),
        };
        for (const [i, { id, logic }] of placed.entries())
          expect([id, truthOf(logic, facts)]).toEqual([id, compiled[i]?.of(facts)]);
      }),
      { numRuns: 150, seed: 6 },
    );
  }
});
