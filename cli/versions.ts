/** Another version of the content, as a command names it. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { contentFolders, projectDir, readFiles } from '../compile/disk.ts';
import type { Files, Options } from '../compile/index.ts';
import type { Command } from './command.ts';
import { loadContent, loadOrTell, type Loaded } from './products.ts';
import { filesAt } from './revision.ts';

/** Files that nobody sees; one that is wrong (an older version may know less) is left out. */
const UNSEEN = /^(compliance\/obligations|flows\/[^/]+\/fixtures)\//;

/** Loads what people see of the content, or tells its problems and gives undefined. */
export async function loadSeen(files: Files, options: Options): Promise<Loaded | undefined> {
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

/**
 * The one other version that a command names, or undefined when it names none or one that is not there, which is told.
 * @param what what the version is to the command, and an example
 */
export function versionNamed(
  { names }: Pick<Command, 'names'>,
  what: string,
): { readonly name: string; readonly files: Files } | undefined {
  const [name, ...more] = names;
  if (name === undefined || more.length > 0) {
    process.stderr.write(`Say one folder of content or one revision ${what}\n`);
    return undefined;
  }
  const found = filesOf(name);
  if (found.ok) return { name, files: found.files };
  process.stderr.write(`${found.why}\n`);
  return undefined;
}

/** Files of a folder of content (`+folder`: laid over the project's own), else a revision of the project. */
export function filesOf(
  name: string,
): { readonly ok: true; readonly files: Files } | { readonly ok: false; readonly why: string } {
  if (statSync(name.replace(/^\+/, ''), { throwIfNoEntry: false })?.isDirectory())
    return { ok: true, files: readFiles(contentFolders(name)) };
  return filesAt(name, projectDir, (args, input) =>
    spawnSync('git', args, { cwd: projectDir, input, maxBuffer: 1 << 30 }),
  );
}
