import { describe, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import type { Files } from '../../compile/index.ts';
import { readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { proveAll } from '../../verifier/prove/prove-all.ts';

const options = { env: 'local', today: '2026-11-21' } as const;
const real = readFiles([projectDir]);

/** The findings for a brand, payday unless said otherwise, over content that differs from the project in one file. */
async function findings(change: Files, names: readonly string[] = [], { id = 'payday', standing = false } = {}) {
  const load = await loadContent({ ...real, ...change }, options);
  if ('problems' in load) throw new Error(load.problems.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  const { resolved, products } = load.loaded;
  const product = productNamed(products, id);
  const brand = resolved.brands[id];
  if (!brand) throw new Error(`The brand ${id} is gone: mend this test.`);
  return {
    product,
    found: proveAll(resolved.source, brand, { product, names, standing, today: options.today, goOn: () => true }),
  };
}

const brandsThere = new Set(Object.keys(real).flatMap((file) => /^brands\/([^/]+)\//.exec(file)?.[1] ?? []));
/** Obligation to the brands that owe it, none where all do. */
const owers = Object.entries(real).flatMap(([file, text]) => {
  if (!file.startsWith('compliance/obligations/')) return [];
  const { brands: some = [] } = JSON.parse(text) as { readonly brands?: readonly string[] };
  return [{ name: file.split('/').at(-1)?.replace('.json', '') ?? '', some }];
});

describe('obligations of the loan application', () => {
  test('every path of every state shows what it must before what it must', async () => {
    const { found: all } = await findings({}, [], { standing: true });
    expect(
      all.flatMap(({ standing, verdict, flow, obligation }) =>
        standing && verdict !== 'proved' ? [[flow, obligation, verdict]] : [],
      ),
    ).toEqual([]);
    const found = all.filter(({ standing }) => !standing);
    // An obligation of which less can honestly be said is named here, with the reason.
    expect(found.filter(({ verdict }) => verdict !== 'proved').map(({ obligation, why }) => [obligation, why])).toEqual(
      [],
    );
    for (const { day, content } of found)
      expect([day, content]).toEqual([options.today, expect.stringMatching(/^[0-9a-f]{16}$/)]);
    expect(found.length).toBe(Object.keys(real).filter((file) => file.startsWith('compliance/obligations/')).length);
    for (const { states, moments } of found) expect([states > 500, moments > 0]).toEqual([true, true]);
  }, 480_000);

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

  test('a status that leads past the Truth in Lending page, and a row that allows more than the statute, are found, each with a fixture that runs into it', async () => {
    const step = 'flows/apply/steps/transition.json';
    const row = 'compliance/states/FL.json';
    const planted: Files = {
      [step]: (real[step] ?? '').replaceAll(
        '"PENDING_ESIGN": { "to": "approved-agreements" }',
        '"PENDING_ESIGN": { "to": "esign" }',
      ),
      [row]: (real[row] ?? '').replace('"maximumPayday": 50000', '"maximumPayday": 500000'),
    };
    for (const file of [step, row]) expect(planted[file]).not.toBe(real[file]);
    // Those of the same pages, of which one is still kept; all of them are asked of the content as it is.
    const names = [
      'florida-payday-limit',
      'loan-agreement-before-signature',
      'missouri-notice-before-esign',
      'tila-box-before-esign',
    ];
    for (const name of names) expect(real).toHaveProperty([`compliance/obligations/${name}.json`]);
    const { product, found } = await findings(planted, names);
    const broken = found.filter(({ verdict }) => verdict === 'broken');
    expect(broken.map(({ obligation }) => obligation).sort()).toEqual(
      names.filter((name) => name !== 'missouri-notice-before-esign'),
    );
    for (const { obligation, counterexample } of broken) {
      if (!counterexample) throw new Error('A broken obligation without its counterexample.');
      const ran = runFixture(product, readFixture('counterexample.json', JSON.stringify(counterexample)));
      expect(ran.failures).toEqual([
        {
          'florida-payday-limit': 'never: apply/bank was reached',
          'loan-agreement-before-signature': 'never: apply/esign was reached',
          'tila-box-before-esign': 'not shown: tila-box',
        }[obligation],
      ]);
    }
  }, 480_000);
});
