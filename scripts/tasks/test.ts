/**
 * `npm test [-- vitest filters]`: the types of every room, the style of code, all that `flow verify` asks of the
 * content, every test.
 * The server's tests have databases on one PostgreSQL, as in production; where none starts, and in
 * `npm run soak -- embedded`, the embedded one: a start of the server costs three times as much on it.
 * Of files three are at it at a time on two processors: a quarter of what one takes, it waits for what it has asked a
 * browser, or for time to pass. Types, style and content are asked beside them.
 * The last line is `N passed, N failed`; a room that type-checks and a verification that finds nothing count as one
 * each. Before it stand the files that took longest, and how long all took.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { slowest, type FileDuration } from '../lib/durations.ts';
import { durationsFile, resultsDir, root, tool } from '../lib/paths.ts';
import { startPostgres } from '../lib/postgres.ts';
import { scratchFolder } from '../lib/scratch.ts';
import { rowsShown, specRows } from '../lib/specification.ts';
import { runNode } from '../lib/spawn.ts';
import { style } from '../lib/style.ts';
import { closingLine, count, readReport, testFiles, unheardOf, type TestRow } from '../lib/tally.ts';
import { table, typecheck } from '../lib/typecheck.ts';
import { contentRows } from '../lib/verified.ts';

/**
 * Minutes that all of it may take on two cores. Longer is told and fails nothing: how fast a machine is, no test can
 * know.
 */
const BUDGET = 20;

const began = performance.now();
const report = join(resultsDir, 'vitest.json');
const filters = process.argv.slice(2);
rmSync(resultsDir, { recursive: true, force: true });
mkdirSync(resultsDir, { recursive: true });

/** What is asked of the code and the content beside the tests. */
async function beside(): Promise<{ readonly rows: readonly TestRow[]; readonly said: readonly string[] }> {
  const types = await typecheck();
  const styles = await style();
  const verified = await runNode([join(root, 'cli', 'main.ts'), 'verify'], false);
  const content = contentRows(verified);
  const isWell = content.every(({ status }) => status === 'passed');
  return {
    said: [
      `\n${table(types)}`,
      ...styles.map(({ title, holds, said }) => `${title}: ${holds ? 'yes' : `no\n${said}`}`),
      `the content holds, and every duty of every brand is proved: ${isWell ? 'yes' : `no\n${verified.output}`}\n`,
    ],
    rows: [
      ...types.map(
        (result): TestRow => ({
          title: `types of ${result.room}`,
          file: `${result.room}/tsconfig.json`,
          status: result.errors.length === 0 ? 'passed' : 'failed',
        }),
      ),
      ...styles.map(
        ({ title, holds }): TestRow => ({ title, file: 'scripts/lib/style.ts', status: holds ? 'passed' : 'failed' }),
      ),
      ...content,
    ],
  };
}

/** Whether the tests that passed show every row of the specification; tells which are missing. */
function specified(ran: readonly TestRow[]): TestRow {
  const all = specRows(root);
  const { shown, wrong } = rowsShown(all, ran);
  const missing = all.filter(({ id }) => !shown.has(id)).map(({ id }) => id);
  for (const sentence of wrong) console.log(sentence);
  if (missing.length > 0) console.log(`No test that passed shows ${missing.join(', ')}.`);
  const holds = wrong.length === 0 && missing.length === 0;
  return {
    title: 'every row of the specification is shown, and every title names rows that there are, at most three',
    file: 'scripts/lib/specification.ts',
    status: holds ? 'passed' : 'failed',
  };
}

const scratch = scratchFolder();
const database = await startPostgres({ place: scratch.folder }).catch((reason: unknown) => {
  console.error(`${String(reason)}\nThe tests take the embedded database, which is slower.`);
  return undefined;
});
const running = runNode(
  [
    tool('vitest/vitest.mjs'),
    'run',
    '--maxWorkers=3',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    `--reporter=${join(root, 'scripts', 'lib', 'durations.ts')}`,
    ...filters,
  ],
  true,
  { TMPDIR: scratch.folder, ...(database && { TEST_POSTGRES: database.url }) },
).finally(async () => {
  await database?.stop();
  scratch.remove();
});
const [{ rows: ofBeside, said }, tests] = await Promise.all([beside(), running]);
for (const lines of said) console.log(lines);
const rows = [...ofBeside];
try {
  const ran = readReport(report, root);
  rows.push(...ran);
  if (filters.length === 0) rows.push(...unheardOf(testFiles(root), ran), specified(ran));
} catch (reason) {
  console.error(reason instanceof Error ? reason.message : reason);
  rows.push({ title: 'the tests run to their end', file: 'vitest.config.ts', status: 'failed' });
}
// Errors outside of any test (an unhandled rejection, a set-up that failed) end vitest with a code and no failed test.
if (tests.code !== 0 && !rows.some((row) => row.status === 'failed' && row.file.startsWith('tests/'))) {
  rows.push({ title: 'nothing fails outside of the tests', file: 'vitest.config.ts', status: 'failed' });
}

writeFileSync(join(resultsDir, 'rows.json'), `${JSON.stringify(rows, null, 1)}\n`);
const failed = rows.filter((row) => row.status === 'failed');
if (existsSync(durationsFile)) {
  const files = JSON.parse(readFileSync(durationsFile, 'utf8')) as readonly FileDuration[];
  console.log(`\nThe longest files:\n${slowest(files).join('\n')}`);
}
const minutes = (performance.now() - began) / 60_000;
console.log(
  `All took ${minutes.toFixed(1)} minutes${minutes > BUDGET ? `: more than the ${BUDGET} that two cores may take. Look at the longest files.` : '.'}`,
);
if (failed.length > 0) console.log(`\nFailed:\n${failed.map((row) => `  ${row.file}: ${row.title}`).join('\n')}`);
console.log(`\n${closingLine(count(rows))}`);
process.exitCode = failed.length > 0 ? 1 : 0;
