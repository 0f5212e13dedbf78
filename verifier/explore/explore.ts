/**
 * Walks every way through a flow that differs, by driving the real engine (`reduce`): it answers each page with the
 * representatives of the facts some rule reads, presses what can be pressed, and lets every call and event come out in
 * each of its declared ways. Two states at the same step that agree on everything any later rule reads are one.
 */
import { facts, reduce, set } from '../../runtime/core/index.ts';
import type { Call, CompiledFlow, Field, LayoutItem, Step, StepId } from '../../runtime/core/definition.ts';
import type { Effect, Event, Reduced } from '../../runtime/core/events.ts';
import type { Facts, Json, JsonObject } from '../../runtime/core/facts.ts';
import type { State, World } from '../../runtime/core/state.ts';
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
  /** Facts by which states always differ, whether or not a later rule reads them: those an obligation depends on. */
  readonly kept: readonly string[];
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
  | { readonly given: Given };

type CallEffect = Extract<Effect, { readonly type: 'call' }>;

export interface Move {
  /** What the person or the world did; empty when a call came back. */
  readonly acts: readonly Act[];
  readonly outcome?: { readonly operation: string; readonly outcome: string; readonly value?: Json };
}
export interface Node {
  readonly id: number;
  readonly step: StepId;
  readonly state: State;
  /** Calls under way, in order; while there are some, their outcomes are what happens next. */
  readonly pending: readonly CallEffect[];
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
  /** Nodes from which calls go round for ever without an act of a person or an event. */
  readonly circles: readonly Node[];
  /** False when the budget ended before everything was visited: nothing may be called proved. */
  readonly complete: boolean;
}

interface Reached {
  readonly state: State;
  readonly pending: readonly CallEffect[];
  readonly exit?: string;
  /** Disclosures that were on the page when it was left. */
  readonly shown: readonly string[];
}

/**
 * @param enter what entering the flow gives in a world where these facts are as given
 * @param budget how many states at most
 * @param progress called now and then with the number of states found and still open; returning false stops
 */
export function explore(flow: CompiledFlow, enter: (given: Given) => Reduced, domain: Domain, budget: number, progress?: (found: number, open: number) => boolean): Exploration {
  const graph = stepGraph(flow);
  const live = keyReads(liveReads(flow, graph), domain);
  const needs = worldNeeds(flow, graph, Object.keys(domain.world));
  const known = new Map<string, Node>();
  const nodes: Node[] = [];
  const legs: Leg[] = [];
  const deadEnds: Node[] = [];
  const queue: Node[] = [];
  let complete = true;

  const reach = (state: State, pending: readonly CallEffect[], shown: ReadonlySet<string>, parent?: Node, move?: Move): Node => {
    const key = keyOf(flow, state, pending, live.get(state.page.step) ?? [], shown);
    const before = known.get(key);
    if (before) return before;
    const node: Node = { id: nodes.length, step: state.page.step, state, pending, shown, depth: parent ? parent.depth + 1 : 0, ...(parent && { parent }), ...(move && { move }) };
    known.set(key, node);
    nodes.push(node);
    queue.push(node);
    return node;
  };

  for (const given of combinations(domain, needs.get('start') ?? [])) {
    const [state, effects] = enter(given);
    reach(state, callsIn(effects), new Set(), undefined, { acts: [{ given }] });
  }
  for (let next = queue.shift(); next; next = queue.shift()) {
    if (nodes.length > budget || (progress && !progress(nodes.length, queue.length))) {
      complete = false;
      break;
    }
    const node = next;
    const asked = node.pending.length > 0 ? undefined : askWorld(flow, domain, node, needs.get(node.step) ?? []);
    if (asked) {
      for (const { state, effects, given } of asked) {
        const move: Move = { acts: [{ given }] };
        legs.push({ from: node, move, to: reach(state, callsIn(effects), node.shown, node, move) });
      }
      continue;
    }
    let moved = flow.steps[node.step]?.outcome !== undefined;
    for (const { move, reached } of movesFrom(flow, domain, node)) {
      if (reached.exit !== undefined) {
        legs.push({ from: node, move, to: reached.exit });
        moved = true;
        continue;
      }
      const news = reached.shown.filter((idTag) => domain.watched.has(idTag) && !node.shown.has(idTag));
      const shown = news.length > 0 ? new Set([...node.shown, ...news]) : node.shown;
      const to = reach(reached.state, reached.pending, shown, node, move);
      legs.push({ from: node, move, to });
      if (to !== node) moved = true;
    }
    if (!moved) deadEnds.push(node);
  }
  return { nodes, legs, deadEnds, circles: circlesIn(legs), complete };
}

const callsIn = (effects: readonly Effect[]): readonly CallEffect[] => effects.filter((effect) => effect.type === 'call');

/** Nodes on a way round that needs no act of a person and no event: only calls coming back. */
function circlesIn(legs: readonly Leg[]): readonly Node[] {
  const onward = new Map<Node, Node[]>();
  for (const { from, to, move } of legs) if (typeof to !== 'string' && move.acts.length === 0) onward.set(from, [...(onward.get(from) ?? []), to]);
  const circles: Node[] = [];
  const state = new Map<Node, 'open' | 'done'>();
  const visit = (start: Node): void => {
    const stack: { node: Node; rest: Node[] }[] = [{ node: start, rest: [...(onward.get(start) ?? [])] }];
    state.set(start, 'open');
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top.rest.pop();
      if (next === undefined) {
        state.set(top.node, 'done');
        stack.pop();
      } else if (state.get(next) === 'open') circles.push(next);
      else if (state.get(next) === undefined) {
        state.set(next, 'open');
        stack.push({ node: next, rest: [...(onward.get(next) ?? [])] });
      }
    }
  };
  for (const node of onward.keys()) if (!state.has(node)) visit(node);
  return circles;
}

/** Roots of facts that events of a journey change; any other fact differs only where the explorer asks it of the world. */
const CHANGING = new Set(['answers', 'results', 'typed', 'route']);

/** The live facts of each step that can differ at all, cut into segments. */
function keyReads(live: ReadonlyMap<StepId, ReadonlySet<string>>, domain: Domain): ReadonlyMap<StepId, readonly (readonly string[])[]> {
  const differs = (path: string): boolean => CHANGING.has(path.split('.', 1)[0] ?? '') || Object.hasOwn(domain.world, path);
  return new Map([...live].map(([step, reads]) => [step, [...new Set([...reads, ...domain.kept])].filter(differs).map((path) => path.split('.'))]));
}

/** Everything a later rule may read, and nothing else, makes two states differ. */
function keyOf(flow: CompiledFlow, state: State, pending: readonly CallEffect[], reads: readonly (readonly string[])[], shown: ReadonlySet<string>): string {
  const seen = facts(flow, state);
  const parts = reads.map((path) => mark(read(seen, path)));
  const reached = Object.keys(state.journey).filter((step) => state.journey[step]?.by === 'event').sort();
  const under = pending.map((effect) => effect.call.operation);
  return [state.page.step, state.page.dialog ?? '', ...under, ...parts, ...[...shown].sort(), ...reached].join('\u0000');
}

const mark = (value: unknown): string => (typeof value === 'string' ? `"${value}` : (JSON.stringify(value) ?? ''));

function read(seen: Facts, path: readonly string[]): unknown {
  let value: unknown = seen;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/** Facts of the world by path. */
export type Given = Readonly<Record<string, Json>>;

/** Every way these facts of the world may be. */
function combinations(domain: Domain, paths: readonly string[]): readonly Given[] {
  return paths.reduce<readonly Given[]>((all, path) => all.flatMap((given) => (domain.world[path] ?? []).map((value) => ({ ...given, [path]: value }))), [{}]);
}

/** The world with some of its facts set. */
export function withFacts(world: World, given: Given): World {
  return Object.entries(given).reduce<JsonObject>((all, [path, value]) => set(all, path, value), world as unknown as JsonObject) as unknown as World;
}

/** The states in which every fact of the world that matters at this step is known, or undefined when all are. */
function askWorld(flow: CompiledFlow, domain: Domain, node: Node, needs: readonly string[]): readonly { state: State; effects: readonly Effect[]; given: Given }[] | undefined {
  const open = needs.filter((path) => read(facts(flow, node.state), path.split('.')) === undefined);
  if (open.length === 0) return undefined;
  return combinations(domain, open).map((given) => {
    const [state, effects] = reduce(flow, node.state, { type: 'world', change: withFacts(node.state.world, given) });
    return { state, effects, given };
  });
}

/** Everything that can happen next at a node, with where it leads. */
export function* movesFrom(flow: CompiledFlow, domain: Domain, node: Node): Generator<{ move: Move; reached: Reached }> {
  const { state } = node;
  const step = flow.steps[state.page.step];
  if (!step) return;
  const [call, ...rest] = node.pending;
  if (call) {
    const { operation } = call.call;
    for (const outcome of domain.outcomes(operation)) {
      for (const value of domain.results(call.call, outcome)) {
        const reached = after(flow, state, { type: 'called', id: call.id, outcome, ...(value !== undefined && { value }) }, rest);
        if (reached) yield { move: { acts: [], outcome: { operation, outcome, ...(value !== undefined && { value }) } }, reached };
      }
    }
    return;
  }
  const act = function* (from: State, acts: readonly Act[], event: Event): Generator<{ move: Move; reached: Reached }> {
    const reached = after(flow, from, event, []);
    if (reached) yield { move: { acts }, reached };
  };
  if (state.page.dialog !== undefined) {
    for (const action of flow.dialogs[state.page.dialog]?.actions ?? []) yield* act(state, [{ dialog: action.id }], { type: 'dialogPressed', action: action.id });
    return;
  }
  for (const page of pages(flow, domain, step, state)) {
    const acts: readonly Act[] = Object.keys(page.answer).length > 0 ? [{ at: step.id, answer: page.answer }] : [];
    for (const action of step.actions) {
      if (action.validates || page.serial === 0) yield* act(page.state, [...acts, { press: action.id }], { type: 'pressed', action: action.id });
    }
    if (page.serial > 0) continue;
    for (const { name, widget, events } of widgetsOf(step.layout)) {
      for (const event of events) {
        const payload = domain.payload(widget, event);
        const more = payload !== undefined ? { payload } : {};
        yield* act(page.state, [...acts, { widget: name, event, ...more }], { type: 'widget', widget: name, event, ...more });
      }
    }
  }
  for (const [index] of linksOf(step.layout).entries()) yield* act(state, [{ follow: index }], { type: 'followed', link: index });
  for (const listen of step.listen) {
    for (const event of Object.keys(listen.on)) yield* act(state, [{ event, channel: listen.channel }], { type: 'heard', channel: listen.channel, event });
    if (listen.onGiveUp) yield* act(state, [{ giveUp: listen.channel }], { type: 'gaveUp', channel: listen.channel });
  }
  for (const [index] of step.timers.entries()) yield* act(state, [{ elapsed: index }], { type: 'elapsed', timer: index });
}

/** How many ordinary values of a field are tried until the page's checks hold. */
const ALTERNATIVES = 6;

/** Whether some check of the page does not hold, whatever is still unanswered. */
const refused = (state: State): boolean => Object.values(state.page.fields).some((view) => view.visible && view.problem?.keyword === 'check');

/** The page filled in each way that differs; only ways that its fields and checks accept. */
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
    const mayBeRefused = checked.has(`answers.${field.bind}`);
    let tried = 0;
    for (const value of [...values, ...limits]) {
      const [answered] = reduce(flow, at, { type: 'answered', field: id, value });
      const problem = answered.page.fields[id]?.problem;
      if (problem && problem.keyword !== 'check') continue;
      tried += 1;
      let fits = false;
      if (!refused(answered)) {
        for (const page of fill(index + 1, answered, { ...answer, [id]: value })) {
          fits = true;
          yield page;
        }
      }
      if (!each && (fits || !mayBeRefused || tried >= ALTERNATIVES)) break;
    }
    if (tried === 0 || !view.required) yield* fill(index + 1, at, answer);
  };
  yield* fill(0, state, {});
}

/** What an event leads to; undefined when the engine takes no notice of it. */
function after(flow: CompiledFlow, state: State, event: Event, waiting: readonly CallEffect[]): Reached | undefined {
  const [next, effects] = reduce(flow, state, event);
  if (next === state && effects.length === 0) return undefined;
  const exit = effects.map(exitOf).find((name) => name !== undefined);
  // A page that was left takes the calls it still waited for with it.
  const pending = [...(next.page.serial === state.page.serial ? waiting : []), ...callsIn(effects)];
  return { state: next, pending, shown: shownOn(state, next), ...(exit !== undefined && { exit }) };
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
