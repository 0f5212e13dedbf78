/** Small helpers of the generator: numbered names, a seeded source of chance, and how content is written down. */
import type { Json } from '../../../compile/index.ts';

/** How large the generated content is. */
export interface Size {
  /** Steps of all flows together; at least 44. */
  readonly routes: number;
  /** Named rules of all flows together. */
  readonly rules: number;
  /** Jurisdictions; at most 56. */
  readonly states: number;
  /** 1 to 4. */
  readonly brands: number;
  /** Another seed gives other rows and rules of the same size. */
  readonly seed: number;
}

export type Docs = Record<string, Json>;

/** Numbers below 1 in a fixed order for each seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** `count` different items, in the order of the list. */
export function some<T>(list: readonly T[], count: number, next: () => number): readonly T[] {
  const left = list.map((_, index) => index);
  const taken: number[] = [];
  while (taken.length < count && left.length > 0) taken.push(...left.splice(Math.floor(next() * left.length), 1));
  return taken.sort((a, b) => a - b).flatMap((index) => list.slice(index, index + 1));
}

/** An item of a list that is not empty. */
export function one<T>(list: readonly T[], next: () => number): T {
  const [found] = some(list, 1, next);
  if (found === undefined) throw new Error('one() was given an empty list.');
  return found;
}

export const range = (count: number): readonly number[] =>
  Array.from({ length: Math.max(0, count) }, (_, index) => index);
export const fact = (path: string): Json => ({ var: path });
export const is = (path: string, value: Json): Json => ({ '==': [fact(path), value] });
export const among = (path: string, values: readonly Json[]): Json => ({ in: [fact(path), [...values]] });
export const written = (value: Json): string => `${JSON.stringify(value, undefined, 2)}\n`;

export const STATE = 'answers.contactInformation.address.stateCode';
export const PRODUCT = 'answers.loan.productCode';
export const AMOUNT = 'answers.loan.amount';
export const INCOME = 'answers.incomeInformation.type';
export const CUSTOMER = 'customer.customerType';
export const CUSTOMERS = ['NEW', 'OMNI_RETURNING', 'ONLINE_RETURNING', 'RETAIL_RETURNING'] as const;
