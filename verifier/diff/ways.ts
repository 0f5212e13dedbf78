/** Who comes to which page, fills it in how, and where each button, call, event and link leads whom. */
import { canonical } from '../../compile/json-types.ts';
import type { Json } from '../../runtime/core/facts.ts';
import type { Act, Leg, Node } from '../explore/explore.ts';
import type { Survey } from '../explore/survey.ts';
import type { Profile, Profiles } from './profiles.ts';

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
}

/** Reads an exploration for the given profiles. */
export function comingsIn(survey: Survey, profiles: Profiles): Comings {
  const reader = new Reader(survey, profiles);
  reader.read();
  return { arrive: reader.arrive, filled: reader.filled, ways: reader.ways, everybody: reader.everybody };
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
          for (const ending of this.#endings(node, [])) this.#ended(node.step, 'load', who, ending);
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
      for (const ending of this.#endings(to, [])) this.#ended(page, act, after, ending);
    else this.#way({ page, act, ends: [] }, after, landing(node, to));
  }

  #ended(page: string, act: string, who: Iterable<Profile>, { ends, to, told }: Ending): void {
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
