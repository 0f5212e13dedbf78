/**
 * The server's tests on a real PostgreSQL, twice: as they are, then with NOTIFY off and every tenth commit failing as
 * if another transaction had come in between. Nobody outside may see a difference.
 */
import { runNode } from '../lib/spawn.ts';
import { tool } from '../lib/paths.ts';
import { startPostgres } from '../lib/postgres.ts';

const folders = ['tests/server', 'tests/platform'];
const rounds = [
  { name: 'as it is', env: {} },
  { name: 'NOTIFY off, every tenth commit gives way', env: { TEST_NOTIFY: 'off', TEST_CONFLICTS: '10' } },
] as const;

/** @param words files or titles that the tests are chosen by, as vitest takes them; all when empty. Gives the exit code. */
export async function soak(words: readonly string[]): Promise<number> {
  const postgres = await startPostgres();
  console.log(`${postgres.version} at ${postgres.url}`);
  let worst = 0;
  try {
    for (const { name, env } of rounds) {
      console.log(`\n${name}`);
      const args = [tool('vitest/vitest.mjs'), 'run', ...(words.length > 0 ? words : folders)];
      const { code, seconds } = await runNode(args, true, { DATABASE_URL: postgres.url, ...env });
      console.log(`postgres, ${name}: ${code === 0 ? 'held' : 'failed'} in ${seconds.toFixed(0)} s`);
      worst = Math.max(worst, code);
    }
    return worst;
  } finally {
    await postgres.stop();
  }
}
