/**
 * What was found on the ways of journeys, or proved of them, kept in a folder by the hash of all that it hangs on: an
 * edit of one flow walks that flow, and what nobody changed is not walked again.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { projectDir } from '../../compile/disk.ts';
import type { Options } from '../../compile/index.ts';

/** Files that are kept at most; the ones asked for longest ago go first. */
const MOST = 1_200;

/** @typeParam T plain data: what was found of one journey */
export class Shelf<T> {
  readonly #folder: string;
  readonly #most: number;

  /** @param folder is made when something is kept */
  constructor(folder: string, most = MOST) {
    this.#folder = folder;
    this.#most = most;
  }

  /** What was kept; undefined when nothing was, or when it is damaged. */
  find(key: string): T | undefined {
    const file = join(this.#folder, key);
    try {
      const found = deserialize(readFileSync(file)) as T;
      const now = new Date();
      utimesSync(file, now, now);
      return found;
    } catch {
      // Not there, gone meanwhile, or cut short by a full disk: then it is walked.
      return undefined;
    }
  }

  keep(key: string, found: T): void {
    mkdirSync(this.#folder, { recursive: true });
    // Whole or not at all: others read it meanwhile.
    const draft = join(this.#folder, `.${key}.${randomUUID()}`);
    writeFileSync(draft, serialize(found));
    renameSync(draft, join(this.#folder, key));
    this.#clear();
  }

  #clear(): void {
    const all = readdirSync(this.#folder);
    if (all.length <= this.#most) return;
    const asked = (name: string): number => statSync(join(this.#folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const byAge = all.map((name) => [name, asked(name)] as const).toSorted(([, a], [, b]) => a - b);
    for (const [name] of byAge.slice(0, all.length - this.#most)) rmSync(join(this.#folder, name), { force: true });
  }
}

/**
 * Name of what is found with this program, on this day, in this environment, of content with this hash.
 * @param asked names of what alone was asked
 */
export function keyOf(
  content: string,
  { env, today }: Options,
  { brand, flow, asked = [] }: { readonly brand: string; readonly flow: string; readonly asked?: readonly string[] },
): string {
  const said = JSON.stringify([programHash(), process.version, env, today, brand, flow, asked.toSorted(), content]);
  return createHash('sha256').update(said).digest('hex');
}

/** Folders whose code decides what is found. */
const PROGRAM = ['contract', 'runtime/core', 'compile', 'verifier', 'cli'];
let program: string | undefined;

/** The hash of the program that walks and judges, and of what it takes from the project besides the content. */
function programHash(): string {
  if (program !== undefined) return program;
  const hash = createHash('sha256');
  const files = PROGRAM.flatMap((folder) =>
    readdirSync(join(projectDir, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  ).filter((file) => /\.(?:ts|json|js)$/.test(file));
  for (const file of [...files.toSorted(), 'package-lock.json', 'server/seed/people.json'])
    hash.update(`${file}\n`).update(readFileSync(join(projectDir, file)));
  return (program = hash.digest('hex'));
}
