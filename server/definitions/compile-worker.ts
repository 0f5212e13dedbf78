/** The compiler's thread. */
import { parentPort } from 'node:worker_threads';
import { compileKept } from './kept.ts';
import type { Answer, Order } from './compiler.ts';

if (parentPort === null) throw new Error('compile-worker.ts runs as a worker thread only; use compileAside().');
const port = parentPort;
port.on('message', ({ id, files, options }: Order) => port.postMessage(answer(id, { files, options })));

function answer(id: number, { files, options }: Omit<Order, 'id'>): Answer {
  try {
    const { problems, content } = compileKept(files, options);
    return { id, compiled: { problems, ...(content === undefined ? {} : { content }) } };
  } catch (error) {
    return { id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
