import { expect, test } from 'vitest';
import { loadContent, productNamed, type Loaded } from '../../cli/products.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import type { Files } from '../../compile/index.ts';
import { isObject, list } from '../../compile/json-types.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { proveAll, type Finding } from '../../verifier/prove/prove-all.ts';
import { oneBrand } from './one-brand.ts';

const options = { env: 'local', today: '2026-11-21' } as const;
const whole = readFiles([projectDir]);
const STEPS = /^flows\/apply\/steps\//;

/** The same document with one step less in every list of those that are asked again. */
function without(value: Json, step: string): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => without(one, step));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'reopen' && list(inner).length > 1 ? list(inner).filter((one) => one !== step) : without(inner, step),
    ]),
  );
}
const mutant = (files: Files, step: string, of: RegExp = STEPS): Files =>
  Object.fromEntries(
    Object.entries(files).map(([file, text]) => [
      file,
      of.test(file) && text.includes('"reopen"') ? JSON.stringify(without(JSON.parse(text) as Json, step)) : text,
    ]),
  );

async function loadedFrom(files: Files): Promise<Loaded> {
  const load = await loadContent(files, options);
  if ('problems' in load) throw new Error(load.problems.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  return load.loaded;
}

/** What is broken of the duties that something must be so again since a change. */
function brokenOf(loaded: Loaded, id: string): readonly Finding[] {
  const { source, brands } = loaded.resolved;
  const names = Object.keys(source.obligations).filter((name) => source.obligations[name]?.['since'] !== undefined);
  const [brand, product] = [brands[id], productNamed(loaded.products, id)];
  if (!brand) throw new Error(`There is no brand ${id}: mend this test.`);
  const found = proveAll(source, brand, { product, names, today: options.today, goOn: () => true });
  return found.filter(({ verdict }) => verdict === 'broken');
}

const payday = oneBrand(whole, 'payday');
test.each(['submit', 'approved-agreements', 'upload-docs'])(
  'whatever breaks once %s is asked again nowhere, the engine goes the way of its counterexample',
  async (step) => {
    const broken = brokenOf(await loadedFrom(mutant(payday, step)), 'payday');
    expect(
      broken.map(({ obligation, replays }) => [obligation, replays?.map((one) => 'same' in one && one.same)]),
    ).toEqual(broken.map(({ obligation }) => [obligation, [true]]));
    expect(broken.map(({ obligation }) => obligation)).toEqual(
      step === 'approved-agreements' ? expect.arrayContaining(['loan-agreement-before-signature']) : expect.any(Array),
    );
  },
  240_000,
);

let everyBrand: Promise<Loaded> | undefined;
// Customers of another brand are led away by a guard before the first page.
test.each(Object.keys(whole).flatMap((file) => /^brands\/([^/]+)\/brand\.json$/.exec(file)?.[1] ?? []))(
  'whoever goes the way of a counterexample of %s is one of its customers',
  async (id) => {
    const loaded = await (everyBrand ??= loadedFrom(mutant(whole, 'approved-agreements', /steps\/esign/)));
    const broken = brokenOf(loaded, id);
    const same = [expect.objectContaining({ by: 'core', same: true })];
    expect(broken.map(({ obligation, replays }) => [obligation, replays])).toEqual([
      ['loan-agreement-before-signature', same],
      ['tila-box-before-esign', same],
    ]);
    const { people, facts } = productNamed(loaded.products, id);
    const given = broken[0]?.counterexample?.['given'];
    const person = people.find((one) => isObject(given) && one.id === given['person']);
    expect(list(facts['availableSources'])).toContain(person?.attributes['custom:brand']);
  },
  240_000,
);
