/**
 * `diff <folder or revision>`: what the content here changes, for whom, against another version of it, in sentences.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { projectDir, readFiles } from '../../compile/disk.ts';
import type { Files, Options } from '../../compile/index.ts';
import { differencesOf, type Differences } from '../../verifier/diff/differences.ts';
import { contentOf, type Command } from '../command.ts';
import { loadContent, loadOrTell, type Loaded } from '../products.ts';
import { filesAt } from '../revision.ts';

/**
 * Prints one sentence a difference, and on what it rests; 0 whether or not there are any, 2 when there is nothing to
 * compare with. Progress goes to standard error; Ctrl-C ends it with nothing printed, for half a comparison says
 * nothing.
 */
export async function verb(command: Command): Promise<number> {
  const [name, ...more] = command.names;
  if (name === undefined || more.length > 0) {
    process.stderr.write('Say one folder of content or one revision to compare with: diff HEAD~1\n');
    return 2;
  }
  const other = filesOf(name);
  if (!other.ok) {
    process.stderr.write(`${other.why}\n`);
    return 2;
  }
  const { files, options } = contentOf(command);
  const [before, after] = [await loadSeen(other.files, options), await loadSeen(files, options)];
  if (!before || !after) {
    process.stderr.write(
      `${before ? 'This content' : name} has problems, so nobody can say what people see of it; run check.\n`,
    );
    return 2;
  }
  let told = 0;
  const found = differencesOf(before, after, (flow, states) => {
    if (states < told) told = 0;
    if (states >= told + 1000) process.stderr.write(`${flow}: ${(told = states)} situations\n`);
    return true;
  });
  process.stdout.write(command.json ? `${JSON.stringify(found, undefined, 2)}\n` : report(found));
  return 0;
}

/** Files that nobody sees; one that is wrong (an older version may know less) is left out. */
const UNSEEN = /^(compliance\/obligations|flows\/[^/]+\/fixtures)\//;

/** Loads what people see of the content, or tells its problems and gives undefined. */
async function loadSeen(files: Files, options: Options): Promise<Loaded | undefined> {
  const plain = Object.fromEntries(
    Object.entries(files).map(([file, text]) => [
      file,
      file.endsWith('.json') ? text.replace(/"\$schema"\s*:\s*"[^"]*"\s*,?/, '') : text,
    ]),
  );
  const load = await loadContent(plain, options);
  if ('loaded' in load) return load.loaded;
  const wrong = new Set(load.problems.map(({ file }) => file).filter((file) => UNSEEN.test(file)));
  return await loadOrTell({
    files: wrong.size === 0 ? files : Object.fromEntries(Object.entries(plain).filter(([file]) => !wrong.has(file))),
    options,
  });
}

/** A folder of content, else a revision of the project. */
function filesOf(
  name: string,
): { readonly ok: true; readonly files: Files } | { readonly ok: false; readonly why: string } {
  if (statSync(name, { throwIfNoEntry: false })?.isDirectory()) return { ok: true, files: readFiles([name]) };
  return filesAt(name, projectDir, (args, input) =>
    spawnSync('git', args, { cwd: projectDir, input, maxBuffer: 1 << 30 }),
  );
}

function report({ differences, notes, states, inexact }: Differences): string {
  const none =
    inexact.length === 0
      ? 'Nobody sees a difference.'
      : 'Nobody was found who sees a difference; not everything was tried.';
  const lines = differences.length === 0 ? [none] : differences.map(({ sentence }) => sentence);
  if (notes.length > 0) lines.push('', 'Changed, but seen by nobody today:', ...notes.map((note) => `  ${note}`));
  if (states > 0) lines.push('', `${states} situations of the two versions were looked at.`);
  if (inexact.length > 0) lines.push('More may differ than is said here:', ...inexact.map((why) => `  ${why}`));
  return `${lines.join('\n')}\n`;
}
