/**
 * Exponential back-off with full jitter between half and the whole of the step.
 * @param attempt 0 for the first retry
 * @param random uniform in [0, 1)
 * @returns milliseconds: 1, 2, 4, 8 ... s, at most 30 s
 */
export function backoffMs(attempt: number, random: number): number {
  const step = Math.min(30_000, 1000 * 2 ** Math.min(attempt, 10));
  return Math.round(step / 2 + (step / 2) * random);
}

/** Waits before reconnecting a socket, in milliseconds: 1, 2, 4, 8, 16, 30, 30 ... s. */
export function reconnectMs(attempt: number): number {
  return Math.min(30_000, 1000 * 2 ** Math.min(attempt, 10));
}
