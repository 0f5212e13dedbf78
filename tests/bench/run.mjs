// The benchmarks: this product's page and its peers, interleaved in one run, as ratios to plain React (the floor).
//   npm run bench [-- --rounds=5 --sizes=30,300 --only=ours,react-plain,rjsf-pre --no-build]
// The first run installs the peers (tests/bench/package.json), which nothing else needs.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { compileBench } from './ours/compile.ts';
import { ENTRIES, FLOOR } from './peers/entries.mjs';
import { serve, launch, median } from './peers/harness.mjs';
import { measureBytes, measureForm, measureSteps } from './peers/suite.mjs';

const here = import.meta.dirname;
const option = (name, otherwise) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const rounds = Number(option('rounds', 5));
const sizes = option('sizes', '30,300').split(',').map(Number);
const only = option('only', ENTRIES.map((entry) => entry.name).join(',')).split(',');
const entries = ENTRIES.filter((entry) => only.includes(entry.name) || entry.name === FLOOR);

function step(command, args, cwd) {
  const done = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (done.status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${done.status}: read its message above.`);
}

if (!process.argv.includes('--no-build')) {
  if (!existsSync(join(here, 'node_modules')))
    step('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], here);
  const peers = entries
    .map((entry) => entry.page)
    .filter((page) => page !== 'ours' && !existsSync(join(here, 'peers/dist', page)));
  if (peers.length > 0) step(process.execPath, [join(here, 'peers/build.mjs'), ...peers], join(here, 'peers'));
  compileBench();
  const outDir = join(here, 'peers/dist/ours');
  // As the product is built: its groups of files, what it leaves out of its packages.
  await build({
    root: join(here, '../..'),
    base: '/ours/',
    mode: 'bench',
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  });
  renameSync(join(outDir, 'bench.html'), join(outDir, 'index.html'));
}

const server = await serve();
const browser = await launch();
const rows = [];
const failures = new Map();
const note = (entry, what, row) => {
  if (row.failed) failures.set(`${entry.name} ${what}`, row.failed);
  else rows.push(...Object.entries(row).map(([figure, value]) => ({ entry: entry.name, what, figure, round, value })));
};
let round = -1;
// Warms the browser; not recorded.
for (const entry of entries) await measureForm(browser, server.base, entry, sizes[0]);
for (round = 0; round < rounds; round++) {
  const order = [...entries.slice(round % entries.length), ...entries.slice(0, round % entries.length)];
  for (const size of sizes)
    for (const entry of order) note(entry, `N=${size}`, await measureForm(browser, server.base, entry, size));
  for (const entry of order) note(entry, 'steps', await measureSteps(browser, server.base, entry));
  console.log(`round ${round + 1} of ${rounds}`);
}
round = 0;
for (const entry of entries) note(entry, 'page', await measureBytes(browser, server.base, entry));
await browser.close();
server.close();

/**
 * Ratio to the floor within each round, then the median over the rounds; CPU figures agree between runs within a
 * quarter.
 */
function ratio(entry, what, figure) {
  const of = (name) =>
    new Map(
      rows
        .filter((row) => row.entry === name && row.what === what && row.figure === figure)
        .map((row) => [row.round, row.value]),
    );
  const [own, floor] = [of(entry), of(FLOOR)];
  const ratios = [...own].filter(([n]) => floor.has(n)).map(([n, value]) => value / floor.get(n));
  return ratios.length > 0 ? `x${median(ratios).toFixed(2)}` : '-';
}
const columns = [
  ...sizes.flatMap((size) =>
    [
      ['mount', 'mountCpu'],
      ['key', 'keyCpu'],
      ['key script', 'keyScript'],
      ['submit', 'submitCpu'],
      ['heap', 'heap'],
      ['nodes', 'nodes'],
    ].map(([title, figure]) => [`${title} ${size}`, `N=${size}`, figure]),
  ),
  ['step', 'steps', 'stepCpu'],
  ['gzip', 'page', 'gzip'],
];
console.log(`\nRatios to ${FLOOR} (CPU time of the main thread unless it says otherwise), ${rounds} rounds\n`);
console.log(['entry'.padEnd(12), ...columns.map(([title]) => title.padStart(15))].join(''));
for (const entry of entries)
  console.log(
    [entry.name.padEnd(12), ...columns.map(([, what, figure]) => ratio(entry.name, what, figure).padStart(15))].join(
      '',
    ),
  );
console.log(
  "\nUnder default-src, script-src and style-src 'self':",
  entries
    .map(
      (entry) =>
        `${entry.name} ${rows.find((row) => row.entry === entry.name && row.figure === 'strict')?.value ?? 'was not measured'}`,
    )
    .join(', '),
);
const script = (name) =>
  median(
    rows
      .filter((row) => row.entry === name && row.what === `N=${sizes.at(-1)}` && row.figure === 'keyScript')
      .map((row) => row.value),
  ).toFixed(2);
console.log(
  `Script per key at N=${sizes.at(-1)}, ms:`,
  entries.map((entry) => `${entry.name} ${script(entry.name)}`).join(', '),
);
for (const [what, why] of failures) console.log(`FAILED ${what}: ${why}`);
