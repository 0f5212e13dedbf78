/** Every step of every brand is come to by a fixture on that brand, and every operation is called by one. */
import { beforeAll, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { readSource } from '../../compile/content.ts';
import { readFiles } from '../../compile/disk.ts';
import { operationsOf } from '../../compile/operations.ts';
import { staysOnDevice } from '../../contract/operation.ts';
import { root } from '../../scripts/lib/paths.ts';
import { runFixture, type Ran } from '../../verifier/fixture/run.ts';
import { fixturesIn } from '../harness/theater.ts';

/** Steps on which nobody ever stands, on no brand: they lead on before anything is drawn. */
const NEVER_SEEN: Readonly<Record<string, string>> = {
  'conversion/approved': 'leads by the kind of change to its agreements',
  'landing/onward': 'leads by what is known of the person',
  'legacy-redirect/begin': 'leaves for the site of before',
  'mfa/remember': 'leads on by whether the device may be remembered',
  'partner-transfer/transferring': 'leaves for the site of the partner',
};

/** What no step calls: the application itself asks for it around whatever page is shown, or on the way between two. */
const CALLED_AROUND: Readonly<Record<string, string>> = {
  application: 'where a journey that is taken up again was left',
  changeAccount: 'what the token of whoever is signed in does not say of them (GetUser)',
  changePassword:
    'the identity service has it for whoever is signed in; the page of the documents sets a forgotten one',
  footerLinks: 'what stands at the foot of every page',
  recordEvent: 'what happened on a page',
  refreshTokens: 'another token, whatever page is shown',
  saveJourney: 'every answer, while it is given',
  signOut: 'the button of every page, and the end of who was not there',
};

const files = readFiles([root]);
let products: Awaited<ReturnType<typeof loaded>>;
let runs: readonly { readonly brand: string; readonly ran: Ran }[];
async function loaded() {
  const load = await loadContent(files, { env: 'local', today: '2026-11-20' });
  if ('problems' in load) throw new Error(load.problems.map((one) => `${one.file}: ${one.message}`).join('\n'));
  return load.loaded.products;
}
beforeAll(async () => {
  products = await loaded();
  runs = fixturesIn(files).map((fixture) => ({
    brand: fixture.brand,
    ran: runFixture(productNamed(products, fixture.brand), fixture),
  }));
});

test('each step is come to on each brand that has it; those on which nobody stands are named with the reason', () => {
  const reached = new Set(runs.flatMap(({ brand, ran }) => ran.path.map((place) => `${brand} ${place}`)));
  const all = Object.entries(products).flatMap(([brand, { flows }]) =>
    Object.values(flows).flatMap(({ id, steps }) =>
      Object.values(steps).map(({ id: step, kind }) => ({ brand, place: `${id}/${step}`, kind })),
    ),
  );
  expect(
    all
      .filter(({ brand, place }) => !reached.has(`${brand} ${place}`))
      .map(({ brand, place }) => `${brand} ${place}`)
      .sort(),
  ).toEqual(
    all
      .filter(({ place }) => Object.hasOwn(NEVER_SEEN, place))
      .map(({ brand, place }) => `${brand} ${place}`)
      .sort(),
  );
  // A page for people is no such step.
  expect(all.filter(({ place, kind }) => Object.hasOwn(NEVER_SEEN, place) && kind === 'form')).toEqual([]);
  expect(reached.size).toBeGreaterThan(600);
});

test('each operation is called by a step of a journey that a fixture goes; those that are called around the steps are named with the reason', () => {
  const operations = operationsOf(readSource(files).source);
  const called = new Set(runs.flatMap(({ ran }) => ran.calls));
  // What stands on the device is asked of nobody, and so is among no journey's calls.
  const written = Object.keys(files).filter((file) => /\/flows\/[^/]+\/steps\/[^/]+$/.test(`/${file}`));
  const asked = (name: string): boolean => written.some((file) => files[file]?.includes(`"call": "${name}"`));
  const uncalled = Object.values(operations)
    .map(({ name }) => name)
    .filter((name) => !called.has(name) && !(staysOnDevice.has(name) && asked(name)));
  expect(uncalled.sort()).toEqual(Object.keys(CALLED_AROUND).sort());
  expect(called.size).toBeGreaterThan(95);
});
