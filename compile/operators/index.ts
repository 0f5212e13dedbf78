/** Every operator, found by its folder: adding one is adding a folder. */
import { foldersOf } from '../rule-folder.ts';
import type { Operator } from './operator.ts';

const all = await foldersOf<Operator>(new URL('.', import.meta.url), 'OPERATOR');

/** Operators by what content writes, other spellings included. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  all.flatMap((operator) => [operator.id, ...(operator.also ?? [])].map((id) => [id, operator] as const)),
);

if (OPERATORS.size < all.reduce((sum, { also = [] }) => sum + 1 + also.length, 0))
  throw new Error('Two operators have one name: each folder of compile/operators/ says its own id.');

/** The operators that content may use. */
export const WRITTEN: readonly Operator[] = all.filter(({ stands }) => typeof stands !== 'object');
