/**
 * Values of a fact that no condition tells from each other, whatever the other facts are that it reads: of one that may
 * still change, the kind counts and not the value. "Nobody said" and "no" are mostly one.
 */
import type { CompiledFlow } from '../../../runtime/core/definition.ts';
import type { Facts, Json, Path } from '../../../runtime/core/facts.ts';
import { get } from '../../../runtime/core/paths.ts';
import { overlap, shapeOf } from '../../../runtime/core/shape.ts';
import type { Domain } from '../exploration.ts';
import { leavesHalfFilled } from '../step-graph.ts';
import { mark, withFact } from './plan.ts';
import type { Reading } from './reads.ts';

/** Combinations of the other facts over which a condition is asked, at most. */
const COMBINATIONS = 512;

type Values = readonly (Json | undefined)[];
/** The other facts of a condition, in each way they may be. */
type Others = readonly (readonly (readonly [Path, Json | undefined])[])[];

export class Kinds {
  readonly #flow: CompiledFlow;
  readonly #domain: Pick<Domain, 'candidates' | 'world' | 'resultsNamed'>;
  readonly #differs: (path: Path) => boolean;
  readonly #others = new WeakMap<Reading, Map<Path, Others | undefined>>();
  readonly #known = new WeakMap<Reading, Map<string, string>>();

  /** @param differs whether a fact can differ at all between two states */
  constructor(
    flow: CompiledFlow,
    domain: Pick<Domain, 'candidates' | 'world' | 'resultsNamed'>,
    differs: (path: Path) => boolean,
  ) {
    this.#flow = flow;
    this.#domain = domain;
    this.#differs = differs;
  }

  /**
   * The kind of a value among these conditions, all that read the fact; undefined where the others they read may have
   * values that nobody knows.
   * @param facts whatever else is so: none of it is looked at that differs between two states
   */
  of(
    path: Path,
    value: Json | undefined,
    { readings, facts }: { readonly readings: readonly Reading[]; readonly facts: Facts },
  ): string | undefined {
    let kind = '';
    for (const reading of readings) {
      const made = this.#made(reading, { path, value, facts });
      if (made === undefined) return undefined;
      kind += `${made};`;
    }
    return kind;
  }

  #made(
    reading: Reading,
    { path, value, facts }: { readonly path: Path; readonly value: Json | undefined; readonly facts: Facts },
  ): string | undefined {
    const others = this.#othersOf(reading, path);
    if (!others) return undefined;
    const known = this.#known.get(reading) ?? new Map<string, string>();
    this.#known.set(reading, known);
    const name = `${path} ${mark(value)}`;
    let made = known.get(name);
    if (made === undefined) {
      const so = withFact(facts, path, value);
      made = others
        .map((all) => mark(reading.of(all.reduce((now, [other, is]) => withFact(now, other, is), so))))
        .join();
      known.set(name, made);
    }
    return made;
  }

  #othersOf(reading: Reading, path: Path): Others | undefined {
    const known = this.#others.get(reading) ?? new Map<Path, Others | undefined>();
    this.#others.set(reading, known);
    if (known.has(path)) return known.get(path);
    let all: Others | undefined = [[]];
    for (const other of new Set(reading.reads.filter((one) => one !== path && this.#differs(one)))) {
      // A fact and what it is a part of cannot be set one beside the other.
      const values = overlap(other, path) ? undefined : this.#valuesOf(other);
      all =
        values && all && all.length * values.length <= COMBINATIONS
          ? all.flatMap((some) => values.map((value) => [...some, [other, value] as const]))
          : undefined;
    }
    known.set(path, all);
    return all;
  }

  /** Every value a fact may have, none included; undefined where they are not known beforehand. */
  #valuesOf(path: Path): Values | undefined {
    const [root, name = '', ...way] = path.split('.');
    const found =
      root === 'results'
        ? this.#domain.resultsNamed(name)?.map((value) => (way.length === 0 ? value : get(value ?? {}, way.join('.'))))
        : undefined;
    const all = found ?? this.#domain.candidates(path) ?? this.#domain.world[path] ?? offeredTo(this.#flow, path);
    return all && [...new Map([undefined, ...all].map((value) => [mark(value), value])).values()];
  }
}

/**
 * What the fields that ask for an answer offer; undefined where one offers no list of its own, or where something else
 * may stand there when the page is left: an action sets it, or it arrives filled on a page that checks nothing.
 */
export function offeredTo(flow: CompiledFlow, path: Path): Values | undefined {
  if (!path.startsWith('answers.')) return undefined;
  const bind = path.slice('answers.'.length);
  const steps = Object.values(flow.steps);
  if (steps.some((step) => shapeOf(flow, step).assigned.some((one) => overlap(one.path, bind)))) return undefined;
  const all = (flow.binds[bind] ?? []).map(({ step, field }) => {
    const at = flow.steps[step];
    const one = at?.fields[field];
    const isChosen = one?.type === 'string' && one.normalise.length === 0;
    return at && isChosen && one.choices && 'items' in one.choices && !(one.default && leavesHalfFilled(flow, at))
      ? one.choices.items.map(({ value }) => value)
      : undefined;
  });
  return all.length === 0 || all.includes(undefined) ? undefined : all.flatMap((values) => values ?? []);
}
