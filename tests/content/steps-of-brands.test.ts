/** Every step of every brand is come to by a fixture on that brand. */
import { expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { readFiles } from '../../compile/disk.ts';
import { root } from '../../scripts/lib/paths.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { fixturesIn } from '../harness/theater.ts';

/** Steps on which nobody ever stands, on no brand: they lead on before anything is drawn. */
const NEVER_SEEN: Readonly<Record<string, string>> = {
  'conversion/approved': 'leads by the kind of change to its agreements',
  'landing/onward': 'leads by what is known of the person',
  'legacy-redirect/begin': 'leaves for the site of before',
  'mfa/remember': 'leads on by whether the device may be remembered',
  'partner-transfer/transferring': 'leaves for the site of the partner',
};

test('each step is come to on each brand that has it; those on which nobody stands are named with the reason', async () => {
  const files = readFiles([root]);
  const load = await loadContent(files, { env: 'local', today: '2026-11-20' });
  if ('problems' in load) throw new Error(load.problems.map((one) => `${one.file}: ${one.message}`).join('\n'));
  const { products } = load.loaded;
  const reached = new Set(
    fixturesIn(files).flatMap((fixture) =>
      runFixture(productNamed(products, fixture.brand), fixture).path.map((place) => `${fixture.brand} ${place}`),
    ),
  );
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
