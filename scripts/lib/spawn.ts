/** Starts other programs on the pinned Node. */
import { spawn } from 'node:child_process';
import { pinnedNode, root } from './paths.ts';

export interface Finished {
  /** Exit code; a program ended by a signal counts as 1. */
  readonly code: number;
  /** Standard output and standard error in the order they came. */
  readonly output: string;
  readonly seconds: number;
}

/**
 * Runs `node <args>` in the project's root to its end.
 * @param show `true` passes the output on as it comes, `false` only collects it.
 * @throws when the program cannot be started at all.
 */
export function runNode(
  args: readonly string[],
  show: boolean,
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(pinnedNode, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: string[] = [];
    const take = (to: NodeJS.WriteStream) => (chunk: string) => {
      chunks.push(chunk);
      if (show) to.write(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', take(process.stdout));
    child.stderr.setEncoding('utf8').on('data', take(process.stderr));
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    process.on('SIGINT', pass).on('SIGTERM', pass);
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      resolve({ code: code ?? 1, output: chunks.join(''), seconds: (performance.now() - began) / 1000 });
    });
  });
}

/** Does `work` for every item, at most `limit` at a time; results in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as T);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  return results;
}
