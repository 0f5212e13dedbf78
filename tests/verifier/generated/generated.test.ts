import { beforeAll, describe, expect, test } from 'vitest';
import { productNamed } from '../../../cli/products.ts';
import { readFiles } from '../../../compile/disk.ts';
import type { Files } from '../../../compile/index.ts';
import { check } from '../../../verifier/check/index.ts';
import { readFixture } from '../../../verifier/fixture/fixture.ts';
import { runFixture } from '../../../verifier/fixture/run.ts';
import { proveAll } from '../../../verifier/prove/prove-all.ts';
import { explored, load, type Effort } from '../../bench/verifier/growth.ts';
import { FULL, generated, type Size } from './index.ts';

const schemas = readFiles([]);
const SMALL: Size = { routes: 44, rules: 20, states: 10, brands: 2, seed: 1 };

async function findings(files: Files) {
  const { resolved, options, products } = await load(files);
  return Object.values(resolved.brands).flatMap((brand) =>
    proveAll(resolved.source, brand, {
      product: productNamed(products, brand.id),
      names: [],
      today: options.today,
      goOn: () => true,
    }),
  );
}

describe('generated content', () => {
  test('is the same for the same size, and another for another seed', () => {
    expect(generated(SMALL, {})).toEqual(generated(SMALL, {}));
    expect(generated({ ...SMALL, seed: 2 }, {})).not.toEqual(generated(SMALL, {}));
  });

  test('has the size that was asked for', async () => {
    const { resolved } = await load(generated(FULL, schemas));
    const flows = Object.values(resolved.source.flows);
    expect(flows.reduce((sum, { steps }) => sum + Object.keys(steps).length, 0)).toBe(FULL.routes);
    expect(flows.reduce((sum, { rules }) => sum + Object.keys(rules).length, 0)).toBe(FULL.rules);
    expect([Object.keys(resolved.source.states).length, Object.keys(resolved.brands).length]).toEqual([
      FULL.states,
      FULL.brands,
    ]);
    expect(Object.keys(resolved.source.obligations).length).toBeGreaterThan(10);
  });

  test('has no problem, and every obligation holds', async () => {
    const files = generated(SMALL, schemas);
    const { resolved, options, products } = await load(files);
    expect(check({ resolved, options, products })).toEqual([]);
    const found = await findings(files);
    expect(found.filter(({ verdict }) => verdict === 'broken' || verdict === 'vacuous')).toEqual([]);
    expect(found.length).toBe(SMALL.brands * Object.keys(resolved.source.obligations).length);
  });

  test('an obligation broken in one state is found, with an applicant who runs into it', async () => {
    const files = generated({ ...SMALL, brands: 1 }, schemas);
    const step = 'flows/apply/steps/ask-0.json';
    const planted = (files[step] ?? '').replace(
      /(\{\s*"disclosure": "notice-al",\s*"when": )(\{[^}]*\{[^}]*\}[^}]*\})/,
      '$1{ "and": [$2, { "==": [{ "var": "answers.incomeInformation.type" }, "E"] }] }',
    );
    expect(planted).not.toBe(files[step]);
    const changed = { ...files, [step]: planted };
    const broken = (await findings(changed)).filter(({ verdict }) => verdict === 'broken');
    expect(broken.map(({ obligation }) => obligation)).toEqual(['notice-al-before-submit']);
    const { products } = await load(changed);
    const example = broken[0]?.counterexample;
    if (!example) throw new Error('A broken obligation without its counterexample.');
    expect(
      runFixture(productNamed(products, 'birch'), readFixture('counterexample.json', JSON.stringify(example))).failures,
    ).toEqual(['not shown: notice-al']);
  });
});

describe('exploring grows with the content', () => {
  const base: Size = { routes: 64, rules: 24, states: 8, brands: 1, seed: 1 };
  const efforts = new Map<string, Effort>();
  const wanted: Readonly<Record<string, Partial<Size>>> = {
    base: {},
    routes: { routes: 128 },
    rules: { rules: 48 },
    states: { states: 16 },
    brands: { brands: 2 },
  };
  beforeAll(async () => {
    for (const [name, over] of Object.entries(wanted))
      efforts.set(name, explored(await load(generated({ ...base, ...over }, schemas))));
  });
  const factor = (name: string): { readonly states: number; readonly moves: number } => {
    const [before, after] = [efforts.get('base'), efforts.get(name)];
    if (!before || !after) throw new Error(`Nothing was measured for ${name}.`);
    return { states: after.states / before.states, moves: after.moves / before.moves };
  };
  test.each([
    ['twice the steps', 'routes', 2],
    ['twice the rules', 'rules', 2],
    ['twice the jurisdictions', 'states', 2],
    ['twice the brands', 'brands', 2.4],
  ] as const)('%s: at most about as much more', (_, name, most) => {
    const { states, moves } = factor(name);
    expect(states).toBeLessThan(most);
    expect(moves).toBeLessThan(most);
  });
});
