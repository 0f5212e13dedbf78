/**
 * `npm run new -- <kind> <name>`: a brand, flow, step, state row, disclosure, obligation, widget or operation that
 * `check` accepts at once. It goes into the last folder of CONTENT_DIR, else (and a widget always) into the project.
 */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { contentFolders, projectDir } from '../../compile/disk.ts';
import { didYouMean } from '../../compile/suggest.ts';
import { KINDS } from '../lib/make/index.ts';
import { Unmade } from '../lib/make/kind.ts';

const usage = `npm run new -- <kind> <name>\n${Object.entries(KINDS)
  .map(([kind, { says }]) => `  ${kind} ${says}`)
  .join('\n')}`;

function main(): number {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      title: text,
      brand: text,
      like: text,
      after: text,
      from: text,
      on: text,
      shown: text,
      before: text,
      help: { type: 'boolean' },
    },
  });
  const [kind = '', name = ''] = positionals;
  const made = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (values.help === true) {
    process.stdout.write(`${made ? `npm run new -- ${kind} ${made.says}` : usage}\n`);
    return 0;
  }
  if (kind !== '' && made === undefined)
    throw new Unmade(
      `There is no kind "${kind}" to make. ${didYouMean(kind, Object.keys(KINDS), 'The kinds are:')}\n${usage}`,
    );
  if (made === undefined) throw new Unmade(usage);
  if (positionals.length !== 2)
    throw new Unmade(
      `${name === '' ? 'Say what it is called' : `"${positionals.slice(2).join(' ')}" is too much: words with spaces stand in quotes`}.\nnpm run new -- ${kind} ${made.says}`,
    );
  if (!made.name.test(name)) throw new Unmade(`"${name}" is no name for it: ${made.named}.`);
  const folders = contentFolders(process.env['CONTENT_DIR'] ?? '');
  // What draws a widget is code: it lies in the project.
  const into = kind === 'widget' ? projectDir : (folders.at(-1) ?? projectDir);
  // CONTENT_DIR=+my npm run new: the first thing that lies there may be this one.
  mkdirSync(into, { recursive: true });
  const all = folders.length > 0 ? folders : [projectDir];
  const { written, copied, says = '' } = made.make({ name, folders: all, options: worded(values) });
  // What names the new thing is changed; what the new thing is made of is never written over.
  const there = (file: string): boolean => all.some((folder) => existsSync(join(folder, file)));
  const isOwn = (file: string): boolean =>
    file.split(/[/.]/).includes(name.split('/').at(-1) ?? '') && kind !== 'state-row';
  const taken = [...Object.keys(written), ...Object.keys(copied)].find((file) => isOwn(file) && there(file));
  if (taken !== undefined) throw new Unmade(`${taken} is there already: choose another name.`);
  for (const [file, content] of [...Object.entries(written), ...Object.entries(copied)]) {
    const path = join(into, file);
    const how = there(file) ? 'changed' : 'made   ';
    mkdirSync(dirname(path), { recursive: true });
    if (Object.hasOwn(copied, file)) copyFileSync(content, path);
    else writeFileSync(path, content);
    process.stdout.write(`${how} ${relative(into, path)}\n`);
  }
  if (says !== '') process.stdout.write(`${says}\n`);
  return 0;
}

/** The options that are words. */
const worded = (values: Readonly<Record<string, string | boolean | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).filter((one): one is [string, string] => typeof one[1] === 'string'));

try {
  process.exitCode = main();
} catch (error) {
  if (!(error instanceof Unmade) && !(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
