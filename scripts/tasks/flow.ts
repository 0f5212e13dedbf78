/** `npm run flow -- <verb> [names] [--json]`: the verifier in the terminal. */
import { join } from 'node:path';
import { become } from '../lib/become.ts';
import { root } from '../lib/paths.ts';

await become([join(root, 'cli', 'main.ts'), ...process.argv.slice(2)]);
