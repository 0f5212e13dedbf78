/** Processor time of this thread by what it was spent on. */
import type { Seconds } from './order.ts';

/** Adds the processor time of this thread since the last call to what it was spent on; gives all of it, in seconds. */
export function stopwatch(): (on: string) => Seconds {
  const seconds: Record<string, number> = {};
  let before = process.threadCpuUsage();
  return (on) => {
    const now = process.threadCpuUsage();
    seconds[on] = (seconds[on] ?? 0) + (now.user + now.system - before.user - before.system) / 1e6;
    before = now;
    return seconds;
  };
}
