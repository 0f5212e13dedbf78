/** Runs the fixtures of a content folder over the engine alone, as `npm run flow -- test` does. */
import { loadContent, productNamed } from '../../cli/products.ts';
import { fixtureFiles, readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { filesOf, today } from './compiled.ts';

/**
 * Fixture file -> what differs from what it expects. Throws with the problems when the content does not pass the check.
 */
export async function play(
  folders: readonly string[],
  wanted: (file: string) => boolean,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const files = filesOf(folders);
  const load = await loadContent(files, { env: 'local', today });
  if ('problems' in load)
    throw new Error(load.problems.map((p) => `${p.file}:${p.line}:${p.column}: ${p.message}`).join('\n'));
  return Object.fromEntries(
    fixtureFiles(files)
      .filter(wanted)
      .map((file) => {
        const fixture = readFixture(file, files[file] ?? '');
        return [file, runFixture(productNamed(load.loaded.products, fixture.brand), fixture).failures];
      }),
  );
}
