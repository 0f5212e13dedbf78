/** What is proved of the project's own content, and of content that differs from it in some files. */
import { loadContent, productNamed } from '../../cli/products.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import type { Files } from '../../compile/index.ts';
import { proveAll } from '../../verifier/prove/prove-all.ts';
import { oneBrand } from './one-brand.ts';

export const options = { env: 'local', today: '2026-11-21' } as const;
export const real = readFiles([projectDir]);

/** The findings for a brand, payday unless said otherwise, over content that differs from the project in one file. */
export async function findings(change: Files, names: readonly string[] = [], id = 'payday') {
  const load = await loadContent(oneBrand({ ...real, ...change }, id), options);
  if ('problems' in load) throw new Error(load.problems.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  const { resolved, products } = load.loaded;
  const product = productNamed(products, id);
  const brand = resolved.brands[id];
  if (!brand) throw new Error(`The brand ${id} is gone: mend this test.`);
  return {
    product,
    found: proveAll(resolved.source, brand, { product, names, today: options.today, goOn: () => true }),
  };
}
