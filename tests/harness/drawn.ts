/**
 * Which fixtures of the constructs and trials `npm test` plays in a browser: of each folder one, and together every
 * kind of thing that a page draws and that a person does there. What rules, calls and ways come to, the engine and the
 * server play of all of them; `npm run soak -- browser` plays all in a browser, too.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { readFiles } from '../../compile/disk.ts';
import type { Files } from '../../compile/index.ts';
import type { Step } from '../../runtime/core/definition.ts';
import { root } from '../../scripts/lib/paths.ts';
import type { Fixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { Inspector } from './inspector.ts';
import { fixturesIn, openTheater, playable, type Theater } from './theater.ts';

/** Members of a compiled step by which something else draws a part of it. */
const DRAWS: ReadonlySet<string> = new Set(['kind', 'control', 'widget', 'style', 'format']);

/** Deeds of a browser itself: what a page keeps over them is shown of each folder. */
const OF_BROWSER: ReadonlySet<string> = new Set(['reload', 'back', 'visit']);

/** The kinds of parts that a page is drawn of, wherever they stand. */
function parts(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value)) {
    if (DRAWS.has(key) && typeof one === 'string') found.add(`draws ${key} ${one}`);
    parts(one, found);
  }
}

function shows(fixture: Fixture, steps: readonly Step[], folder: string): ReadonlySet<string> {
  const found = new Set([`folder ${folder}`]);
  for (const { layout, fields, actions, kind, timers, listen, appears } of steps) {
    parts({ kind, layout, fields, actions: actions.map(({ style }) => ({ style })) }, found);
    if (timers.length > 0) found.add('a timer');
    if (listen.length > 0) found.add('news');
    if (appears !== undefined) found.add('appears after a time');
  }
  for (const one of fixture.do) {
    found.add(OF_BROWSER.has(one.kind) ? `${folder}: does ${one.kind}` : `does ${one.kind}`);
    if (one.kind === 'connection') found.add(`connection ${one.is}`);
  }
  for (const row of fixture.shows) found.add(`row ${row}`);
  for (const what of Object.keys(fixture.expect)) found.add(`expects ${what}`);
  for (const [of, told] of Object.entries(fixture.given.facts))
    for (const name of Object.keys(told)) found.add(`given ${of}.${name}`);
  return found;
}

type Shown = ReadonlyMap<Fixture, ReadonlySet<string>>;

/**
 * What each fixture shows.
 * @param files the project's and those of the folders over it
 * @throws when the content does not compile, or a fixture fails in the engine
 */
async function shownBy(files: Files, fixtures: readonly Fixture[], folders: readonly string[]): Promise<Shown> {
  const load = await loadContent(files, { env: 'local', today: '2026-11-20' });
  if ('problems' in load) throw new Error(load.problems.map((one) => `${one.file}: ${one.message}`).join('\n'));
  const { products } = load.loaded;
  return new Map(
    fixtures.map((fixture) => {
      const { flows } = productNamed(products, fixture.brand);
      const { path, failures } = runFixture(productNamed(products, fixture.brand), fixture);
      if (failures.length > 0) throw new Error(`${fixture.file} fails in the engine: ${failures.join('; ')}`);
      const steps = path.flatMap((page) => {
        const [flow = '', step = ''] = page.split('/');
        return flows[flow]?.steps[step] ?? [];
      });
      return [
        fixture,
        shows(fixture, steps, folders.find((one) => existsSync(join(one, fixture.file))) ?? ''),
      ] as const;
    }),
  );
}

const together = (all: Shown, fixtures: readonly Fixture[]): Set<string> =>
  new Set(fixtures.flatMap((one) => [...(all.get(one) ?? [])]));

/** Again and again the fixture that shows most for its length of what none before it showed. */
function drawn(all: Shown): readonly Fixture[] {
  const fixtures = [...all.keys()];
  const open = together(all, fixtures);
  const chosen = new Set<Fixture>();
  const gain = (fixture: Fixture): number =>
    [...(all.get(fixture) ?? [])].filter((one) => open.has(one)).length / (3 + fixture.do.length);
  for (;;) {
    const [best] = fixtures.toSorted((one, other) => gain(other) - gain(one));
    if (best === undefined || gain(best) === 0) break;
    chosen.add(best);
    for (const one of all.get(best) ?? []) open.delete(one);
  }
  return fixtures.filter((one) => chosen.has(one));
}

/**
 * Registers the tests of those fixtures that content folders bring along, laid over the project's own; of all of them
 * where BROWSER_FIXTURES says so.
 */
export async function drawnTests(folders: readonly string[]): Promise<void> {
  const own = new Set(Object.keys(readFiles([root])));
  const files = readFiles([root, ...folders]);
  const all = fixturesIn(files).filter((fixture) => !own.has(fixture.file) && playable(fixture, 'browser'));
  const shown = await shownBy(files, all, folders);
  const played = process.env['BROWSER_FIXTURES'] === 'all' ? all : drawn(shown);
  let theater: Theater;
  beforeAll(async () => {
    // The project's own pages are inspected once, whichever content is laid over them.
    const eyes = new Inspector(process.env['INSPECTED_DIR']);
    theater = await openTheater('browser', { CONTENT_DIR: `+${folders.join(':')}` }, { eyes });
  });
  afterAll(() => theater?.close());

  test('what is played comes from every folder, and draws all that any of them draws', () => {
    // Counted anew over what is played, whatever chose it.
    const seen = together(shown, played);
    expect([...together(shown, all)].filter((one) => !seen.has(one))).toEqual([]);
    const from = (folder: string): boolean => played.some(({ file }) => existsSync(join(folder, file)));
    expect(folders.filter((folder) => !from(folder))).toEqual([]);
  });
  const titled = played.map((fixture) => {
    const rows = fixture.shows.length === 0 ? '' : ` [${fixture.shows.join(', ')}]`;
    return [fixture.title + rows, fixture] as const;
  });
  test.each(titled)('browser: %s', async (_title, fixture) => {
    expect(await theater.play(fixture)).toEqual([]);
  });
}
