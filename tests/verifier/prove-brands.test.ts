/** The other brands than payday, in a file of their own: two of them are asked at a time. */
import { expect, test } from 'vitest';
import { findings, real } from './findings.ts';

const brandsThere = new Set(Object.keys(real).flatMap((file) => /^brands\/([^/]+)\//.exec(file)?.[1] ?? []));
/** Obligation to the brands that owe it, none where all do. */
const owers = Object.entries(real).flatMap(([file, text]) => {
  if (!file.startsWith('compliance/obligations/')) return [];
  const { brands: some = [] } = JSON.parse(text) as { readonly brands?: readonly string[] };
  return [{ name: file.split('/').at(-1)?.replace('.json', '') ?? '', some }];
});

// What a brand lends and asks otherwise makes ways that no other has: each is asked, in one exploration of each flow.
test.each([...brandsThere].filter((id) => id !== 'payday'))(
  '%s keeps each standing duty and obligation, and nobody of it comes to the moments of those that leave it out',
  async (id) => {
    const { found } = await findings({}, [], { id, standing: true });
    expect(
      found.flatMap(({ verdict, flow, obligation, why }) =>
        verdict === 'proved' ? [] : [[flow, obligation, verdict, why]],
      ),
    ).toEqual([]);
    const without = owers.flatMap(({ name, some }) => (some.length === 0 || some.includes(id) ? [] : [name]));
    expect(without.length).toBeGreaterThan(5);
    expect(found.flatMap(({ leftOut, obligation, moments }) => (leftOut ? [[obligation, moments]] : []))).toEqual(
      without.map((name) => [name, 0]),
    );
    expect(found.filter(({ standing }) => standing).length).toBeGreaterThan(20);
  },
  480_000,
);
