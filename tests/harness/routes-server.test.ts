/**
 * Every address of the documents that the product has a page for, opened as somebody may who has come so far: a new
 * document at that address shows that page.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { readFiles } from '../../compile/disk.ts';
import { addressPath } from '../../contract/address.ts';
import { root } from '../../scripts/lib/paths.ts';
import type { SpecRow } from '../../scripts/lib/specification.ts';
import { isMoved } from '../../verifier/fixture/brands.ts';
import { readFixture, type Do, type Fixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { saysAddress } from './people.ts';
import { fixturesIn, openTheater, playable, type Theater } from './theater.ts';

const files = readFiles([root]);
const load = await loadContent(files, { env: 'local', today: '2026-11-20' });
if ('problems' in load) throw new Error(load.problems.map((one) => `${one.file}: ${one.message}`).join('\n'));
const { products } = load.loaded;
/** `/path` -> the page on which a person stays there until they do something. */
const forms = new Map(
  Object.values(products).flatMap(({ flows }) =>
    Object.values(flows).flatMap(({ id: flow, base, steps, saves, line }) =>
      Object.values(steps)
        .filter(({ kind }) => kind === 'form')
        .map(({ id, path, entry }) => {
          // A journey that saves nothing begins anew with each document, at its first page or one that may be entered.
          const opens = saves !== 'none' || entry !== undefined || line[0] === id;
          return [addressPath(base, path), { page: `${flow}/${id}`, opens }] as const;
        }),
    ),
  ),
);
/** Whoever opens a page that no fixture ends at: its flow begins there. */
const straight = (page: string): Fixture =>
  readFixture(
    page,
    JSON.stringify({
      brand: 'payday',
      flow: page.split('/')[0],
      clock: '2026-11-20T15:00:00Z',
      given: { person: 'returning-online' },
      do: [{ at: page }],
    }),
  );
const inRows = (JSON.parse(readFileSync(join(root, 'tests/spec/inventory.json'), 'utf8')) as SpecRow[]).flatMap(
  (row) => {
    const path = /^Opening (\/\S+) (while authenticated )?shows the /.exec(row.text)?.[1];
    const form = path === undefined ? undefined : forms.get(path);
    return path === undefined || form === undefined ? [] : [{ id: row.id, path, ...form }];
  },
);
const asked = inRows.filter(({ opens }) => opens);

/** A fixture, and after how many of its acts it stands at each page. */
interface Way {
  readonly fixture: Fixture;
  readonly stands: ReadonlyMap<string, number>;
}
const engine = (fixture: Fixture, acts: readonly Do[]) =>
  runFixture(productNamed(products, fixture.brand), { ...fixture, do: acts, expect: {} });

function wayOf(fixture: Fixture): Way {
  const stands = new Map<string, number>();
  for (let count = 1; count <= fixture.do.length; count += 1) {
    const { end, leaves, failures } = engine(fixture, fixture.do.slice(0, count));
    if (failures.length > 0 || leaves !== undefined) break;
    if (!stands.has(end)) stands.set(end, count);
  }
  return { fixture, stands };
}

/**
 * The first way on which somebody stands at a page, of the shorter fixtures first; a fixture that says the address of a
 * seeded person has a server of its own, and comes last.
 */
const ways = new Map<string, Way>();
const fixtures = fixturesIn(files).filter((fixture) => playable(fixture, 'server') && !isMoved(fixture));
const effort = (one: Fixture): number => one.do.length + (saysAddress(one) ? 1_000 : 0);
for (const fixture of fixtures.toSorted((one, other) => effort(one) - effort(other))) {
  const { path } = engine(fixture, fixture.do);
  if (!asked.some(({ page }) => path.includes(page) && !ways.has(page))) continue;
  const way = wayOf(fixture);
  for (const page of way.stands.keys()) if (!ways.has(page)) ways.set(page, way);
}
// Where no fixture stands, the flow may begin.
for (const { page } of asked) {
  const way = ways.has(page) ? undefined : wayOf(straight(page));
  if (way?.stands.has(page)) ways.set(page, way);
}
/** Of pages that neither a fixture nor the beginning of its flow comes to this test shows nothing. */
const rows = asked.filter(({ page }) => ways.has(page));

/**
 * The heading of each page whose heading is the same for everybody. Written down here once more: where the words of two
 * pages were taken for each other, the addresses would lead to the wrong ones, and every other word would still fit.
 */
const headings = JSON.parse(readFileSync(join(root, 'tests/harness/headings.json'), 'utf8')) as Readonly<
  Record<string, string>
>;
const saysTheSame = (page: string): boolean => {
  const [flow = '', id = ''] = page.split('/');
  return typeof productNamed(products, 'payday').flows[flow]?.steps[id]?.title === 'string';
};

let people = 0;
/** The fixture as somebody plays it whose email is new: a fixture may be played for several pages. */
function asSomebodyNew(fixture: Fixture): Fixture {
  people += 1;
  const acts = JSON.stringify(fixture.do).replaceAll('"ana.', `"ana.${people}.`);
  return { ...fixture, do: JSON.parse(acts) as Fixture['do'] };
}

/** At a page, a new document at its address. */
const again = (page: string): readonly Do[] => [
  { kind: 'arrive', at: page },
  { kind: 'reload' },
  { kind: 'arrive', at: page },
];

/** What is played for a page: the way to it, on which a new document is opened at all other pages that allow it. */
const opened = new Map<string, Fixture>();
/** After a new document there a new applicant logs in to go on: the password was in the memory of the one before. */
const FORGETS = 'apply/confirm-email';
const countTo = (page: string): number => ways.get(page)?.stands.get(page) ?? 0;
for (const { page } of rows.toSorted((one, other) => countTo(other.page) - countTo(one.page))) {
  const way = ways.get(page);
  if (way === undefined || opened.has(page)) continue;
  const { fixture, stands } = way;
  const here = new Map([[page, countTo(page)]]);
  /** The acts up to the page, with a new document at each of those pages. */
  const over = (pagesOn: ReadonlyMap<string, number>): readonly Do[] =>
    fixture.do
      .slice(0, countTo(page))
      .flatMap((one, index) => [one, ...[...pagesOn].flatMap(([on, count]) => (count === index + 1 ? again(on) : []))]);
  for (const [other, count] of stands) {
    const on = rows.find((row) => row.page === other)?.page;
    if (on === undefined || opened.has(on) || on === FORGETS || count >= countTo(page)) continue;
    const ran = engine(fixture, over(new Map([...here, [on, count]])));
    if (ran.failures.length === 0 && ran.end === page) here.set(on, count);
  }
  const played = asSomebodyNew({ ...fixture, do: over(here), expect: { end: page, text: textOf([...here.keys()]) } });
  for (const on of here.keys()) opened.set(on, played);
}
/** The headings of pages, as a fixture expects them. */
function textOf(all: readonly string[]): NonNullable<Fixture['expect']['text']> {
  return Object.fromEntries(
    rows.flatMap(({ path, page }) =>
      all.includes(page) && headings[path] !== undefined ? [[page, [headings[path]]]] : [],
    ),
  );
}

describe('addresses of the documents', () => {
  let theater: Theater;
  /** What came of each way: several pages have one. */
  const played = new Map<Fixture, Promise<readonly string[]>>();
  beforeAll(async () => {
    theater = await openTheater('server');
  });
  afterAll(() => theater?.close());

  test('there are pages at them', () => expect(rows.length).toBeGreaterThan(20));

  test('no page that a row opens is left out', () => {
    const tried = new Set(rows.map(({ id }) => id));
    expect(inRows.filter(({ id }) => !tried.has(id)).map(({ id }) => id)).toEqual([]);
  });

  test('each has its own heading, and its own address', () => {
    const same = rows.filter(({ page }) => saysTheSame(page)).map(({ path }) => path);
    expect(
      Object.keys(headings)
        .filter((path) => same.includes(path))
        .toSorted(),
    ).toEqual(same.toSorted());
  });

  test.each(rows.map(({ path, id, page }) => [path, id, page] as const))(
    'opening %s shows its page [%s]',
    async (_path, _id, page) => {
      const fixture = opened.get(page);
      if (fixture === undefined) throw new Error(`Nobody comes to ${page}.`);
      const playing = played.get(fixture) ?? theater.play(fixture);
      played.set(fixture, playing);
      expect(await playing).toEqual([]);
    },
  );
});
