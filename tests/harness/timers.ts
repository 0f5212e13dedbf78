/** Timers of a page without a screen: they run in real time, and a test may let time pass for them. */
export class Timers {
  readonly #waiting = new Set<{ readonly due: number; readonly fire: () => void }>();

  /** Calls `fn` after `ms` milliseconds; gives what cancels it. */
  after(ms: number, fn: () => void): () => void {
    const fire = (): void => {
      clearTimeout(handle);
      this.#waiting.delete(timer);
      fn();
    };
    const handle = setTimeout(fire, ms);
    const timer = { due: performance.now() + ms, fire };
    this.#waiting.add(timer);
    return () => {
      clearTimeout(handle);
      this.#waiting.delete(timer);
    };
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
