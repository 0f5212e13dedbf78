/**
 * Everything that can happen in a small flow, counted out without taking any two states for one unless they are equal
 * in every part.
 */
import type { CompiledFlow, Field, Step } from '../../../runtime/core/definition.ts';
import type { Event, Reduced } from '../../../runtime/core/events.ts';
import type { Facts, Json, JsonObject } from '../../../runtime/core/facts.ts';
import { disclosuresOn, facts, get, isStored, reduce, stepPath, walk } from '../../../runtime/core/index.ts';
import { drop } from '../../../runtime/core/paths.ts';
import { sessionResults } from '../../../runtime/core/session-results.ts';
import type { State } from '../../../runtime/core/state.ts';
import type { Asked } from '../../../verifier/explore/exploration.ts';
import type { Chance } from '../../soak/chance.ts';

/** What is counted out. */
export interface Small {
  readonly flow: CompiledFlow;
  readonly asked: readonly Asked[];
  /** Every outcome an operation may have. */
  readonly outcomes: (operation: string) => readonly string[];
  /** Every value that an operation may bring with an outcome, none included; nothing where nothing is said. */
  readonly brings?: (outcome: string) => readonly (Json | undefined)[];
  /** Every value of a field. */
  readonly values: (field: Field) => readonly Json[];
  /**
   * Whether somebody also fills a page in some other order than that of its fields, and looks at it anew in between.
   */
  readonly anyOrder: boolean;
  /** Boxes that only the person may tick: paths below the answers. */
  readonly consents?: readonly string[];
  /** The box whose being ticked is the moment of a question; undefined where coming to a step is. */
  readonly ticked?: (question: Asked) => string | undefined;
  /** What the address may say, beside what it said, where somebody comes back who left for another flow. */
  readonly queries?: readonly JsonObject[];
}

export interface CountedOut {
  /** Every step anybody stands at. */
  readonly steps: ReadonlySet<string>;
  /** For each question, whether it was ever asked, and whether it was ever broken. */
  readonly asked: ReadonlySet<Asked>;
  readonly broken: ReadonlySet<Asked>;
  /** The same, where a page on which a box was ticked takes no answer counts as a moment, too. */
  readonly perhaps: { readonly asked: ReadonlySet<Asked>; readonly broken: ReadonlySet<Asked> };
  readonly states: number;
  /** Who left for another flow: where to, what was carried, and what is so of the world. */
  readonly led: readonly Led[];
}
interface Led {
  readonly flow: string;
  readonly step: string;
  readonly carry: JsonObject;
  readonly world: State['world'];
}
/** Somebody who fills in a page, and what they saw. */
interface Filling {
  readonly state: State;
  readonly shown: ReadonlySet<string>;
}
/** Among what was seen it is noted which consents the person gave. */
const givenOf = (bind: string): string => `given ${bind}`;
/** And which boxes were ticked on a page that was not handed in since. */
const tickedOf = (bind: string, step: string): string => `ticked ${bind} on ${step}`;

/** @returns undefined when there are more states than `most` */
export function countOut(small: Small, starts: readonly Reduced[], most: number): CountedOut | undefined {
  const { flow, asked, outcomes, brings = () => [undefined], values, anyOrder, ticked = () => undefined } = small;
  const { queries = [] } = small;
  const led = new Map<string, Led>();
  const known = new Set<string>();
  const queue: { state: State; shown: ReadonlySet<string> }[] = [];
  const steps = new Set<string>();
  const met = new Set<Asked>();
  const broken = new Set<Asked>();
  const reach = (state: State, shown: ReadonlySet<string>): void => {
    const { calls: _, page, saved: ____, ...rest } = state;
    const { serial: __, busy, pending, fields: ___, ...seen } = page;
    const key = JSON.stringify([rest, seen, busy && { ...busy, call: '' }, Object.values(pending), [...shown].sort()]);
    if (known.has(key)) return;
    known.add(key);
    steps.add(page.step);
    queue.push({ state, shown });
  };
  const arrive = (state: State, now: ReadonlySet<string>): void => {
    for (const question of asked)
      if (ticked(question) === undefined && question.at.includes(state.page.step)) ask(question, { state, seen: now });
  };
  const perhaps = { asked: new Set<Asked>(), broken: new Set<Asked>() };
  const ask: Ask = (question, { state, seen }, isSure = true) => {
    if (question.scope[0]?.of(facts(flow, state)) !== true) return;
    const kept = isKept(small, question, { state, seen });
    for (const [all, bad] of [[perhaps.asked, perhaps.broken], ...(isSure ? [[met, broken]] : [])] as const) {
      all?.add(question);
      if (!kept) bad?.add(question);
    }
  };
  for (const [state] of starts) {
    arrive(state, new Set());
    reach(state, new Set());
  }
  for (let at = 0; at < queue.length; at += 1) {
    if (queue.length > most) return undefined;
    const { state, shown } = queue[at] as (typeof queue)[number];
    const happen = ({ state: from, shown: seen }: Filling, event: Event): void => {
      const [next, effects] = reduce(flow, from, event);
      const filled = seenAfter(small, { from, seen, event, next });
      const now = handedIn(small, { from, seen: filled, event, next, effects }, ask);
      if (effects.some(({ type }) => OUT.has(type))) {
        for (const effect of effects)
          if (effect.type === 'enter')
            led.set(JSON.stringify([effect.flow, effect.step, effect.carry, next.world]), {
              ...effect,
              world: next.world,
            });
        // Only who finds the application saved comes back to where it was.
        if (isStored(flow.saves) && event.type !== 'entered')
          for (const query of [next.world.route.query, ...queries])
            happen({ state: next, shown: now }, anew(next, query));
        return;
      }
      if (next.page.step !== from.page.step) arrive(next, now);
      if (anyOrder || event.type !== 'answered' || next.page.step !== from.page.step) reach(next, now);
    };
    const { page } = state;
    const whole: Filling = { state, shown };
    const step = flow.steps[page.step];
    if (!step) throw new Error(`There is no step ${page.step}.`);
    const calls = [
      // A press before everything has come waits for it, and has no call yet.
      ...(page.busy && page.busy.call !== '' ? [page.busy.call] : []),
      ...Object.keys(page.pending).filter((id) => !page.loaded.includes(page.pending[id] as number)),
    ];
    for (const id of calls)
      for (const outcome of outcomes(`do-${step.id}`))
        for (const value of brings(outcome))
          happen(whole, { type: 'called', id, outcome, ...(value !== undefined && { value }) });
    if (page.busy) continue;
    let filled: readonly Filling[] = [whole];
    for (const id of step.fieldOrder) {
      const field = step.fields[id] as Field;
      filled = filled.flatMap((one) => {
        if (one.state.page.step !== step.id || !one.state.page.fields[id]?.visible) return [one];
        const all = values(field);
        const answered = (value: Json | undefined): Filling => {
          const event: Event = { type: 'answered', field: id, value };
          const [next] = reduce(flow, one.state, event);
          return {
            state: next,
            shown: seenAfter(small, { from: one.state, seen: one.shown, event, next }),
          };
        };
        for (const value of all) {
          happen(one, { type: 'answered', field: id, value });
          // Anything that makes the page be looked at again, such as fresh flags.
          if (anyOrder) happen(answered(value), { type: 'world', change: {} });
        }
        return [undefined, ...all].map(answered);
      });
    }
    for (const one of [whole, ...filled])
      if (one.state.page.step === step.id)
        for (const { id } of step.actions) happen(one, { type: 'pressed', action: id });
  }
  return { steps, asked: met, broken, perhaps, states: queue.length, led: [...led.values()] };
}

/** The documents on a page that is about to be left, which count where a box of it is ticked. */
const before = (flow: CompiledFlow, state: State): readonly string[] => [
  ...Object.keys(state.page.seen ?? {}),
  ...Object.keys(
    disclosuresOn(flow, flow.steps[state.page.step] as Step, { facts: facts(flow, state), dialog: state.page.dialog }),
  ),
];

/** What somebody has seen, and which consents they gave, once something happened. */
function seenAfter(
  { flow, consents = [] }: Pick<Small, 'flow' | 'consents'>,
  { from, seen, event, next }: { from: State; seen: ReadonlySet<string>; event: Event; next: State },
): ReadonlySet<string> {
  const left = Object.entries(next.journey).filter(([step, entry]) => from.journey[step] !== entry);
  const now = new Set([...seen, ...left.flatMap(([, { shown = {} }]) => Object.keys(shown))]);
  for (const bind of consents) {
    const field = event.type === 'answered' ? flow.steps[from.page.step]?.fields[event.field] : undefined;
    const isTicked = field?.bind === bind && (event as { readonly value?: Json }).value === true;
    const was = get(from.answers, bind) === true;
    const ticked = tickedOf(bind, from.page.step);
    if (get(next.answers, bind) !== true) [givenOf(bind), ticked].forEach((one) => now.delete(one));
    else if (isTicked || !was) now.add(ticked);
    if (isTicked && !was) now.add(givenOf(bind));
  }
  return now;
}

/**
 * Asks the questions whose box is ticked, or became true otherwise, where the page on which that happened is handed in:
 * a page that takes no answer, or that somebody leaves by an address, asks nobody.
 * @returns what was seen, without the boxes that were asked of
 */
function handedIn(
  { flow, asked, ticked = () => undefined }: Pick<Small, 'flow' | 'asked' | 'ticked'>,
  { from, seen, event, next, effects }: Happened,
  ask: Ask,
): ReadonlySet<string> {
  const { step } = from.page;
  const isHandedIn =
    next.journey[step] !== from.journey[step] ||
    (next.page.busy && !from.page.busy) ||
    effects.some(({ type }) => OUT.has(type));
  if (event.type === 'answered' && !isHandedIn) return seen;
  const now = new Set([...seen, ...before(flow, from)]);
  // A box that was hidden again counts nowhere.
  const counts = (bind: string): boolean => [from, next].some((one) => get(facts(flow, one).answers, bind) === true);
  const binds = asked
    .flatMap((question) => ticked(question) ?? [])
    .filter((bind) => seen.has(tickedOf(bind, step)) && counts(bind));
  for (const question of asked)
    if (binds.includes(ticked(question) ?? '')) ask(question, { state: next, seen: now }, isHandedIn ?? false);
  return isHandedIn ? new Set([...seen].filter((one) => !binds.some((bind) => one === tickedOf(bind, step)))) : seen;
}
interface Happened {
  readonly from: State;
  readonly seen: ReadonlySet<string>;
  readonly event: Event;
  readonly next: State;
  readonly effects: readonly { readonly type: string }[];
}
/** `isSure`: false where it is a moment only for who takes a page that was refused for handed in. */
type Ask = (
  question: Asked,
  at: { readonly state: State; readonly seen: ReadonlySet<string> },
  isSure?: boolean,
) => void;
const OUT: ReadonlySet<string> = new Set(['leave', 'enter', 'signOut']);

/** Moves of one person. */
const STROLL = 60;

/**
 * What random people are asked and break who also open any address at any moment, go back, answer otherwise there and
 * load the page again: more than can be counted out.
 */
export function strolled(
  small: Omit<Small, 'anyOrder'>,
  starts: readonly Reduced[],
  { chance, people }: { readonly chance: Chance; readonly people: number },
): Pick<CountedOut, 'asked' | 'broken'> {
  const { flow, asked, ticked = () => undefined, queries = [] } = small;
  const met = new Set<Asked>();
  const broken = new Set<Asked>();
  for (let person = 0; person < people; person += 1) {
    let [state] = chance.pick(starts);
    let seen: ReadonlySet<string> = new Set<string>();
    const ask: Ask = (question, at, isSure = true) => {
      if (!isSure || question.scope[0]?.of(facts(flow, at.state)) !== true) return;
      met.add(question);
      if (!isKept(small, question, at)) broken.add(question);
    };
    const arrive = (): void =>
      asked
        .filter((question) => ticked(question) === undefined && question.at.includes(state.page.step))
        .forEach((question) => ask(question, { state, seen }));
    const happen = (event: Event): boolean => {
      const from = state;
      const [next, effects] = reduce(flow, from, event);
      seen = handedIn(small, { from, seen: seenAfter(small, { from, seen, event, next }), event, next, effects }, ask);
      // Who goes on by an address to where they had come had the page before their eyes.
      const { at } = walk(flow, from, from.world);
      if (event.type === 'visited' && from.page.step !== at && next.page.step === at)
        seen = new Set([...seen, ...before(flow, from)]);
      state = next;
      if (effects.some(({ type }) => OUT.has(type))) {
        if (queries.length === 0 || !isStored(flow.saves) || event.type === 'entered') return false;
        return happen(anew(next, chance.pick([next.world.route.query, ...queries])));
      }
      if (next.page.step !== from.page.step) arrive();
      return true;
    };
    arrive();
    for (let move = 0; move < STROLL; move += 1) if (!happen(chosen(flow, state, { chance, ...small }))) break;
  }
  return { asked: met, broken };
}

/** Loading the page again: what was asked for the screen alone is gone, what the session keeps stands. */
function anew(state: State, query: JsonObject = state.world.route.query): Extract<Event, { readonly type: 'entered' }> {
  const { answers, journey, world, keeps } = state;
  const results = Object.fromEntries(Object.entries(world.results).filter(([name]) => keeps[name] === 'application'));
  const session = sessionResults(state);
  const route = { ...world.route, query };
  return { type: 'entered', answers, journey, revision: 0, world: { ...world, route, results }, session };
}

/** Something that may happen at a state. */
function chosen(
  flow: CompiledFlow,
  state: State,
  {
    chance,
    outcomes,
    brings = () => [undefined],
    values,
  }: Pick<Small, 'outcomes' | 'brings' | 'values'> & { readonly chance: Chance },
): Event {
  const { page, start } = state;
  const step = flow.steps[page.step] as Step;
  const calls = Object.keys(page.pending).filter((id) => !page.loaded.includes(page.pending[id] as number));
  const id = page.busy?.call || calls[0];
  if (id !== undefined) {
    const outcome = chance.pick(outcomes(`do-${step.id}`));
    const value = chance.pick(brings(outcome));
    return { type: 'called', id, outcome, ...(value !== undefined && { value }) };
  }
  const dice = chance.below(10);
  const asks = step.fieldOrder.filter((one) => page.fields[one]?.visible);
  const empty = asks.filter((one) => page.fields[one]?.value === undefined);
  if (dice < 2) return { type: 'visited', step: chance.pick(Object.keys(flow.steps)) };
  if (dice === 2 && isStored(flow.saves))
    return { ...anew(state), path: stepPath(flow, step.id), ...(start && { start }) };
  if (asks.length > 0 && (empty.length > 0 ? dice < 9 : dice < 5)) {
    const field = chance.pick(empty.length > 0 && dice < 7 ? empty : asks);
    return { type: 'answered', field, value: chance.pick(values(step.fields[field] as Field)) };
  }
  const [first] = step.actions;
  const action = dice < 8 ? first : chance.pick(step.actions);
  return action
    ? { type: 'pressed', action: action.id }
    : { type: 'visited', step: chance.pick(Object.keys(flow.steps)) };
}

/** Whether what is asked is so where somebody has just come to. */
function isKept(
  { flow, consents = [] }: Pick<Small, 'flow' | 'consents'>,
  { memory, passed, scope: [, holds] }: Asked,
  { state, seen }: { readonly state: State; readonly seen: ReadonlySet<string> },
): boolean {
  if (memory !== undefined) return seen.has(memory.name);
  if (holds !== undefined) {
    // Nobody gave a consent that an action made true.
    const ungiven = consents.filter((bind) => get(state.answers, bind) === true && !seen.has(givenOf(bind)));
    const known = facts(flow, state) as unknown as JsonObject;
    return holds.of(ungiven.reduce((all, bind) => drop(all, `answers.${bind}`), known) as unknown as Facts) === true;
  }
  const { path, at } = walk(flow, state, state.world);
  return passed !== undefined && passed !== at && path.includes(passed);
}
