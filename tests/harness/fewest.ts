/**
 * Which fixtures `npm test` plays in a browser: few that show together all that all of them show. All are played by the
 * engine and over the server, and in a browser by `npm run soak -- browser`.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadContent, productNamed } from '../../cli/products.ts';
import type { Files } from '../../compile/index.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Fixture } from '../../verifier/fixture/fixture.ts';
import { runFixture, type Ran } from '../../verifier/fixture/run.ts';

/**
 * All that a fixture shows: pages of a brand, outcomes, kinds of deed, documents, messages, addresses, rows of the
 * specification. The ways between pages are the engine's: all fixtures are played by it and over the server.
 */
function shows(
  { fixture, path, outcomes = [], shown, leaves, failures }: Ran,
  ofHeader: ReadonlySet<string>,
): ReadonlySet<string> {
  if (failures.length > 0) throw new Error(`${fixture.file} fails in the engine: ${failures.join('; ')}`);
  const { brand } = fixture;
  return new Set([
    ...path.map((page) => `${brand}: page ${page}`),
    ...outcomes.map((one) => `${brand}: outcome ${one}`),
    ...fixture.do.map(({ kind }) => `does ${kind}`),
    ...fixture.do.flatMap((one) => (one.kind === 'press' && ofHeader.has(one.action) ? ['presses in the header'] : [])),
    ...shown.map((one) => `${brand}: document ${one}`),
    ...Object.entries(fixture.expect.errors ?? {}).map(([field, message]) => `message ${field}: ${message}`),
    ...(leaves === undefined ? [] : [`${brand}: address ${leaves}`]),
    ...fixture.shows.map((row) => `row ${row}`),
  ]);
}

/** The buttons of the header: drawn by other parts of a page than its own. */
const headerOf = (flows: Readonly<Record<string, CompiledFlow>>): ReadonlySet<string> =>
  new Set(
    Object.values(flows).flatMap(({ steps }) =>
      Object.values(steps).flatMap(({ actions }) => actions.flatMap(({ id, inHeader }) => (inHeader ? [id] : []))),
    ),
  );

export interface Fewest {
  /** In the order in which they were given. */
  readonly chosen: readonly Fixture[];
  readonly left: readonly Fixture[];
  /** What there is to show, each thing once. */
  readonly things: ReadonlySet<string>;
  /** What one fixture shows of it. */
  of(fixture: Fixture): ReadonlySet<string>;
}

/** About how long a fixture takes in a browser, counted in deeds: it begins with a browser of its own. */
const takes = (fixture: Fixture): number => 3 + fixture.do.length;

/** What each of the fixtures shows, in their order. */
type Shown = readonly ReadonlySet<string>[];

/** Runs each fixture by the engine. @throws when the content does not compile, or a fixture fails */
async function ranAll(files: Files, fixtures: readonly Fixture[]): Promise<Shown> {
  const load = await loadContent(files, { env: 'local', today: '2026-11-20' });
  if ('problems' in load) throw new Error(load.problems.map((one) => `${one.file}: ${one.message}`).join('\n'));
  const { products } = load.loaded;
  return fixtures.map((fixture) => {
    const product = productNamed(products, fixture.brand);
    return shows(runFixture(product, fixture), headerOf(product.flows));
  });
}

/**
 * The same, or what another file of this run wrote down of the same content: to compile it and run all takes as long as
 * a fixture in a browser. Who comes while another is at it runs them too; what is written down is there whole or not.
 * @param folder of this run; undefined where nothing is shared
 */
async function ranOnce(files: Files, fixtures: readonly Fixture[], folder: string | undefined): Promise<Shown> {
  if (folder === undefined) return ranAll(files, fixtures);
  const asked = JSON.stringify([Object.entries(files).sort(), fixtures.map(({ file, brand }) => [file, brand])]);
  const file = join(folder, `shown-${createHash('sha256').update(asked).digest('hex')}.json`);
  if (existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as readonly (readonly string[])[];
    return kept.map((one) => new Set(one));
  }
  const shown = await ranAll(files, fixtures);
  const begun = `${file}-${randomUUID()}`;
  writeFileSync(begun, JSON.stringify(shown.map((one) => [...one])));
  renameSync(begun, file);
  return shown;
}

/**
 * Chooses again and again the fixture that shows most for its time of what none before it showed; then leaves out,
 * the longest first, whatever the others show too.
 * @param folder in which files of one run tell each other what the fixtures show
 * @throws when the content does not compile, or a fixture fails in the engine
 */
export async function fewest(files: Files, fixtures: readonly Fixture[], folder?: string): Promise<Fewest> {
  const shown = await ranOnce(files, fixtures, folder);
  const all = new Map(fixtures.map((fixture, index) => [fixture, shown[index] ?? new Set<string>()]));
  const of = (fixture: Fixture): ReadonlySet<string> => all.get(fixture) ?? new Set();
  const things = new Set([...all.values()].flatMap((one) => [...one]));
  const open = new Set(things);
  const chosen = new Set<Fixture>();
  const gain = (fixture: Fixture): number => [...of(fixture)].filter((one) => open.has(one)).length / takes(fixture);
  for (;;) {
    const gains = new Map(fixtures.map((fixture) => [fixture, gain(fixture)]));
    const [[best, most] = [undefined, 0]] = [...gains].toSorted(([, one], [, other]) => other - one);
    if (best === undefined || most === 0) break;
    chosen.add(best);
    for (const one of of(best)) open.delete(one);
  }
  for (const fixture of fixtures.toSorted((a, b) => takes(b) - takes(a))) {
    const others = new Set([...chosen].filter((one) => one !== fixture).flatMap((one) => [...of(one)]));
    if ([...of(fixture)].every((one) => others.has(one))) chosen.delete(fixture);
  }
  return {
    chosen: fixtures.filter((one) => chosen.has(one)),
    left: fixtures.filter((one) => !chosen.has(one)),
    things,
    of,
  };
}
