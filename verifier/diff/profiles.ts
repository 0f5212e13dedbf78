/**
 * Which applicants come to which state of an exploration, told apart by a few facts. States merge what no later rule
 * reads, so the state itself has forgotten who came; the ways to it have not: an answer on the way sets a fact, and a
 * fact of the world that is asked on the way lets only those pass of whom it is true.
 */
import { canonical } from '../../compile/json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { facts, get } from '../../runtime/core/index.ts';
import type { Act, Leg, Node } from '../explore/explore.ts';
import type { Survey } from '../explore/survey.ts';

/** An applicant as far as the facts of a space tell: one number, the values in mixed radix; 0 at a place is "not known yet". */
export type Profile = number;

/** The facts by which applicants are told apart, and their values. */
export class Space {
  readonly paths: readonly string[];
  readonly values: readonly (readonly Json[])[];
  readonly #strides: readonly number[];
  readonly #index: readonly ReadonlyMap<string, number>[];
  /** How many profiles there may be. */
  readonly size: number;

  constructor(values: ReadonlyMap<string, readonly Json[]>) {
    this.paths = [...values.keys()];
    this.values = [...values.values()];
    this.#index = this.values.map((list) => new Map(list.map((value, index) => [canonical(value), index + 1])));
    let stride = 1;
    this.#strides = this.values.map((list) => {
      const mine = stride;
      stride *= list.length + 1;
      return mine;
    });
    this.size = stride;
  }

  /** The place of the fact's value in its list, from 1; 0 when not known. */
  digit(profile: Profile, fact: number): number {
    return Math.floor(profile / (this.#strides[fact] ?? 1)) % ((this.values[fact]?.length ?? 0) + 1);
  }
  digits(profile: Profile): readonly number[] {
    return this.paths.map((_, fact) => this.digit(profile, fact));
  }
  with(profile: Profile, fact: number, digit: number): Profile {
    return profile + (digit - this.digit(profile, fact)) * (this.#strides[fact] ?? 1);
  }
  digitOf(fact: number, value: Json): number {
    return this.#index[fact]?.get(canonical(value)) ?? 0;
  }
  /** Two profiles that may be the same applicant: they agree where both know. */
  agree(one: Profile, other: Profile): boolean {
    return this.paths.every((_, fact) => {
      const [a, b] = [this.digit(one, fact), this.digit(other, fact)];
      return a === 0 || b === 0 || a === b;
    });
  }
  /** Every combination of the values of these facts (not known included where `open`), the others not known. */
  all(chosen: readonly { readonly fact: number; readonly open: boolean }[]): readonly Profile[] {
    return chosen.reduce<readonly Profile[]>(
      (made, { fact, open }) => {
        const digits = [...(open ? [0] : []), ...(this.values[fact] ?? []).map((_, index) => index + 1)];
        return made.flatMap((profile) => digits.map((digit) => this.with(profile, fact, digit)));
      },
      [0],
    );
  }
}

export interface Profiles {
  /** Who comes to each state. */
  readonly at: ReadonlyMap<Node, ReadonlySet<Profile>>;
  /** What becomes of a profile by these acts; undefined for one who cannot do them. */
  readonly after: (profile: Profile, acts: readonly Act[]) => Profile | undefined;
}

/** Roots of facts that people bring with them; the explorer asks for them where they first matter. */
const WORLD = new Set(['customer', 'flags', 'application', 'cookies', 'device']);
/** Roots of facts no exploration sets: each may be anything, or not there. */
const FREE = new Set(['route', 'typed']);
export const isFree = (path: string): boolean => FREE.has(path.split('.', 1)[0] ?? '');
const isWorld = (path: string): boolean => WORLD.has(path.split('.', 1)[0] ?? '');
/** Facts that a state must keep, because calls bring and change them. */
const KEPT = new Set(['results', 'session']);
export const isKept = (path: string): boolean => KEPT.has(path.split('.', 1)[0] ?? '');

/** Follows every leg of the exploration until nobody new arrives anywhere. */
export function profilesIn(survey: Survey, space: Space): Profiles {
  const { flow, exploration } = survey;
  const place = new Map(space.paths.map((path, fact) => [path, fact]));
  const kept = space.paths.flatMap((path, fact) => (isKept(path) ? [{ path, fact }] : []));
  const after = (from: Profile, acts: readonly Act[]): Profile | undefined => {
    let profile = from;
    for (const act of acts) {
      if ('given' in act) {
        for (const [path, value] of Object.entries(act.given)) {
          const fact = place.get(path);
          if (fact === undefined || isKept(path)) continue;
          if (space.digit(profile, fact) !== space.digitOf(fact, value)) return undefined;
        }
      } else if ('answer' in act) {
        for (const [field, value] of Object.entries(act.answer)) {
          const fact = place.get(`answers.${flow.steps[act.at]?.fields[field]?.bind ?? ''}`);
          if (fact !== undefined) profile = space.with(profile, fact, space.digitOf(fact, value));
        }
      }
    }
    return profile;
  };
  const at = new Map<Node, Set<Profile>>();
  const queue: { node: Node; news: Profile[] }[] = [];
  const arrive = (node: Node, who: Iterable<Profile>): void => {
    const seen = kept.length > 0 ? (facts(flow, node.state) as unknown as JsonObject) : undefined;
    const known = at.get(node) ?? new Set<Profile>();
    at.set(node, known);
    const news: Profile[] = [];
    for (const one of who) {
      const profile = kept.reduce((made, { path, fact }) => {
        const value = get(seen ?? {}, path);
        return value === undefined ? made : space.with(made, fact, space.digitOf(fact, value));
      }, one);
      if (known.has(profile)) continue;
      known.add(profile);
      news.push(profile);
    }
    if (news.length > 0) queue.push({ node, news });
  };
  const everybody = space.all(
    space.paths.flatMap((path, fact) => (isWorld(path) || isFree(path) ? [{ fact, open: isFree(path) }] : [])),
  );
  for (const { given, node } of exploration.starts)
    arrive(
      node,
      everybody.flatMap((profile) => after(profile, [{ given }]) ?? []),
    );
  const onward = new Map<Node, Leg[]>();
  for (const leg of exploration.legs) onward.set(leg.from, [...(onward.get(leg.from) ?? []), leg]);
  for (let next = queue.shift(); next; next = queue.shift()) {
    for (const { to, move } of onward.get(next.node) ?? []) {
      if (typeof to !== 'string')
        arrive(
          to,
          next.news.flatMap((profile) => after(profile, move.acts) ?? []),
        );
    }
  }
  return { at, after };
}
