/**
 * `npm run dev`: everything of `npm start` with hot reload. The page's code is exchanged by vite, content is compiled
 * again on every save (with a problem the last good version keeps serving), and a change in the server's code starts
 * the server again.
 */
import { join } from 'node:path';
import { become } from '../lib/become.ts';
import { root } from '../lib/paths.ts';

await become([
  '--watch',
  '--watch-preserve-output',
  join(root, 'scripts', 'lib', 'dev-server.ts'),
  ...process.argv.slice(2),
]);
