/** What is asked of an answer that an action sets is asked of the facts it is set from, before they are copied. */
import type { Json, Path } from '../../../runtime/core/facts.ts';
import { overlap } from '../../../runtime/core/shape.ts';
import { withFact } from './plan.ts';
import type { Assignment, Reading } from './reads.ts';

/** Assignments one after the other that are followed; beyond it the facts count as they are. */
const CHAIN = 3;

/**
 * What the readings will make of the facts once these assignments have run, one or several after the other.
 * @returns readings of the facts as they are before
 */
export function afterSetting(readings: readonly Reading[], sets: readonly Assignment[]): readonly Reading[] {
  if (sets.length === 0) return [];
  const found: Reading[] = [];
  let last = readings;
  for (let length = 1; last.length > 0; length += 1) {
    const next: Reading[] = [];
    for (const reading of last) {
      for (const set of sets) {
        if (!reading.reads.some((path) => overlap(path, set.to))) continue;
        if (length > CHAIN || !reading.reads.includes(set.to)) found.push(set.value);
        else next.push(composed(reading, set));
      }
    }
    found.push(...next);
    last = next;
  }
  return found;
}

function composed(reading: Reading, { to, value }: Assignment): Reading {
  const { limits } = reading;
  const [only = '', ...more] = value.reads;
  const fits =
    limits &&
    reading.reads[0] === to &&
    more.length === 0 &&
    !limits.some((path) => overlap(path, to) || overlap(path, only));
  const reads = unique([...value.reads, ...reading.reads.filter((path) => path !== to)]);
  return {
    reads,
    of: (facts) => reading.of(withFact(facts, to, value.of(facts) as Json | undefined)),
    ...(fits && { limits }),
  };
}

const unique = (paths: readonly Path[]): readonly Path[] => [...new Set(paths)];
