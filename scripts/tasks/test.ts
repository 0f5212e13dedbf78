/**
 * `npm test [-- vitest filters]`: the types of every room, the check of all content, every test.
 * The last line is `N passed, N failed`; a room that type-checks and a content check that finds nothing count as one each.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultsDir, root, tool } from '../lib/paths.ts';
import { runNode } from '../lib/spawn.ts';
import { style } from '../lib/style.ts';
import { closingLine, count, readReport, type TestRow } from '../lib/tally.ts';
import { table, typecheck } from '../lib/typecheck.ts';

const report = join(resultsDir, 'vitest.json');
rmSync(resultsDir, { recursive: true, force: true });
mkdirSync(resultsDir, { recursive: true });

const types = await typecheck();
console.log(`${table(types)}\n`);
const rows: TestRow[] = types.map((result) => ({
  title: `types of ${result.room}`,
  file: `${result.room}/tsconfig.json`,
  status: result.errors.length === 0 ? 'passed' : 'failed',
}));

for (const { title, holds, said } of await style()) {
  rows.push({ title, file: 'scripts/lib/style.ts', status: holds ? 'passed' : 'failed' });
  if (!holds) console.log(`${title}: no\n${said}\n`);
}

const check = await runNode([join(root, 'cli', 'main.ts'), 'check'], true);
rows.push({ title: 'the content holds', file: 'cli/main.ts', status: check.code === 0 ? 'passed' : 'failed' });

const tests = await runNode(
  [
    tool('vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  true,
);
try {
  rows.push(...readReport(report, root));
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
if (failed.length > 0) console.log(`\nFailed:\n${failed.map((row) => `  ${row.file}: ${row.title}`).join('\n')}`);
console.log(`\n${closingLine(count(rows))}`);
process.exitCode = failed.length > 0 ? 1 : 0;
