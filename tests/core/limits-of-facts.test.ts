import { expect, test } from 'vitest';
import type { Field } from '../../runtime/core/definition.ts';
import type { Facts, Json } from '../../runtime/core/facts.ts';
import { refusal } from '../../runtime/core/validate.ts';
import { field, read, world } from './build.ts';

/** For each keyword that takes a fact: limits, with values that fit and values that do not, around each bound. */
const cases: Readonly<
  Record<
    Field['dynamic'][number]['keyword'],
    readonly { readonly limit: Json; readonly fits: readonly Json[]; readonly not: readonly Json[] }[]
  >
> = {
  minimum: [
    { limit: 10, fits: [10, 10.01, 11, 1e9], not: [9, 9.99, -10, 0] },
    { limit: 0, fits: [0, 1], not: [-1, -0.01] },
  ],
  maximum: [
    { limit: 10, fits: [10, 9.99, 9, -1e9], not: [10.01, 11] },
    { limit: -1, fits: [-1, -2], not: [0, -0.99] },
  ],
  minLength: [
    { limit: 3, fits: ['abc', 'abcd', 'äöü', '😀😀😀'], not: ['ab', 'a', '😀😀'] },
    { limit: 1, fits: ['a', '😀'], not: [] },
  ],
  maxLength: [{ limit: 3, fits: ['abc', 'a', '😀😀😀'], not: ['abcd', '😀😀😀😀'] }],
  pattern: [{ limit: '^[ab]{2}$', fits: ['ab', 'ba'], not: ['abc', 'a', 'cd', 'AB'] }],
  const: [
    { limit: 'same', fits: ['same'], not: ['Same', 'same ', 'sam'] },
    { limit: 5, fits: [5], not: [4, 6, '5'] },
  ],
};

test('a limit that a fact gives holds at its bound, beside it and on its other side; while it is unknown or of another type it passes nobody', () => {
  for (const [keyword, all] of Object.entries(cases)) {
    const asked = field('x', { dynamic: [{ keyword, limit: read('results.limit') }], validate: () => undefined });
    const judged = (value: Json, limit: Json | undefined): string | undefined => {
      const results = limit === undefined ? {} : { limit };
      const facts: Facts = { ...world, results, answers: {}, typed: {} };
      return refusal(asked, value, facts);
    };
    for (const { limit, fits, not } of all) {
      for (const value of fits)
        expect([keyword, limit, value, judged(value, limit)]).toEqual([keyword, limit, value, undefined]);
      for (const value of not)
        expect([keyword, limit, value, judged(value, limit)]).toEqual([keyword, limit, value, keyword]);
      const other = typeof limit === 'number' ? 'a text' : 7;
      for (const unknown of [undefined, other, null, [], {}])
        for (const value of fits)
          expect([keyword, unknown, judged(value, unknown)]).toEqual([keyword, unknown, keyword]);
    }
  }
});
