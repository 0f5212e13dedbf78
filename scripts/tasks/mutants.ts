/** `npm run mutants [-- part of an id ...] [--json] [--write]`: which small mistakes in the content nothing notices. */
import { join } from 'node:path';
import { become } from '../lib/become.ts';
import { root } from '../lib/paths.ts';

await become([join(root, 'tests', 'verifier', 'mutants', 'main.ts'), ...process.argv.slice(2)]);
