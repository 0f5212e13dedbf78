/** Counts what each key did within a window of time; at most `keys` of them are remembered. */
export interface MeterOptions {
  /** How much is allowed in one window. */
  readonly max: number;
  readonly windowMs: number;
  /** How many keys are remembered; the one that began first is forgotten for a new one. Default 10,000. */
  readonly keys?: number;
  /** Milliseconds that only grow; default: the machine's. */
  readonly clock?: () => number;
}

/** Counts `cost` for a key; false when that is more than it may have in this window. */
export type Meter = (key: string, cost?: number) => boolean;

export function createMeter({ max, windowMs, keys = 10_000, clock = () => performance.now() }: MeterOptions): Meter {
  const windows = new Map<string, { began: number; count: number }>();
  return (key, cost = 1) => {
    const now = clock();
    const known = windows.get(key);
    const window = known !== undefined && now - known.began < windowMs ? known : { began: now, count: 0 };
    if (window !== known) {
      windows.delete(key); // a new window goes to the end of the map's order
      if (windows.size >= keys) windows.delete(windows.keys().next().value ?? '');
      windows.set(key, window);
    }
    window.count += cost;
    return window.count <= max;
  };
}
