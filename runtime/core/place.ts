/** Where the person stands: coming to a page, looking at it again, going back. */
import type { Call, CompiledFlow, Step, StepId } from './definition.ts';
import type { JsonObject } from './facts.ts';
import type { State } from './state.ts';
import { evaluate, holds } from './express.ts';
import { locksOf, settledBy } from './lock.ts';
import { filtered, own, same } from './paths.ts';
import { buildPage, pageFacts, type PageMemory } from './page.ts';
import { awaitAll } from './appears.ts';
import { headOf, headsOf, stepOf } from './pieces.ts';
import { makeCall, change, changePage, stepHere, type Turn } from './turn.ts';
import { goesOn, trace, type Trace } from './walk.ts';

/**
 * URL path of a step: the flow's base, then the step's path with its `{parameters}` filled in, the sensitive ones left
 * out (law 9).
 */
export function stepPath(flow: CompiledFlow, step: StepId, params: JsonObject = {}): string {
  const { path: whole, shown = whole } = headOf(flow, step) ?? stepOf(flow, step);
  const path = shown.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(own(params, name) ?? '')));
  return path === '' ? flow.base || '/' : `${flow.base}/${path}`;
}

/** Names of the parameters in a step's path. */
export function paramNames(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** What is carried under the name of a parameter of a step's path: that parameter. */
export function carriedParams(path: string, carry: JsonObject): JsonObject {
  return Object.fromEntries(
    paramNames(path).flatMap((name) => (own(carry, name) === undefined ? [] : [[name, carry[name] ?? null]])),
  );
}

/** The step a URL path means, with the values of its parameters; undefined when it is none of this flow. */
export function stepAt(
  flow: CompiledFlow,
  path: string,
): { readonly step: StepId; readonly params: JsonObject } | undefined {
  const given = path
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .split('/');
  const ways = headsOf(flow).flatMap((step) =>
    [step.path, step.shown, step.also].flatMap((way) => (way === undefined ? [] : [{ step, way }])),
  );
  for (const { step, way } of ways) {
    const wanted = `${flow.base}/${way}`.replace(/\/$/, '').split('/');
    if (wanted.length !== given.length) continue;
    const params: Record<string, string> = {};
    if (
      wanted.every((part, index) => {
        const name = /^\{(\w+)\}$/.exec(part)?.[1];
        if (name !== undefined) params[name] = decoded(given[index] as string);
        return name !== undefined || part === given[index];
      })
    )
      return { step: step.id, params };
  }
  return undefined;
}

function decoded(part: string): string {
  return /%(?![0-9A-Fa-f]{2})/.test(part) ? part : decodeURIComponent(part);
}

/** Memory of a page just come to. */
export function fresh(serial: number): PageMemory {
  return { asked: false, loading: [], serial, remarks: {}, cleared: [], pending: {}, loaded: [] };
}

/** What is remembered once the page is left: results kept for the screen are gone (their keep says so). */
function withoutScreen(state: State): State {
  const gone = Object.keys(state.keeps).filter((name) => state.keeps[name] === 'screen');
  if (gone.length === 0) return state;
  const stay = <T>(table: { readonly [key: string]: T }) => filtered(table, (name) => !gone.includes(name));
  return {
    ...state,
    keeps: stay(state.keeps),
    inputs: stay(state.inputs),
    world: { ...state.world, results: stay(state.world.results) },
  };
}

/**
 * The page the walk gives: `want` when it is a page on the way, else the form before it, else the first unfinished
 * step.
 */
function landing(flow: CompiledFlow, frontier: Trace, want: StepId | undefined): StepId {
  const index = want === undefined ? -1 : frontier.path.indexOf(want);
  if (index < 0) return frontier.at;
  const pages = frontier.path
    .slice(0, index + 1)
    .filter((id) => stepOf(flow, id).kind === 'form' || id === frontier.at);
  return pages.at(-1) ?? frontier.at;
}

/**
 * The state with the way beginning so that the wanted step is on it: where it began, else at the first step of the
 * line, else at that step itself when it is an entry. Without such a beginning, the state as it is.
 */
function beginningFor(flow: CompiledFlow, state: State, want: StepId | undefined): State {
  if (want === undefined || !headsOf(flow).some((step) => step.entry)) return state;
  const { start: _, ...fromLine } = state;
  const { entry } = stepOf(flow, want);
  const mayEnter = entry !== undefined && holds(entry, { ...state.world, answers: {}, typed: {} });
  const beginnings: readonly State[] = [state, fromLine, ...(mayEnter ? [{ ...fromLine, start: want }] : [])];
  return beginnings.find((one) => trace(flow, one).path.includes(want)) ?? state;
}

/**
 * The steps of the way from the first step of the line, whose addresses are open to whoever came in by an entry; none
 * for whoever is on that way.
 */
export function fromTheBeginning(flow: CompiledFlow, { start, ...fromLine }: State): readonly StepId[] {
  return start === undefined ? [] : trace(flow, fromLine).path;
}

/**
 * Where an address leads whoever has not left their page: to the last form before it that was not sent, as going back
 * does, to entries, and to the way from the beginning. What they typed stays, and is known as they come again. Nowhere
 * where the page was left, or a dialog is open on it.
 */
export function awayFrom(flow: CompiledFlow, state: State): readonly StepId[] {
  const { step, dialog } = state.page;
  if (state.journey[step] !== undefined || dialog !== undefined) return [];
  const left = trace(flow, state).path.slice(0, -1);
  const last = left.findLast((id) => stepOf(flow, id).kind === 'form' && !sentAt(flow, state, id));
  const entries = headsOf(flow).flatMap(({ id, entry }) => (entry ? [id] : []));
  const all = [...(last === undefined ? [] : [last]), ...entries, ...fromTheBeginning(flow, state)];
  return [...new Set(all)].filter((id) => id !== step);
}

export interface Coming {
  readonly want?: StepId;
  /** The step just left: the page after it on the way is wanted. */
  readonly after?: StepId;
  readonly replace: boolean;
  /** Show the page anew even when it is the one on screen. */
  readonly anew?: boolean;
  /** Of the address that was opened. */
  readonly query?: JsonObject;
  /** What a target hands on: the query of the page, and under the name of a parameter of its path that parameter. */
  readonly carry?: JsonObject;
  /** Carries out the way out of the flow that a `route` step decided. */
  readonly exit: (turn: Turn, found: Trace, replace: boolean) => void;
}

/** Brings the person to a page, with everything that page starts; or out of the flow when a route says so. */
export function come(turn: Turn, how: Coming): void {
  const { flow } = turn;
  const left = beginningFor(flow, withoutScreen(turn.state), how.want);
  const frontier = trace(flow, left);
  const want = how.after === undefined ? how.want : nextPage(flow, left, { frontier, left: how.after });
  const at = landing(flow, frontier, want);
  if (at === turn.state.page.step && !how.anew) {
    look(turn);
    return;
  }
  const old = stepHere(turn);
  const replace = how.replace || old.kind !== 'form';
  if (old.listen.length > 0) turn.effects.push({ type: 'unlisten' });
  if (old.timers.length > 0 || old.appears) turn.effects.push({ type: 'clearTimers' });
  const { visiting: _, ...rest } = left;
  const way = at === frontier.at ? frontier : trace(flow, left, at);
  const query = how.carry ?? how.query;
  const params = { ...left.world.route.params, ...carriedParams(stepOf(flow, at).path, how.carry ?? {}) };
  const route = query ? { ...left.world.route, params, query } : left.world.route;
  const world = same(route, left.world.route) ? left.world : { ...left.world, route };
  const remembered = { ...rest, typed: {}, world, ...(at !== frontier.at && { visiting: at }) };
  turn.state = {
    ...remembered,
    page: buildPage(flow, stepOf(flow, at), {
      remembered,
      before: way.before,
      memory: fresh(turn.state.page.serial + 1),
    }),
  };
  // What a step decides by itself is carried out at once; a record that led out is not: whoever comes back looks at the
  // page again.
  if (at === frontier.at && frontier.exit && goesOn(stepOf(flow, at), pageFacts(turn.state))) {
    how.exit(turn, frontier, replace);
    return;
  }
  const search =
    query && Object.keys(query).length > 0
      ? `?${Object.entries(query)
          .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
          .join('&')}`
      : '';
  turn.effects.push(
    {
      type: 'navigate',
      path: stepPath(flow, at, world.route.params) + search,
      replace,
    },
    { type: 'track', name: 'page', step: at },
    { type: 'focus', on: 'heading' },
  );
  begin(turn);
}

/** The page after the one just left. A page that was sent is passed: there is nothing to do on it. */
function nextPage(
  flow: CompiledFlow,
  state: State,
  { frontier, left }: { readonly frontier: Trace; readonly left: StepId },
): StepId | undefined {
  const index = frontier.path.indexOf(left);
  return index < 0
    ? undefined
    : frontier.path.slice(index + 1).find((id) => stepOf(flow, id).kind === 'form' && !sentAt(flow, state, id));
}

/** Whether a step of the way was sent, over what its conditions see when the way comes to it. */
export function sentAt(flow: CompiledFlow, state: State, id: StepId): boolean {
  const locks = locksOf(flow, state.world);
  if (locks.length === 0) return false;
  const facts = { ...state.world, answers: trace(flow, state, id).relevant, typed: {} };
  return settledBy(flow, stepOf(flow, id), { journey: state.journey, facts, locks }) !== undefined;
}

/** Starts what the page starts on its own: loads, channels, timers. */
function begin(turn: Turn): void {
  const step = stepHere(turn);
  startLoads(turn);
  for (const listen of step.listen) {
    const pollId =
      listen.poll === undefined
        ? undefined
        : Object.entries(turn.state.page.pending).find(([, index]) => index === listen.poll)?.[0];
    turn.effects.push({
      type: 'listen',
      channel: listen.channel,
      input: evaluate(listen.with, pageFacts(turn.state)),
      ...(pollId !== undefined && { pollId }),
      ...(listen.giveUpAfterSeconds !== undefined && { giveUpAfterSeconds: listen.giveUpAfterSeconds }),
    });
  }
  step.timers.forEach((timer, index) => turn.effects.push({ type: 'timer', index, afterMs: timer.afterMs }));
  awaitAll(turn);
}

/** Asks for every load that may be asked and has not been on this page. */
export function startLoads(turn: Turn): void {
  const step = stepHere(turn);
  step.load.forEach((_, index) => {
    const { pending, loaded } = turn.state.page;
    if (loaded.includes(index) || Object.values(pending).includes(index)) return;
    load(turn, index);
  });
}

/** Asks for one load when its condition holds and its answer is not there already. */
export function load(
  turn: Turn,
  index: number,
  again: { readonly debounceMs?: number; readonly replaces?: string } = {},
): void {
  const step = stepHere(turn);
  const call = step.load[index] as Call;
  const facts = pageFacts(turn.state);
  if (!holds(call.when, facts)) return;
  const input = evaluate(call.with, facts);
  const { results } = turn.state.world;
  if (
    call.as !== undefined &&
    step.kind === 'form' &&
    call.keeps === 'session' &&
    own(results, call.as) !== undefined &&
    same(own(turn.state.inputs, call.as), input)
  ) {
    changePage(turn, { loaded: [...new Set([...turn.state.page.loaded, index])] });
    return;
  }
  const id = makeCall(turn, call, { ...again, by: { by: 'load' }, input });
  const pending = Object.fromEntries([
    ...Object.entries(turn.state.page.pending).filter(([, other]) => other !== index),
    [id, index],
  ]);
  changePage(turn, { pending, loaded: turn.state.page.loaded.filter((one) => one !== index) });
  changePage(turn, { loading: loading(step, turn.state) });
  if (call.as !== undefined) change(turn, { inputs: { ...turn.state.inputs, [call.as]: input } });
}

/** Names of the results still on their way. */
export function loading(step: Step, state: State): readonly string[] {
  return [...new Set(Object.values(state.page.pending))]
    .filter((index) => !state.page.loaded.includes(index))
    .map((index) => step.load[index])
    .flatMap((call) => (call ? [call.as ?? call.operation] : []));
}

/**
 * Looks at the page again after facts changed: same page, views kept where nothing changed. False when the page is no
 * longer on the way.
 */
export function look(turn: Turn): boolean {
  const { flow, state } = turn;
  const step = stepHere(turn);
  const way = trace(flow, state, step.id);
  if (way.at !== step.id || goesOn(step, pageFacts(state))) return false;
  change(turn, {
    page: buildPage(flow, step, { remembered: state, before: way.before, memory: state.page, earlier: state.page }),
  });
  return true;
}
