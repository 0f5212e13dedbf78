/**
 * Comparisons with a limit, and whether a case stands right at it: the smallest change of an answer would decide
 * otherwise.
 */
import { set } from '../../runtime/core/index.ts';
import type { Facts, Json, JsonObject } from '../../runtime/core/facts.ts';
import { isOrder } from '../../compile/operators/compares.ts';
import { operatorOf, type Atom } from '../domain/atoms.ts';
import type { PlacedRule } from '../rules/placed.ts';
import { DAY, dateOf, isDate, shiftDate } from '../domain/dates.ts';
import { truthOf, valueOf } from '../../compile/operators/evaluate.ts';

/** Whether the comparison is by order and reads an answer, so that it has a limit an applicant can stand at. */
export const hasLimit = (atom: Atom, rule: Pick<PlacedRule, 'part'>): boolean =>
  isOrder(operatorOf(atom.operator)) && atom.operands.length === 2 && answersIn(atom, rule).length > 0;

/** The answers it reads, kept or typed; inside a list that the person makes, those of the item too. */
export const answersIn = (atom: Atom, { part }: Pick<PlacedRule, 'part'>): readonly string[] =>
  atom.reads.filter(
    (path) =>
      path.startsWith('answers.') || path.startsWith('typed.') || (part !== undefined && path.startsWith('item.')),
  );

/** The next smaller and the next larger value: a whole number by one, a date by a day; none for other values. */
export function neighbours(value: unknown): readonly Json[] {
  if (typeof value === 'number' && Number.isInteger(value)) return [value - 1, value + 1];
  return isDay(value) ? [shiftDate(value, -1), shiftDate(value, 1)] : [];
}

/** Whether changing one answer by the least there is would decide the comparison otherwise. */
export function atLimit(atom: Atom, rule: Pick<PlacedRule, 'part'>, facts: Facts): boolean {
  const truth = truthOf(atom.logic, facts);
  return answersIn(atom, rule).some((path) =>
    neighbours(valueOf({ var: path }, facts)).some((value) => {
      const other = truthOf(atom.logic, set(facts as unknown as JsonObject, path, value));
      return other !== undefined && other !== truth;
    }),
  );
}

/**
 * The two values next to each other between which the truth changes; searched by halving, so that one change of several
 * is found.
 * @param a a value with one truth; @param b a value of the same kind with the other
 * @returns undefined when they are neither whole numbers nor dates, or the truth of one in between is unknown
 */
export function limitBetween(
  truthAt: (value: Json) => boolean | undefined,
  a: Json,
  b: Json,
): readonly [Json, Json] | undefined {
  const scale = typeof a === 'number' && typeof b === 'number' ? NUMBERS : isDay(a) && isDay(b) ? DAYS : undefined;
  if (!scale) return undefined;
  let [low, high] = [scale.count(a), scale.count(b)];
  const truth = truthAt(a);
  while (Math.abs(high - low) > 1) {
    const middle = Math.trunc((low + high) / 2);
    const found = truthAt(scale.value(middle));
    if (found === undefined) return undefined;
    if (found === truth) low = middle;
    else high = middle;
  }
  return [scale.value(low), scale.value(high)];
}

const isDay = (value: unknown): value is string => typeof value === 'string' && isDate(value);
const NUMBERS = { count: (value: Json): number => Number(value), value: (count: number): Json => count };
const DAYS = {
  count: (value: Json): number => Date.parse(String(value)) / DAY,
  value: (count: number): Json => dateOf(count),
};
/** Values far off, on either side of any limit an applicant can stand at. */
export const farFrom = (value: unknown): readonly Json[] =>
  typeof value === 'number'
    ? [0, 1_000_000_000]
    : typeof value === 'string' && isDate(value)
      ? ['1900-01-01', '2100-01-01']
      : [];
