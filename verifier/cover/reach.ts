/** Which goals an exploration reaches, and how: the shortest ways first. Pure. */
import type { Event } from '../../runtime/core/events.ts';
import type { StepId } from '../../runtime/core/definition.ts';
import type { Facts, JsonObject } from '../../runtime/core/facts.ts';
import { get, reduce, type State } from '../../runtime/core/index.ts';
import type { Atom } from '../domain/atoms.ts';
import { toldApart, worldOf } from '../domain/told-apart.ts';
import { movesFrom, withFacts, type Given, type Move, type Node } from '../explore/search/explore.ts';
import type { Survey } from '../explore/survey.ts';
import { stepGraph } from '../explore/step-graph.ts';
import type { FlowGoals, Goal } from './goals.ts';
import { settledAt } from './settled.ts';
import { itemsOtherwise } from './items.ts';
import { meterOf } from './meter.ts';
import { fillIn, mistakes, type Mistake } from './mistakes.ts';

/** A way on which goals are reached: to the node, then the move. */
export interface Lead {
  readonly node: Node;
  readonly move?: Move;
  /** Where it comes to; `stays` when a page refuses to be left, undefined when the flow is left. */
  readonly to?: Node | 'stays';
  /** The goals the last stretch of it reaches. */
  readonly goals: readonly string[];
}

/** How many ways to a goal are wanted. */
export interface Wanted {
  /** Ways noted at most for one goal. */
  readonly leads: number;
  /** Ways to a goal after which it is no reason to look at a state. */
  readonly enough: number;
  /** How many steps before a goal's own states are looked at, for each time the exploration is gone through. */
  readonly ahead: readonly number[];
}
/** To know whether somebody reaches it: most is reached where it belongs, so that is looked at first. */
export const ANY: Wanted = { leads: 1, enough: 1, ahead: [0, 2] };
/** To choose among them. */
export const SEVERAL: Wanted = { leads: 40, enough: 6, ahead: [2] };

/**
 * Walks the exploration again with a meter, where something that is still looked for may happen.
 * @param open the goals to look for
 * @returns leads in the order of the exploration, breadth first: the first lead of a goal is a shortest
 */
export function leadsOf(
  survey: Survey,
  goals: FlowGoals,
  { open, wanted }: { readonly open: ReadonlySet<string>; readonly wanted: Wanted },
): readonly Lead[] {
  const { flow, model, exploration } = survey;
  const leads: Lead[] = [];
  let news = new Set<string>();
  const times = new Map<string, number>();
  const known = (atom: Atom, seen: Facts): boolean =>
    atom.reads.every(
      (path) => !Object.hasOwn(model.domain.world, path) || get(seen as unknown as JsonObject, path) !== undefined,
    );
  const reads = new Map(
    goals.goals.flatMap((goal) =>
      (goal.kind === 'clause' || goal.kind === 'limit') && goal.clause.rule.decides === 'check'
        ? [[goal.id, goal.clause.atom.reads] as const]
        : [],
    ),
  );
  let here: Node | undefined;
  /** A press that validates waits for what its checks read (L71): while a call brings it, none of them is asked. */
  const waits = (goal: string): boolean =>
    here?.pending.some(
      ({ call: { as } }) =>
        as !== undefined && reads.get(goal)?.some((path) => path.startsWith(`results.${as}.`)) === true,
    ) === true;
  const meter = meterOf(flow, goals, {
    wanted: (goal) => open.has(goal) && (times.get(goal) ?? 0) < wanted.leads,
    reach: (goal) => void (waits(goal) || news.add(goal)),
    counts: known,
  });
  const onward = Map.groupBy(exploration.legs, ({ from }) => from);
  /** Where a move of a node leads, as the last leg of it says: few of the moves lead to anything that is noted. */
  const endOf = (node: Node, move: Move): Node | undefined => {
    const made = JSON.stringify(move);
    const inside = (onward.get(node) ?? []).filter((leg) => typeof leg.to !== 'string');
    const to = inside.findLast((leg) => JSON.stringify(leg.move) === made)?.to;
    return typeof to === 'string' ? undefined : to;
  };
  const late: Lead[] = [];
  const note = (node: Node, move?: Move, stays = false): void => {
    if (news.size === 0) return;
    const to: Lead['to'] = stays ? 'stays' : move && endOf(node, move);
    const lead: Omit<Lead, 'goals'> = { node, ...(move && { move }), ...(to && { to }) };
    for (const goal of news) times.set(goal, (times.get(goal) ?? 0) + 1);
    // While the explorer fills a page in it meets answers that a check refuses and takes others: such a move only shows
    // that they can be given.
    const sure = [...news].filter((goal) => stays || !reads.has(goal));
    if (sure.length > 0) leads.push({ ...lead, goals: sure });
    if (sure.length < news.size) late.push({ ...lead, goals: [...news].filter((goal) => !sure.includes(goal)) });
    news = new Set();
  };
  /** Outcomes that lead alike are worked out once by the explorer; each is a way of its own. */
  const answer = (node: Node, { operation, outcome, value }: NonNullable<Move['outcome']>): void => {
    if (outcome === 'ok' && model.domain.signsIn(operation)) return;
    for (const { id, call } of node.pending)
      if (call.operation === operation)
        reduce(meter.flow, node.state, { type: 'called', id, outcome, ...(value !== undefined && { value }) });
  };
  const terrain = { flow: meter.flow, domain: model.domain };
  const drawn = pagesWithConditions(goals, open);
  /** An operation that signs in has done so when its outcome is ok; the explorer also looks at what if it had not. */
  const forgets = (state: State, { outcome }: Move): boolean =>
    outcome?.outcome === 'ok' &&
    outcome.signsIn !== true &&
    state.world.session['isAuthenticated'] !== true &&
    model.domain.signsIn(outcome.operation);
  const forgotten = new Set<Node>();
  for (const node of exploration.nodes)
    if (node.parent && (forgotten.has(node.parent) || (node.move && forgets(node.parent.state, node.move))))
      forgotten.add(node);
  const drive = (node: Node): void => {
    here = node;
    // Where a fact of the world is still open, nothing happens before it is known.
    if (forgotten.has(node) || onward.get(node)?.[0]?.move.acts.some((act) => 'given' in act)) return;
    // Coming in asks what no move asks: where the line begins, what the first page shows.
    if (!node.parent) reduce(meter.flow, node.state, entering(node));
    meter.look(node.state);
    note(node);
    const seen = new Set<string>();
    for (const { move, reached } of movesFrom(terrain, node)) {
      if (forgets(node.state, move)) {
        news = new Set();
        continue;
      }
      // States merge however they were come to: which ways led here is seen on each of them only.
      if (reached.exit === undefined) meter.pass(reached.state);
      if (move.outcome) answer(node, move.outcome);
      for (const act of move.acts) {
        if (!('answer' in act) || !drawn.has(node.step) || seen.has(JSON.stringify(act.answer))) continue;
        seen.add(JSON.stringify(act.answer));
        const step = flow.steps[node.step];
        if (step) meter.look(fillIn(flow, { state: node.state, step }, act.answer));
      }
      note(node, move);
    }
  };
  const settled = settledAt(survey);
  const done = new Set<Node>();
  for (const ahead of wanted.ahead) {
    const near = goalsNear(survey, goals, { open, ahead });
    for (const node of exploration.nodes) {
      const still = (near.get(node.step) ?? []).filter(({ id }) => (times.get(id) ?? 0) < wanted.enough);
      near.set(node.step, still);
      if (done.has(node) || still.every((goal) => settled(goal, node))) continue;
      done.add(node);
      drive(node);
    }
  }
  for (const { node, given } of supposed(survey, goals, (goal) => open.has(goal) && !times.has(goal))) {
    here = node;
    const starts = !node.parent;
    const world = withFacts(node.state.world, given);
    const event: Event = starts
      ? { type: 'entered', answers: {}, journey: {}, revision: 0, world }
      : { type: 'world', change: world };
    const state = reduce(meter.flow, node.state, event)[0];
    meter.look(state);
    note(node, { acts: [{ given }] });
    if (starts) continue;
    for (const { move } of movesFrom(terrain, { state, pending: node.pending })) {
      if (forgets(state, move)) news = new Set();
      else note(node, { ...move, acts: [{ given }, ...move.acts] });
    }
  }
  const found = new Set(leads.flatMap((lead) => lead.goals));
  if (wanted.enough === 1) for (const goal of times.keys()) found.add(goal);
  times.clear();
  const left = (goal: string): boolean => open.has(goal) && !found.has(goal);
  for (const { node, move, filled } of otherwise(survey, goals, left)) {
    here = node;
    meter.look(filled);
    for (const act of move.acts) if ('press' in act) reduce(meter.flow, filled, { type: 'pressed', action: act.press });
    for (const goal of news) found.add(goal);
    note(node, move, true);
  }
  return [...leads, ...late];
}

/** Pages filled in otherwise than the exploration does: one after the other, for what the one before left open. */
function* otherwise(survey: Survey, goals: FlowGoals, still: (goal: string) => boolean): Generator<Mistake> {
  yield* mistakes(survey, goals, still);
  yield* itemsOtherwise(survey, goals, still);
}

/**
 * States with a fact outside the answers supposed otherwise, for comparisons that are still open: the explorer takes
 * states for one in which a condition comes out alike, and never looks at what an address may say.
 */
function* supposed(
  { model, tables, exploration, clock }: Survey,
  { goals }: FlowGoals,
  still: (goal: string) => boolean,
): Generator<{ readonly node: Node; readonly given: Given }> {
  // Of what an address may say nothing is declared.
  const world = worldOf({ schemaOf: () => undefined, tables, today: clock.slice(0, 'YYYY-MM-DD'.length) });
  const queried = toldApart(model.rules, world);
  for (const goal of goals) {
    if (goal.kind !== 'clause' || !still(goal.id)) continue;
    const {
      rule: { step },
      atom,
    } = goal.clause;
    const nodes = exploration.nodes
      .filter((node) => node.step === step || step === undefined)
      .sort((a, b) => a.pending.length - b.pending.length || a.id - b.id)
      .slice(0, STATES);
    for (const path of atom.reads) {
      const query = path.startsWith(QUERY);
      if (!query && !Object.hasOwn(model.domain.world, path)) continue;
      const values = query ? [...queried(path).values, true, false] : (model.domain.world[path] ?? []);
      for (const value of values)
        for (const node of query ? exploration.starts.map((start) => start.node) : nodes)
          if (still(goal.id)) yield { node, given: { [path]: value } };
    }
  }
}
const QUERY = 'route.query.';
/** States in which one fact is supposed otherwise, at most. */
const STATES = 12;

/**
 * Step to the open goals that what happens there can reach: its own, those of so many steps after it, and those of no
 * step.
 */
function goalsNear(
  { flow }: Survey,
  { goals }: FlowGoals,
  { open, ahead }: { readonly open: ReadonlySet<string>; readonly ahead: number },
): Map<StepId, readonly Goal[]> {
  const { edges } = stepGraph(flow);
  const after = (steps: ReadonlySet<StepId>): ReadonlySet<StepId> =>
    new Set([...steps, ...edges.flatMap(({ from, to }) => (steps.has(from) ? [to] : []))]);
  const stepOf = (goal: Goal): StepId | undefined =>
    goal.kind === 'step' ? goal.step : goal.kind === 'way' ? goal.way.step : goal.clause.rule.step;
  return new Map(
    Object.keys(flow.steps).map((step) => {
      let steps: ReadonlySet<StepId> = new Set([step]);
      for (let count = 0; count < ahead; count += 1) steps = after(steps);
      return [
        step,
        goals.flatMap((goal) =>
          open.has(goal.id) && (stepOf(goal) === undefined || steps.has(stepOf(goal) ?? '')) ? [goal] : [],
        ),
      ];
    }),
  );
}

/**
 * Steps on whose pages something is drawn under a condition that is still open: each way of filling them in must be
 * looked at.
 */
function pagesWithConditions({ goals }: FlowGoals, open: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    goals.flatMap((goal) =>
      goal.kind === 'clause' &&
      open.has(goal.id) &&
      goal.clause.rule.step !== undefined &&
      ['item', 'action', 'stage'].includes(goal.clause.rule.decides)
        ? [goal.clause.rule.step]
        : [],
    ),
  );
}

const entering = ({ state: { answers, journey, world } }: Node): Event => ({
  type: 'entered',
  answers,
  journey,
  revision: 0,
  world,
});
