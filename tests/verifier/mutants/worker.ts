/**
 * One thread that judges mutants: loads the unchanged content once, then answers each group of mutants with their
 * verdicts.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { judgeGroup } from './group.ts';
import { baseOf } from './base.ts';
import type { Mutant } from './mutant.ts';
import type { Task } from './run.ts';

const port = parentPort;
if (!port) throw new Error('worker.ts is started by run.ts as a thread, not by itself.');
const { files, options, modules } = workerData as Task;
const base = await baseOf(files, options, modules);

port.on('message', ({ index, mutants }: { readonly index: number; readonly mutants: readonly Mutant[] }) => {
  void (async () => port.postMessage({ index, verdicts: await judgeGroup(base, mutants) }))();
});
port.postMessage('ready');
