/** Every fixture in a browser: `npm test` plays there the few that show all that there is to show. */
import { tool } from '../../../scripts/lib/paths.ts';
import { runNode } from '../../../scripts/lib/spawn.ts';

const args = [tool('vitest/vitest.mjs'), 'run', '--maxWorkers=2', 'tests/harness/', '-t', 'browser:'];
const { code, seconds } = await runNode(args, true, { BROWSER_FIXTURES: 'all' });
console.log(`browser: ${code === 0 ? 'every fixture held' : 'failed'} in ${seconds.toFixed(0)} s`);
if (code !== 0) process.exitCode = 1;
