/** Who comes to which page, fills it in how, and where each button, call, event and link leads whom. */
import { canonical } from '../../compile/json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { facts, get, set } from '../../runtime/core/index.ts';
import type { Act, Leg, Node } from '../explore/search/explore.ts';
import type { Survey } from '../explore/survey.ts';
import type { Both, Constants } from './flat.ts';

/** Something that leads on from a page, and how the calls it makes ended where that was not simply well. */
export interface Way {
  readonly page: string;
  /** `press continue`, `event ORIGINATED`, `load`: unique on the page. */
  readonly act: string;
  readonly ends: readonly string[];
}
/** A step's id, `exit <flow/step or address>`, `dialog <id>`, or `stay`. */
export type Landing = string;

export interface Comings {
  /** Page (`step` or `dialog/<id>`) to who comes there. */
  readonly arrive: ReadonlyMap<string, ReadonlySet<Profile>>;
  /** Page to who has filled it in and may go on. */
  readonly filled: ReadonlyMap<string, ReadonlySet<Profile>>;
  readonly ways: ReadonlyMap<string, { readonly way: Way; readonly to: ReadonlyMap<Profile, ReadonlySet<Landing>> }>;
  /** Everybody who is anywhere. */
  readonly everybody: ReadonlySet<Profile>;
  /** Page to the steps that somebody there has left, or answered something of. */
  readonly done: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Reads an exploration for the given profiles. */
export function comingsIn(survey: Survey, profiles: Profiles): Comings {
  const reader = new Reader(survey, profiles);
  reader.read();
  const { arrive, filled, ways, everybody } = reader;
  return { arrive, filled, ways, everybody, done: doneIn(survey) };
}

const done = new WeakMap<Survey['exploration'], Comings['done']>();
function doneIn({ flow, exploration }: Survey): Comings['done'] {
  const known = done.get(exploration);
  if (known) return known;
  const found = new Map<string, Set<string>>();
  for (const node of exploration.nodes)
    for (const { id, fields } of Object.values(flow.steps)) {
      const { journey, answers } = node.state;
      const isAnswered = Object.values(fields).some(({ bind }) => get(answers, bind) !== undefined);
      if (isAnswered || Object.hasOwn(journey, id)) add(found, pageOf(node), id);
    }
  done.set(exploration, found);
  return found;
}

const pageOf = (node: Node): string =>
  node.state.page.dialog === undefined ? node.step : `dialog/${node.state.page.dialog}`;

/** What an act is called; undefined where nothing was done but telling a fact. */
function actName(acts: readonly Act[]): string | undefined {
  const act = acts.at(-1);
  if (act === undefined || 'given' in act || 'answer' in act || 'earlier' in act) return undefined;
  if ('press' in act) return `press ${act.press}`;
  if ('dialog' in act) return `dialog ${act.dialog}`;
  if ('follow' in act) return `follow ${act.follow}`;
  if ('widget' in act) return `widget ${act.widget} ${act.event}`;
  if ('giveUp' in act) return `giveUp ${act.giveUp}`;
  if ('elapsed' in act) return `elapsed ${act.elapsed}`;
  if ('visits' in act) return `visits ${act.visits}`;
  return 'event' in act ? `event ${act.channel} ${act.event}` : `returnsFrom ${act.returnsFrom}`;
}

/** How calls under way ended, where that leads, and what had to be true of the world meanwhile. */
interface Ending {
  readonly ends: readonly string[];
  readonly to: Landing;
  readonly told: readonly Act[];
}

class Reader {
  readonly arrive = new Map<string, Set<Profile>>();
  readonly filled = new Map<string, Set<Profile>>();
  readonly ways = new Map<string, { way: Way; to: Map<Profile, Set<Landing>> }>();
  readonly everybody = new Set<Profile>();
  readonly #survey: Survey;
  readonly #profiles: Profiles;
  readonly #onward = new Map<Node, Leg[]>();
  readonly #ends = new Map<Node, readonly Ending[]>();

  constructor(survey: Survey, profiles: Profiles) {
    this.#survey = survey;
    this.#profiles = profiles;
  }

  read(): void {
    const { nodes, legs } = this.#survey.exploration;
    const entered = new Set<Node>(nodes.filter((node) => !node.parent));
    for (const leg of legs) {
      this.#onward.set(leg.from, [...(this.#onward.get(leg.from) ?? []), leg]);
      if (typeof leg.to !== 'string' && leg.to.step !== leg.from.step) entered.add(leg.to);
    }
    for (const [node, who] of this.#profiles.at) {
      for (const profile of who) {
        add(this.arrive, pageOf(node), profile);
        this.everybody.add(profile);
      }
      if (node.pending.length > 0) {
        if (entered.has(node))
          for (const ending of this.#endings(node, [])) this.#ended({ page: node.step, act: 'load' }, who, ending);
      } else for (const leg of this.#onward.get(node) ?? []) this.#leg(node, leg, who);
    }
  }

  #leg(node: Node, { move, to }: Leg, who: ReadonlySet<Profile>): void {
    const act = actName(move.acts);
    const after = [...who].flatMap((profile) => this.#profiles.after(profile, move.acts) ?? []);
    if (move.acts.some((one) => 'answer' in one)) for (const profile of after) add(this.filled, pageOf(node), profile);
    if (act === undefined) return;
    const page = pageOf(node);
    if (typeof to === 'string') this.#way({ page, act, ends: [] }, after, `exit ${to}`);
    else if (to.pending.length > 0 && to.step === node.step)
      for (const ending of this.#endings(to, [])) this.#ended({ page, act }, after, ending);
    else this.#way({ page, act, ends: [] }, after, landing(node, to));
  }

  #ended(
    { page, act }: { readonly page: string; readonly act: string },
    who: Iterable<Profile>,
    { ends, to, told }: Ending,
  ): void {
    this.#way(
      { page, act, ends },
      [...who].flatMap((profile) => this.#profiles.after(profile, told) ?? []),
      to,
    );
  }

  /** How the calls under way at a node can end, and where that leads. */
  #endings(node: Node, open: readonly Node[]): readonly Ending[] {
    const known = this.#ends.get(node);
    if (known) return known;
    if (open.includes(node)) return [];
    const found = new Map<string, Ending>();
    for (const { move, to } of this.#onward.get(node) ?? []) {
      const told = move.acts.filter((act) => 'given' in act);
      // What a person does meanwhile is a way of its own.
      if (told.length < move.acts.length) continue;
      const end =
        move.outcome && move.outcome.outcome !== 'ok' ? [`${move.outcome.operation} ${move.outcome.outcome}`] : [];
      const further: readonly Ending[] =
        typeof to === 'string'
          ? [{ ends: [], to: `exit ${to}`, told: [] }]
          : to.pending.length > 0 && to.step === node.step
            ? this.#endings(to, [...open, node])
            : [{ ends: [], to: landing(node, to), told: [] }];
      for (const one of further) {
        const made: Ending = { ends: [...end, ...one.ends], to: one.to, told: [...told, ...one.told] };
        found.set(canonical([made.ends, made.to, made.told as unknown as Json]), made);
      }
    }
    const all = [...found.values()];
    if (open.length === 0) this.#ends.set(node, all);
    return all;
  }

  #way(way: Way, who: Iterable<Profile>, to: Landing): void {
    const key = [way.page, way.act, ...way.ends].join('\u0000');
    const known = this.ways.get(key) ?? { way, to: new Map<Profile, Set<Landing>>() };
    this.ways.set(key, known);
    for (const profile of who) {
      const landings = known.to.get(profile) ?? new Set<Landing>();
      known.to.set(profile, landings.add(to));
    }
  }
}

function landing(from: Node, to: Node): Landing {
  if (to.step !== from.step) return to.step;
  return to.state.page.dialog === undefined ? 'stay' : `dialog ${to.state.page.dialog}`;
}

function add<T>(into: Map<string, Set<T>>, key: string, value: T): void {
  const known = into.get(key) ?? new Set<T>();
  into.set(key, known.add(value));
}

// * Which applicants come to which state of an exploration, told apart by a few facts. States merge what no later rule
// reads, so the state itself has forgotten who came; the ways to it have not: an answer on the way sets a fact, and a
// fact of the world that is asked on the way lets only those pass of whom it is true.

/**
 * An applicant as far as the facts of a space tell: one number, the values in mixed radix; 0 at a place is "not known
 * yet".
 */
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
export const isFlag = (path: string): boolean => path.startsWith('flags.');
const isWorld = (path: string): boolean => WORLD.has(path.split('.', 1)[0] ?? '');
/** Facts that a state must keep, because calls bring and change them. */
const KEPT = new Set(['results', 'session']);
export const isKept = (path: string): boolean => KEPT.has(path.split('.', 1)[0] ?? '');

/**
 * Follows every leg of the exploration until nobody new arrives anywhere.
 * @param flags those of the brand, where only those come who meet them; absent: each may be on or off
 */
export function profilesIn(survey: Survey, space: Space, flags?: JsonObject): Profiles {
  const { flow, exploration } = survey;
  const place = new Map(space.paths.map((path, fact) => [path, fact]));
  const kept = space.paths.flatMap((path, fact) => (isKept(path) ? [{ path, fact }] : []));
  const after = (from: Profile, acts: readonly Act[]): Profile | undefined => {
    let profile = from;
    for (const act of acts) {
      if ('given' in act) {
        for (const [path, value] of Object.entries(act.given)) {
          if (flags && isFlag(path) && canonical(get({ flags }, path) ?? null) !== canonical(value)) return undefined;
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

// The same applicant in two versions: what either knows of a profile may be more than what the other knows.

export interface Pair<T> extends Both<T> {
  readonly profile: Profile;
}

export const keep = (who: Iterable<Profile>): ReadonlyMap<Profile, Profile> =>
  new Map([...who].map((profile) => [profile, profile]));
export const union = (...sets: (ReadonlySet<Profile> | undefined)[]): ReadonlySet<Profile> =>
  new Set(sets.flatMap((one) => [...(one ?? [])]));

/** Every profile that is in both, with what is said of it there. */
export function pairs<T>(
  space: Space,
  before: ReadonlyMap<Profile, T>,
  after: ReadonlyMap<Profile, T>,
): readonly Pair<T>[] {
  const found = new Map<Profile, Pair<T>>();
  const put = (pair: Pair<T>): void => void (found.has(pair.profile) || found.set(pair.profile, pair));
  for (const [profile, value] of before) {
    const same = after.get(profile);
    if (same !== undefined) found.set(profile, { profile, before: value, after: same });
    else
      for (const [other, there] of after)
        if (space.agree(profile, other)) put({ profile: meet(space, profile, other), before: value, after: there });
  }
  for (const [profile, value] of after) {
    if (before.has(profile)) continue;
    for (const [other, there] of before)
      if (space.agree(profile, other)) put({ profile: meet(space, profile, other), before: there, after: value });
  }
  return [...found.values()];
}

/** Profiles of `some` that nobody of `others` can be. */
export function notAmong(space: Space, some: Iterable<Profile>, others: ReadonlySet<Profile>): readonly Profile[] {
  const list = [...others];
  return [...some].filter((profile) => !others.has(profile) && !list.some((other) => space.agree(profile, other)));
}

/** What both know of one applicant together. */
function meet(space: Space, one: Profile, other: Profile): Profile {
  return space.paths.reduce(
    (made, _, fact) => (space.digit(made, fact) === 0 ? space.with(made, fact, space.digit(other, fact)) : made),
    one,
  );
}

// A profile as the facts that logic sees.

/** The facts that logic sees of a profile. */
export function factsOf(space: Space, profile: Profile, constants: Constants): JsonObject {
  const digits = space.digits(profile);
  return space.paths.reduce<JsonObject>(
    (known, path, fact) => {
      const value = space.values[fact]?.[(digits[fact] ?? 0) - 1];
      return value === undefined ? known : set(known, path, value);
    },
    constants as unknown as JsonObject,
  );
}
