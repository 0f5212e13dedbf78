/**
 * Everything that can happen next at a state, found by asking the engine: what the person can press, and how calls and
 * events can come out.
 */
import type { CompiledFlow, StepId } from '../../../runtime/core/definition.ts';
import type { Effect, Event } from '../../../runtime/core/events.ts';
import type { Json } from '../../../runtime/core/facts.ts';
import type { State, World } from '../../../runtime/core/state.ts';
import { timersAwaited } from '../../../runtime/core/appears.ts';
import { disclosuresOn } from '../../../runtime/core/disclosures.ts';
import { locksOf, settledBy } from '../../../runtime/core/lock.ts';
import { facts, itemsOf } from '../../../runtime/core/index.ts';
import { awayFrom, fromTheBeginning, sentAt } from '../../../runtime/core/place.ts';
import { placementsAt, widgetId } from '../../../runtime/core/shape.ts';
import { validates } from '../../../runtime/core/ways.ts';
import { turn, unmoved } from './engine.ts';
import type { Again, Act, CallEffect, Domain, Move, Node, Reached, Sample, Terrain } from '../exploration.ts';
import { callsIn, fillings, toldApart, type Filled, type Page } from './fill.ts';
import { Keys, leftSteps, pathOf } from '../equivalence/key.ts';
import type { Laters } from '../equivalence/later.ts';
import { leavesHalfFilled } from '../step-graph.ts';

export interface Moved {
  readonly move: Move;
  readonly reached: Reached;
  /** Answers given by the move that are told apart where they first matter. */
  readonly later?: Laters;
}

/** Rows of a repeat whose events are tried. */
const ROWS = 3;
/** Loads that may answer in any order; more are taken to answer in the order they were asked. */
const ANY_ORDER = 5;

const kept = new WeakMap<Domain, Keys>();
/** The keys of a flow in this domain, made once. */
export function keysOf(flow: CompiledFlow, domain: Domain): Keys {
  let keys = kept.get(domain);
  if (!keys) kept.set(domain, (keys = new Keys(flow, domain, new Map())));
  return keys;
}
/** Keys that know of more steps that may come again after they were passed. */
export function widerKeys(flow: CompiledFlow, domain: Domain, again: Again): Keys {
  const keys = new Keys(flow, domain, again);
  kept.set(domain, keys);
  return keys;
}

/** Everything that can happen next at a node, with where it leads. */
export function* movesFrom(
  terrain: Terrain,
  node: Pick<Node, 'state' | 'pending'>,
  sampled: (sample: Sample) => void = () => undefined,
): Generator<Moved> {
  const { flow, domain } = terrain;
  const { state, pending } = node;
  const step = flow.steps[state.page.step];
  if (!step) return;
  yield* answersOf(terrain, node, sampled);
  const here: Waiting = { state, calls: [] };
  const act: Do = function* (from, acts, event) {
    const reached = after(flow, { state: from.state, calls: [...pending, ...from.calls] }, event);
    if (reached) yield { move: { acts }, reached };
  };
  if (!state.page.busy) {
    if (state.page.dialog !== undefined) {
      for (const action of flow.dialogs[state.page.dialog]?.actions ?? [])
        yield* act(here, [{ dialog: action.id }], { type: 'dialogPressed', action: action.id });
      const { dialog } = state.page;
      yield* placed({ flow, domain, step }, here, { act, dialog });
      yield* goesOn({ flow, step }, here, { act, acts: [] });
    } else yield* deeds({ flow, domain, keys: keysOf(flow, domain), step }, state, { act, sampled });
  }
  for (const listen of step.listen) {
    for (const event of Object.keys(listen.on)) {
      const heard: Event = { type: 'heard', channel: listen.channel, event };
      const far = domain.tells?.(step.load[listen.poll ?? -1]?.operation ?? '', event);
      const reached = afterTold(flow, { state, calls: pending }, { event: heard, far });
      if (reached) yield { move: { acts: [{ event, channel: listen.channel }] }, reached };
    }
    if (listen.onGiveUp) yield* act(here, [{ giveUp: listen.channel }], { type: 'gaveUp', channel: listen.channel });
  }
  for (const [index] of step.timers.entries())
    yield* act(here, [{ elapsed: index }], { type: 'elapsed', timer: index });
  for (const index of timersAwaited(step, state.page))
    yield* act(here, [{ elapsed: index }], { type: 'elapsed', timer: index });
}

/** How the calls under way can come out. */
function* answersOf(
  { flow, domain }: Terrain,
  { state, pending }: Pick<Node, 'state' | 'pending'>,
  sampled: (sample: Sample) => void,
): Generator<Moved> {
  const due = pending.length > ANY_ORDER ? pending.slice(0, 1) : pending;
  if (due.length < pending.length)
    sampled({
      step: state.page.step,
      of: 'order',
      says: `the ${pending.length} calls of ${state.page.step} are taken to answer in the order they are made`,
    });
  for (const { id, call } of due) {
    const { operation } = call;
    const unread = call.as === undefined || !keysOf(flow, domain).isRead(`results.${call.as}`);
    const led = new Map<string, Reached>();
    for (const outcome of new Set([...domain.outcomes(operation), ...Object.keys(call.on)])) {
      for (const value of domain.results(call, outcome)) {
        const event: Event = { type: 'called', id, outcome, ...(value !== undefined && { value }) };
        const told = { operation, outcome, ...(value !== undefined && { value }) };
        const target = call.on[outcome];
        const far = domain.tells?.(operation, outcome);
        // Outcomes that nothing remembers apart and that have one target come out alike.
        const name = unread && target ? JSON.stringify([target, far]) : undefined;
        const reached =
          (name === undefined ? undefined : led.get(name)) ??
          afterTold(flow, { state, calls: pending }, { event, far });
        if (reached && name !== undefined) led.set(name, reached);
        if (reached) yield { move: { acts: [], outcome: told }, reached };
        const changes = domain.changesPerson(operation);
        const isIn = state.world.session['isAuthenticated'] === true;
        if (outcome !== 'ok' || !(changes || (domain.signsIn(operation) && !isIn))) continue;
        // Of somebody else than before nothing is known that was known before.
        const known = changes ? {} : state.world.session;
        const [inside, effects] = turn(flow, state, {
          type: 'world',
          change: { session: { ...known, isAuthenticated: true, access: 'customer' }, customer: {} },
        });
        const signed = afterTold(flow, { state: inside, calls: callsIn(effects, pending) }, { event, far });
        if (signed) yield { move: { acts: [], outcome: { ...told, signsIn: true } }, reached: signed };
      }
    }
  }
}

/** A state with calls whose answers are waited for. */
type Waiting = Pick<Filled, 'state' | 'calls'>;
type Do = (from: Waiting, acts: readonly Act[], event: Event) => Generator<Moved>;

/** What the person can do on the page. */
function* deeds(
  page: Page,
  state: State,
  { act, sampled }: { readonly act: Do; readonly sampled: (sample: Sample) => void },
): Generator<Moved> {
  const { flow, domain, keys, step } = page;
  const answering = ({ first, answer }: Filled): readonly Act[] =>
    [first, answer].flatMap((one) => (one && Object.keys(one).length > 0 ? [{ at: step.id, answer: one }] : []));
  const untouched: readonly Filled[] = [{ state, answer: {}, calls: [] }];
  const none = { filled: untouched, led: [] };
  const full = step.actions.some((action) => action.validates)
    ? fillings(page, state, { strict: true, sampled })
    : none;
  const record = state.journey[step.id];
  const isLoose = record !== undefined && keys.isPassed(state) && !validates(step, record);
  const away = keys.asksOfTyped(step.id) ? awayFrom(flow, state) : [];
  const half =
    step.fieldOrder.length > 0 && (isLoose || away.length > 0 || leavesHalfFilled(flow, step))
      ? fillings(page, state, { strict: false, sampled })
      : none;
  for (const field of keys.readBefore(step.id)) {
    const ways = new Set<string>();
    for (const from of [...untouched, ...full.filled, ...half.filled]) {
      for (const value of domain.answers(step.id, field).values) {
        const [answered, effects] = turn(flow, from.state, { type: 'answered', field: field.id, value });
        const calls = callsIn(effects, from.calls);
        // Where the answer itself leads nowhere yet, anything that makes the page be looked at again may.
        const led =
          answered.page.step !== step.id
            ? reachedBy({ state: from.state, calls }, answered, effects)
            : after(flow, { state: answered, calls }, { type: 'world', change: {} });
        if (!led || led.state.page.step === step.id) continue;
        const key = keys.of(led.state, new Set());
        if (ways.has(key)) continue;
        ways.add(key);
        yield { move: { acts: [...answering(from), { at: step.id, answer: { [field.id]: value } }] }, reached: led };
      }
    }
  }
  for (const one of [...full.led, ...half.led])
    yield {
      move: { acts: answering(one) },
      reached: reachedBy({ state: one.from, calls: one.calls }, one.state, one.effects),
    };
  // What decides where a press leads is told apart; answers that then come to the same are one.
  const whole = function* (from: Filled, does: (filled: Filled) => Iterable<Moved>): Generator<Moved> {
    const told = new Set<string>();
    const open: Filled[] = [from];
    for (const filled of open) {
      for (const moved of does(filled)) {
        const { later } = filled;
        const due = later && keys.dueFor(state, moved.reached.state, later);
        if (due === undefined) {
          yield { ...moved, ...(later && { later }) };
          continue;
        }
        for (const one of toldApart(flow, filled, due)) {
          const key = keys.filled(one.state, step.fieldOrder.length, one.later);
          if (!told.has(key)) open.push(one);
          told.add(key);
        }
      }
    }
  };
  const press = (from: Filled, action: string): Iterable<Moved> =>
    whole(from, (filled) => act(filled, [...answering(filled), { press: action }], { type: 'pressed', action }));
  // Whoever was led back to a page goes on by the address of where they had come: the page stays left as it was.
  // So does whoever stands at one that was left and holds again since a call came out, or by what is answered now.
  if (record !== undefined || keys.isPassed(state)) {
    for (const from of (isLoose ? half : full).filled)
      yield* whole(from, (filled) => goesOn(page, filled, { act, acts: answering(filled) }));
  }
  for (const filled of full.filled) {
    for (const action of step.actions) if (action.validates) yield* press(filled, action.id);
    if (filled.calls.length > 0)
      yield {
        move: { acts: answering(filled) },
        reached: { state: filled.state, pending: underWay(filled.state, [...filled.calls]), shown: [] },
      };
  }
  for (const filled of half.filled) {
    const acts = answering(filled);
    for (const action of step.actions)
      if (!action.validates)
        yield* act(filled, [...acts, { press: action.id }], { type: 'pressed', action: action.id });
    yield* placed(page, filled, { act, acts });
    // What is typed on a page stays where somebody goes elsewhere before they leave it: it is known as they come again.
    for (const to of filled === untouched[0] ? [] : away)
      for (const moved of act(filled, [...acts, { visits: to }], { type: 'visited', step: to }))
        if (moved.reached.state.page.step !== step.id) yield moved;
  }
}

/** Opening the address of where the way ends, from a page that is passed. */
function* goesOn(
  { flow, step }: Pick<Page, 'flow' | 'step'>,
  filled: Waiting,
  { act, acts }: { readonly act: Do; readonly acts: readonly Act[] },
): Generator<Moved> {
  const to = pathOf(flow, filled.state).at(-1) as StepId;
  if (to === step.id) return;
  const shown = Object.keys(disclosuresOn(flow, step, { facts: facts(flow, filled.state) }));
  for (const { move, reached } of act(filled, [...acts, { visits: to }], { type: 'visited', step: to }))
    yield { move, reached: { ...reached, shown } };
}

/** What widgets tell and links lead to, on the page or in the dialog that is open on it. */
function* placed(
  { flow, domain, step }: Pick<Page, 'flow' | 'domain' | 'step'>,
  filled: Waiting,
  { act, acts = [], dialog }: { readonly act: Do; readonly acts?: readonly Act[]; readonly dialog?: string },
): Generator<Moved> {
  const rows = facts(flow, filled.state);
  const { widgets, links } = placementsAt(flow, step, dialog) ?? { widgets: [], links: [] };
  const at = dialog === undefined ? {} : { dialog };
  const inside = dialog === undefined ? {} : { inside: dialog };
  for (const { item } of widgets) {
    const items =
      item.kind === 'repeat'
        ? itemsOf(item, rows)
            .slice(0, ROWS)
            .map((row) => row.item)
        : [undefined];
    for (const event of Object.keys(item.events)) {
      const payload = item.widget === undefined ? undefined : domain.payload(item.widget, event);
      for (const [index, row] of items.entries()) {
        const more = payload !== undefined ? { payload } : {};
        yield* act(
          filled,
          [...acts, { widget: widgetId(item), event, ...inside, ...more, ...(row !== undefined && { item: index }) }],
          { type: 'widget', widget: widgetId(item), event, ...at, ...more, ...(row !== undefined && { item: row }) },
        );
      }
    }
  }
  for (const [index, { repeat }] of links.entries())
    for (const row of repeat ? itemsOf(repeat, rows).slice(0, ROWS) : [undefined]) {
      const about = row && { item: row.item };
      yield* act(filled, [...acts, { follow: index, ...inside, ...about }], {
        type: 'followed',
        link: index,
        ...at,
        ...about,
      });
    }
}

/** Whether the last act of a move is a press of a button that stands in the header: no way of the page's own. */
export const isOfHeader = (flow: CompiledFlow, { step }: Node, { acts }: Move): boolean => {
  const last = acts.at(-1);
  return (
    last !== undefined &&
    'press' in last &&
    flow.steps[step]?.actions.some(({ id, inHeader }) => inHeader && id === last.press) === true
  );
};

/** Whether somebody opens an address, whatever they typed before, and does nothing else. */
export const isVisit = ({ acts }: Move): boolean =>
  acts.some((act) => 'visits' in act) && acts.every((act) => 'visits' in act || 'answer' in act);

/**
 * Addresses that the person opens from where they are: of entries; and who came in by one, of the pages of the way from
 * the beginning. The page they stand on is looked at anew by loading it, which changes nothing.
 */
export function* entriesFrom({ flow }: Terrain, { state, pending }: Node): Generator<Moved> {
  if (state.page.busy) return;
  const entries = Object.values(flow.steps).flatMap(({ id, entry }) => (entry ? [id] : []));
  for (const id of new Set([...entries, ...fromTheBeginning(flow, state)])) {
    if (id === state.page.step) continue;
    const reached = after(flow, { state, calls: pending }, { type: 'visited', step: id });
    if (reached !== undefined && reached.state.page.step !== state.page.step)
      yield { move: { acts: [{ visits: id }] }, reached };
  }
}

/** The world with how far the application is, as the way so far told it. */
export function processed({ flow, domain }: Terrain, state: State): World {
  const { journey, world } = state;
  const progress = leftSteps(flow, state).reduce<Json | undefined>((last, id) => {
    const record = journey[id];
    return (record && domain.progress(id, record)) ?? last;
  }, undefined);
  return { ...world, application: { ...world.application, ...(progress !== undefined && { progress }) } };
}

/**
 * Back to pages that were passed, where something must be so again, or where something done there may end what is
 * remembered or bring a lock, or would have made a page that stays passed do otherwise; one that was sent stands still.
 */
export function* visitsFrom({ flow, domain }: Terrain, { state, pending, remembered }: Node): Generator<Moved> {
  const { page, visiting, journey } = state;
  if (page.busy) return;
  const isFree = page.dialog === undefined && visiting === undefined;
  const keys = keysOf(flow, domain);
  const left = leftSteps(flow, state);
  const now = processed({ flow, domain }, state);
  const locks = locksOf(flow, now);
  for (const id of left) {
    const step = flow.steps[id];
    if (!step || step.kind !== 'form') continue;
    const changes = isFree && (keys.endsAt(step, page.step, remembered) || keys.isWorthGoingBack(id, state));
    const isOpen = changes && !settledBy(flow, step, { journey, facts: { ...facts(flow, state), ...now }, locks });
    const isAsked = keys.isAskedAnew(id) && id !== page.step && !sentAt(flow, state, id);
    if (!isOpen && !isAsked) continue;
    const reached = after(flow, { state, calls: pending }, { type: 'visited', step: id });
    if (reached?.state.page.step === id) yield { move: { acts: [{ visits: id }] }, reached };
  }
}

/**
 * Who went on from a page gone back to goes on to where they had come: what is answered on a page between could as well
 * have been answered before, unless it ends what is remembered or the page does something when it is left.
 */
export function goneOn({ flow, domain }: Terrain, { state, remembered }: Node, moved: Moved): Moved {
  const { reached, move } = moved;
  const step = flow.steps[reached.state.page.step];
  const keys = keysOf(flow, domain);
  const between =
    state.visiting !== undefined &&
    reached.exit === undefined &&
    reached.state.visiting !== undefined &&
    reached.state.page.step !== state.page.step &&
    reached.state.page.dialog === undefined;
  if (
    !between ||
    !step ||
    keys.endsAt(step, step.id, remembered) ||
    keys.undoes(step.id, reached.state) ||
    keys.makes(step.id)
  )
    return moved;
  const to = pathOf(flow, reached.state).at(-1) as StepId;
  const on = after(flow, { state: reached.state, calls: reached.pending }, { type: 'visited', step: to });
  return on === undefined
    ? moved
    : {
        ...moved,
        move: { ...move, acts: [...move.acts, { visits: to }] },
        reached: { ...on, shown: [...reached.shown, ...on.shown] },
      };
}

/**
 * What an event leads to before which it is told how far the application is, where it is. Where that leads away from
 * the page already, the page hears no more of it.
 */
function afterTold(
  flow: CompiledFlow,
  from: Waiting,
  { event, far }: { readonly event: Event; readonly far: Json | undefined },
): Reached | undefined {
  const { application } = from.state.world;
  if (far === undefined || application['progress'] === far) return after(flow, from, event);
  const [state, effects] = turn(flow, from.state, {
    type: 'world',
    change: { application: { ...application, progress: far } },
  });
  const then = after(flow, { state, calls: callsIn(effects, from.calls) }, event);
  return then ?? reachedBy(from, unmoved(state, event), effects);
}

/** What an event leads to; undefined when the engine takes no notice of it. */
function after(flow: CompiledFlow, from: Waiting, event: Event): Reached | undefined {
  const [next, effects] = turn(flow, from.state, event);
  if (next === from.state && effects.length === 0) return undefined;
  return reachedBy(from, next, effects);
}

function reachedBy({ state, calls }: Waiting, next: State, effects: readonly Effect[]): Reached {
  const exit = effects.map(exitOf).find((name) => name !== undefined);
  return {
    state: next,
    pending: underWay(next, callsIn(effects, calls)),
    shown: shownOn(state, next),
    ...(exit !== undefined && { exit }),
  };
}

/** The calls whose answers the page still waits for: a page that was left takes its own with it. */
export function underWay({ page }: State, calls: readonly CallEffect[]): readonly CallEffect[] {
  return calls.filter(({ id }) => {
    const index = page.pending[id];
    return id === page.busy?.call || (index !== undefined && !page.loaded.includes(index));
  });
}

/** Whether effects take the person out of the flow. */
export const leadsOut = (effects: readonly Effect[]): boolean => effects.some((effect) => exitOf(effect) !== undefined);

function exitOf(effect: Effect): string | undefined {
  if (effect.type === 'enter') return `${effect.flow}/${effect.step}`;
  if (effect.type === 'leave' || effect.type === 'handOff') return effect.address;
  if (effect.type === 'reload' || effect.type === 'return') return effect.type;
  return effect.type === 'signOut' ? 'sign-out' : undefined;
}

/** Disclosures recorded by steps that were left between two states. */
function shownOn(before: State, next: State): readonly string[] {
  return Object.entries(next.journey).flatMap(([step, transition]) =>
    before.journey[step] === transition ? [] : Object.keys(transition.shown ?? {}),
  );
}
