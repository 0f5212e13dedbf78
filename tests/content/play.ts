/** Runs the fixtures of a content folder over the engine alone, as `npm run flow -- test` does. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadContent, productNamed } from '../../cli/products.ts';
import { fixtureFiles, readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { oneBrand } from '../verifier/one-brand.ts';
import { filesOf, today } from './compiled.ts';

/**
 * Fixture file -> what differs from what it expects. Throws with the problems when the content does not pass the check.
 */
export async function play(
  folders: readonly string[],
  wanted: (file: string) => boolean,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const all = filesOf(folders);
  const fixtures = fixtureFiles(all)
    .filter(wanted)
    .map((file) => readFixture(file, all[file] ?? ''));
  const brands = new Set([
    ...fixtures.map(({ brand }) => brand),
    ...folders.slice(1).flatMap((folder) => readdirSync(join(folder, 'brands'))),
  ]);
  const [brand = ''] = brands;
  const files = brands.size > 1 ? all : oneBrand(all, brand);
  const load = await loadContent(files, { env: 'local', today });
  if ('problems' in load)
    throw new Error(load.problems.map((p) => `${p.file}:${p.line}:${p.column}: ${p.message}`).join('\n'));
  return Object.fromEntries(
    fixtures.map((fixture) => [
      fixture.file,
      runFixture(productNamed(load.loaded.products, fixture.brand), fixture).failures,
    ]),
  );
}
