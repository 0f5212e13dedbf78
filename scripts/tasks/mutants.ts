/**
 * `npm run mutants [-- part of an id ...] [--json] [--write]`: which small mistakes in the content nothing notices.
 * `npm run mutants -- code [room ...]`: the same of the code.
 */
import { join } from 'node:path';
import { become } from '../lib/become.ts';
import { root } from '../lib/paths.ts';

const [first, ...rest] = process.argv.slice(2);
await become(
  first === 'code'
    ? [join(root, 'tests', 'mutants', 'main.ts'), ...rest]
    : [join(root, 'tests', 'verifier', 'mutants', 'main.ts'), ...process.argv.slice(2)],
);
