/**
 * What the tests of operators are made of: every example of every folder, its facts nested, the values each fact may
 * have beside the one it has.
 */
import { OPERATORS } from '../../../compile/operators/index.ts';
import type { Example, Operator } from '../../../compile/operators/operator.ts';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import { nested } from '../../../verifier/logic/settle.ts';
import type { FactShape, FactWorld } from '../../../verifier/domain/shape.ts';

/** Every operator once. */
export const all: readonly Operator[] = [...new Set(OPERATORS.values())];

export interface Case {
  readonly operator: Operator;
  readonly example: Example;
  readonly name: string;
  /** What rules read. */
  readonly facts: JsonObject;
}
export const cases: readonly Case[] = all.flatMap((operator) =>
  operator.examples.map((example) => ({
    operator,
    example,
    name: `${operator.id}: ${JSON.stringify(example.rule)} over ${JSON.stringify(example.facts ?? {})}`,
    facts: nested(example.facts ?? {}),
  })),
);

/** Facts that differ from person to person, as the example has them. */
export const given = ({ facts = {} }: Example): readonly (readonly [path: string, value: Json])[] =>
  Object.entries(facts).filter(([path]) => path.startsWith('answers.'));

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const [LEAST, MOST] = [-12, 24];

/** Values of the kind of this one, in order where there is an order; with `among` the others that examples name. */
export function valuesLike(value: Json, among: readonly Json[] = []): readonly Json[] {
  if (typeof value === 'number') return Array.from({ length: MOST - LEAST + 1 }, (_, i) => LEAST + i);
  if (typeof value === 'boolean') return [false, true];
  if (typeof value === 'string' && DATE.test(value)) {
    const day = Date.parse(value) / 86_400_000;
    return Array.from({ length: 81 }, (_, i) => new Date((day - 40 + i) * 86_400_000).toISOString().slice(0, 10));
  }
  if (typeof value === 'string')
    return [...new Set([value, ...among.filter((one) => typeof one === 'string'), '', 'zz'])];
  if (Array.isArray(value)) return [[], [1], value, [...(value as readonly Json[]), 5]];
  return [value, {}];
}

function shapeLike(value: Json): FactShape {
  if (typeof value === 'number') return { type: 'integer', minimum: LEAST, maximum: MOST };
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (typeof value === 'string') return DATE.test(value) ? { type: 'string', format: 'date' } : { type: 'string' };
  return { type: Array.isArray(value) ? 'array' : 'object' };
}

/** The world in which the example's facts are declared as what they look like. */
export function worldOf(example: Example): FactWorld {
  const compliance = nested(example.facts ?? {})['compliance'];
  return {
    shapeOf: (path) => (example.facts?.[path] === undefined ? {} : shapeLike(example.facts[path])),
    tables: (compliance ?? { states: {} }) as FactWorld['tables'],
    today: '2026-11-20',
  };
}

/** Every combination of one value of each list. */
export function combinations<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return lists.reduce<readonly (readonly T[])[]>(
    (made, list) => made.flatMap((some) => list.map((one) => [...some, one])),
    [[]],
  );
}
