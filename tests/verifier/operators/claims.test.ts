/**
 * What operators claim of themselves, held against counting out. A claim that were wider than the truth would make
 * "proved" false.
 */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../runtime/core/facts.ts';
import { Classes, isDecided } from '../../../verifier/domain/classes.ts';
import { nested } from '../../../verifier/logic/settle.ts';
import { truthOf, valueOf } from '../../../compile/operators/evaluate.ts';
import { all, cases, combinations, given, valuesLike, worldOf, type Case } from './each.ts';

const nothing: Json = { var: 'answers.that.nobody.has' };
const constants = (id: string): readonly Json[] =>
  cases.flatMap(({ operator, example }) => (operator.id === id ? given(example).map(([, value]) => value) : []));

/** The operands of the example's outermost operation, when it is the operator's own. */
const operandsOf = ({ operator, example }: Case): readonly Json[] | undefined => {
  const rule = example.rule as Readonly<Record<string, Json>>;
  const own = rule[operator.id];
  return own === undefined ? undefined : Array.isArray(own) ? (own as readonly Json[]) : [own];
};
/** The example's operation over every combination of values of its facts. */
function* everywhere({ operator, example }: Case): Generator<{ readonly facts: Json; readonly value: unknown }> {
  const facts = given(example);
  for (const values of combinations(facts.map(([, value]) => valuesLike(value, constants(operator.id))))) {
    const here = nested({
      ...example.facts,
      ...Object.fromEntries(facts.map(([path], i) => [path, values[i] ?? null])),
    });
    yield { facts: here, value: valueOf(example.rule, here) };
  }
}
/** Only of numbers and dates is it claimed that something grows with them. */
const isOrdered = (example: Case['example']): boolean =>
  given(example).every(([, value]) => typeof value === 'number' || /^\d{4}-\d{2}-\d{2}$/.test(String(value)));
const own = cases.filter((one) => operandsOf(one) !== undefined);

describe('what an operator claims holds for everybody', () => {
  test.each(own.filter(({ operator }) => operator.strict))('unknown as soon as one operand is: $name', (one) => {
    const operands = operandsOf(one) ?? [];
    for (const place of operands.keys()) {
      const rule = { [one.operator.id]: operands.map((operand, i) => (i === place ? nothing : operand)) };
      if (!(one.operator.cell && place !== 1)) expect(valueOf(rule, one.facts), JSON.stringify(rule)).toBeUndefined();
    }
  });

  test.each(own.filter(({ operator, example }) => operator.total && example.is !== undefined))(
    'known while its operands are: $name',
    (one) => {
      for (const { facts, value } of everywhere(one)) expect(value, JSON.stringify(facts)).toBeDefined();
    },
  );

  test.each(own.filter(({ operator }) => operator.gives !== undefined && operator.id !== 'and'))(
    'of the type it gives: $name',
    (one) => {
      for (const { facts, value } of everywhere(one))
        if (value !== undefined)
          expect(Array.isArray(value) ? 'array' : typeof value, JSON.stringify(facts)).toBe(one.operator.gives);
    },
  );

  test.each(all.flatMap(({ id, compares }) => (compares ? [{ id, compares }] : [])))(
    'true for less, equal and more as it says: $id',
    ({ id, compares }) => {
      const told = (a: Json, b: Json): unknown => valueOf({ [id]: [a, b] }, {});
      expect({ less: told(1, 2), equal: told(2, 2), more: told(2, 1) }).toEqual(compares);
      expect({ less: told('2026-01-01', '2026-01-02'), equal: told('a', 'a'), more: told('b', 'a') }).toEqual(compares);
    },
  );

  test.each(
    own.filter(({ operator, example }) => operator.direction && given(example).length === 1 && isOrdered(example)),
  )('growing or falling with its fact as it says: $name', (one) => {
    const operands = operandsOf(one) ?? [];
    const place = operands.findIndex((operand) => typeof operand === 'object' && operand !== null);
    const direction = one.operator.direction?.(place, operands) ?? 0;
    expect(Math.abs(direction)).toBeLessThanOrEqual(1);
    const values = [...everywhere(one)].map(({ value }) => value as number);
    for (const [i, value] of values.slice(1).entries())
      if (direction !== 0) expect(direction > 0 ? value >= (values[i] ?? 0) : value <= (values[i] ?? 0)).toBe(true);
  });

  test.each(all.filter(({ span }) => span))('within the span it says: $id', ({ id, span, arity: [fewest] }) => {
    for (const count of [1, 2, 3].filter((one) => one >= fewest && (id !== '-' || one < 3)))
      for (const ends of [
        [-3, 2],
        [1, 4],
        [2, 2],
      ] as const)
        for (const second of [
          [-2, 3],
          [3, 3],
        ] as const) {
          const spans = Array.from({ length: count }, (_, i) => (i === 1 ? second : ends));
          const found = span?.(spans.map(([least, most]) => ({ least, most, whole: true })));
          if (!found) continue;
          const lists = spans.map(([least, most]) => Array.from({ length: most - least + 1 }, (_, i) => least + i));
          for (const operands of combinations(lists)) {
            const value = valueOf({ [id]: operands }, {}) as number;
            if (Number.isNaN(value)) continue;
            expect(value, `${id} of ${operands.join(', ')}`).toBeGreaterThanOrEqual(found.least);
            expect(value, `${id} of ${operands.join(', ')}`).toBeLessThanOrEqual(found.most);
            if (found.whole) expect(Number.isInteger(value)).toBe(true);
          }
        }
  });

  test.each(all.filter(({ factors }) => factors))(
    'the sum of its operands times its factors: $id',
    ({ id, factors }) => {
      for (const operands of [
        [7, 3],
        [-2, 5],
      ]) {
        const sum = (factors?.(2) ?? []).reduce((made, factor, i) => made + factor * (operands[i] ?? 0), 0);
        expect(valueOf({ [id]: operands }, {})).toBe(sum);
      }
    },
  );

  test.each(all.filter(({ chooses }) => chooses))('one of its operands: $id', ({ id }) => {
    for (const operands of [
      [7, 3],
      [-2, 5, 5],
    ])
      expect(operands).toContain(valueOf({ [id]: operands }, {}));
  });

  test.each(all.filter(({ later }) => later))('its date so many days later: $id', ({ id }) => {
    expect([-1, 0, 1].map((days) => valueOf({ [id]: ['2026-03-01', days] }, {}))).toEqual([
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]);
  });

  test.each(all.filter(({ elapsed }) => elapsed))('the time from one date to another: $id', ({ id, elapsed }) => {
    expect(valueOf({ [id]: ['2025-03-01', '2026-03-01'] }, {})).toBe(elapsed === 'year' ? 1 : 365);
    expect(valueOf({ [id]: ['2026-03-01', '2026-03-01'] }, {})).toBe(0);
  });
});

/** A comparison of what an example comes to, for those that are none. */
function asked({ operator, example }: Case): readonly Json[] {
  const { is } = example;
  if (operator.gives === 'boolean' || typeof is === 'boolean') return [example.rule];
  if (typeof is === 'number' || typeof is === 'string')
    return ['==', '<', '>='].map((id) => ({ [id]: [example.rule, is] }));
  return Array.isArray(is) ? [{ '!': [example.rule] }] : [];
}

describe('the classes of a fact stand for all its values', () => {
  const asks = cases.flatMap((one) =>
    one.example.is === undefined ? [] : asked(one).map((rule) => ({ ...one, rule, name: JSON.stringify(rule) })),
  );
  const decided = asks.filter(({ rule, example }) => isDecided(rule, worldOf(example)) && given(example).length > 0);

  test.each(decided)('$name', ({ operator, example, rule }) => {
    const world = worldOf(example);
    const classes = new Classes([rule], world);
    const facts = given(example);
    const over = (values: readonly (Json | undefined)[]): string =>
      String(
        truthOf(
          rule,
          nested({
            ...example.facts,
            ...Object.fromEntries(facts.map(([path], i) => [path, values[i] ?? null])),
          }),
        ),
      );
    const told = new Set(
      combinations(facts.map(([path]) => [undefined, ...classes.of(path).map(({ value }) => value)])).map(over),
    );
    const counted = combinations(facts.map(([, value]) => [undefined, ...valuesLike(value, constants(operator.id))]));
    expect([...new Set(counted.map(over))].filter((one) => !told.has(one))).toEqual([]);
  });

  test('each operator that says how it tells values apart is decided at least once', () => {
    const says = all.filter(
      ({ compares, among, cell, names, direction }) => compares ?? among ?? cell ?? names ?? direction,
    );
    const shown = new Set(decided.map(({ operator }) => operator.id));
    expect(says.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
  });
});
