/** A thread of a verification: loads the content once, then does one share after another until none is left. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadContent } from '../products.ts';
import type { Order, Reply, Unit } from './order.ts';
import { brandPart, examplesOf, rulesPart, unknownName } from './part.ts';

export interface Start {
  readonly order: Order;
  /** Its first number is 0 until somebody interrupts. */
  readonly stop: Int32Array;
}

/** States between two lines of progress. */
const STRIDE = 500;

if (!parentPort) throw new Error('cli/verify/thread.ts is the inside of a thread: start it with cli/verify/crew.ts.');
const port = parentPort;
const { order, stop } = workerData as Start;
const say = (reply: Reply): void => port.postMessage(reply);
const cpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
};

let told = 0;
const goOn = (what: string, states: number): boolean => {
  if (states < told) told = 0;
  if (states >= told + STRIDE) say({ kind: 'progress', what, states: (told = states) });
  return Atomics.load(stop, 0) === 0;
};

const load = await loadContent(order.files, order.options);
if (!('loaded' in load)) say({ kind: 'refused', problems: load.problems });
else {
  const { loaded } = load;
  port.on('message', (unit: Unit) => {
    if (unit === 'rules') {
      const from = cpu();
      const problems = rulesPart(loaded, order);
      say({ kind: 'rules', problems, examples: examplesOf(loaded, problems), seconds: cpu() - from });
    } else {
      const part = brandPart(loaded, { order, brandId: unit.brand }, goOn);
      say({
        kind: 'brand',
        part,
        examples: examplesOf(
          loaded,
          part.reports.flatMap(({ findings }) => findings),
        ),
      });
    }
  });
  const unknown = unknownName(loaded, order);
  say(
    unknown === undefined
      ? { kind: 'ready', brands: Object.keys(loaded.resolved.brands), seconds: cpu() }
      : { kind: 'unknown', says: unknown },
  );
}
