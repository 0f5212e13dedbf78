/**
 * Numbers of which nothing counts but whether they lie between their limits: their limits are tried for all others, and
 * two states in which these fit alike are one, whatever the limits come to.
 */
import type { CompiledFlow } from '../../../runtime/core/definition.ts';
import type { Facts, Json, Path } from '../../../runtime/core/facts.ts';
import { overlap } from '../../../runtime/core/shape.ts';
import type { Asked, Domain } from '../exploration.ts';
import type { Ground } from './matter.ts';
import { withFact } from './plan.ts';
import { FITS, type Assignment, type Reading } from './reads.ts';

/** Everything some step of the flow works out to decide something. */
export const allReadings = ({ reads }: Ground): readonly Reading[] =>
  [...reads.values()].flatMap(({ entering, inside, checks, disclosures }) => [
    ...entering,
    ...inside,
    ...checks,
    ...disclosures.flatMap(({ readings }) => readings),
  ]);

/** How a value fits at a field that asks for a fact. */
interface Fit {
  readonly to: Path;
  readonly of: Reading['of'];
}

/** Something that is so or not, and the facts on which that hangs. */
export interface Hanging {
  readonly reads: readonly Path[];
  readonly of: (facts: Facts) => boolean;
}

export class Bounded {
  /** What is read beside the pages: by locks, and by what is kept. */
  readonly #beside: readonly Reading[];
  readonly #all: readonly Reading[];
  readonly #sets: readonly Assignment[];
  readonly #known = new Map<string, boolean>();
  readonly #fits = new Map<Path, Reading>();
  readonly #ids = new Map<Asked, number>();

  constructor({ locks = [] }: Pick<CompiledFlow, 'locks'>, { kept }: Pick<Domain, 'kept'>, ground: Ground) {
    this.#beside = [...kept, ...locks.map(({ when }) => when)];
    this.#all = allReadings(ground);
    this.#sets = [...ground.reads.values()].flatMap(({ sets }) => sets);
  }

  /** Whether nothing is asked of this fact but that it lies between its limits, by the flow or by these questions. */
  has(path: Path, asked: readonly Asked[]): boolean {
    const name = `${path} ${asked.map((one) => this.#idOf(one)).join()}`;
    let is = this.#known.get(name);
    if (is === undefined) {
      const read: readonly Reading[] = [...this.#all, ...this.#beside, ...asked.flatMap(({ scope }) => scope)];
      const met = read.filter(({ reads }) => reads.some((one) => overlap(one, path)));
      const sets = this.#sets.filter(({ value }) => value.reads.some((one) => overlap(one, path)));
      this.#known.set(name, true);
      is =
        met.length > 0 &&
        met.every(({ bounds }) => bounds === path) &&
        sets.every(({ to, value }) => value.reads.length === 1 && this.has(to, asked));
      this.#known.set(name, is);
    }
    return is;
  }

  /** The answers to which something copies this fact, itself or what was copied from it. */
  copiesOf(path: Path): readonly Path[] {
    const found = new Set([path]);
    for (const from of found)
      for (const { to, value } of this.#sets) if (value.reads.length === 1 && value.reads[0] === from) found.add(to);
    found.delete(path);
    return [...found];
  }

  /**
   * Whether whatever may still be answered or copied there fits each field that asks for this fact, so that a page that
   * was left over it stays left, as long as no fact changes on which that hangs; undefined where it cannot be said.
   */
  staysFit(path: Path, asked: readonly Asked[]): Hanging | undefined {
    if (!this.has(path, asked)) return undefined;
    const from = new Set([path]);
    for (const target of from)
      for (const { to, value } of this.#sets) {
        if (to !== target) continue;
        const [only = '', ...more] = value.reads;
        if (more.length > 0 || !this.has(only, asked)) return undefined;
        from.add(only);
      }
    const fits = this.#fitsOf(path);
    const sources = [...from].map((one) => ({ values: this.#valuesOf(one), fits: this.#fitsOf(one) }));
    const isFit = (all: readonly Fit[], value: Json, facts: Facts): boolean =>
      all.every(({ to, of }) => of(withFact(facts, to, value)) === FITS);
    return {
      reads: this.#readOf([...from].flatMap((one) => [one, ...this.copiesOf(one)])),
      of: (facts) =>
        sources.every((source) =>
          source
            .values(facts)
            .every((value) => !source.fits.some((one) => isFit([one], value, facts)) || isFit(fits, value, facts)),
        ),
    };
  }

  /** The readings, where for limits of a number that these questions leave bounded stands what fits between them. */
  merged(readings: readonly Reading[], asked: readonly Asked[]): readonly Reading[] {
    return readings.map((reading) =>
      reading.bounds !== undefined && isLimit(reading) && this.has(reading.bounds, asked)
        ? this.#fitOf(reading.bounds)
        : reading,
    );
  }

  /** Which of the values that stand for all fit: at the fields that ask for it, and at those that it is copied to. */
  #fitOf(path: Path): Reading {
    let found = this.#fits.get(path);
    if (!found) {
      const targets = [path, ...this.copiesOf(path)];
      const fits = targets.flatMap((to) => this.#fitsOf(to));
      const values = this.#valuesOf(path);
      found = {
        reads: this.#readOf(targets),
        of: (facts) => values(facts).map((value) => fits.map(({ to, of }) => of(withFact(facts, to, value))).join()),
      };
      this.#fits.set(path, found);
    }
    return found;
  }

  /** The values that stand for all: the limits where it is asked, and those beside them where it is copied to. */
  #valuesOf(path: Path): (facts: Facts) => readonly Json[] {
    const [own = [], ...copied] = [path, ...this.copiesOf(path)].map((to) => this.#of(to).filter(isLimit));
    const known = (limits: readonly Reading[], facts: Facts): readonly Json[] =>
      limits.flatMap((limit) => (limit.of(facts) as Json | undefined) ?? []);
    return (facts) => [...known(own, facts), ...known(copied.flat(), facts).flatMap(around)];
  }

  /** What is read to say whether values fit there, the values apart. */
  #readOf(targets: readonly Path[]): readonly Path[] {
    const all = targets.flatMap((to) => this.#of(to)).flatMap(({ reads }) => reads);
    return [...new Set(all)].filter((one) => !targets.includes(one));
  }
  #of(path: Path): readonly Reading[] {
    return this.#all.filter(({ bounds }) => bounds === path);
  }
  #fitsOf(path: Path): readonly Fit[] {
    return this.#of(path).flatMap((one) => (isLimit(one) ? [] : [{ to: path, of: one.of }]));
  }
  #idOf(asked: Asked): number {
    const id = this.#ids.get(asked) ?? this.#ids.size;
    this.#ids.set(asked, id);
    return id;
  }
}

/** A limit, and the numbers just beside it. */
export const around = (value: Json): readonly Json[] =>
  typeof value === 'number' ? [value, value - 1, value + 1] : [value];

/** A limit of a number, and not whether the number fits. */
const isLimit = ({ bounds, limits }: Reading): boolean => bounds !== undefined && limits === undefined;
