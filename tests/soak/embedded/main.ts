/**
 * All tests on the embedded database, as `npm start` has it: `npm test` takes PostgreSQL where it finds one. `--tests
 * <files>` chooses by parts of file names, separated by commas.
 */
import { tool } from '../../../scripts/lib/paths.ts';
import { runNode } from '../../../scripts/lib/spawn.ts';
import { chosenTests } from '../arguments.ts';

delete process.env['TEST_POSTGRES'];
const chosen = chosenTests() ?? ['tests'];
const { code, seconds } = await runNode([tool('vitest/vitest.mjs'), 'run', '--maxWorkers=2', ...chosen], true);
console.log(`embedded: ${code === 0 ? 'held' : 'failed'} in ${seconds.toFixed(0)} s`);
if (code !== 0) process.exitCode = 1;
