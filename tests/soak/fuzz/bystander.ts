/**
 * Somebody who asks an honest question again and again while others fuzz, in a thread of its own: what the fuzzing
 * process is late itself is no wait of the server. Told to stop, the thread says how long each question took by the
 * clock, in milliseconds.
 */
import { Agent, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

interface Asked {
  readonly port: number;
}
export interface Waited {
  /** How long each question took by the clock. Milliseconds. */
  readonly waits: readonly number[];
  /**
   * How late this thread's own timer was at most, which has nothing else to do: so long the machine itself lets
   * somebody wait.
   */
  readonly machineMs: number;
}

/** Begins to ask; the returned function stops it and gives the waits. */
export function startBystander(asked: Asked): () => Promise<Waited> {
  const worker = new Worker(new URL(import.meta.url), { workerData: asked });
  const waits = new Promise<Waited>((resolve, reject) => {
    worker.once('message', (all: Waited) => resolve(all));
    worker.once('error', reject);
  });
  return async () => {
    worker.postMessage('stop');
    const all = await waits;
    await worker.terminate();
    return all;
  };
}

async function askOnAndOn({ port }: Asked): Promise<void> {
  const waits: number[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const late = monitorEventLoopDelay({ resolution: 10 });
  late.enable();
  const state = { isOver: false };
  parentPort?.once('message', () => (state.isOver = true));
  while (!state.isOver) {
    const began = performance.now();
    if (await answered(agent, port)) waits.push(performance.now() - began);
    // The order to stop comes between two questions.
    await new Promise((resolve) => setImmediate(resolve));
  }
  agent.destroy();
  late.disable();
  // Nanoseconds.
  parentPort?.postMessage({ waits, machineMs: late.count === 0 ? 0 : late.max / 1e6 } satisfies Waited);
}

/** One question about the day; false when the connection was cut. */
function answered(agent: Agent, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = request(
      {
        agent,
        port,
        host: 'localhost',
        method: 'POST',
        path: '/graphql',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' },
      },
      (response) => response.resume().once('end', () => resolve(response.statusCode === 200)),
    );
    sent.on('error', () => resolve(false));
    sent.end('{"query":"{ getCurrentDate }"}');
  });
}

if (!isMainThread) void askOnAndOn(workerData as Asked);
