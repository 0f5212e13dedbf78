/** Timers of a page without a screen: they run in real time, and a test may let time pass for them. */
export class Timers {
  readonly #waiting = new Set<{ readonly due: number; readonly fire: () => void; readonly cancel: () => void }>();

  /** Calls `fn` after `ms` milliseconds; gives what cancels it. */
  after(ms: number, fn: () => void): () => void {
    const fire = (): void => {
      cancel();
      fn();
    };
    const handle = setTimeout(fire, ms);
    const cancel = (): void => {
      clearTimeout(handle);
      this.#waiting.delete(timer);
    };
    const timer = { due: performance.now() + ms, fire, cancel };
    this.#waiting.add(timer);
    return cancel;
  }

  /** Cancels what waits: the page is closed. */
  close(): void {
    for (const { cancel } of this.#waiting) cancel();
  }

  /**
   * Fires, in their order, the timers that fall due within `ms` from now; those they start meanwhile run in real time.
   */
  elapse(ms: number): void {
    const until = performance.now() + ms;
    const due = [...this.#waiting].filter((timer) => timer.due <= until).sort((a, b) => a.due - b.due);
    for (const timer of due) if (this.#waiting.has(timer)) timer.fire();
  }
}
