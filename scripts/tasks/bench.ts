/**
 * `npm run bench [-- verifier | lists | core | phone | pages | server] [arguments]`: the verifier's figures, what a key
 * costs on a page with a list, what a rule and a walk cost, what the pages of the fixtures cost a phone, then the pages
 * beside their peers; or one alone. `server`: what a save costs, and only where it is named. Exit 1 when one of them
 * tells that something costs more than it may.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { become } from '../lib/become.ts';
import { pinnedNode, root } from '../lib/paths.ts';

const benches: Readonly<Record<string, string>> = {
  verifier: 'verifier/run.ts',
  lists: 'lists/run.ts',
  core: 'core/run.ts',
  phone: 'phone/run.ts',
  pages: 'run.mjs',
  server: 'server/run.ts',
};
const fileOf = (bench: string): string => join(root, 'tests', 'bench', bench);
const [name = '', ...rest] = process.argv.slice(2);

const named = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (named !== undefined) await become([fileOf(named), ...rest]);
else
  for (const [bench, file] of Object.entries(benches)) {
    if (bench === 'server') continue;
    const own = bench === 'pages' ? process.argv.slice(2) : [];
    const { status, error } = spawnSync(pinnedNode, [fileOf(file), ...own], { cwd: root, stdio: 'inherit' });
    if (error) throw error;
    if (status !== 0) process.exitCode = 1;
  }
