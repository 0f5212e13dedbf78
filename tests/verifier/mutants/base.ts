/** The content as it is, which every mutant is compared with. */
import { loadContent, type Loaded } from '../../../cli/products.ts';
import { concernsOf } from '../../../compile/index.ts';
import type { Files, Options } from '../../../compile/types.ts';
import { fixtureFiles, readFixture, type Fixture } from '../../../verifier/fixture/fixture.ts';
import { runFixture, type Ran } from '../../../verifier/fixture/run.ts';
import type { Mutant } from './mutant.ts';

/** The unchanged content, loaded, with what each fixture does on it. */
export interface Base {
  readonly files: Files;
  readonly options: Options;
  /** Folder of compiled modules, shared by all mutants: one that changes one flow loads that flow alone. */
  readonly modules: string;
  readonly loaded: Loaded;
  /** Messages of what compiles all the same and is a problem already. */
  readonly concerns: ReadonlySet<string>;
  readonly fixtures: readonly Fixture[];
  readonly ran: readonly Ran[];
}

/**
 * Loads the unchanged content.
 * @param modules an empty folder that the caller takes away afterwards
 * @throws when it has problems or a fixture fails: then mutants say nothing.
 */
export async function baseOf(files: Files, options: Options, modules: string): Promise<Base> {
  const load = await loadContent(files, options, modules);
  if ('problems' in load)
    throw new Error(
      `The content has problems; run check first: ${load.problems[0]?.file}: ${load.problems[0]?.message}`,
    );
  const fixtures = fixtureFiles(files).map((file) => readFixture(file, files[file] ?? ''));
  const ran = fixtures.map((fixture) => run(load.loaded, fixture));
  const failed = ran.filter(({ failures }) => failures.length > 0);
  if (failed.length > 0)
    throw new Error(
      `Fixtures fail on the unchanged content; run test first: ${failed.map(({ fixture }) => fixture.file).join(', ')}`,
    );
  const concerns = new Set(concernsOf(load.loaded.resolved, true).map(({ message }) => message));
  return { files, options, modules, loaded: load.loaded, concerns, fixtures, ran };
}

/** What a fixture does on loaded content. */
export function run(loaded: Loaded, fixture: Fixture): Ran {
  const product = loaded.products[fixture.brand];
  if (!product) throw new Error(`${fixture.file}: there is no brand ${fixture.brand}.`);
  return runFixture(product, fixture);
}

/** The content with a mutant's files; a file that a mutant leaves empty is gone (a picture of a brand is empty too). */
export function filesWith(files: Files, { change }: Mutant): Files {
  return Object.fromEntries(Object.entries({ ...files, ...change }).filter(([file]) => change[file] !== ''));
}
