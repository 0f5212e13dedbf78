/** The named rules of a generated flow: about the state, the product, the amount, the income, the customer and earlier choices. */
import type { Json } from '../../../compile/index.ts';
import type { Jurisdiction } from './compliance.ts';
import { AMOUNT, among, chance, CUSTOMER, CUSTOMERS, fact, INCOME, is, one, PRODUCT, range, some, STATE } from './words.ts';

export interface NamedRule {
  readonly name: string;
  readonly rule: Json;
}

/** `count` rules of the application, which asks for state, product, amount and income before them. */
export function lendingRules(count: number, states: readonly Jurisdiction[], seed: number): readonly NamedRule[] {
  const next = chance(seed);
  const served = states.filter((state) => state.served);
  const codes = served.map(({ code }) => code);
  const both = served.filter(({ products }) => products.length === 2).map(({ code }) => code);
  const limits = range(Math.ceil(count / 30)).map((index) => 20_000 + (index % 9) * 1_000);
  const kinds: readonly (() => Json)[] = [
    () => among(STATE, some(codes, 3, next)),
    () => among(CUSTOMER, some(CUSTOMERS, 2, next)),
    () => is(PRODUCT, one(['PDL', 'ILP'], next)),
    () => among(INCOME, some(['E', 'SELF_EMPLOYED', 'S', 'D'], 2, next)),
    () => ({ and: [among(STATE, some(both, 2, next)), is(PRODUCT, one(['PDL', 'ILP'], next))] }),
    () => ({ '>=': [fact(AMOUNT), one(limits, next)] }),
    () => is('flags.disallowDual', true),
    () => ({ or: [is(CUSTOMER, 'NEW'), among(STATE, some(codes, 2, next))] }),
    () => ({ '!': among(STATE, some(codes, 4, next)) }),
    () => ({ '==': [{ lookup: ['states', fact(STATE), 'communityProperty'] }, true] }),
  ];
  return range(count).map((index) => ({ name: `lending-${index}`, rule: (kinds[index % kinds.length] as () => Json)() }));
}

/** `count` rules of a flow for customers, which knows who they are. */
export function servicingRules(prefix: string, count: number, states: readonly Jurisdiction[], seed: number): readonly NamedRule[] {
  const next = chance(seed);
  const codes = states.map(({ code }) => code);
  const kinds: readonly (() => Json)[] = [
    () => among(CUSTOMER, some(CUSTOMERS, 2, next)),
    () => among('customer.stateCode', some(codes, 3, next)),
    () => is('session.isLegacyAuthenticated', true),
    () => ({ and: [is(CUSTOMER, 'OMNI_RETURNING'), among('customer.stateCode', some(codes, 2, next))] }),
    () => is('flags.loanConversion', true),
    () => is('customer.hasPendingApplication', true),
  ];
  return range(count).map((index) => ({ name: `${prefix}-${index}`, rule: (kinds[index % kinds.length] as () => Json)() }));
}
