/**
 * `npm run bench [-- verifier | lists | phone | pages | server] [arguments]`: the verifier's figures, what a key costs
 * on a page with a list, what the pages of the fixtures cost a phone, then the pages beside their peers; or one alone.
 * `server`: what a save costs, and only where it is named.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { become } from '../lib/become.ts';
import { pinnedNode, root } from '../lib/paths.ts';

const verifier = join(root, 'tests', 'bench', 'verifier', 'run.ts');
const pages = join(root, 'tests', 'bench', 'run.mjs');
const lists = join(root, 'tests', 'bench', 'lists', 'run.ts');
const phone = join(root, 'tests', 'bench', 'phone', 'run.ts');
const server = join(root, 'tests', 'bench', 'server', 'run.ts');
const [name, ...rest] = process.argv.slice(2);

if (name === 'verifier') await become([verifier, ...rest]);
else if (name === 'pages') await become([pages, ...rest]);
else if (name === 'lists') await become([lists, ...rest]);
else if (name === 'phone') await become([phone, ...rest]);
else if (name === 'server') await become([server, ...rest]);
else {
  const failed = [verifier, lists, phone].find((file) => {
    const { status, error } = spawnSync(pinnedNode, [file], { cwd: root, stdio: 'inherit' });
    if (error) throw error;
    return status !== 0;
  });
  if (failed === undefined) await become([pages, ...process.argv.slice(2)]);
  process.exitCode = 1;
}
