/**
 * The server's tests on a real PostgreSQL, twice: as they are, then with NOTIFY off and every tenth commit failing as
 * if another transaction had come in between. Nobody outside may see a difference.
 */
import { runNode } from '../../../scripts/lib/spawn.ts';
import { tool } from '../../../scripts/lib/paths.ts';
import { startPostgres } from '../../../scripts/lib/postgres.ts';

const folders = ['tests/server', 'tests/platform'];
const rounds = [
  { name: 'as it is', env: {} },
  { name: 'NOTIFY off, every tenth commit gives way', env: { TEST_NOTIFY: 'off', TEST_CONFLICTS: '10' } },
] as const;

/** `--tests <files>` chooses by parts of file names, separated by commas. */
const at = process.argv.indexOf('--tests');
const chosen = at < 0 ? folders : (process.argv[at + 1] ?? '').split(',');
const postgres = await startPostgres();
console.log(`${postgres.version} at ${postgres.url}`);
try {
  for (const { name, env } of rounds) {
    console.log(`\n${name}`);
    const args = [tool('vitest/vitest.mjs'), 'run', '--maxWorkers=2', ...chosen];
    const { code, seconds } = await runNode(args, true, { DATABASE_URL: postgres.url, ...env });
    console.log(`postgres, ${name}: ${code === 0 ? 'held' : 'failed'} in ${seconds.toFixed(0)} s`);
    if (code !== 0) process.exitCode = 1;
  }
} finally {
  await postgres.stop();
}
