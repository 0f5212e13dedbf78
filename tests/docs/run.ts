/** Runs a command of a page on a copy of the content, as the terminal would. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseCommand, type Verb } from '../../cli/command.ts';
import { CONTENT, filesIn, projectDir } from '../../compile/disk.ts';
import { oneBrand } from '../verifier/one-brand.ts';
import { changed, type Act } from './page.ts';

export interface Printed {
  readonly exit: number;
  readonly output: string;
}

/** The words of a command line; quoted words may hold spaces. */
export function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}

/** A copy of flows, brands and compliance that a page may change. */
export class Copy {
  readonly dir = mkdtempSync(join(tmpdir(), 'waymark-docs-'));

  /** @param brand the only one of the copy; all when absent */
  constructor(brand?: string) {
    for (const name of CONTENT) cpSync(join(projectDir, name), join(this.dir, name), { recursive: true });
    if (brand === undefined) return;
    const all = filesIn(this.dir);
    const own = oneBrand(all, brand);
    for (const file of Object.keys(all)) if (own[file] === undefined) rmSync(join(this.dir, file));
    for (const [file, text] of Object.entries(own)) if (all[file] !== text) writeFileSync(join(this.dir, file), text);
  }

  /** Does what the page says to a file. Throws when it does not fit, with the line of the page. */
  apply(act: Exclude<Act, { kind: 'command' }>): void {
    const path = join(this.dir, act.file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, act.kind === 'file' ? act.text : changed(readFileSync(path, 'utf8'), act));
  }
  [Symbol.dispose](): void {
    rmSync(this.dir, { recursive: true });
  }
}

/**
 * Runs a verb of `npm run flow --` in this process, over the copy and in its folder, and gives what it wrote on both
 * outputs.
 */
export async function runVerb(words: readonly string[], content: string): Promise<Printed> {
  const { verb } = (await import(`../../cli/verbs/${words[0] ?? ''}.ts`)) as { readonly verb: Verb };
  const written: string[] = [];
  const outputs = [process.stdout, process.stderr];
  const before = outputs.map((output) => output.write);
  const take = (chunk: string | Uint8Array): boolean => written.push(String(chunk)) > 0;
  const folder = process.cwd();
  try {
    process.chdir(content);
    const command = parseCommand(words);
    const named = command.options['content'] === undefined ? [projectDir] : command.content;
    const folders = named.map((one) => (one === projectDir ? content : one));
    for (const output of outputs) output.write = take;
    return { exit: await verb({ ...command, content: folders }), output: written.join('') };
  } finally {
    process.chdir(folder);
    for (const [index, output] of outputs.entries()) output.write = before[index] as typeof output.write;
  }
}
