/** Comparisons with a limit, and whether a case stands right at it: the smallest change of an answer would decide otherwise. */
import { set } from '../../runtime/core/index.ts';
import type { Facts, Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Atom } from '../domain/atoms.ts';
import { shiftDate } from '../domain/representatives.ts';
import { truthOf, valueOf } from '../rules/evaluate.ts';

const ORDERED = new Set(['<', '<=', '>', '>=']);
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the comparison is by order and reads an answer, so that it has a limit an applicant can stand at. */
export const hasLimit = (atom: Atom): boolean => ORDERED.has(atom.operator) && atom.operands.length === 2 && answersIn(atom).length > 0;

/** The answers it reads, kept or typed. */
export const answersIn = (atom: Atom): readonly string[] => atom.reads.filter((path) => path.startsWith('answers.') || path.startsWith('typed.'));

/** The next smaller and the next larger value: a whole number by one, a date by a day; none for other values. */
export function neighbours(value: unknown): readonly Json[] {
  if (typeof value === 'number' && Number.isInteger(value)) return [value - 1, value + 1];
  return typeof value === 'string' && DATE.test(value) ? [shiftDate(value, 0, -1), shiftDate(value, 0, 1)] : [];
}

/** Whether changing one answer by the least there is would decide the comparison otherwise. */
export function atLimit(atom: Atom, facts: Facts): boolean {
  const truth = truthOf(atom.logic, facts);
  return answersIn(atom).some((path) =>
    neighbours(valueOf({ var: path }, facts)).some((value) => {
      const other = truthOf(atom.logic, set(facts as unknown as JsonObject, path, value));
      return other !== undefined && other !== truth;
    }),
  );
}
