/**
 * Whose turn it is on a session that runs one statement after the other: statements by themselves follow each other
 * closely, a transaction has it alone.
 */

interface Waiting {
  readonly alone: boolean;
  readonly go: () => void;
}

/**
 * How many statements are handed over before the first is answered. The database goes on with the next without waiting
 * for the thread that answers requests; those beyond wait here, where their wait is bounded.
 */
const lanes = 16;

export class Turns {
  readonly #waitMs: number;
  /** In the order they came: nobody cuts in. */
  readonly #queue: Waiting[] = [];
  #running = 0;
  #alone = false;

  /**
   * @param waitMs how long one waits for a turn before it is an error: longer means that a transaction waits for itself
   */
  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** Runs one statement among others. */
  async among<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn(false);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  /**
   * Waits until nobody else is on the session; what it answers gives the session back, once however often it is called.
   */
  async alone(): Promise<() => void> {
    await this.#turn(true);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#alone = false;
      this.#next();
    };
  }

  #turn(alone: boolean): Promise<void> {
    if (this.#queue.length === 0 && this.#isFree(alone)) {
      this.#take(alone);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const waiting = {
        alone,
        go: (): void => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        reject(
          new Error(
            `Waited ${this.#waitMs} ms for the embedded database's only session. Inside a transaction use the transaction's own handle.`,
          ),
        );
        this.#next(); // who stood behind may have waited for this one alone
      }, this.#waitMs);
      this.#queue.push(waiting);
    });
  }

  #next(): void {
    for (let first = this.#queue[0]; first !== undefined && this.#isFree(first.alone); first = this.#queue[0]) {
      this.#queue.shift();
      this.#take(first.alone);
      first.go();
    }
  }

  #take(alone: boolean): void {
    if (alone) this.#alone = true;
    else this.#running += 1;
  }

  #isFree(alone: boolean): boolean {
    return !this.#alone && (alone ? this.#running === 0 : this.#running < lanes);
  }
}
