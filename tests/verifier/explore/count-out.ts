/**
 * Everything that can happen in a small flow, counted out without taking any two states for one unless they are equal
 * in every part.
 */
import type { CompiledFlow, Field, Step } from '../../../runtime/core/definition.ts';
import type { Event, Reduced } from '../../../runtime/core/events.ts';
import type { Json } from '../../../runtime/core/facts.ts';
import { facts, isStored, reduce, stepPath, walk } from '../../../runtime/core/index.ts';
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
}

export interface CountedOut {
  /** Every step anybody stands at. */
  readonly steps: ReadonlySet<string>;
  /** For each question, whether it was ever asked, and whether it was ever broken. */
  readonly asked: ReadonlySet<Asked>;
  readonly broken: ReadonlySet<Asked>;
  readonly states: number;
}

/** @returns undefined when there are more states than `most` */
export function countOut(
  { flow, asked, outcomes, brings = () => [undefined], values, anyOrder }: Small,
  starts: readonly Reduced[],
  most: number,
): CountedOut | undefined {
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
    for (const question of asked) {
      if (!question.at.includes(state.page.step) || question.scope[0]?.of(facts(flow, state)) !== true) continue;
      met.add(question);
      if (!isKept(flow, question, { state, seen: now })) broken.add(question);
    }
  };
  for (const [state] of starts) {
    arrive(state, new Set());
    reach(state, new Set());
  }
  for (let at = 0; at < queue.length; at += 1) {
    if (queue.length > most) return undefined;
    const { state, shown } = queue[at] as (typeof queue)[number];
    const happen = (from: State, event: Event): void => {
      const [next, effects] = reduce(flow, from, event);
      if (effects.some(({ type }) => type === 'leave' || type === 'enter' || type === 'signOut')) {
        // Only who finds the application saved comes back to where it was.
        if (isStored(flow.saves) && event.type !== 'entered') happen(next, anew(next));
        return;
      }
      const now = new Set([
        ...shown,
        ...Object.entries(next.journey).flatMap(([step, entry]) =>
          from.journey[step] === entry ? [] : Object.keys(entry.shown ?? {}),
        ),
      ]);
      if (next.page.step !== from.page.step) arrive(next, now);
      if (anyOrder || event.type !== 'answered' || next.page.step !== from.page.step) reach(next, now);
    };
    const { page } = state;
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
          happen(state, { type: 'called', id, outcome, ...(value !== undefined && { value }) });
    if (page.busy) continue;
    let filled: readonly State[] = [state];
    for (const id of step.fieldOrder) {
      filled = filled.flatMap((one) => {
        if (one.page.step !== step.id || !one.page.fields[id]?.visible) return [one];
        const all = values(step.fields[id] as Field);
        for (const value of all) {
          happen(one, { type: 'answered', field: id, value });
          // Anything that makes the page be looked at again, such as fresh flags.
          if (anyOrder)
            happen(reduce(flow, one, { type: 'answered', field: id, value })[0], { type: 'world', change: {} });
        }
        return [undefined, ...all].map((value) => reduce(flow, one, { type: 'answered', field: id, value })[0]);
      });
    }
    for (const one of [state, ...filled])
      if (one.page.step === step.id) for (const { id } of step.actions) happen(one, { type: 'pressed', action: id });
  }
  return { steps, asked: met, broken, states: queue.length };
}

/** Moves of one person. */
const STROLL = 60;

/**
 * What random people are asked and break who also open any address at any moment, go back, answer otherwise there and
 * load the page again: more than can be counted out.
 */
export function strolled(
  { flow, asked, ...small }: Omit<Small, 'anyOrder'>,
  starts: readonly Reduced[],
  { chance, people }: { readonly chance: Chance; readonly people: number },
): Pick<CountedOut, 'asked' | 'broken'> {
  const met = new Set<Asked>();
  const broken = new Set<Asked>();
  for (let person = 0; person < people; person += 1) {
    let [state] = chance.pick(starts);
    let seen = new Set<string>();
    const isAsked = ({ at, scope }: Asked): boolean =>
      at.includes(state.page.step) && scope[0]?.of(facts(flow, state)) === true;
    const arrive = (): void =>
      asked.filter(isAsked).forEach((question) => {
        met.add(question);
        if (!isKept(flow, question, { state, seen })) broken.add(question);
      });
    const happen = (event: Event): boolean => {
      const from = state;
      const [next, effects] = reduce(flow, from, event);
      if (effects.some(({ type }) => type === 'leave' || type === 'enter' || type === 'signOut')) return false;
      const left = Object.entries(next.journey).filter(([step, entry]) => from.journey[step] !== entry);
      seen = new Set([...seen, ...left.flatMap(([, { shown = {} }]) => Object.keys(shown))]);
      state = next;
      if (next.page.step !== from.page.step) arrive();
      return true;
    };
    arrive();
    for (let move = 0; move < STROLL; move += 1) if (!happen(chosen(flow, state, { chance, ...small }))) break;
  }
  return { asked: met, broken };
}

/** Loading the page again: what was asked for the screen alone is gone, what the session keeps stands. */
function anew(state: State): Extract<Event, { readonly type: 'entered' }> {
  const { answers, journey, world, keeps } = state;
  const results = Object.fromEntries(Object.entries(world.results).filter(([name]) => keeps[name] === 'application'));
  const session = sessionResults(state);
  return { type: 'entered', answers, journey, revision: 0, world: { ...world, results }, session };
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
  flow: CompiledFlow,
  { memory, passed, scope: [, holds] }: Asked,
  { state, seen }: { readonly state: State; readonly seen: ReadonlySet<string> },
): boolean {
  if (memory !== undefined) return seen.has(memory.name);
  if (holds !== undefined) return holds.of(facts(flow, state)) === true;
  const { path, at } = walk(flow, state, state.world);
  return passed !== undefined && passed !== at && path.includes(passed);
}
