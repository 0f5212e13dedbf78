import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../runtime/core/facts.ts';
import { date, dollars, lastFour, maskedEmail, money, percent, phone, time } from '../../compile/kit/formats.ts';
import { bounded } from '../../compile/kit/each.ts';
import { valueOf } from '../../compile/operators/evaluate.ts';
import { notPoBox } from '../../compile/operators/not-po-box/evaluate.ts';
import { round } from '../../compile/operators/round/evaluate.ts';
import { validRoutingNumber } from '../../compile/operators/valid-routing-number/evaluate.ts';
import { validSsn } from '../../compile/operators/valid-ssn/evaluate.ts';
import { addDays } from '../../compile/operators/add-days/evaluate.ts';
import { daysBetween } from '../../compile/operators/days-between/evaluate.ts';
import { yearsBetween } from '../../compile/operators/years-between/evaluate.ts';
import { runnable } from './run.ts';

interface Numbered {
  readonly value: string;
  readonly valid: boolean;
}
interface Numbers {
  readonly routing: { readonly valid: readonly Numbered[]; readonly invalid: readonly Numbered[] };
  readonly ssn: {
    readonly valid: readonly Numbered[];
    readonly invalid: readonly Numbered[];
    readonly flagged: readonly Numbered[];
  };
}
interface Boxes {
  readonly positives: readonly string[];
  readonly negatives: readonly string[];
  readonly special: readonly { readonly value: string; readonly isPoBox: boolean }[];
}
const read = <T>(file: string): T => JSON.parse(readFileSync(new URL(`cases/${file}`, import.meta.url), 'utf8')) as T;
const numbers = read<Numbers>('routing-ssn-phone-cases.json');
const boxes = read<Boxes>('po-box-cases.json');

test.each([...numbers.routing.valid, ...numbers.routing.invalid])(
  'routing number $value is valid: $valid',
  ({ value, valid }) => {
    expect(validRoutingNumber(value)).toBe(valid);
  },
);
test('one changed digit makes a routing number invalid', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...numbers.routing.valid.map((one) => one.value)),
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 1, max: 9 }),
      (value, at, by) => {
        const other = `${value.slice(0, at)}${(Number(value[at]) + by) % 10}${value.slice(at + 1)}`;
        return validRoutingNumber(other) === false;
      },
    ),
  );
});
test.each([...numbers.ssn.valid, ...numbers.ssn.invalid, ...numbers.ssn.flagged])(
  'social security number $value is valid: $valid [rule.ssn]',
  ({ value, valid }) => {
    expect(validSsn(value)).toBe(valid);
  },
);
test('area 666, area 900 to 999, group 00 and serial 0000 are never issued [rule.ssn]', () => {
  for (const never of ['666-12-3456', '900-12-3456', '999-12-3456', '123-00-4567', '123-45-0000', '000-12-3456'])
    expect(validSsn(never)).toBe(false);
});
test.each(boxes.positives.map((value) => ({ value })))(
  '"$value" is a post office box [rule.address.noPoBox]',
  ({ value }) => {
    expect(notPoBox(value)).toBe(false);
  },
);
test.each([...boxes.negatives.map((value) => ({ value })), ...boxes.special.filter((one) => !one.isPoBox)])(
  '"$value" is no post office box',
  ({ value }) => {
    expect(notPoBox(value)).toBe(true);
  },
);

describe('dates', () => {
  test.each([
    ['2000-02-29', '2018-02-28', 17],
    ['2000-02-29', '2018-03-01', 18],
    ['2008-11-20', '2026-11-20', 18],
    ['2008-11-21', '2026-11-20', 17],
  ])('from %s to %s are %i completed years', (from, to, years) => {
    expect(yearsBetween(from, to)).toBe(years);
  });
  test('days later and days between undo each other', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.integer({ min: -4000, max: 4000 }),
        (from, days) => {
          const day = from.toISOString().slice(0, 10);
          expect(daysBetween(day, addDays(day, days))).toBe(days);
        },
      ),
    );
  });
  test('what is no day is unknown', () => {
    expect([
      yearsBetween('2026-02-30', '2026-03-01'),
      daysBetween('soon', '2026-01-01'),
      addDays('2026-01-01', 1.5),
    ]).toEqual([undefined, undefined, undefined]);
  });
});

test('formats', () => {
  expect([money(123456), money(-5), money(100000000), dollars(1234567), percent(35.9), percent(391.0714285)]).toEqual([
    '$1,234.56',
    '-$0.05',
    '$1,000,000.00',
    '$1,234,567',
    '35.9%',
    '391.071%',
  ]);
  expect([
    date('2026-11-05'),
    phone('18165550142'),
    lastFour('123456789'),
    lastFour({ sealed: '6789' }),
    maskedEmail('ana@example.com'),
  ]).toEqual(['November 5, 2026', '(816) 555-0142', '6789', '6789', 'a***a@example.com']);
  expect(['00:05', '09:00', '12:30', '23:59', '24:00', '9:00', 9].map(time)).toEqual([
    '12:05 a.m.',
    '9:00 a.m.',
    '12:30 p.m.',
    '11:59 p.m.',
    undefined,
    undefined,
    undefined,
  ]);
  expect([money('12'), date('x'), phone('12'), lastFour(undefined), maskedEmail('x')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

describe('missing is unknown, and unknown passes nobody', () => {
  const unknown: readonly Json[] = [
    { '<': [{ var: 'age' }, 18] },
    { '==': [{ var: 'age' }, null] },
    { '!': { var: 'age' } },
    { and: [true, { var: 'age' }] },
    { or: [false, { var: 'age' }] },
    { if: [{ var: 'age' }, 1, 2] },
    { in: [{ var: 'age' }, ['a', 'b']] },
    { '+': [1, { var: 'age' }] },
    { cat: ['a', { var: 'age' }] },
    { all: [{ var: 'age' }, { var: '' }] },
    { var: 'constructor' },
    { var: '__proto__.x' },
    { var: 'name.constructor.name' },
    { var: 'name.toString' },
    { var: 'list.map' },
    { some: [{ var: 'list' }, { '==': [{ var: 'at.first' }, 1] }] },
    { '==': [{ var: 'secret' }, '1234'] },
    { lookup: ['states', { var: 'age' }, 'minimumAge'] },
    { lookup: ['states', 'constructor', 'name'] },
    { agreedToAll: ['ticked', 'age'] },
    { agreedToAll: [['a', 'b'], { var: 'map' }] },
    { validSsn: { var: 'age' } },
  ];
  const known: readonly (readonly [Json, unknown])[] = [
    [{ and: [false, { var: 'age' }] }, false],
    [{ or: [true, { var: 'age' }] }, true],
    [{ in: ['a', ['a', { var: 'age' }]] }, true],
    [{ missing: ['age', 'name', 'secret'] }, ['age']],
    [{ missing_some: [1, ['age', 'name']] }, []],
    [{ answered: 'secret' }, true],
    [{ answered: 'age' }, false],
    [{ answered: 'empty' }, false],
    [{ some: [{ var: 'list' }, { '>': [{ var: '' }, 2] }] }, true],
    [{ agreedToAll: ['ticked', 'unticked', 'age'] }, false],
    [{ agreedToAll: [['a'], { var: 'map' }] }, true],
    [{ agreedToAll: [['b', 'c'], { var: 'refused' }] }, false],
    [{ lookup: ['states', 'MO', 'products.ONLINE'] }, ['PDL']],
    [{ var: ['age', 21] }, 21],
    [{ matches: [{ var: 'name' }, '^A'] }, true],
  ];
  const facts = {
    name: 'Ana',
    empty: '',
    secret: { sealed: '1234' },
    ticked: true,
    unticked: false,
    list: [1, 2, 3],
    map: { a: true },
    refused: { b: false },
    compliance: { states: { MO: { products: { ONLINE: ['PDL'] } } } },
  };

  test('where json-logic guesses, the result is unknown', async () => {
    const compiled = await runnable(unknown);
    expect(unknown.filter((_, i) => compiled[i]?.(facts) !== undefined).map((rule) => JSON.stringify(rule))).toEqual(
      [],
    );
  });
  test('what the other side settles stays known', async () => {
    const compiled = await runnable(known.map(([rule]) => rule));
    expect(known.map((_, i) => compiled[i]?.(facts))).toEqual(known.map(([, value]) => value));
  });
  test('a rule that goes over more items than its budget is unknown, at once', async () => {
    let rule: Json = { '>': [{ var: '' }, -1] };
    for (let depth = 0; depth < 6; depth++)
      rule = {
        some: [
          { map: [Array.from({ length: 50 }, (_, i) => i), { none: [Array.from({ length: 50 }, (_, i) => i), rule] }] },
          { var: 'never' },
        ],
      };
    const [compiled] = await runnable([rule]);
    expect(compiled?.({})).toBeUndefined();
  });
});

test('rules made at random come to what their operators say one by one, in whatever they stand', async () => {
  const path = fc.constantFrom(
    'told',
    'is.there',
    'is.gone',
    'void',
    'secret',
    'many',
    'many.length',
    'text.at',
    'no-1',
  );
  const leaf = fc.oneof(
    path.map((one): Json => ({ var: one })),
    path.map((one): Json => ({ answered: one })),
    fc.constantFrom<Json[]>(true, false, 0, 1, 'a', '', ['a', 'b']),
  );
  const { rule } = fc.letrec<{ rule: Json }>((tie) => {
    const some = (least: number, most: number) => fc.array(tie('rule'), { minLength: least, maxLength: most });
    return {
      rule: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf,
        some(1, 4).map((parts): Json => ({ and: parts })),
        some(1, 4).map((parts): Json => ({ or: parts })),
        some(2, 5).map((parts): Json => ({ if: parts })),
        tie('rule').map((part): Json => ({ '!': [part] })),
        some(2, 2).map((parts): Json => ({ '==': parts })),
        tie('rule').map((part): Json => ({ in: [part, ['a', 'b', 1]] })),
        tie('rule').map((part): Json => ({ some: [{ var: 'many' }, part] })),
      ),
    };
  });
  const rules = fc.sample(rule, { numRuns: 1000, seed: 26 });
  const value = fc.constantFrom<Json[]>(true, false, null, 0, 1, 'a', 'b', { sealed: 'a' }, [], ['a', 'c']);
  const facts = fc.sample(
    fc.record(
      {
        told: value,
        is: fc.record({ there: value }, { noNullPrototype: true }),
        void: fc.constant(null),
        secret: fc.constant({ sealed: '1234' }),
        many: fc.array(fc.oneof(value, fc.record({ told: value }, { noNullPrototype: true }))),
        text: fc.constant('words'),
        'no-1': value,
      },
      { requiredKeys: ['is'], noNullPrototype: true },
    ),
    { numRuns: 20, seed: 27 },
  );
  const compiled = await runnable(rules);
  expect(
    rules.flatMap((one, index) =>
      facts
        .filter(
          (of) =>
            !isDeepStrictEqual(
              compiled[index]?.(of),
              bounded(() => valueOf(one, of)),
            ),
        )
        .map((of) => JSON.stringify([one, of])),
    ),
  ).toEqual([]);
});

describe('rounding half up', () => {
  test.each([
    [0.5, 0, 1],
    [-0.5, 0, 0],
    [-1.5, 0, -1],
    [2.345, 2, 2.35],
    [1.255, 2, 1.26],
    [8.075, 2, 8.08],
    [-1.005, 2, -1],
    [19.995, 2, 20],
    [1e21, 2, 1e21],
    [1e-9, 2, 0],
    [123456789.125, 2, 123456789.13],
    [5e-7, 8, 5e-7],
    [5e-7, 6, 1e-6],
    [4.9e-7, 6, 0],
    [-5.000000000005e-7, 6, -1e-6],
    [1e21, 2, 1e21],
  ])('%d to %i places is %d', (value, places, rounded) => {
    expect(round(value, places)).toBe(rounded);
  });
  test('no number is further from what it is rounded to than half a place, and a rounded one stays', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.integer({ min: 0, max: 6 }), (value, places) => {
        const rounded = round(value, places) ?? Number.NaN;
        expect(Math.abs(rounded - value)).toBeLessThanOrEqual(0.5 * 10 ** -places + Math.abs(value) * 1e-12);
        expect(round(rounded, places)).toBe(rounded);
      }),
    );
  });
});
