/** One thread that judges mutants: loads the unchanged content once, then answers each message with a verdict. */
import { parentPort, workerData } from 'node:worker_threads';
import { baseOf, judge, walked } from './judge.ts';
import type { Mutant } from './mutant.ts';
import type { Task } from './run.ts';

const port = parentPort;
if (!port) throw new Error('worker.ts is started by run.ts as a thread, not by itself.');
const { files, options, modules } = workerData as Task;
const base = await baseOf(files, options, modules);

port.on('message', ({ index, mutant }: { readonly index: number; readonly mutant: Mutant }) => {
  void (async () => {
    const { loaded, ...verdict } = await judge(base, mutant);
    port.postMessage({ index, verdict: loaded ? walked(base, loaded, mutant) : verdict });
  })();
});
port.postMessage('ready');
