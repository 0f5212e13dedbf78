import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesOf, root } from '../content/compiled.ts';
import type { Loaded } from '../../cli/products.ts';
import { oneBrand } from './one-brand.ts';
import { loaded, wayProblems, waysOf } from './paths-content.ts';

const folders = (path: string): readonly string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map((one) => one.name);
/** Flows that a content folder brings itself. */
const flowsOf = (path: string): readonly string[] =>
  folders(join(path, 'flows')).filter((name) => readdirSync(join(root, path, 'flows', name)).includes('flow.json'));

/** Made when it is first asked for. */
const once = (make: () => Promise<Loaded>): (() => Promise<Loaded>) => {
  let made: Promise<Loaded> | undefined;
  return () => (made ??= make());
};

// Of the real flows that is what `flow verify` asks after the tests.
describe('nothing is said against the ways of', () => {
  test('the library card', async () => {
    expect(await wayProblems(filesOf([join(root, 'tests/generality')]))).toEqual([]);
  });

  describe.each(folders('tests/trials'))('trial %s:', (trial) => {
    const own = join('tests/trials', trial);
    const brands = folders(join(own, 'brands'));
    // A trial of one brand is laid over the content of that brand, and loaded once for all its flows.
    const content = once(() => {
      const files = filesOf([root, join(root, own)]);
      const [only = ''] = brands;
      return loaded(brands.length === 1 ? oneBrand(files, only) : files);
    });
    test.each(flowsOf(own).filter((flow) => !flowsOf('.').includes(flow)))(
      '%s',
      async (flow) => {
        const { resolved } = await content();
        expect(Object.values(resolved.brands).some((brand) => flow in brand.flows)).toBe(true);
        expect(waysOf(await content(), flow)).toEqual([]);
      },
      240_000,
    );
  });
});
