/** Judges many mutants on several threads. */
import { Worker } from 'node:worker_threads';
import type { Files, Options } from '../../../compile/types.ts';
import type { Verdict } from './judge.ts';
import type { Mutant } from './mutant.ts';

export interface Judged extends Verdict {
  readonly id: string;
  readonly kind: string;
}
export interface Task {
  readonly files: Files;
  readonly options: Options;
  /** Folder for compiled modules. */
  readonly modules: string;
}

/**
 * Every mutant's verdict, in the order of the mutants.
 * @param threads how many at a time
 * @param told called with the number done so far
 */
export async function judgeAll(task: Task, mutants: readonly Mutant[], threads: number, told: (done: number) => void): Promise<readonly Judged[]> {
  const judged = new Array<Judged | undefined>(mutants.length);
  let next = 0;
  let done = 0;
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: task });
      const give = (): void => {
        const index = next++;
        if (index < mutants.length) worker.postMessage({ index, mutant: mutants[index] });
        else {
          resolve();
          void worker.terminate();
        }
      };
      worker.on('message', (answer: { readonly index: number; readonly verdict: Verdict } | 'ready') => {
        if (answer !== 'ready') {
          const { id, kind } = mutants[answer.index] as Mutant;
          judged[answer.index] = { id, kind, ...answer.verdict };
          told(++done);
        }
        give();
      });
      worker.on('error', reject);
    });
  await Promise.all(Array.from({ length: Math.min(threads, mutants.length) }, work));
  return judged.map((one, index) => {
    if (!one) throw new Error(`The mutant "${mutants[index]?.id}" was not judged: a thread ended early.`);
    return one;
  });
}
