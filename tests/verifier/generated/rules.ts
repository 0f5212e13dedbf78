/**
 * The named rules of a generated flow. Of ten rules of the application four are about a choice of their own page, two
 * about the state, one each about the customer, the product, state and product, and in turn the amount, the income or a
 * flag: about the mix of the real application.
 */
import type { Json } from '../../../compile/index.ts';
import type { Jurisdiction } from './compliance.ts';
import {
  AMOUNT,
  among,
  chance,
  CUSTOMER,
  CUSTOMERS,
  fact,
  INCOME,
  is,
  one,
  PRODUCT,
  range,
  some,
  STATE,
} from './words.ts';

export interface NamedRule {
  readonly name: string;
  readonly rule: Json;
  /** About a choice of the page that uses it. */
  readonly local: boolean;
}

interface Turn {
  readonly prefix: string;
  readonly count: number;
  readonly blocks: number;
  readonly bind: string;
}
/** Rules in turn over the blocks: rule number `at` belongs to block `at % blocks`. */
function named(
  { prefix, count, blocks, bind }: Turn,
  kinds: readonly ('local' | (() => Json))[],
  next: () => number,
): readonly NamedRule[] {
  return range(count).map((at) => {
    const kind = kinds[Math.floor(at / blocks) % kinds.length] ?? 'local';
    const local = kind === 'local';
    return {
      name: `${prefix}-${at}`,
      local,
      rule: local ? is(`answers.${bind}.choice${at % blocks}`, one(['A', 'B', 'C'], next)) : kind(),
    };
  });
}

/** `count` rules of the application, which asks for state, product, amount and income before them. */
export function lendingRules(
  { count, blocks, bind }: { readonly count: number; readonly blocks: number; readonly bind: string },
  states: readonly Jurisdiction[],
  seed: number,
): readonly NamedRule[] {
  const next = chance(seed);
  const served = states.filter((state) => state.served);
  const codes = served.map(({ code }) => code);
  const both = served.filter(({ products }) => products.length === 2).map(({ code }) => code);
  const limits = [20_000, 24_000];
  const rare: readonly (() => Json)[] = [
    () => ({ '>=': [fact(AMOUNT), one(limits, next)] }),
    () => among(INCOME, ['E', 'SELF_EMPLOYED']),
    () => is('flags.disallowDual', true),
  ];
  let turn = 0;
  return named(
    { prefix: 'lending', count, blocks, bind },
    [
      'local',
      () => among(STATE, some(codes, 3, next)),
      () => among(CUSTOMER, some(CUSTOMERS, 2, next)),
      'local',
      () => is(PRODUCT, one(['PDL', 'ILP'], next)),
      'local',
      () => ({ and: [among(STATE, some(both, 2, next)), is(PRODUCT, one(['PDL', 'ILP'], next))] }),
      'local',
      () => ({ '!': among(STATE, some(codes, 4, next)) }),
      () => (rare[turn++ % rare.length] as () => Json)(),
    ],
    next,
  );
}

/** `count` rules of a flow for customers, which knows who they are. */
export function servicingRules(
  { prefix, count, blocks, bind }: Turn,
  states: readonly Jurisdiction[],
  seed: number,
): readonly NamedRule[] {
  const next = chance(seed);
  const codes = states.map(({ code }) => code);
  return named(
    { prefix, count, blocks, bind },
    [
      'local',
      () => among(CUSTOMER, some(CUSTOMERS, 2, next)),
      () => among('application.stateCode', some(codes, 3, next)),
      'local',
      () => is('session.isPasswordless', true),
      () => ({ and: [is(CUSTOMER, 'OMNI_RETURNING'), among('application.stateCode', some(codes, 2, next))] }),
      'local',
      () => is('flags.loanConversion', true),
    ],
    next,
  );
}
