/** What a process and its threads use, as Linux tells it under /proc (proc(5)). */
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Milliseconds of processor time by thread: the one that answers, the embedded database's, and all others (garbage,
 * compilers, disk).
 */
export interface Used {
  readonly main: number;
  readonly worker: number;
  readonly others: number;
  /** Of processes beside it: PostgreSQL's. */
  readonly beside: number;
}
const tick = 10; // CLK_TCK is 100 on every Linux

/** @param beside pid of a process whose children count as `beside` */
export function used(pid: number, beside?: number): Used {
  const all = { main: 0, worker: 0, others: 0, beside: 0 };
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const { name, ms } = stat(`/proc/${pid}/task/${thread}/stat`);
    all[Number(thread) === pid ? 'main' : /worker/i.test(name) && !/v8|libuv/i.test(name) ? 'worker' : 'others'] += ms;
  }
  if (beside !== undefined) all.beside = familyOf(beside).reduce((sum, one) => sum + one, 0);
  return all;
}

export const between = (from: Used, to: Used): Used => ({
  main: to.main - from.main,
  worker: to.worker - from.worker,
  others: to.others - from.others,
  beside: to.beside - from.beside,
});

/** Megabytes of memory that are in use (resident). */
export function memoryOf(pid: number): number {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(found) / 1024;
}

/** A process and its children, those that have ended included: its own time and that of whom it has waited for. */
function familyOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const { parent, ms, waited } = stat(`/proc/${name}/stat`);
        return Number(name) === pid ? [ms + waited] : parent === pid ? [ms] : [];
      } catch {
        return []; // it has ended meanwhile
      }
    });
}

function stat(file: string): {
  readonly name: string;
  readonly parent: number;
  readonly ms: number;
  readonly waited: number;
} {
  const text = readFileSync(file, 'utf8');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (place: number): number => fields[place - 3] ?? 0; // numbered as in proc(5), the name being field 2
  return {
    name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')),
    parent: at(4),
    ms: (at(14) + at(15)) * tick,
    waited: (at(16) + at(17)) * tick,
  };
}
