/** A verification on two threads, so that this one stays free to hear Ctrl-C. */
import { Worker } from 'node:worker_threads';
import type { Problem } from '../../compile/index.ts';
import type { BrandFlows, BrandPart, Examples, Order, Reached, Reply, Seconds, Unit } from './order.ts';
import { together } from './shares.ts';
import type { Given, Said, Start } from './thread.ts';

/** Threads at most: each holds the whole content and an exploration. */
const THREADS = 2;
/**
 * Megabytes for what a thread has just made: nearly all that a walk makes is gone at once, and with less room it is
 * copied before it is thrown away. 16 took a tenth more of processor time.
 */
const YOUNG = 192;
/** Milliseconds in which an interrupted thread may say what it knows; then it is ended. */
const GRACE = 3_000;

/**
 * Threads that nobody needs now. The next verification of this process finds compiler and explorer loaded and warm in
 * them: a new one spends a second on that.
 */
const idle: Worker[] = [];
let orders = 0;

export interface Verified {
  /** In the order of the brands; what was not finished when somebody interrupted is missing. */
  readonly parts: readonly BrandPart[];
  /** Problems seen without walking a way. */
  readonly rules: readonly Problem[];
  readonly examples: Examples;
  readonly interrupted: boolean;
  /** Seconds of processor time besides those of the parts. */
  readonly seconds: Seconds;
}
export type Outcome =
  | { readonly verified: Verified }
  | { readonly refused: readonly Problem[] }
  | { readonly unknown: string };

/** So many states of one flow are a long walk: what the rules found is told before it ends. */
const LONG = 6_000;

/**
 * Does what is ordered. Ctrl-C (SIGINT) stops the exploring; what is known then is given.
 * @param progress told now and then which flow is explored and how many states were found
 * @param early told once, when a walk is long, what is wrong without walking: it may be why
 */
export async function verify(
  order: Order,
  progress: (what: string, states: number) => void,
  early: (problems: readonly Problem[]) => void = () => undefined,
): Promise<Outcome> {
  const crew = new Crew(order, progress, early);
  const stop = (): void => crew.stop();
  // Each program between the terminal and this one passes the signal on, so it comes more than once.
  process.on('SIGINT', stop);
  try {
    return await crew.outcome;
  } finally {
    process.removeListener('SIGINT', stop);
    await crew.end();
  }
}

class Crew {
  readonly outcome: Promise<Outcome>;
  readonly #order: Order;
  readonly #progress: (what: string, states: number) => void;
  readonly #early: (problems: readonly Problem[]) => void;
  #isEarlyTold = false;
  readonly #stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #id = (orders += 1);
  readonly #workers = new Map<Worker, (said: Said) => void>();
  readonly #parts: BrandPart[] = [];
  #brands: readonly BrandFlows[] | undefined;
  #todo: Unit[] = [];
  #open = 0;
  /** Brands whose fixtures are being played: the ways of all wait for what they reach. */
  #playing = 0;
  #waiting: Worker[] = [];
  readonly #reached: Record<string, ReadonlySet<string>> = {};
  #rules: readonly Problem[] = [];
  #examples: Examples = {};
  #seconds: Record<string, number> = {};
  #grace: NodeJS.Timeout | undefined;
  #isBroken = false;
  #settle!: (outcome: Outcome) => void;
  #fail!: (error: Error) => void;

  constructor(
    order: Order,
    progress: (what: string, states: number) => void,
    early: (problems: readonly Problem[]) => void,
  ) {
    this.#order = order;
    this.#progress = progress;
    this.#early = early;
    this.outcome = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
    });
    const brands = Object.keys(order.files).filter((file) => /^brands\/[^/]+\/brand\.json$/.test(file)).length;
    for (let count = Math.min(THREADS, Math.max(1, brands)); count > 0; count -= 1) this.#start();
  }

  #start(): void {
    const worker =
      idle.pop() ??
      new Worker(new URL('./thread.ts', import.meta.url), { resourceLimits: { maxYoungGenerationSizeMb: YOUNG } });
    const hear = (said: Said): void => {
      // A thread that was left while it loaded another order says so later.
      if (said.id === this.#id) this.#hear(worker, said);
    };
    this.#workers.set(worker, hear);
    worker.on('message', hear).on('error', this.#broken);
    worker.ref();
    worker.postMessage({ id: this.#id, order: this.#order, stop: this.#stop } satisfies Start);
  }
  readonly #broken = (error: unknown): void => {
    this.#isBroken = true;
    this.#fail(error instanceof Error ? error : new Error(String(error)));
  };

  #hear(worker: Worker, reply: Reply): void {
    switch (reply.kind) {
      case 'refused':
        return this.#settle({ refused: reply.problems });
      case 'unknown':
        return this.#settle({ unknown: reply.says });
      case 'progress':
        this.#progress(reply.what, reply.states);
        return reply.states >= LONG ? this.#tellEarly() : undefined;
      case 'ready': {
        this.#spent('load', reply.seconds);
        if (!this.#brands) {
          this.#brands = reply.brands;
          this.#todo = [...reply.units];
          this.#open = this.#todo.length;
        }
        return this.#open === 0 ? this.#finish() : this.#give(worker);
      }
      case 'parts':
        this.#parts.push(...reply.parts);
        for (const { brand, reached } of reply.parts) {
          if (!reached) continue;
          this.#reached[brand] = reached;
          this.#playing -= 1;
        }
        break;
      case 'rules': {
        this.#rules = reply.problems;
        this.#spent('rules', reply.seconds);
      }
    }
    this.#examples = { ...this.#examples, ...reply.examples };
    this.#open -= 1;
    if (this.#open === 0) return this.#finish();
    for (const one of [...this.#waiting.splice(0), worker]) this.#give(one);
  }
  #tellEarly(): void {
    if (this.#isEarlyTold || this.#rules.length === 0) return;
    this.#isEarlyTold = true;
    this.#early(this.#rules);
  }
  #give(worker: Worker): void {
    const [unit] = this.#todo;
    if (unit === undefined) return;
    if (typeof unit === 'object' && 'brands' in unit && this.#playing > 0) return void this.#waiting.push(worker);
    this.#todo.shift();
    if (typeof unit === 'object' && 'plays' in unit) this.#playing += 1;
    worker.postMessage({ unit, reached: this.#reached satisfies Reached } satisfies Given);
  }
  #spent(on: string, seconds: number): void {
    this.#seconds[on] = (this.#seconds[on] ?? 0) + seconds;
  }
  #finish(): void {
    this.#settle({
      verified: {
        parts: together(this.#brands ?? [], this.#parts),
        rules: this.#rules,
        examples: this.#examples,
        interrupted: Atomics.load(this.#stop, 0) !== 0,
        seconds: this.#seconds,
      },
    });
  }

  stop(): void {
    Atomics.store(this.#stop, 0, 1);
    this.#grace ??= setTimeout(() => this.#finish(), GRACE);
  }
  /**
   * Leaves the threads to the next order. One that was interrupted may not have heard it, and is ended; so is one that
   * broke.
   */
  async end(): Promise<void> {
    clearTimeout(this.#grace);
    const isOver = this.#isBroken || Atomics.load(this.#stop, 0) !== 0;
    for (const [worker, hear] of this.#workers) {
      worker.off('message', hear).off('error', this.#broken);
      if (isOver) await worker.terminate();
      else {
        worker.unref(); // keeps no process alive
        idle.push(worker);
      }
    }
  }
}
