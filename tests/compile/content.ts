/** The small content of these tests, and copies of it with one thing changed. */
import { fileURLToPath } from 'node:url';
import { readFiles } from '../../compile/disk.ts';
import { compileContent, type Files, type Problem } from '../../compile/index.ts';

export const folder = fileURLToPath(new URL('content', import.meta.url));
export const options = { env: 'local', today: '2026-11-20' } as const;
export const files: Files = readFiles([folder]);

/** One change of one file: what stood there and what stands there now; or a whole file. */
export type Change = readonly [file: string, from: string, to: string] | readonly [file: string, text: string];

export function changed(...changes: readonly Change[]): Files {
  const made: Record<string, string> = { ...files };
  for (const change of changes) {
    const [file, from, to] = change;
    if (to === undefined) made[file] = from;
    else {
      const text = made[file] ?? '';
      if (text.split(from).length !== 2) throw new Error(`${file} must hold this text exactly once: ${from}`);
      made[file] = text.replace(from, () => to);
    }
  }
  return made;
}
export function problemsOf(...changes: readonly Change[]): readonly Problem[] {
  return compileContent(changed(...changes), options).problems;
}
/** Line and column (from 1) of the only place where a text stands in a changed file. */
export function placeOf(found: Files, file: string, text: string): string {
  const at = (found[file] ?? '').indexOf(text);
  if (at < 0) throw new Error(`${file} does not hold: ${text}`);
  const before = (found[file] ?? '').slice(0, at).split('\n');
  return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
