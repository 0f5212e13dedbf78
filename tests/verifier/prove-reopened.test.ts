import { expect, test } from 'vitest';
import { loadContent, productNamed, type Loaded } from '../../cli/products.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import type { Files } from '../../compile/index.ts';
import { isObject, list } from '../../compile/json-types.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { proveAll, type Finding } from '../../verifier/prove/prove-all.ts';

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
const mutant = (files: Files, step: string): Files =>
  Object.fromEntries(
    Object.entries(files).map(([file, text]) => [
      file,
      STEPS.test(file) && text.includes('"reopen"') ? JSON.stringify(without(JSON.parse(text) as Json, step)) : text,
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

// Customers of another brand are led away by a guard before the first page: of a brand whose customers everybody is who
// is not said to be another's, of one that two kinds of customers are of, and of one whose customers are its own alone.
let everyBrand: Promise<Loaded> | undefined;
test.each(['payday', 'installment', 'bankpartner'])(
  'once the agreements are asked again nowhere, the engine goes the way of each counterexample of %s, and whoever goes it is one of its customers',
  async (id) => {
    const loaded = await (everyBrand ??= loadedFrom(mutant(whole, 'approved-agreements')));
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
