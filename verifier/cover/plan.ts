/** The fixtures that reach what others leave open: ways through the exploration, each played before it counts. Pure. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Node } from '../explore/search/explore.ts';
import type { Survey } from '../explore/survey.ts';
import { readFixture } from '../fixture/fixture.ts';
import type { Product } from '../fixture/product.ts';
import { compose, wayTo, type Stretch, type Way } from '../explore/compose.ts';
import type { Gauge, Measured } from './measure.ts';
import type { Lead } from './reach.ts';

/** A fixture that is not written yet. */
export interface Planned {
  readonly raw: JsonObject;
  readonly measured: Measured;
  /** Goals it was planned for and reaches, the first one first: it gives the fixture its name. */
  readonly goals: readonly string[];
}
export interface PlanInput {
  readonly survey: Survey;
  readonly product: Product;
  readonly gauge: Gauge;
  readonly leads: readonly Lead[];
  /** Goals to reach. */
  readonly open: ReadonlySet<string>;
  readonly clock: string;
  /** What somebody without an account types for an email. */
  readonly email: string;
}

/** How far ahead a way is led on to what is still open. */
const AHEAD = 6;
/** Stretches after which a way is not led on: a fixture is to be read by people. */
const LENGTH = 60;
/** Leads tried at most for one goal before it is given up. */
const TRIES = 6;

/**
 * Plans fixtures until every goal that can be played is reached, then leaves out those that the others make needless.
 */
export function planFixtures(input: PlanInput): readonly Planned[] {
  const { leads, open } = input;
  const left = new Set(leads.flatMap((lead) => lead.goals).filter((goal) => open.has(goal)));
  const tried = new Map<string, number>();
  const trail = new Trail(input.survey, leads);
  const planned: Planned[] = [];
  for (const lead of leads) {
    const goals = lead.goals.filter((goal) => left.has(goal) && (tried.get(goal) ?? 0) < TRIES);
    if (goals.length === 0) continue;
    for (const goal of goals) tried.set(goal, (tried.get(goal) ?? 0) + 1);
    const wanted = (goal: string): boolean => goals.includes(goal);
    const found = play(input, trail.ledOn(lead, left), wanted) ?? play(input, trail.straight(lead), wanted);
    if (!found) continue;
    const news = [...goals, ...left].filter(
      (goal, index, all) => found.measured.reached.has(goal) && all.indexOf(goal) === index,
    );
    for (const goal of news) left.delete(goal);
    planned.push({ ...found, goals: news });
  }
  return needed(planned, open);
}

type Played = Pick<Planned, 'raw' | 'measured'>;

/** Plays the way with the answers the table has; where that reaches nothing, with those of the exploration. */
function play(
  { survey, product, gauge, clock, email }: PlanInput,
  way: Way,
  wanted: (goal: string) => boolean,
): Played | undefined {
  for (const values of [false, true]) {
    const { given, do: acts, documented } = compose({ product, flow: survey.flow, email }, way, values);
    // A way the engine cannot go to its end on these answers counts as far as it goes.
    for (let list = acts, tries = 0; tries < 3; tries += 1) {
      const raw: JsonObject = {
        title: '',
        brand: survey.brand,
        flow: survey.flow.id,
        clock,
        executors: documented ? ['core', 'server'] : ['core'],
        given,
        do: list,
        expect: {},
      };
      const measured = gauge.measure(readFixture('', JSON.stringify(raw)));
      const { stopped } = measured.ran;
      if (stopped === undefined && [...measured.reached].some(wanted)) return { raw, measured };
      if (stopped === undefined || stopped === 0) break;
      list = list.slice(0, stopped);
    }
  }
  return undefined;
}

/** From the last to the first: a fixture whose goals others reach as well is left out. */
function needed(planned: readonly Planned[], open: ReadonlySet<string>): readonly Planned[] {
  const times = new Map<string, number>();
  const goalsOf = ({ measured }: Planned): readonly string[] => [...measured.reached].filter((goal) => open.has(goal));
  for (const one of planned) for (const goal of goalsOf(one)) times.set(goal, (times.get(goal) ?? 0) + 1);
  const kept = [...planned]
    .sort((a, b) => goalsOf(a).length - goalsOf(b).length)
    .filter((one) => {
      const goals = goalsOf(one);
      if (goals.some((goal) => times.get(goal) === 1)) return true;
      for (const goal of goals) times.set(goal, (times.get(goal) ?? 0) - 1);
      return false;
    });
  return planned.filter((one) => kept.includes(one));
}

/** Finds ways through the exploration. */
class Trail {
  readonly #onward = new Map<Node, { readonly stretch: Stretch; readonly to: Node }[]>();
  readonly #leads = new Map<Node, Lead[]>();

  constructor({ exploration }: Survey, leads: readonly Lead[]) {
    for (const { from, move, to } of exploration.legs)
      if (typeof to !== 'string')
        this.#onward.set(from, [...(this.#onward.get(from) ?? []), { stretch: { from, move }, to }]);
    for (const lead of leads) this.#leads.set(lead.node, [...(this.#leads.get(lead.node) ?? []), lead]);
  }

  straight({ node, move }: Lead): Way {
    const { start, stretches } = wayTo(node);
    return { start, stretches: move ? [...stretches, { from: node, move }] : stretches };
  }

  /** The way of a lead, led on from opening to opening while one is near. */
  ledOn(lead: Lead, left: ReadonlySet<string>): Way {
    const { start, stretches } = this.straight(lead);
    const all = [...stretches];
    const gained = new Set(lead.goals);
    let at = this.#after(lead);
    while (at && all.length < LENGTH) {
      const next = this.#nearest(at, (goal) => left.has(goal) && !gained.has(goal));
      if (!next) break;
      all.push(...next.stretches, ...(next.lead.move ? [{ from: next.lead.node, move: next.lead.move }] : []));
      for (const goal of next.lead.goals) gained.add(goal);
      at = this.#after(next.lead);
    }
    return { start, stretches: all };
  }

  /** Where a lead ends: a refused page stays; undefined when the flow is left. */
  #after({ node, move, to }: Lead): Node | undefined {
    return move === undefined || to === 'stays' ? node : to;
  }

  #nearest(
    from: Node,
    wanted: (goal: string) => boolean,
  ): { readonly stretches: readonly Stretch[]; readonly lead: Lead } | undefined {
    const queue: { node: Node; stretches: readonly Stretch[] }[] = [{ node: from, stretches: [] }];
    const seen = new Set([from]);
    for (let next = queue.shift(); next; next = queue.shift()) {
      const lead = (this.#leads.get(next.node) ?? []).find(({ goals }) => goals.some(wanted));
      if (lead) return { stretches: next.stretches, lead };
      if (next.stretches.length >= AHEAD) continue;
      for (const { stretch, to } of this.#onward.get(next.node) ?? []) {
        if (seen.has(to)) continue;
        seen.add(to);
        queue.push({ node: to, stretches: [...next.stretches, stretch] });
      }
    }
    return undefined;
  }
}
