/**
 * Walks every way through a flow that differs, by driving the real engine (`reduce`): it answers each page with the
 * representatives of the facts some rule reads, presses what can be pressed, and lets every call and event come out in
 * each of its declared ways. Two states at the same step that agree on everything any later rule reads are one.
 */
import { facts, reduce, set } from '../../runtime/core/index.ts';
import type { Call, CompiledFlow, Field, LayoutItem, Step, StepId } from '../../runtime/core/definition.ts';
import type { Effect, Event, Reduced } from '../../runtime/core/events.ts';
import type { Facts, Json, JsonObject } from '../../runtime/core/facts.ts';
import type { State } from '../../runtime/core/state.ts';
import { liveReads, stepGraph, worldNeeds } from './step-graph.ts';

/** What the explorer is told about the world it cannot read from the compiled flow. */
export interface Domain {
  /** Values for a field: each is tried where some rule reads the answer, else the first that the field accepts. */
  readonly answers: (step: StepId, field: Field) => { readonly values: readonly Json[]; readonly each: boolean };
  /** Values worth trying for a call's result with this outcome; undefined when it brings nothing. */
  readonly results: (call: Call, outcome: string) => readonly (Json | undefined)[];
  /** Declared outcomes of an operation. */
  readonly outcomes: (operation: string) => readonly string[];
  /** Payload of an event of a widget, or undefined. */
  readonly payload: (widget: string, event: string) => Json | undefined;
  /** Facts outside the answers that some rule reads, with the values that differ. */
  readonly world: Readonly<Record<string, readonly Json[]>>;
  /** Disclosures somebody cares whether they were shown. */
  readonly watched: ReadonlySet<string>;
}

/** One thing a person or the world does, in the words of a fixture. */
export type Act =
  | { readonly at: StepId; readonly answer: Readonly<Record<string, Json>> }
  | { readonly press: string }
  | { readonly dialog: string }
  | { readonly follow: number }
  | { readonly widget: string; readonly event: string; readonly payload?: Json }
  | { readonly event: string; readonly channel: string }
  | { readonly giveUp: string }
  | { readonly elapsed: number }
  /** A fact about the person or the world that first matters here. */
  | { readonly given: Readonly<Record<string, Json>> };

export interface Move {
  readonly acts: readonly Act[];
  /** Outcomes that the calls on the way gave, in order. */
  readonly outcomes: readonly { readonly operation: string; readonly outcome: string }[];
}
export interface Node {
  readonly id: number;
  readonly step: StepId;
  readonly state: State;
  readonly parent?: Node;
  readonly move?: Move;
  /** Watched disclosures shown on the way here. */
  readonly shown: ReadonlySet<string>;
  readonly depth: number;
}
export interface Leg {
  readonly from: Node;
  readonly move: Move;
  /** The node it leads to, or where out of the flow. */
  readonly to: Node | string;
}
export interface Exploration {
  readonly nodes: readonly Node[];
  readonly legs: readonly Leg[];
  /** Nodes where nothing a person or the world can do leads anywhere, and that are no outcome. */
  readonly deadEnds: readonly Node[];
  /** False when the budget ended before everything was visited: nothing may be called proved. */
  readonly complete: boolean;
}

/** The shortest way to a node: its moves from the start. */
export function wayTo(node: Node): readonly Move[] {
  const moves: Move[] = [];
  for (let at: Node | undefined = node; at?.move; at = at.parent) moves.unshift(at.move);
  return moves;
}

interface Settled {
  readonly state: State;
  readonly outcomes: Move['outcomes'];
  readonly exit?: string;
  /** Disclosures that were on the page when it was left. */
  readonly shown: readonly string[];
}

/**
 * @param starts what entering the flow gave, once for each kind of person and world
 * @param budget how many states at most
 * @param progress called now and then with the number of states found and still open; returning false stops
 */
export function explore(flow: CompiledFlow, starts: readonly Reduced[], domain: Domain, budget: number, progress?: (found: number, open: number) => boolean): Exploration {
  const graph = stepGraph(flow);
  const live = liveReads(flow, graph);
  const needs = worldNeeds(flow, graph, Object.keys(domain.world));
  const known = new Map<string, Node>();
  const nodes: Node[] = [];
  const legs: Leg[] = [];
  const deadEnds: Node[] = [];
  const queue: Node[] = [];
  let complete = true;

  const reach = (state: State, shown: ReadonlySet<string>, parent?: Node, move?: Move): Node => {
    const key = keyOf(flow, state, live.get(state.page.step) ?? new Set(), shown);
    const before = known.get(key);
    if (before) return before;
    const node: Node = { id: nodes.length, step: state.page.step, state, shown, depth: parent ? parent.depth + 1 : 0, ...(parent && { parent }), ...(move && { move }) };
    known.set(key, node);
    nodes.push(node);
    queue.push(node);
    return node;
  };

  for (const [state, effects] of starts) for (const settled of settle(flow, domain, state, effects)) if (settled.exit === undefined) reach(settled.state, new Set());
  for (let next = queue.shift(); next; next = queue.shift()) {
    if (nodes.length > budget || (progress && next.id % 256 === 0 && !progress(nodes.length, queue.length))) {
      complete = false;
      break;
    }
    const node = next;
    const asked = askWorld(flow, domain, node, needs.get(node.step) ?? []);
    if (asked) {
      for (const { state, given } of asked) legs.push({ from: node, move: { acts: [{ given }], outcomes: [] }, to: reach(state, node.shown, node, { acts: [{ given }], outcomes: [] }) });
      continue;
    }
    let moved = flow.steps[node.step]?.outcome !== undefined;
    for (const { acts, settled } of movesFrom(flow, domain, node.state)) {
      const move: Move = { acts, outcomes: settled.outcomes };
      if (settled.exit !== undefined) {
        legs.push({ from: node, move, to: settled.exit });
        moved = true;
        continue;
      }
      const shown = settled.shown.some((idTag) => domain.watched.has(idTag) && !node.shown.has(idTag)) ? new Set([...node.shown, ...settled.shown.filter((idTag) => domain.watched.has(idTag))]) : node.shown;
      const to = reach(settled.state, shown, node, move);
      legs.push({ from: node, move, to });
      if (to.step !== node.step) moved = true;
    }
    if (!moved) deadEnds.push(node);
  }
  return { nodes, legs, deadEnds, complete };
}

/** Everything a later rule may read, and nothing else, makes two states differ. */
function keyOf(flow: CompiledFlow, state: State, reads: ReadonlySet<string>, shown: ReadonlySet<string>): string {
  const seen = facts(flow, state);
  const parts = [...reads].filter((path) => path !== 'now').map((path) => JSON.stringify(read(seen, path)) ?? '');
  const reached = Object.keys(state.journey).filter((step) => state.journey[step]?.by === 'event').sort();
  return [state.page.step, state.page.dialog ?? '', ...parts, ...[...shown].sort(), ...reached].join('\u0000');
}

function read(seen: Facts, path: string): unknown {
  let value: unknown = seen;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/** The states in which every fact of the world that matters at this step is known, or undefined when all are. */
function askWorld(flow: CompiledFlow, domain: Domain, node: Node, needs: readonly string[]): readonly { state: State; given: Record<string, Json> }[] | undefined {
  const open = needs.filter((path) => read(facts(flow, node.state), path) === undefined);
  if (open.length === 0) return undefined;
  let combinations: readonly Record<string, Json>[] = [{}];
  for (const path of open) combinations = combinations.flatMap((given) => (domain.world[path] ?? []).map((value) => ({ ...given, [path]: value })));
  return combinations.map((given) => {
    let world: JsonObject = node.state.world as unknown as JsonObject;
    for (const [path, value] of Object.entries(given)) world = set(world, path, value);
    return { state: reduce(flow, node.state, { type: 'world', change: world as unknown as State['world'] })[0], given };
  });
}

function* movesFrom(flow: CompiledFlow, domain: Domain, state: State): Generator<{ acts: readonly Act[]; settled: Settled }> {
  const step = flow.steps[state.page.step];
  if (!step) return;
  if (state.page.dialog !== undefined) {
    for (const action of flow.dialogs[state.page.dialog]?.actions ?? []) for (const settled of after(flow, domain, state, { type: 'dialogPressed', action: action.id })) yield { acts: [{ dialog: action.id }], settled };
    return;
  }
  for (const page of pages(flow, domain, step, state)) {
    const acts: readonly Act[] = Object.keys(page.answer).length > 0 ? [{ at: step.id, answer: page.answer }] : [];
    for (const action of step.actions) {
      if (!action.validates && page.serial > 0) continue;
      for (const settled of after(flow, domain, page.state, { type: 'pressed', action: action.id })) yield { acts: [...acts, { press: action.id }], settled };
    }
    if (page.serial > 0) continue;
    for (const { name, widget, events } of widgetsOf(step.layout)) {
      for (const event of events) {
        const payload = domain.payload(widget, event);
        for (const settled of after(flow, domain, page.state, { type: 'widget', widget: name, event, ...(payload !== undefined && { payload }) })) yield { acts: [...acts, { widget: name, event, ...(payload !== undefined && { payload }) }], settled };
      }
    }
  }
  for (const [index] of linksOf(step.layout).entries()) for (const settled of after(flow, domain, state, { type: 'followed', link: index })) yield { acts: [{ follow: index }], settled };
  for (const listen of step.listen) {
    for (const event of Object.keys(listen.on)) for (const settled of after(flow, domain, state, { type: 'heard', channel: listen.channel, event })) yield { acts: [{ event, channel: listen.channel }], settled };
    if (listen.onGiveUp) for (const settled of after(flow, domain, state, { type: 'gaveUp', channel: listen.channel })) yield { acts: [{ giveUp: listen.channel }], settled };
  }
  for (const [index] of step.timers.entries()) for (const settled of after(flow, domain, state, { type: 'elapsed', timer: index })) yield { acts: [{ elapsed: index }], settled };
}

/** The page filled in each way that differs; only valid ways. */
function* pages(flow: CompiledFlow, domain: Domain, step: Step, state: State): Generator<{ state: State; answer: Record<string, Json>; serial: number }> {
  let serial = 0;
  const checked = new Set(step.checks.flatMap((check) => check.assert.reads));
  const fill = function* (index: number, at: State, answer: Record<string, Json>): Generator<{ state: State; answer: Record<string, Json>; serial: number }> {
    const id = step.fieldOrder[index];
    if (id === undefined) {
      yield { state: at, answer, serial };
      serial += 1;
      return;
    }
    const field = step.fields[id];
    const view = at.page.fields[id];
    if (!field || !view?.visible) return yield* fill(index + 1, at, answer);
    const { values, each } = domain.answers(step.id, field);
    const seen = facts(flow, at);
    const limits = field.dynamic.flatMap(({ keyword, limit }) => (keyword === 'pattern' ? [] : [limit.of(seen)])).filter((value): value is Json => value !== undefined);
    let tried = false;
    for (const value of [...values, ...limits]) {
      const [answered] = reduce(flow, at, { type: 'answered', field: id, value });
      if (answered.page.fields[id]?.problem) continue;
      tried = true;
      yield* fill(index + 1, answered, { ...answer, [id]: value });
      if (!each && !checked.has(`answers.${field.bind}`)) break;
    }
    if (!tried || !view.required) yield* fill(index + 1, at, answer);
  };
  yield* fill(0, state, {});
}

function after(flow: CompiledFlow, domain: Domain, state: State, event: Event): readonly Settled[] {
  const [next, effects] = reduce(flow, state, event);
  return next === state && effects.length === 0 ? [] : settle(flow, domain, next, effects, [], shownOn(state, next));
}

/** Lets every call that is under way come out in each of its declared ways, until nothing is under way. */
function settle(flow: CompiledFlow, domain: Domain, state: State, effects: readonly Effect[], outcomes: Move['outcomes'] = [], shown: readonly string[] = []): readonly Settled[] {
  const exit = effects.map(exitOf).find((name) => name !== undefined);
  if (exit !== undefined) return [{ state, outcomes, exit, shown }];
  const calls = effects.filter((effect) => effect.type === 'call');
  const [call] = calls;
  if (!call) return [{ state, outcomes, shown }];
  const rest = calls.slice(1);
  return domain.outcomes(call.call.operation).flatMap((outcome) =>
    domain.results(call.call, outcome).flatMap((value) => {
      const [next, more] = reduce(flow, state, { type: 'called', id: call.id, outcome, ...(value !== undefined && { value }) });
      return settle(flow, domain, next, [...rest, ...more], [...outcomes, { operation: call.call.operation, outcome }], [...shown, ...shownOn(state, next)]);
    }),
  );
}

function exitOf(effect: Effect): string | undefined {
  if (effect.type === 'enter') return `${effect.flow}/${effect.step}`;
  if (effect.type === 'leave') return effect.address;
  return effect.type === 'signOut' ? 'sign-out' : undefined;
}

/** Disclosures recorded by steps that were left between two states. */
function shownOn(before: State, next: State): readonly string[] {
  return Object.entries(next.journey).flatMap(([step, transition]) => (before.journey[step] === transition ? [] : Object.keys(transition.shown ?? {})));
}

function widgetsOf(items: readonly LayoutItem[]): readonly { name: string; widget: string; events: readonly string[] }[] {
  return items.flatMap((item) => {
    if (item.kind === 'group') return widgetsOf(item.items);
    return item.kind === 'widget' ? [{ name: item.id, widget: item.widget, events: Object.keys(item.events) }] : [];
  });
}
function linksOf(items: readonly LayoutItem[]): readonly LayoutItem[] {
  return items.flatMap((item) => (item.kind === 'group' ? linksOf(item.items) : item.kind === 'link' ? [item] : []));
}
