/**
 * What the pages of the fixtures cost a phone: `npm run bench -- phone [words] [--brand payday] [--all]`. Plays in a
 * browser, on a slow line and a slow processor, those fixtures (all of them with `--all`) that come to every page the
 * brand's fixtures come to; beside each its still page. Ends with 1 where a page is over `tests/bench/budget.json`.
 */
import { parseArgs } from 'node:util';
import { readFiles } from '../../../compile/disk.ts';
import { root } from '../../../scripts/lib/paths.ts';
import type { Fixture } from '../../../verifier/fixture/fixture.ts';
import { openBrowser } from '../../harness/browser.ts';
import { fewest } from '../../harness/fewest.ts';
import setup from '../../harness/setup.ts';
import { fixturesIn, openTheater, playable } from '../../harness/theater.ts';
import { budget, Timekeeper, type Limit, type Told } from './phone.ts';
import { openStill } from './still.ts';

const { values: wanted, positionals } = parseArgs({
  allowPositionals: true,
  options: { brand: { type: 'string', default: 'payday' }, all: { type: 'boolean', default: false } },
});
const words = positionals.map((word) => word.toLowerCase());
const files = readFiles([root]);
const ofBrand = fixturesIn(files).filter((one) => one.brand === wanted.brand && playable(one, 'browser'));
const named = ofBrand.filter(
  ({ title }) => words.length === 0 || words.some((word) => title.toLowerCase().includes(word)),
);
if (named.length === 0) throw new Error(`No fixture of ${wanted.brand} can be played: name another brand or words.`);
const chosen = wanted.all ? named : await coming(named);

/** Of fixtures the few that come together to every page all of them come to. */
async function coming(fixtures: readonly Fixture[]): Promise<readonly Fixture[]> {
  const { of } = await fewest(files, fixtures);
  const pagesOf = new Map(
    fixtures.map((one) => [one, [...of(one)].filter((thing) => thing.startsWith(`${one.brand}: page `))]),
  );
  const open = new Set([...pagesOf.values()].flat());
  const taken: Fixture[] = [];
  while (open.size > 0) {
    const gain = (one: Fixture): number =>
      (pagesOf.get(one) ?? []).filter((page) => open.has(page)).length / (3 + one.do.length);
    const [best] = fixtures.toSorted((a, b) => gain(b) - gain(a));
    if (best === undefined) break;
    taken.push(best);
    for (const page of pagesOf.get(best) ?? []) open.delete(page);
  }
  return taken;
}

/** What one visit to one page came to, and the same on the still page beside it. */
interface Visit {
  readonly path: string;
  readonly value: number;
  readonly still: number;
  readonly what: string;
}
const visits: Record<'paint' | 'interaction' | 'shift', Visit[]> = { paint: [], interaction: [], shift: [] };

const tidyUp = await setup();
const timekeeper = new Timekeeper();
const browser = await openBrowser();
const still = await openStill(browser);
const theater = await openTheater('browser', {}, { eyes: timekeeper });
let failed = 0;
try {
  // Warms the server and the browser.
  await still.measure(1000);
  for (const [index, fixture] of chosen.entries()) {
    timekeeper.told = [];
    const faults = await theater.play(fixture).catch((reason: unknown) => [String(reason)]);
    const { told } = timekeeper;
    failed += faults.length > 0 ? 1 : 0;
    const bytes = told.flatMap((one) => (one.kind === 'paint' ? [one.bytes] : []));
    await note(told, await still.measure(Math.max(0, ...bytes)));
    const said = faults.map((fault) => `\n  ${fault}`).join('');
    console.log(`${index + 1}/${chosen.length} ${fixture.title}${said}`);
  }
} finally {
  await theater.close();
  await still.close();
  await browser.close();
  await tidyUp();
}

/** Notes for each page of a fixture what came of it: the last of its pictures, the slowest key, all its shifts. */
async function note(told: readonly Told[], beside: Awaited<ReturnType<typeof still.measure>>): Promise<void> {
  let last: Extract<Told, { kind: 'paint' }> | undefined;
  const painted = (): void => {
    if (last) visits.paint.push({ path: last.path, value: last.value, still: beside.paint, what: 'a new document' });
    last = undefined;
  };
  const slowest = new Map<string, Visit>();
  const moved = new Map<string, Extract<Told, { kind: 'shift' }>[]>();
  for (const one of told) {
    if (one.kind === 'document') painted();
    else if (one.kind === 'paint') last = one;
    else if (one.kind === 'step') visits.paint.push({ ...one, still: beside.paint, what: 'after a press' });
    else if (one.kind === 'interaction') {
      if (one.value > (slowest.get(one.path)?.value ?? 0)) slowest.set(one.path, { ...one, still: beside.interaction });
    } else moved.set(one.path, [...(moved.get(one.path) ?? []), one]);
  }
  painted();
  visits.interaction.push(...slowest.values());
  visits.shift.push(...[...moved.values()].map(worstWindow));
}

/**
 * What browsers tell as cumulative layout shift: the most that moved within five seconds, with no second between in
 * which nothing did.
 */
function worstWindow(moves: readonly Extract<Told, { kind: 'shift' }>[]): Visit {
  let worst: Visit | undefined;
  let [value, begun, last] = [0, -Infinity, -Infinity];
  // Of a window the largest of its moves is told.
  let [most, largest] = [0, ''];
  for (const { at, path, what, value: more } of moves.toSorted((a, b) => a.at - b.at)) {
    const goesOn = at - last < 1000 && at - begun < 5000;
    value = goesOn ? value + more : more;
    begun = goesOn ? begun : at;
    last = at;
    [most, largest] = goesOn && more <= most ? [most, largest] : [more, what];
    if (value > (worst?.value ?? 0)) worst = { path, value, still: 0, what: largest };
  }
  return worst ?? { path: moves[0]?.path ?? '', value: 0, still: 0, what: 'nothing' };
}

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;
/** By page, the worst first. */
function byPage(all: readonly Visit[]): (Visit & { readonly ratio: number; readonly times: number })[] {
  return [...Map.groupBy(all, ({ path, what }) => (all === visits.paint ? `${path} ${what}` : path)).values()]
    .map((of) => {
      const worst = of.toSorted((a, b) => b.value - a.value)[0] as Visit;
      const value = all === visits.shift ? worst.value : median(of.map((one) => one.value));
      return { ...worst, value, ratio: median(of.map((one) => one.value / one.still)), times: of.length };
    })
    .toSorted((a, b) => b.value - a.value);
}

let over = 0;
const ms = (value: number): string => `${Math.round(value)} ms`;
function report(title: string, all: readonly Visit[], limit: Limit): void {
  const pages = byPage(all);
  const wrong = pages.filter(({ value, ratio }) => value > limit.ms && ratio > limit.ratio);
  over += wrong.length;
  console.log(
    `\n${title}: ${pages.length} pages, median ${ms(median(pages.map(({ value }) => value)))} (x${median(pages.map(({ ratio }) => ratio)).toFixed(2)}), ${wrong.length} over ${limit.ms} ms and x${limit.ratio}`,
  );
  for (const one of new Set([...wrong, ...pages.slice(0, 8)]))
    console.log(
      `  ${wrong.includes(one) ? 'OVER' : '    '} ${one.path}: ${ms(one.value)} x${one.ratio.toFixed(2)}, ${one.times} visits, ${one.what}`,
    );
}
console.log(
  `\n${chosen.length} of ${ofBrand.length} fixtures of ${wanted.brand}; ${budget.line.down}/${budget.line.up} Mbit/s, ${budget.line.latency} ms, processor x ${budget.processor}, ${budget.width} px. Ratios to a still page of the same bytes.`,
);
report('Largest part painted, or the next page after a press', visits.paint, budget.paint);
report('Slowest key', visits.interaction, budget.interaction);
const shifts = byPage(visits.shift);
const moving = shifts.filter(({ value }) => value > budget.shift);
over += moving.length;
console.log(`\nLayout shift: ${shifts.length} pages move at all, ${moving.length} over ${budget.shift}`);
for (const one of new Set([...moving, ...shifts.slice(0, 8)]))
  console.log(`  ${moving.includes(one) ? 'OVER' : '    '} ${one.path}: ${one.value.toFixed(3)}, ${one.what}`);
if (failed > 0) console.log(`\n${failed} fixtures did not hold: their pages were not all seen.`);
process.exitCode = over > 0 || failed > 0 ? 1 : 0;
