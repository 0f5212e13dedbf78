/** A copy of the project whose code carries its mutants, each behind a switch of the environment. */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Instrumenter, type InstrumentResult } from '@stryker-mutator/instrumenter';
import { root } from '../../scripts/lib/paths.ts';

/** One small change of the code that a careless person could make. */
export interface Mutant {
  readonly id: string;
  /** From the project's root. */
  readonly file: string;
  readonly kind: string;
  /** Line and column, both from 1. */
  readonly line: number;
  readonly column: number;
  readonly was: string;
  readonly becomes: string;
}

/** The variable that says which mutant stands in a process (the instrumenter's own name for it). */
export const ACTIVE = '__STRYKER_ACTIVE_MUTANT__';

const quiet = () => undefined;
const log = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
  fatal: quiet,
};

/** The text between two places of a file; lines and columns from 0. */
function between(
  text: string,
  { start, end }: { start: { line: number; column: number }; end: { line: number; column: number } },
): string {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column);
  lines[0] = (lines[0] ?? '').slice(start.column);
  return lines.join('\n');
}

/**
 * The mutants of these files, and the files with all of them in.
 * @param files paths from `from`.
 */
export async function instrument(
  from: string,
  files: readonly string[],
): Promise<{ readonly mutants: readonly Mutant[]; readonly written: InstrumentResult['files'] }> {
  const texts = new Map(files.map((name) => [name, readFileSync(join(from, name), 'utf8')]));
  const { files: written, mutants } = await new Instrumenter(log).instrument(
    [...texts].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  return {
    written,
    mutants: mutants.map(({ id, fileName, mutatorName, location, replacement }) => ({
      id,
      file: fileName,
      kind: mutatorName,
      line: location.start.line + 1,
      column: location.start.column + 1,
      was: between(texts.get(fileName) ?? '', location),
      becomes: replacement,
    })),
  };
}

/** The code of a room: no declarations alone. */
export const codeOf = (from: string, folders: readonly string[]): readonly string[] =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: from }))
    .filter((file) => !file.endsWith('.d.ts'))
    .toSorted();

/**
 * Copies what git knows of the project (and what is new in it) to `to`; packages are linked one by one, so that nothing
 * a copy keeps in `node_modules/.cache` is shared.
 */
export function copyProject(to: string): void {
  rmSync(to, { recursive: true, force: true });
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\0')
    .filter((file) => file !== '');
  for (const file of list) cpSync(join(root, file), join(to, file), { recursive: true });
  const packages = join(root, 'node_modules');
  mkdirSync(join(to, 'node_modules'));
  for (const name of globSync(['*', '.bin'], { cwd: packages }))
    symlinkSync(join(packages, name), join(to, 'node_modules', name));
}

/** Puts the instrumented files and the configuration of the tests into a copy. */
export function arm(copy: string, written: InstrumentResult['files']): void {
  for (const { name, content } of written) {
    mkdirSync(dirname(join(copy, name)), { recursive: true });
    writeFileSync(join(copy, name), content);
  }
  cpSync(join(import.meta.dirname, 'vitest.mutants.config.ts'), join(copy, 'vitest.config.ts'));
}
