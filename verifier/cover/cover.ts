/**
 * What the fixtures of a brand, and of others that say the same, reach of its flows, and what not, with the reason.
 * Pure.
 */
import type { Source } from '../../compile/content.ts';
import type { ResolvedBrand } from '../../compile/resolve.ts';
import type { Fixture } from '../fixture/fixture.ts';
import type { Product } from '../fixture/product.ts';
import type { Asked } from '../explore/search/explore.ts';
import { survey, type Survey } from '../explore/survey.ts';
import { OBLIGATIONS } from '../prove/questions.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';
import { wordsOf } from '../words/words.ts';
import { saidAt } from './beside.ts';
import type { FlowGoals, Goal, GoalKind } from './goals.ts';
import { gaugeOf, type Measured } from './measure.ts';
import { ANY, leadsOf, SEVERAL, type Lead } from './reach.ts';
import { saysOf } from './says.ts';

export interface CoverInput {
  readonly source: Source;
  readonly brand: ResolvedBrand;
  readonly product: Product;
  /** Every fixture of the content; those of other brands are not played. */
  readonly fixtures: readonly Fixture[];
  /** What fixtures of other brands show of this one, by `saidAt`. */
  readonly beside?: ReadonlySet<string>;
  /** Ids of the goals that the brand's own fixtures reach, where they were played before. */
  readonly reached?: ReadonlySet<string>;
  /** Calendar date in force, for the exploration. */
  readonly today: string;
  /** Flows to look at; none: all of the brand. */
  readonly flows?: readonly string[];
  /** Explorations that are there already: of flows of the brand on this day, made for all obligations. */
  readonly surveys?: readonly Survey[];
  /** Asked now and then with the number of states found; false interrupts. */
  readonly goOn?: (flow: string, states: number) => boolean;
}
export interface Count {
  readonly reached: number;
  readonly total: number;
}
/** A goal no fixture reaches. */
export interface Gap {
  readonly goal: Goal;
  readonly says: string;
}
export interface FlowCover {
  readonly brand: string;
  readonly flow: string;
  /** Of what can be reached: what stands in `apart` is not counted. */
  readonly counts: Readonly<Record<GoalKind, Count>>;
  /** What somebody can reach and no fixture does. */
  readonly gaps: readonly Gap[];
  /** What the exploration does not reach either; no fixture is asked for. */
  readonly apart: readonly Gap[];
  /** States the exploration looked at; 0 when everything was reached and it was not needed. */
  readonly states: number;
  readonly goals: FlowGoals;
  /** Why "not reached" is not "unreachable"; undefined when the exploration was exhaustive. */
  readonly inexact?: string;
  /** What was explored and found there; undefined when everything was reached and it was not needed. */
  readonly explored?: Explored;
}
interface Explored {
  readonly survey: Survey;
  readonly leads: readonly Lead[];
}
export interface BrandCover {
  readonly flows: readonly FlowCover[];
  /** The fixtures that were played for it. */
  readonly measured: readonly Measured[];
}

const KINDS = ['step', 'way', 'clause', 'limit'] as const satisfies readonly GoalKind[];

/**
 * Plays the fixtures of the brand, and looks at the exploration of a flow where they leave something open.
 * @param choose whether several ways to each gap are wanted, to choose among them
 */
export function coverOf(input: CoverInput, choose = false): BrandCover {
  const { brand, product, fixtures } = input;
  const gauge = gaugeOf(brand, product);
  const measured = input.reached ? [] : fixtures.filter((fixture) => fixture.brand === brand.id).map(gauge.measure);
  const own = input.reached ?? new Set(measured.flatMap((one) => [...one.reached]));
  const isReached = (goal: Goal): boolean => own.has(goal.id) || (input.beside?.has(saidAt(goal)) ?? false);
  const chosen = Object.values(gauge.goals).filter(
    ({ flow }) => !input.flows || input.flows.length === 0 || input.flows.includes(flow),
  );
  return { measured, flows: chosen.map((goals) => flowCover(input, goals, { isReached, choose })) };
}

function flowCover(
  { source, brand, product, today, surveys, goOn }: CoverInput,
  goals: FlowGoals,
  { isReached, choose }: { readonly isReached: (goal: Goal) => boolean; readonly choose: boolean },
): FlowCover {
  const { flow } = goals;
  const open = goals.goals.filter((goal) => !isReached(goal));
  const explored = open.length === 0 ? undefined : explore();
  const can = new Set(explored?.leads.flatMap((lead) => lead.goals));
  const resolved = brand.flows[flow];
  if (!resolved)
    throw new Error(`The brand ${brand.id} has no flow ${flow}; it has ${Object.keys(brand.flows).join(', ')}.`);
  const words = wordsOf(source, resolved);
  const gaps = open
    .filter(({ id }) => can.has(id))
    .map((goal): Gap => ({ goal, says: saysOf(goal, words, 'No fixture') }));
  const apart = open
    .filter(({ id }) => !can.has(id))
    .map((goal): Gap => ({ goal, says: saysOf(goal, words, 'Nobody') }));
  const counts = Object.fromEntries(
    KINDS.map((kind) => {
      const own = goals.goals.filter((goal) => goal.kind === kind);
      const done = own.filter(isReached).length;
      return [kind, { reached: done, total: done + gaps.filter(({ goal }) => goal.kind === kind).length }];
    }),
  ) as Record<GoalKind, Count>;
  // Which answers a check refuses is never counted out, only tried.
  const refusals = apart.some(
    ({ goal }) => (goal.kind === 'clause' || goal.kind === 'limit') && goal.clause.rule.decides === 'check',
  );
  const inItems = apart.some(
    ({ goal }) => (goal.kind === 'clause' || goal.kind === 'limit') && goal.clause.rule.part !== undefined,
  );
  const inexact =
    explored?.survey.inexact ??
    (inItems ? 'of the items of a list a few were tried, not all' : undefined) ??
    (refusals ? 'of the answers that a check refuses a few were tried, not all' : undefined);
  return {
    brand: brand.id,
    flow,
    goals,
    counts,
    gaps,
    apart,
    states: explored?.survey.exploration.nodes.length ?? 0,
    ...(inexact !== undefined && { inexact }),
    ...(explored && { explored }),
  };

  function explore(): Explored {
    const compiled = product.flows[flow];
    if (!compiled)
      throw new Error(
        `The brand ${brand.id} was resolved with the flow ${flow} but not compiled: load both from the same files.`,
      );
    const there = surveys?.find((one) => one.flow.id === flow);
    const surveyed = (asked: readonly Asked[]): Survey =>
      (asked.length === 0 ? there : undefined) ??
      survey({
        source,
        brand,
        product,
        flow,
        today,
        questions: OBLIGATIONS,
        ...(asked.length > 0 && { asked }),
        ...(goOn && { goOn: (states) => goOn(flow, states) }),
      });
    const looked = (found: Survey, goalsLeft: readonly Goal[]): readonly Lead[] =>
      leadsTo(found, goals, { open: new Set(goalsLeft.map(({ id }) => id)), wanted: choose ? SEVERAL : ANY });
    if (choose) {
      const found = surveyed(askedBy(open));
      return { survey: found, leads: looked(found, open) };
    }
    // What check and prove look at says of most words, too; where states that differ in words alone are one, they are
    // told apart for what is left.
    const usual = surveyed([]);
    const leads = looked(usual, open);
    const known = new Set(leads.flatMap((lead) => lead.goals));
    const left = open.filter(({ id }) => !known.has(id));
    const asked = askedBy(left);
    if (asked.length === 0) return { survey: usual, leads };
    const wider = surveyed(asked);
    return { survey: wider, leads: [...leads, ...looked(wider, left)] };
  }
}

const foundIn = new WeakMap<Survey, Map<string, readonly Lead[]>>();

/** The leads in a survey, which brands that are alike have in common: what is left open is the same on most of them. */
function leadsTo(walked: Survey, goals: FlowGoals, looked: Parameters<typeof leadsOf>[2]): readonly Lead[] {
  const own = foundIn.get(walked) ?? new Map<string, readonly Lead[]>();
  foundIn.set(walked, own);
  const name = JSON.stringify([looked.wanted, [...looked.open]]);
  const leads = own.get(name) ?? leadsOf(walked, goals, looked);
  own.set(name, leads);
  return leads;
}

/**
 * Comparisons of answers and results that decide words of a page and no way: the explorer takes states for one that
 * differ in nothing else, unless it is told.
 */
function askedBy(open: readonly Goal[]): readonly Asked[] {
  return open.flatMap((goal): Asked[] => {
    if (goal.kind !== 'clause') return [];
    const { rule, atom } = goal.clause;
    if (
      rule.step === undefined ||
      rule.decides !== 'item' ||
      !atom.reads.some((path) => path.startsWith('answers.') || path.startsWith('results.'))
    )
      return [];
    return [{ scope: [{ reads: atom.reads, of: (facts) => truthOf(atom.logic, facts) }], at: [rule.step] }];
  });
}

/** Reached of what can be, in percent; 100 when there is nothing to reach. Never rounded up to 100. */
export function percent({ reached, total }: Count): number {
  return total === 0 ? 100 : Math.floor((reached / total) * 1000) / 10;
}
