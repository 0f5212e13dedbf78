/** How often each kind of fault happened: one that never does proves nothing. */
export const faults = [
  'request lost',
  'request late',
  'request twice',
  'answer lost',
  'answer lost after commit',
  'answer late',
  'tab killed',
  'process killed',
  'process killed in a request',
  'storage full',
  'clock jumped',
  'deployed',
  'token ended',
  'lease taken',
  'network gone',
  'commit gave way',
] as const;
export type Fault = (typeof faults)[number];

export interface Tally {
  readonly counts: Record<Fault, number>;
  count(fault: Fault): void;
  /** A process took work on, at an instant; counts when another one had it. What breaks the lease is given back. */
  claimed(place: number, result: unknown, at: number): readonly string[];
  /** A process wrote the end of its work. */
  finished(place: number, result: unknown): readonly string[];
}

/** How long a process that took work on has it alone (`leaseMs` in server/app.ts). */
const leaseMs = 10_000;

export function createTally(): Tally {
  const counts = Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<Fault, number>;
  const holders = new Map<string, { readonly place: number; readonly step: number; readonly at: number }>();
  return {
    counts,
    count(fault) {
      counts[fault] += 1;
    },
    claimed(place, result, at) {
      const [row] = (result as { rows: readonly { id: string; step: number }[] }).rows;
      if (row === undefined) return [];
      const before = holders.get(row.id);
      holders.set(row.id, { place, step: row.step, at });
      if (before === undefined || before.step !== row.step || before.place === place) return [];
      counts['lease taken'] += 1;
      return at - before.at < leaseMs ? [`p${place} took work that p${before.place} had for ${at - before.at} ms`] : [];
    },
    finished(place, result) {
      const [row] = (result as { rows: readonly { id: string }[] }).rows;
      const holder = row && holders.get(row.id);
      return holder === undefined || holder.place === place
        ? []
        : [`p${place} ended work that p${holder.place} had taken over`];
    },
  };
}
