/**
 * What was compiled on this machine is kept by a hash of all that it was made of: a server that is started again need
 * not compile it again.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { compileContent } from '../../compile/index.ts';
import type { Compiled, CompiledContent, Files, Options } from '../../compile/types.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Beside the packages, which are believed too. An installation that may not be written to keeps nothing. */
const shared = join(root, 'node_modules', '.cache', 'waymark', 'compiled');
/** How many contents are kept, those that were used last; each has one to three megabytes. */
const most = 20;

/**
 * Compiles as `compileContent` does, or gives what it gave for the same files, options and compiler before. Problems
 * are not kept.
 * @param folder where it is kept; of this machine
 */
export function compileKept(files: Files, options: Options, folder = shared): Compiled {
  const file = join(folder, hashOf([compiler(), serialize([Object.entries(files).sort(), options])]));
  const known = read(file);
  if (known !== undefined) {
    use(file);
    return { problems: [], content: known };
  }
  const compiled = compileContent(files, options);
  if (compiled.content !== undefined) keep(folder, file, compiled.content);
  return compiled;
}

const hashOf = (parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

let made: string | undefined;
/** The compiler by the texts of the rooms it is made of, and the packages it stands on. */
function compiler(): string {
  made ??= hashOf([
    process.version,
    ...['compile', 'contract', 'runtime/core'].flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .sort()
        .flatMap((name) => [name, readFileSync(join(root, room, name))]),
    ),
    ...['package.json', 'package-lock.json']
      .map((name) => join(root, name))
      .filter(existsSync)
      .map((name) => readFileSync(name)),
  ]);
  return made;
}

/** The length of a hash in hexadecimal digits; it stands before the content, so that half a file is no content. */
const digits = 64;

function read(file: string): CompiledContent | undefined {
  if (!existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  const body = bytes.subarray(digits);
  return hashOf([body]) === bytes.subarray(0, digits).toString() ? (deserialize(body) as CompiledContent) : undefined;
}

/** Makes it the youngest: what every start takes would else be gone as soon as twenty others were compiled once. */
function use(file: string): void {
  const now = new Date();
  unlessBarred(() => utimesSync(file, now, now));
}

function keep(folder: string, file: string, content: CompiledContent): void {
  const body = serialize(content);
  const draft = `${file}.${randomUUID()}`;
  unlessBarred(() => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(draft, Buffer.concat([Buffer.from(hashOf([body])), body]), { mode: 0o600 });
    renameSync(draft, file);
    const ages = readdirSync(folder)
      .map((name) => join(folder, name))
      .map((path) => ({ path, at: statSync(path).mtimeMs }));
    for (const { path } of ages.toSorted((a, b) => b.at - a.at).slice(most)) unlinkSync(path);
  });
}

/** Does it where it may be done; throws what is wrong with the machine, as a disk that cannot be read. */
function unlessBarred(does: () => void): void {
  try {
    does();
  } catch (error) {
    // Nothing may be written there, or another server tidied at the same time: the content is compiled again next time.
    if (
      !['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'ENOSPC'].includes((error as NodeJS.ErrnoException).code ?? '')
    )
      throw error;
  }
}
