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
import { readFixture, type Fixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { fixturesIn, openTheater, playable, type Theater } from './theater.ts';

const files = readFiles([root]);
const load = await loadContent(files, { env: 'local', today: '2026-11-20' });
if ('problems' in load) throw new Error(load.problems.map((one) => `${one.file}: ${one.message}`).join('\n'));
const { products } = load.loaded;
const fixtures = fixturesIn(files).filter((fixture) => playable(fixture, 'server'));

/** The beginnings of fixtures that end at a page, the shortest for each page. */
const shortest = new Map<string, Fixture>();
for (const fixture of fixtures) {
  const product = productNamed(products, fixture.brand);
  for (let count = 1; count <= fixture.do.length; count += 1) {
    const beginning = { ...fixture, do: fixture.do.slice(0, count), expect: {} };
    const { end, leaves, failures } = runFixture(product, beginning);
    if (failures.length > 0 || leaves !== undefined) break;
    const before = shortest.get(end);
    if (before === undefined || before.do.length > count) shortest.set(end, beginning);
  }
}

/**
 * `/path` -> `flow/step` of pages on which a person stays until they do something. A journey that saves nothing begins
 * anew with each document: of its pages only the first, and those that may be entered, are at an address of their own.
 */
const pages = new Map(
  Object.values(products).flatMap(({ flows }) =>
    Object.values(flows).flatMap(({ id: flow, base, steps, saves, line }) =>
      Object.values(steps)
        .filter(({ kind }) => kind === 'form')
        .filter(({ id, entry }) => saves !== 'none' || entry !== undefined || line[0] === id)
        .map(({ id, path }) => [addressPath(base, path), `${flow}/${id}`] as const),
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
/** Whether a fixture or the beginning of its flow ends there; of other pages this test shows nothing. */
const isReached = (page: string): boolean =>
  shortest.has(page) || runFixture(productNamed(products, 'payday'), straight(page)).end === page;
const rows = (JSON.parse(readFileSync(join(root, 'tests/spec/inventory.json'), 'utf8')) as SpecRow[]).flatMap((row) => {
  const path = /^Opening (\/\S+) (while authenticated )?shows the /.exec(row.text)?.[1];
  const page = path === undefined ? undefined : pages.get(path);
  return path === undefined || page === undefined || !isReached(page) ? [] : [{ id: row.id, path, page }];
});

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
/** The fixture as somebody plays it whose email nobody signed up with before: several pages have one fixture. */
function asSomebodyNew(fixture: Fixture): Fixture {
  people += 1;
  const acts = JSON.stringify(fixture.do).replaceAll('"ana.', `"ana.${people}.`);
  return { ...fixture, do: JSON.parse(acts) as Fixture['do'] };
}

describe('addresses of the documents', () => {
  let theater: Theater;
  beforeAll(async () => {
    theater = await openTheater('server');
  });
  afterAll(() => theater?.close());

  test('there are pages at them', () => expect(rows.length).toBeGreaterThan(20));

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
    async (path, _id, page) => {
      const way = asSomebodyNew(shortest.get(page) ?? straight(page));
      const opened: Fixture = {
        ...way,
        do: [...way.do, { kind: 'arrive', at: page }, { kind: 'reload' }, { kind: 'arrive', at: page }],
        expect: { end: page, ...(headings[path] !== undefined && { text: { [page]: [headings[path]] } }) },
      };
      expect(await theater.play(opened)).toEqual([]);
    },
  );
});
