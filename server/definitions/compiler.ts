/**
 * The compiler on a thread of its own: a day's content takes a second to compile, and requests must not wait for it.
 */
import { Worker } from 'node:worker_threads';
import type { Compiled, Files, Options } from '../../compile/types.ts';

export interface Order {
  readonly id: number;
  readonly files: Files;
  readonly options: Options;
}
export type Answer =
  | { readonly id: number; readonly compiled: Compiled }
  | { readonly id: number; readonly bug: string };

/** The thread holds the whole compiler in memory; it ends when nobody has needed it for so long. */
const idleMs = 30_000;

interface Waiting {
  readonly resolve: (compiled: Compiled) => void;
  readonly reject: (error: Error) => void;
}
interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  idle: NodeJS.Timeout | undefined;
}

let running: Running | undefined;
let orders = 0;

/** Compiles as `compileContent` does. Rejects when the compiler itself throws. */
export function compileAside(files: Files, options: Options): Promise<Compiled> {
  const thread = (running ??= start());
  clearTimeout(thread.idle);
  thread.worker.ref();
  const id = (orders += 1);
  return new Promise((resolve, reject) => {
    thread.waiting.set(id, { resolve, reject });
    thread.worker.postMessage({ id, files, options } satisfies Order);
  });
}

function start(): Running {
  const worker = new Worker(new URL('./compile-worker.ts', import.meta.url));
  const thread: Running = { worker, waiting: new Map(), idle: undefined };
  const end = (error: Error): void => {
    if (running === thread) running = undefined;
    for (const waiting of thread.waiting.values()) waiting.reject(error);
    thread.waiting.clear();
  };
  worker.on('message', (answer: Answer) => {
    const waiting = thread.waiting.get(answer.id);
    thread.waiting.delete(answer.id);
    if ('bug' in answer) waiting?.reject(new Error(answer.bug));
    else waiting?.resolve(answer.compiled);
    if (thread.waiting.size > 0) return;
    worker.unref(); // an idle compiler keeps no process alive
    thread.idle = setTimeout(() => {
      if (running === thread) running = undefined;
      void worker.terminate();
    }, idleMs).unref();
  });
  worker.on('error', end);
  worker.on('exit', () => end(new Error('The thread of the compiler ended.')));
  return thread;
}
