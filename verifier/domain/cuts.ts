/** Where a comparison with a growing or falling term changes its mind, found by evaluating the term. */
import type { Json } from '../../runtime/core/facts.ts';
import { DAY, dateOf } from './dates.ts';
import type { FactShape } from './shape.ts';

/** A term of one fact with the values it is compared with. */
export interface Cut {
  /** Value of the term when the fact is `value`. */
  readonly of: (value: Json) => unknown;
  /** 1: it grows with the fact, -1: it falls. */
  readonly direction: number;
  /** The fact itself, nothing done to it. */
  readonly plain: boolean;
  readonly against: readonly Json[];
  /** Whether being equal matters, not only being less or more. */
  readonly equality: boolean;
}

const FIRST_DAY = Math.round(Date.UTC(1000, 0, 1) / DAY);
const LAST_DAY = Math.round(Date.UTC(9999, 11, 31) / DAY);

const ORDINARY_DAY = '2000-01-31';

/** Values of a fact in a row, numbered by whole numbers. */
interface Line {
  readonly from: number;
  readonly to: number;
  readonly valueAt: (place: number) => Json;
}
const DAYS: Line = { from: FIRST_DAY, to: LAST_DAY, valueAt: dateOf };

/**
 * Dates of which each stands for all between its neighbours that no cut tells from it; undefined when that cannot be
 * said.
 */
export function dateCuts(cuts: readonly Cut[], shape: FactShape): readonly string[] | undefined {
  const days = steps(cuts, DAYS);
  return days && (days.length > 0 ? days.map(dateOf) : [String(shape.examples?.[0] ?? ORDINARY_DAY)]);
}

/**
 * Numbers of which each stands for all that no cut tells from it, those of `points` for themselves alone; undefined
 * when that cannot be said.
 */
export function numberCuts(cuts: readonly Cut[], shape: FactShape): readonly number[] | undefined {
  const least = shape.minimum ?? Number.MIN_SAFE_INTEGER;
  const most = shape.maximum ?? Number.MAX_SAFE_INTEGER;
  if (shape.type === 'integer') {
    const [from, to] = [Math.ceil(least), Math.floor(most)];
    if (from > to) return [];
    const found = steps(cuts, { from, to, valueAt: (place) => place });
    return found && (found.length > 0 ? found : [clipped(1, from, to)]);
  }
  const limits: number[] = [];
  for (const cut of cuts) {
    for (const one of cut.against) {
      const number = Number(one);
      if (typeof one === 'boolean' || Number.isNaN(number)) continue;
      if (cut.plain) limits.push(number);
      else {
        const found = crossing(cut, number);
        if (found === undefined) return undefined;
        limits.push(found);
      }
    }
  }
  const sorted = [...new Set([least, most, ...limits.filter((one) => one > least && one < most)])].sort(
    (a, b) => a - b,
  );
  const between = sorted.flatMap((one, i) => (i === 0 ? [] : middle(sorted[i - 1] ?? one, one)));
  const ordered = [...limits.filter((one) => one >= least && one <= most), ...between, ...sorted];
  return [...new Set(limits.length === 0 ? [clipped(1, least, most), ...ordered] : ordered)];
}

const clipped = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** Numbers strictly between two limits: one each near both ends, so that examples stay ordinary. */
function middle(low: number, high: number): readonly number[] {
  const near = [low + 1, high - 1].filter((one) => one > low && one < high);
  const half = low + (high - low) / 2;
  return near.length > 0 ? near : half > low && half < high ? [half] : [];
}

/**
 * Where a straight line reaches a value, as the number whose term is exactly that, or is nearest when only less and
 * more count.
 */
function crossing(cut: Cut, value: number): number | undefined {
  const [zero, one, two] = [Number(cut.of(0)), Number(cut.of(1)), Number(cut.of(2))];
  const slope = one - zero;
  if (!Number.isFinite(zero) || slope === 0 || Math.abs(two - one - slope) > Math.abs(slope) * 1e-9) return undefined;
  const at = (value - zero) / slope;
  const near = [0, 1, -1, 2, -2].map((ulps) => at + ulps * Math.max(Math.abs(at), Number.MIN_VALUE) * Number.EPSILON);
  return near.find((number) => cut.of(number) === value) ?? (cut.equality ? undefined : at);
}

/** The places on a line on both sides of every change; undefined when a term cannot be followed. */
function steps(cuts: readonly Cut[], { from, to, valueAt }: Line): readonly number[] | undefined {
  const found = new Set<number>();
  for (const cut of cuts) {
    for (const against of cut.against) {
      const value = comparable(against, cut.of(valueAt(to)));
      if (value === undefined) continue;
      for (const reached of [(term: Comparable) => term >= value, (term: Comparable) => term > value]) {
        const place = firstPlace(from, to, (at) => {
          const term = cut.of(valueAt(at));
          if (typeof term !== 'number' && typeof term !== 'string') return undefined;
          return Number.isNaN(term) ? undefined : reached(term as Comparable) === cut.direction > 0;
        });
        if (place === undefined) return undefined;
        for (const near of [place - 1, place]) if (near >= from && near <= to) found.add(near);
      }
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** Numbers are compared with numbers and texts with texts; the type checker needs one of them. */
type Comparable = number;

function comparable(against: Json, term: unknown): Comparable | undefined {
  if (typeof term === 'number') {
    const number = typeof against === 'boolean' || against === null ? Number.NaN : Number(against);
    return Number.isNaN(number) ? undefined : number;
  }
  return typeof term === 'string' && typeof against === 'string' ? (against as unknown as Comparable) : undefined;
}

/**
 * The first place of a line at which a condition holds that, once it holds, holds on; `to + 1` when it never does;
 * undefined when it cannot be told.
 */
function firstPlace(from: number, to: number, holds: (place: number) => boolean | undefined): number | undefined {
  let [low, high] = [from, to + 1];
  while (low < high) {
    const place = low + Math.floor((high - low) / 2);
    const found = holds(place);
    if (found === undefined) return undefined;
    if (found) high = place;
    else low = place + 1;
  }
  return low;
}
