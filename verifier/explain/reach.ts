/** Which steps can be reached from which, over all ways whatever their conditions. */
import type { Way } from '../graph/ways.ts';

const after = new WeakMap<readonly Way[], ReadonlyMap<string, readonly string[]>>();

function followers(ways: readonly Way[]): ReadonlyMap<string, readonly string[]> {
  const known = after.get(ways);
  if (known) return known;
  const made = new Map<string, string[]>();
  for (const { from, to } of ways) if (to.kind === 'step') made.set(from, [...(made.get(from) ?? []), to.step]);
  after.set(ways, made);
  return made;
}

export interface Leg {
  readonly from: string;
  readonly to: string;
  readonly avoiding?: string;
}
/**
 * Whether some way leads from a step to another, not through `avoiding`. A step reaches itself by going somewhere
 * first.
 */
export function reachesFrom(ways: readonly Way[], { from, to, avoiding }: Leg): boolean {
  const next = followers(ways);
  const seen = new Set<string>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const step of next.get(at) ?? []) {
      if (step === to) return true;
      if (step === avoiding || seen.has(step)) continue;
      seen.add(step);
      open.push(step);
    }
  }
  return false;
}
