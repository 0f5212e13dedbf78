/** A way counts for a fixture that went it: what came out otherwise, and what nobody pressed, stays to be covered. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { readFiles } from '../../compile/disk.ts';
import { root } from '../../scripts/lib/paths.ts';
import { gaugeOf } from '../../verifier/cover/measure.ts';
import { fixtureFiles, readFixture } from '../../verifier/fixture/fixture.ts';
import { oneBrand } from './one-brand.ts';

const files = oneBrand(readFiles([root, join(root, 'tests/generality/hardship')]), 'payday');
const load = await loadContent(files, { env: 'local', today: '2026-11-20' });
if ('problems' in load) throw new Error(load.problems.map((one) => `${one.file}: ${one.message}`).join('\n'));
const { products, resolved } = load.loaded;
const fixtures = fixtureFiles(files)
  .map((file) => readFixture(file, files[file] ?? ''))
  .filter(({ brand }) => brand === 'payday');
const brand = resolved.brands['payday'];
if (brand === undefined) throw new Error('The brand of the fixtures is gone: mend this test.');
const gauge = gaugeOf(brand, productNamed(products, 'payday'));
const ways = new Map(
  Object.values(gauge.goals).flatMap(({ goals }) =>
    goals.flatMap((goal) => (goal.kind === 'way' ? [[goal.id, goal.way] as const] : [])),
  ),
);

/** What the act `signIn` of a fixture presses: the primary action of the page on which people sign in. */
const signsIn = (() => {
  const { app, flows } = productNamed(products, 'payday');
  const step = app.signIn.kind === 'to' ? flows[app.signIn.flow]?.steps[app.signIn.step] : undefined;
  return step?.actions.flatMap(({ id, style }) => (style === 'primary' ? [id] : [])) ?? [];
})();

describe('ways that count', () => {
  test.each(fixtures.map((fixture) => [fixture.file, fixture] as const))(
    'of %s are those it went',
    (_file, fixture) => {
      const { ran, reached } = gauge.measure(fixture);
      expect(ran.failures).toEqual([]);
      const came = new Set(ran.outcomes);
      const pressed = new Set(
        fixture.do.flatMap((one) => ('action' in one ? [one.action] : one.kind === 'signIn' ? signsIn : [])),
      );
      for (const id of reached) {
        const { by } = ways.get(id) ?? { by: '' };
        const [, operation, outcome] =
          /(?:: | )(\w+) gives (\w+)$/.exec(by) ?? /^on entry: (\w+) gives (\w+)$/.exec(by) ?? [];
        if (operation !== undefined) expect(came, id).toContain(`${operation} ${outcome ?? ''}`);
        const [, action] = /^press ([\w-]+)/.exec(by) ?? [];
        if (action !== undefined) expect(pressed, id).toContain(action);
      }
    },
  );
});
