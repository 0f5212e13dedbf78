/**
 * Walks every way through a flow that differs, by driving the real engine (`reduce`): it answers each page with the
 * values of the facts some rule reads, presses what can be pressed, and lets every call and event come out in each of
 * its declared ways. Two states that agree on everything that can still matter (key.ts) are one.
 */
import { isStored, set } from '../../../runtime/core/index.ts';
import type { CompiledFlow, StepId } from '../../../runtime/core/definition.ts';
import type { Effect, Reduced } from '../../../runtime/core/events.ts';
import type { JsonObject, Path } from '../../../runtime/core/facts.ts';
import type { State, World } from '../../../runtime/core/state.ts';
import { shapeOf } from '../../../runtime/core/shape.ts';
import { turn, metered } from '../successors/engine.ts';
import { circlesIn } from './circles.ts';
import { callsIn } from '../successors/fill.ts';
import type { Keys } from '../equivalence/key.ts';
import { returnsIn, type Return } from '../equivalence/again.ts';
import {
  goneOn,
  entriesFrom,
  isOfHeader,
  isVisit,
  keysOf,
  leadsOut,
  movesFrom,
  underWay,
  visitsFrom,
  widerKeys,
  type Moved,
} from '../successors/moves.ts';
import { laterAfter, NOTHING } from '../equivalence/later.ts';
import { told } from '../successors/told.ts';
import { leavesHalfFilled } from '../step-graph.ts';
import type {
  Again,
  Asked,
  CallEffect,
  Domain,
  Exploration,
  Given,
  Later,
  Leg,
  Move,
  Node,
  Reached,
  Sample,
  Start,
  Terrain,
} from '../exploration.ts';

export type {
  Act,
  Asked,
  Exploration,
  Given,
  Leg,
  Move,
  Node,
  Sample,
} from '../exploration.ts';
export { movesFrom } from '../successors/moves.ts';

/** States between two questions whether to go on; inside a page the engine's own steps are counted. */
const PAUSE = 50;
/** Steps of the engine that one exploration may make. */
const STEPS = 3_000_000;

/** Where an exploration sets out, and how far it goes. */
interface Expedition {
  /**
   * What entering the flow gives in a world where these facts are as given: at its first page, or by the address of an
   * entry.
   */
  readonly enter: (given: Given, entry?: StepId) => Reduced;
  /** How many states at most. */
  readonly budget: number;
  /**
   * What came again in another exploration of much the same flow: where it does here, too, the search need not begin
   * anew.
   */
  readonly again?: Again;
  /** Asked now and then with the number of states found and still open; false stops. */
  readonly goOn?: (found: number, open: number) => boolean;
}

/** Explores anew, with keys that know more, as long as passed steps come again of which the keys did not know. */
export function explore(terrain: Terrain, expedition: Expedition): Exploration {
  const { flow, domain } = terrain;
  const again = new Map(
    [...(expedition.again ?? [])].map(([at, steps]) => [at, new Set([...steps].filter((id) => id in flow.steps))]),
  );
  const note = (returns: readonly Return[]): void => {
    for (const { at, step } of returns) again.set(at, (again.get(at) ?? new Set()).add(step));
  };
  // Which steps come again hangs on no question, and without questions there are a quarter of the states: found there
  // first, so that the long search need not begin anew.
  if (domain.asked.length > 0 && again.size === 0) {
    const plain = { flow, domain: { ...domain, asked: [] } };
    note(exploreWith(keysOf(flow, plain.domain), plain, expedition).returns);
  }
  for (
    let keys = again.size > 0 ? widerKeys(flow, domain, again) : keysOf(flow, domain);
    ;
    keys = widerKeys(flow, domain, again)
  ) {
    const { returns, ...found } = exploreWith(keys, terrain, expedition);
    if (!found.complete || returns.length === 0) return { ...found, again };
    note(returns);
  }
}

/** A node, and what whoever it was made of keeps for good. */
interface Known {
  readonly node: Node;
  readonly keeps: readonly Asked[];
}

/** Explores with these keys; gives also the passed steps that came again though the keys did not know of it. */
function exploreWith(
  keys: Keys,
  terrain: Terrain,
  { enter, budget, goOn }: Expedition,
): Omit<Exploration, 'again'> & { readonly returns: readonly Return[] } {
  const { flow, domain } = terrain;
  const returns: Return[] = [];
  const known = new Map<string, readonly Known[]>();
  const nodes: Node[] = [];
  const legs: Leg[] = [];
  const deadEnds: Node[] = [];
  const samples = new Map<string, Sample>();
  const sampled = (sample: Sample): void => void samples.set(`${sample.step ?? ''} ${sample.says}`, sample);

  const reach = (
    { state, pending, remembered, later }: Pick<Node, 'state' | 'pending' | 'remembered' | 'later'>,
    by?: { readonly parent: Node; readonly move: Move } | { readonly parent?: never; readonly move: Move },
  ): Node => {
    const { parent, move } = by ?? {};
    const { key, keeps } = keys.keyOf(state, { remembered, later });
    const alike = known.get(key) ?? [];
    // Whoever was shown a document may be taken for one who need not be, and not the other way round: what was shown
    // at a state is what was shown on every way there.
    const before = alike.find((one) => one.keeps.every((asked) => !asked.memory || keeps.includes(asked)));
    if (before) return before.node;
    const node: Node = {
      id: nodes.length,
      step: state.page.step,
      state,
      pending,
      remembered,
      later,
      depth: parent ? parent.depth + 1 : 0,
      ...(parent && { parent }),
      ...(move && { move }),
    };
    known.set(key, [...alike, { node, keeps }]);
    nodes.push(node);
    return node;
  };

  const rememberedAfter = (from: Node, { move, reached: { state, shown }, later }: Moved): ReadonlySet<string> =>
    keys.remembered(from.remembered, { from, move, after: state, shown, ...(later && { later }) });
  const addresses = [undefined, ...Object.values(flow.steps).flatMap(({ id, entry }) => (entry ? [id] : []))];
  const starts = combinations(domain, keys.needs('start')).flatMap((given) =>
    addresses.map((entry): Start & { readonly move: Move; readonly after: State } => {
      const [state, effects] = enter(given, entry);
      const move: Move = { acts: [{ given }, ...(entry === undefined ? [] : [{ visits: entry }])] };
      const begun = { state, pending: callsIn(effects), remembered: new Set<string>(), later: NOTHING };
      return { given, ...(entry !== undefined && { entry }), move, node: reach(begun, { move }), after: state };
    }),
  );
  const entries = starts.map(
    ({ move, node, after }): Leg => ({
      from: node,
      move,
      to: node,
      remembered: new Set(),
      after,
    }),
  );
  let at = 0;
  const visit = (node: Node): void => {
    const asked = askWorld(terrain, node, keys.unasked(node.state));
    if (asked) {
      for (const { state, effects, given } of asked) {
        const move: Move = { acts: [{ given }] };
        const pending = underWay(state, callsIn(effects, node.pending));
        legs.push({
          from: node,
          move,
          to: reach({ state, pending, remembered: node.remembered, later: node.later }, { parent: node, move }),
          remembered: node.remembered,
          after: state,
        });
      }
      return;
    }
    let leads = flow.steps[node.step]?.outcome !== undefined;
    const left: Moved[] = [];
    const returning = isStored(flow.saves) && comesBackOther(flow, node.step);
    const moves = [
      ...[...movesFrom(terrain, node, sampled)].map((moved) => goneOn(terrain, node, moved)),
      ...visitsFrom(terrain, node),
      ...entriesFrom(terrain, node),
    ];
    const due = dueOf(keys, node, moves);
    if (due) {
      for (const { state, act } of told(flow, node.state, due)) {
        const move: Move = { acts: [act] };
        const later = new Map([...node.later].filter(([bind]) => bind !== due[0]));
        const to = reach({ state, pending: node.pending, remembered: node.remembered, later }, { parent: node, move });
        legs.push({ from: node, move, to, remembered: node.remembered, after: state });
      }
      return;
    }
    for (const moved of moves) {
      const { move, reached } = moved;
      const later = laterAfter(node.later, moved);
      const remembered = rememberedAfter(node, moved);
      if (reached.exit !== undefined) {
        legs.push({ from: node, move, to: reached.exit, remembered, after: reached.state });
        leads ||= !isOfHeader(flow, node, move);
        if (returning) left.push({ move, reached, ...(later.size > 0 && { later }) });
        continue;
      }
      for (const step of keys.surprises(node.state, reached.state)) returns.push({ at: node.step, step });
      const to = reach({ state: reached.state, pending: reached.pending, remembered, later }, { parent: node, move });
      legs.push({ from: node, move, to, remembered, after: reached.state });
      if (to !== node && !isVisit(move) && !isOfHeader(flow, node, move)) leads = true;
    }
    if (!leads) deadEnds.push(node);
    for (const moved of left) {
      const { move, reached, later = NOTHING } = moved;
      const back = cameBack(flow, reached);
      if (!back) continue;
      const remembered = rememberedAfter(node, moved);
      const way: Move = { ...move, acts: [...move.acts, { returnsFrom: reached.exit ?? '' }] };
      legs.push({
        from: node,
        move: way,
        to: reach({ ...back, remembered, later }, { parent: node, move: way }),
        remembered,
        after: back.state,
      });
    }
  };
  metered({ budget: STEPS, goOn: () => goOn?.(nodes.length, nodes.length - at) ?? true }, () => {
    for (; at < nodes.length && nodes.length <= budget; at += 1) {
      if (at % PAUSE === 0 && goOn && !goOn(nodes.length, nodes.length - at)) return;
      visit(nodes[at] as Node);
    }
  });
  const complete = at === nodes.length;
  if (complete) returns.push(...returnsIn(flow, keys, legs));
  return {
    starts,
    entries,
    nodes,
    legs,
    deadEnds,
    circles: circlesIn(legs),
    complete,
    samples: [...samples.values()],
    returns,
  };
}

/** An answer left open that something about these moves looks at: it is told apart first. */
function dueOf(keys: Keys, node: Node, moves: readonly Moved[]): readonly [Path, Later] | undefined {
  const { later, state, step } = node;
  if (later.size === 0) return undefined;
  let bind = keys.dueAt(step, later);
  for (const { reached } of moves) bind ??= keys.dueFor(state, reached.state, later);
  const open = bind === undefined ? undefined : later.get(bind);
  return bind === undefined || !open ? undefined : [bind, open];
}

/**
 * Whether who leaves the flow from this page and comes back may find more than who loads the page again: a record that
 * leads out leaves its page open, answers stay.
 */
function comesBackOther(flow: CompiledFlow, id: StepId): boolean {
  const step = flow.steps[id];
  return (
    step !== undefined &&
    (shapeOf(flow, step).assigned.length > 0 || (step.fieldOrder.length > 0 && leavesHalfFilled(flow, step)))
  );
}

/**
 * What somebody finds who left the flow and enters it again: what was saved, and results the application keeps.
 * Undefined when that leads out again at once.
 */
function cameBack(
  flow: CompiledFlow,
  { state }: Reached,
): { readonly state: State; readonly pending: readonly CallEffect[] } | undefined {
  const { world, keeps, answers, journey } = state;
  const results = Object.fromEntries(Object.entries(world.results).filter(([name]) => keeps[name] === 'application'));
  const [back, effects] = turn(flow, state, {
    type: 'entered',
    answers,
    journey,
    revision: 0,
    world: { ...world, results, route: { params: {}, query: {} } },
  });
  return leadsOut(effects) ? undefined : { state: back, pending: underWay(back, callsIn(effects)) };
}

/** Every way these facts of the world may be. */
function combinations(domain: Domain, paths: readonly Path[]): readonly Given[] {
  return paths.reduce<readonly Given[]>(
    (all, path) => all.flatMap((given) => (domain.world[path] ?? []).map((value) => ({ ...given, [path]: value }))),
    [{}],
  );
}

/** The world with some of its facts set. */
export function withFacts(world: World, given: Given): World {
  return Object.entries(given).reduce<JsonObject>(
    (all, [path, value]) => set(all, path, value),
    world as unknown as JsonObject,
  ) as unknown as World;
}

const missingIn = (given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([path, value]) => value === null && path.startsWith('results.')));

/** The states in which every fact of the world that matters at this step is known, or undefined when all are. */
function askWorld(
  { flow, domain }: Terrain,
  node: Node,
  open: readonly Path[],
): readonly { state: State; effects: readonly Effect[]; given: Given }[] | undefined {
  if (open.length === 0) return undefined;
  return combinations(domain, open).map((given) => {
    const [state, effects] = turn(flow, node.state, { type: 'world', change: withFacts(node.state.world, given) });
    // The engine leaves a result out that is told as missing: that it was asked for stands as at the start.
    return { state: { ...state, world: withFacts(state.world, missingIn(given)) }, effects, given };
  });
}
