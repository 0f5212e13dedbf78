/**
 * `npm run soak -- doors`: every value at the doors of the server where `npm test` asks a slice: canaries, IDs of each
 * state, what was sent, strangers and customers in each spelling.
 */
import { tool } from '../../../scripts/lib/paths.ts';
import { runNode } from '../../../scripts/lib/spawn.ts';

const server = ['canaries', 'values-at-the-door', 'sent-stands', 'stands-still', 'strangers'];
const files = [...server.map((name) => `tests/server/${name}.test.ts`), 'tests/platform/identity-strangers.test.ts'];
const { code, seconds } = await runNode([tool('vitest/vitest.mjs'), 'run', '--maxWorkers=2', ...files], true, {
  DOORS: 'all',
});
console.log(`doors: ${code === 0 ? 'every value held' : 'failed'} in ${seconds.toFixed(0)} s`);
if (code !== 0) process.exitCode = 1;
