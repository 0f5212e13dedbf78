/**
 * `npm run soak [-- kind ...] [--seed N] [--count N]`: the long runs, each a folder of `tests/soak` with a `main.ts`;
 * all of them when none is named. Each ends with a closing line of its own; exit 1 when one of them found something.
 * `--help` says what each does, and runs none: all of them take hours.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.ts';
import { runNode } from '../lib/spawn.ts';

const folder = join(root, 'tests', 'soak');
const kinds = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'main.ts')));
// `node scripts/run.mjs soak -- kind` brings the two dashes along, `npm run` takes them away.
const given = process.argv.slice(2).filter((one) => one !== '--');
const first = given.findIndex((one) => one.startsWith('--'));
const named = first < 0 ? given : given.slice(0, first);
const options = first < 0 ? [] : given.slice(first);
const unknown = named.filter((name) => !kinds.includes(name));
if (unknown.length > 0) {
  console.error(`There is no soak "${unknown.join('", "')}". There are: ${kinds.join(', ')}.`);
  process.exit(2);
}
if (options.includes('--help')) {
  console.log('npm run soak [-- kind ...] [--seed N] [--count N]: all kinds when none is named\n');
  for (const kind of kinds) console.log(`${kind}: ${opening(readFileSync(join(folder, kind, 'main.ts'), 'utf8'))}\n`);
  process.exit(0);
}
for (const kind of named.length > 0 ? named : kinds) {
  const { code } = await runNode([join(folder, kind, 'main.ts'), ...options], true);
  if (code !== 0) process.exitCode = 1;
}

/** What the comment at the head of a file says. */
function opening(source: string): string {
  const [, said = ''] = /^\/\*\*(.*?)\*\//s.exec(source) ?? [];
  return said
    .replace(/^\s*\*/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}
