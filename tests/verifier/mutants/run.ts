/** Judges many mutants on several threads. */
import { Worker } from 'node:worker_threads';
import type { Files, Options } from '../../../compile/types.ts';
import { groupsOf } from './group.ts';
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
 * Judges every mutant.
 * @param threads how many at a time
 * @param told called with verdicts as they come, each mutant's once
 */
export async function judgeAll(
  task: Task,
  mutants: readonly Mutant[],
  { threads, told }: { readonly threads: number; readonly told: (judged: readonly Judged[]) => void },
): Promise<void> {
  const groups = groupsOf(mutants);
  let next = 0;
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: task });
      const give = (): void => {
        const index = next++;
        if (index < groups.length) worker.postMessage({ index, mutants: groups[index] });
        else {
          resolve();
          void worker.terminate();
        }
      };
      worker.on('message', (answer: { readonly index: number; readonly verdicts: readonly Verdict[] } | 'ready') => {
        if (answer !== 'ready')
          told(
            (groups[answer.index] ?? []).map(({ id, kind }, at) => ({ id, kind, ...(answer.verdicts[at] as Verdict) })),
          );
        give();
      });
      worker.on('error', reject);
    });
  await Promise.all(Array.from({ length: Math.min(threads, groups.length) }, work));
}
