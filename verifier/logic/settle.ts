/**
 * Whether conditions can hold together. The law: `never` is said only when no facts at all, missing ones included, make
 * them hold; `holds` only with facts that were evaluated and do. What neither is sure of is unsettled, and nothing is
 * claimed.
 */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Logic } from '../domain/atoms.ts';
import { isSealed } from '../../compile/kit/read.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';
import { ruledOut, ruledOutByAge } from './arithmetic.ts';
import { atomsOf, fixesToday, truthsOver, type Atom, type Atoms, type Free } from './atoms.ts';
import { factsOf, type Candidate } from '../domain/candidates.ts';
import {
  ANY,
  ConditionReader,
  FALSE,
  TRUE,
  UNKNOWN,
  possible,
  truthsOf,
  type Condition,
  type Truths,
} from './condition.ts';
import { fits, listed, type FactWorld } from '../domain/shape.ts';

/** A condition, and what it is to be. Unknown passes nobody, so "not true" is false or unknown. */
export interface Goal {
  /** Named rules and values unfolded. */
  readonly logic: Logic;
  readonly wanted: 'true' | 'false' | 'not true';
}
export type Answer =
  | { readonly kind: 'never' }
  /** `facts`: by path, those that the conditions need; missing ones are left out. */
  | { readonly kind: 'holds'; readonly facts: Readonly<Record<string, Json>> }
  | { readonly kind: 'unsettled'; readonly why: string };

const WANTED: Readonly<Record<Goal['wanted'], Truths>> = { true: TRUE, false: FALSE, 'not true': FALSE | UNKNOWN };
/** States of the search, and models that could not be confirmed, after which nothing is claimed. */
const MOST_STEPS = 5_000;
const MOST_DOUBTS = 24;

/**
 * @param known only facts that somebody asks whether they are there may be missing: for asking whether a condition is
 *   always true
 */
export function settle(
  goals: readonly Goal[],
  world: FactWorld,
  { known = false }: { readonly known?: boolean } = {},
): Answer {
  const reader = new ConditionReader();
  const conditions = goals.map(({ logic, wanted }) => ({ condition: reader.read(logic), wanted: WANTED[wanted] }));
  for (const logic of [
    ...reader.atoms.flatMap((atom) => ruledOut(atom, world)),
    ...(fixesToday(reader.atoms) ? [] : reader.atoms.flatMap((atom) => ruledOutByAge(atom, world))),
  ])
    conditions.push({ condition: reader.read(logic), wanted: WANTED['not true'] });
  return new Search(goals, conditions, atomsOf(reader.atoms, world, known)).run();
}

interface Sought {
  readonly condition: Condition;
  readonly wanted: Truths;
}

class Search {
  readonly #goals: readonly Goal[];
  readonly #sought: readonly Sought[];
  readonly #of: Atoms;
  readonly #values = new Map<string, Candidate>();
  readonly #ways = new Map<string, Free['ways'][number]>();
  readonly #told = new Map<string, Truths>();
  #steps = 0;
  #doubts = 0;

  constructor(goals: readonly Goal[], sought: readonly Sought[], of: Atoms) {
    this.#goals = goals;
    this.#sought = sought;
    this.#of = of;
  }

  run(): Answer {
    const facts = this.#try();
    if (facts) return { kind: 'holds', facts };
    if (this.#steps > MOST_STEPS) return { kind: 'unsettled', why: `more than ${MOST_STEPS} combinations` };
    return this.#doubts > 0
      ? { kind: 'unsettled', why: 'facts are compared with each other in a way that no list of values decides' }
      : { kind: 'never' };
  }

  /** Facts that hold from here on; undefined when there are none, or none that could be confirmed. */
  #try(): Readonly<Record<string, Json>> | undefined {
    if (++this.#steps > MOST_STEPS || this.#doubts > MOST_DOUBTS) return undefined;
    let open: Sought | undefined;
    for (const sought of this.#sought) {
      const truths = possible(sought.condition, this.#truths);
      if ((truths & sought.wanted) === 0) return undefined;
      if ((truths & ~sought.wanted) !== 0) open ??= sought;
    }
    if (!open) return this.#confirmed() ?? this.#doubt();
    const atom = this.#of.atoms[this.#undecided(open.condition) ?? -1];
    if (!atom)
      throw new Error('A condition that may come out either way holds no comparison that may: mend verifier/logic.');
    const path = atom.facts.find((one) => this.#of.candidates.has(one) && !this.#values.has(one));
    return path === undefined || atom.decides === 'not' ? this.#branchFree(atom) : this.#branchFact(path);
  }

  #branchFact(path: string): Readonly<Record<string, Json>> | undefined {
    for (const candidate of this.#of.candidates.get(path) ?? []) {
      this.#values.set(path, candidate);
      const found = this.#try();
      this.#values.delete(path);
      if (found) return found;
    }
    return undefined;
  }
  #branchFree({ free }: Atom): Readonly<Record<string, Json>> | undefined {
    if (!free) throw new Error('A comparison is neither decided by facts nor free: mend verifier/logic.');
    for (const way of free.ways) {
      this.#ways.set(free.key, way);
      const found = this.#try();
      this.#ways.delete(free.key);
      if (found) return found;
    }
    return undefined;
  }

  /** The first atom of a condition that may still come out more than one way. */
  #undecided(condition: Condition): number | undefined {
    if (condition.kind === 'constant') return undefined;
    if (condition.kind === 'atom') return single(this.#truths(condition.atom)) ? undefined : condition.atom;
    if (single(possible(condition, this.#truths))) return undefined;
    for (const part of condition.kind === 'not' ? [condition.part] : condition.parts) {
      const found = this.#undecided(part);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  readonly #truths = (index: number): Truths => {
    const atom = this.#of.atoms[index];
    if (!atom) return ANY;
    if (atom.decides === 'not') return this.#freely(atom);
    const given = atom.facts.map((path) => [path, this.#values.get(path)] as const);
    if (given.every(([, candidate]) => candidate !== undefined))
      return this.#over(index, atom, given as readonly (readonly [string, Candidate])[]);
    const [path = ''] = atom.facts;
    if (atom.facts.length > 1) return ANY;
    return (this.#of.candidates.get(path) ?? []).reduce<Truths>(
      (all, candidate) => all | this.#over(index, atom, [[path, candidate]]),
      0,
    );
  };

  /** What an atom that no values decide may be, as far as its way is chosen. */
  #freely({ logic, free }: Atom): Truths {
    const way = free && this.#ways.get(free.key);
    return way ? way(logic) : (free?.ways.reduce<Truths>((all, one) => all | one(logic), 0) ?? ANY);
  }

  #over(index: number, atom: Atom, given: readonly (readonly [string, Candidate])[]): Truths {
    if (atom.decides === 'openly' && given.some(([, { many }]) => many)) return this.#freely(atom);
    const key = `${index}:${given.map(([path, candidate]) => (this.#of.candidates.get(path) ?? []).indexOf(candidate)).join(',')}`;
    const told =
      this.#told.get(key) ??
      truthsOver(
        atom,
        given.map(([path, { value }]) => [path, value] as const),
        this.#of,
      );
    this.#told.set(key, told);
    return told;
  }

  #doubt(): undefined {
    this.#doubts += 1;
    return undefined;
  }

  /**
   * Facts with which every goal was evaluated and is what it is to be; those not yet chosen are tried missing, then
   * ordinary.
   */
  #confirmed(): Readonly<Record<string, Json>> | undefined {
    const chosen = [...this.#values].map(([path, { value }]) => [path, value] as const);
    const rest = [...new Set(this.#of.atoms.flatMap(({ facts }) => facts))].filter((path) => !this.#values.has(path));
    let tries: readonly (readonly (readonly [string, Json | undefined])[])[] = [[]];
    for (const path of rest) {
      const values = [undefined, ...this.#ordinary(path)];
      if (tries.length * values.length > MOST_TRIES) break;
      tries = tries.flatMap((some) => values.map((value) => [...some, [path, value] as const]));
    }
    for (const some of tries) {
      const values = [...chosen, ...some];
      const facts = factsOf(values, this.#of.world, this.#of.today);
      if (
        values.some(
          ([path, value]) => value !== undefined && !isSealed(value) && !fits(value, this.#of.world.shapeOf(path)),
        )
      )
        continue;
      if (this.#goals.every(({ logic, wanted }) => truthsOf(truthOf(logic, facts)) & WANTED[wanted]))
        return Object.fromEntries(values.filter((entry): entry is readonly [string, Json] => entry[1] !== undefined));
    }
    return undefined;
  }

  /** A few values that a fact can have. */
  #ordinary(path: string): readonly Json[] {
    const shape = this.#of.world.shapeOf(path);
    const own = (this.#of.candidates.get(path) ?? []).flatMap(({ value }) => (value === undefined ? [] : [value]));
    const usual: readonly Json[] = listed(shape) ?? [
      ...(shape.examples ?? []),
      ...(shape.type === 'number' || shape.type === 'integer' ? [1, 2] : ['a', 'b', '2000-01-31', '2001-01-31', true]),
    ];
    return [...own.slice(0, 2), ...usual.filter((value) => fits(value, shape)).slice(0, 3)];
  }
}
const MOST_TRIES = 256;

const single = (truths: Truths): boolean => truths === TRUE || truths === FALSE || truths === UNKNOWN;

/** Facts by path as one JSON object: `{"a.b": 1}` is `{"a": {"b": 1}}`. */
export function nested(facts: Readonly<Record<string, Json>>): JsonObject {
  const root: Record<string, Json> = {};
  for (const [path, value] of Object.entries(facts)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let at: Record<string, Json> = root;
    for (const name of names) {
      const inner = at[name];
      const next: Record<string, Json> =
        typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as Record<string, Json>) : {};
      at[name] = next;
      at = next;
    }
    at[last] = value;
  }
  return root;
}
