/** Places in the project, and the pinned tools by their own entry files. */
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

export const root = fileURLToPath(new URL('../../', import.meta.url));
/** Where `npm test` leaves what it found, for `npm run spec`. */
export const resultsDir = join(root, 'tests', '.results');
/** How long each file of the last `npm test` took. */
export const durationsFile = join(resultsDir, 'durations.json');

/** Absolute path of a file of an installed package, e.g. `tool('vitest/vitest.mjs')`. */
export const tool = (file: string): string => join(root, 'node_modules', ...file.split('/'));

/** The Node that this project is pinned to, whatever Node runs this file. */
export const pinnedNode = tool(process.platform === 'win32' ? 'node/bin/node.exe' : 'node/bin/node');
