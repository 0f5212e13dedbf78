/**
 * A small lending flow (`tests/verifier/lending/`), and what check and prove say of it when something in it is changed.
 */
import { fileURLToPath } from 'node:url';
import { loadContent, productNamed, type Load } from '../../cli/products.ts';
import { readFiles } from '../../compile/disk.ts';
import { concernsOf, resolveContent, type Files, type JsonObject, type Problem } from '../../compile/index.ts';
import { check, ruleProblems } from '../../verifier/check/index.ts';
import { proveAll } from '../../verifier/prove/prove-all.ts';

export const options = { env: 'local', today: '2026-11-20' } as const;
export const lending: Files = readFiles([fileURLToPath(new URL('lending', import.meta.url))]);

/** What stood in a file and what stands there now; or a whole new file. */
export type Plant = readonly [file: string, from: string, to: string] | readonly [file: string, text: string];

/** The files with each change made. Throws when a text to change does not stand in its file exactly once. */
export function planted(files: Files, plants: readonly Plant[]): Files {
  const made: Record<string, string> = { ...files };
  for (const [file, from, to] of plants) {
    const text = made[file] ?? '';
    if (to !== undefined && text.split(from).length !== 2)
      throw new Error(`${file} must hold this text exactly once: ${from}`);
    made[file] = to === undefined ? from : text.replace(from, () => to);
  }
  return made;
}

/** `file:line` of a text that stands once in a file. */
export function lineOf(files: Files, file: string, text: string): string {
  const parts = (files[file] ?? '').split(text);
  if (parts.length !== 2) throw new Error(`${file} must hold this text exactly once: ${text}`);
  return `${file}:${parts[0]?.split('\n').length ?? 0}`;
}

/** All that `check` says: form, concerns, rules and paths. */
export async function checked(files: Files): Promise<readonly Problem[]> {
  const load = await loadContent(files, options);
  return 'problems' in load ? load.problems : [...concernsOf(load.loaded.resolved, false), ...check(load.loaded)];
}

/** What `check` says without walking any path. */
export function checkedRules(files: Files): readonly Problem[] {
  const resolved = resolveContent(files, options);
  return resolved.problems.length > 0 ? resolved.problems : [...concernsOf(resolved, false), ...ruleProblems(resolved)];
}

export interface Proof {
  readonly obligation: string;
  readonly verdict: string;
  readonly counterexample?: JsonObject;
}
/** What `prove` says of every brand's obligations, or of those named. */
export async function proved(files: Files, names: readonly string[] = []): Promise<readonly Proof[]> {
  const { resolved, products } = loadedOf(await loadContent(files, options));
  return Object.values(resolved.brands).flatMap((brand) =>
    proveAll(resolved.source, brand, {
      product: productNamed(products, brand.id),
      names,
      today: options.today,
      goOn: () => true,
    }),
  );
}
export function loadedOf(load: Load) {
  if ('problems' in load)
    throw new Error(load.problems.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'));
  return load.loaded;
}
