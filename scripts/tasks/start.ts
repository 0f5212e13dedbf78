/**
 * `npm start [-- --port 3000 ...]`: builds the front end when it is stale, then serves everything on one port.
 * The server migrates, seeds an empty database and prints `ready http://localhost:<port>` as its last line.
 */
import { join } from 'node:path';
import { become } from '../lib/become.ts';
import { buildFrontEnd, frontEndIsStale } from '../lib/front-end.ts';
import { root } from '../lib/paths.ts';

if (frontEndIsStale()) await buildFrontEnd(true);
await become([join(root, 'server', 'main.ts'), ...process.argv.slice(2)]);
