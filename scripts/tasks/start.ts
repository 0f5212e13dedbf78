/**
 * `npm start [-- --port 3000 ...]`: builds the front end when it is stale, then serves everything on one port.
 * The server migrates, seeds an empty database and prints `ready http://localhost:<port>` as its last line; when it
 * ends by a fault it is started again.
 */
import { join } from 'node:path';
import { buildFrontEnd, frontEndIsStale } from '../lib/front-end.ts';
import { root } from '../lib/paths.ts';
import { supervise } from '../lib/supervise.ts';

if (frontEndIsStale()) await buildFrontEnd(true);
const supervisor = supervise({
  args: [join(root, 'server', 'main.ts'), ...process.argv.slice(2)],
  say: (text) => console.error(text),
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => supervisor.signal(signal));
process.exit(await supervisor.ended);
