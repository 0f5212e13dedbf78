/**
 * `npm run bench [-- verifier | pages | server] [arguments]`: the verifier's figures, then the pages beside their
 * peers; or one alone; `server`: what a save costs.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { become } from '../lib/become.ts';
import { pinnedNode, root } from '../lib/paths.ts';

const verifier = join(root, 'tests', 'bench', 'verifier', 'run.ts');
const pages = join(root, 'tests', 'bench', 'run.mjs');
const server = join(root, 'tests', 'bench', 'server', 'run.ts');
const [name, ...rest] = process.argv.slice(2);

if (name === 'verifier') await become([verifier, ...rest]);
else if (name === 'pages') await become([pages, ...rest]);
else if (name === 'server') await become([server, ...rest]);
else {
  const { status, error } = spawnSync(pinnedNode, [verifier], { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  if (status === 0) await become([pages, ...process.argv.slice(2)]);
  process.exitCode = status ?? 1;
}
