/**
 * `npm start`: builds the front end when it is stale, then serves everything on one port.
 * The server migrates, seeds an empty database and prints `ready http://localhost:<port>` as its last line.
 */
import { buildFrontEnd, frontEndIsStale } from '../lib/front-end.ts';

if (frontEndIsStale()) await buildFrontEnd(true);
await import('../../server/main.ts');
