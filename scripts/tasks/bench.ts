/** `npm run bench [-- arguments]`: the benchmarks, as ratios side by side with the peers. */
import { join } from 'node:path';
import { become } from '../lib/become.ts';
import { root } from '../lib/paths.ts';

await become([join(root, 'tests', 'bench', 'run.mjs'), ...process.argv.slice(2)]);
