/**
 * The tests on a real PostgreSQL, twice: all of them as they are, then those of the server with NOTIFY off and every
 * tenth commit failing as if another transaction had come in between. Nobody outside may see a difference.
 */
import { runNode } from '../../../scripts/lib/spawn.ts';
import { tool } from '../../../scripts/lib/paths.ts';
import { startPostgres } from '../../../scripts/lib/postgres.ts';
import { chosenTests } from '../arguments.ts';

const rounds = [
  { name: 'as it is', folders: ['tests'], env: {} },
  {
    name: 'NOTIFY off, every tenth commit gives way',
    folders: ['tests/server', 'tests/platform'],
    env: { TEST_NOTIFY: 'off', TEST_CONFLICTS: '10' },
  },
] as const;

const chosen = chosenTests();
const postgres = await startPostgres();
console.log(`${postgres.version} at ${postgres.url}`);
try {
  for (const { name, folders, env } of rounds) {
    console.log(`\n${name}`);
    const args = [tool('vitest/vitest.mjs'), 'run', '--maxWorkers=2', ...(chosen ?? folders)];
    const { code, seconds } = await runNode(args, true, { TEST_POSTGRES: postgres.url, ...env });
    console.log(`postgres, ${name}: ${code === 0 ? 'held' : 'failed'} in ${seconds.toFixed(0)} s`);
    if (code !== 0) process.exitCode = 1;
  }
} finally {
  await postgres.stop();
}
