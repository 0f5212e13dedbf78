/**
 * A thread of verifications: loads the content of an order once, then does one share after another until none is left,
 * or another order comes.
 */
import { parentPort } from 'node:worker_threads';
import { brandsInOrder } from '../../verifier/cover/beside.ts';
import { loadContent, type Loaded } from '../products.ts';
import { forget } from './alike.ts';
import type { Order, Reached, Reply, Unit } from './order.ts';
import { brandPart, examplesOf, rulesPart, unknownName } from './part.ts';
import { playedPart } from './played.ts';
import { sharesOf } from './shares.ts';

/** An order as the thread is given it; it comes before its shares. */
export interface Start {
  /** Every reply says to which order it belongs. */
  readonly id: number;
  readonly order: Order;
  /** Its first number is 0 until somebody interrupts. */
  readonly stop: Int32Array;
}
/** A unit of the order under way. */
export interface Given {
  readonly unit: Unit;
  /** What the fixtures reach, as far as they were played. */
  readonly reached: Reached;
}
export type Said = Reply & { readonly id: number };

/** States between two lines of progress. */
const STRIDE = 500;

if (!parentPort) throw new Error('cli/verify/thread.ts is the inside of a thread: start it with cli/verify/crew.ts.');
const port = parentPort;
const cpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
};

/** The order under way, once it is loaded: what does a share of it. */
let share: ((given: Given) => void) | undefined;
let newest = 0;
port.on('message', (message: Start | Given) => {
  if ('unit' in message) share?.(message);
  else void begin(message);
});

async function begin({ id, order, stop }: Start): Promise<void> {
  newest = id;
  share = undefined;
  const say = (reply: Reply): void => port.postMessage({ ...reply, id } satisfies Said);
  const from = cpu();
  const load = await loadContent(order.files, order.options);
  if (newest !== id) return; // nobody waits for this one any more
  if (!('loaded' in load)) return say({ kind: 'refused', problems: load.problems });
  const unknown = unknownName(load.loaded, order);
  if (unknown !== undefined) return say({ kind: 'unknown', says: unknown });
  share = (given) => say(done(given, load.loaded, { order, goOn: progress(say, stop) }));
  const brands = brandsInOrder(load.loaded.resolved.brands);
  say({
    kind: 'ready',
    brands: brands.map(({ id: brand, flows }) => ({ id: brand, flows: Object.keys(flows) })),
    units: sharesOf(order, { source: load.loaded.resolved.source, brands }),
    seconds: cpu() - from,
  });
}

/** Tells now and then how far it is; false when somebody interrupted. */
function progress(say: (reply: Reply) => void, stop: Int32Array): (what: string, states: number) => boolean {
  let told = 0;
  return (what, states) => {
    if (states < told) told = 0;
    if (states >= told + STRIDE) say({ kind: 'progress', what, states: (told = states) });
    return Atomics.load(stop, 0) === 0;
  };
}

function done(
  { unit, reached }: Given,
  loaded: Loaded,
  { order, goOn }: { readonly order: Order; readonly goOn: ReturnType<typeof progress> },
): Reply {
  if (unit === 'rules') {
    const from = cpu();
    const problems = rulesPart(loaded, order);
    return { kind: 'rules', problems, examples: examplesOf(loaded, problems), seconds: cpu() - from };
  }
  if ('plays' in unit) return { kind: 'parts', parts: [playedPart(loaded, order, unit.plays)], examples: {} };
  const { brands, ...asked } = unit;
  const parts = brands.map((brandId) => brandPart(loaded, { order: { ...order, ...asked }, brandId, reached }, goOn));
  forget(loaded);
  const found = parts.flatMap(({ reports }) => reports).flatMap(({ findings }) => findings);
  return { kind: 'parts', parts, examples: examplesOf(loaded, found) };
}
