/**
 * Which fixtures `npm test` plays in a browser: the fewest that do together all that all of them do. All are played by
 * the engine and over the server.
 */
import { loadContent, productNamed } from '../../cli/products.ts';
import type { Files } from '../../compile/index.ts';
import { idsIn } from '../../scripts/lib/specification.ts';
import type { Do, Fixture } from '../../verifier/fixture/fixture.ts';
import { runFixture, type Ran } from '../../verifier/fixture/run.ts';

/** What somebody before a browser does, without the words typed. */
function deed(one: Do): string {
  const which =
    'action' in one
      ? one.action
      : 'text' in one
        ? one.text
        : 'event' in one
          ? one.event
          : 'page' in one
            ? one.page
            : '';
  return `does ${one.kind} ${which}`;
}

/**
 * All that a fixture shows: pages of a brand and ways between them, outcomes, deeds, documents, messages, addresses,
 * rows of the specification.
 */
function shows({ fixture, path, outcomes = [], shown, leaves, failures }: Ran): ReadonlySet<string> {
  if (failures.length > 0) throw new Error(`${fixture.file} fails in the engine: ${failures.join('; ')}`);
  const { brand } = fixture;
  return new Set([
    ...path.map((page) => `${brand}: page ${page}`),
    ...path.slice(1).map((page, index) => `${brand}: way from ${path[index]} to ${page}`),
    ...outcomes.map((one) => `${brand}: outcome ${one}`),
    ...fixture.do.map(deed),
    ...shown.map((one) => `${brand}: document ${one}`),
    ...Object.entries(fixture.expect.errors ?? {}).map(([field, message]) => `message ${field}: ${message}`),
    ...(leaves === undefined ? [] : [`${brand}: address ${leaves}`]),
    ...idsIn(fixture.title).map((row) => `row ${row}`),
  ]);
}

export interface Fewest {
  /** In the order in which they were given. */
  readonly chosen: readonly Fixture[];
  readonly left: readonly Fixture[];
  /** What there is to show, each thing once. */
  readonly things: ReadonlySet<string>;
  /** What one fixture shows of it. */
  of(fixture: Fixture): ReadonlySet<string>;
}

/**
 * Chooses again and again the fixture that shows most of what none before it showed, the shortest of several; then
 * leaves out whatever the others show too.
 * @throws when the content does not compile, or a fixture fails in the engine
 */
export async function fewest(files: Files, fixtures: readonly Fixture[]): Promise<Fewest> {
  const load = await loadContent(files, { env: 'local', today: '2026-11-20' });
  if ('problems' in load) throw new Error(load.problems.map((one) => `${one.file}: ${one.message}`).join('\n'));
  const { products } = load.loaded;
  const all = new Map(
    fixtures.map((fixture) => [fixture, shows(runFixture(productNamed(products, fixture.brand), fixture))]),
  );
  const of = (fixture: Fixture): ReadonlySet<string> => all.get(fixture) ?? new Set();
  const things = new Set([...all.values()].flatMap((one) => [...one]));
  const open = new Set(things);
  const chosen = new Set<Fixture>();
  while (open.size > 0) {
    const gain = (fixture: Fixture): number => [...of(fixture)].filter((one) => open.has(one)).length;
    const [best] = fixtures.toSorted((a, b) => gain(b) - gain(a) || of(a).size - of(b).size);
    if (best === undefined) break;
    chosen.add(best);
    for (const one of of(best)) open.delete(one);
  }
  for (const fixture of fixtures) {
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
