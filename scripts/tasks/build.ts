/** `npm run build`: the front end into `dist/`, whether it is stale or not. */
import { buildFrontEnd } from '../lib/front-end.ts';

await buildFrontEnd(true);
