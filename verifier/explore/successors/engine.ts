/**
 * The engine, one event at a time, with a meter: budget, progress and interruption of a search are counted in these
 * steps, inside a page as between pages.
 */
import type { CompiledFlow } from '../../../runtime/core/definition.ts';
import type { Event, Reduced } from '../../../runtime/core/events.ts';
import { reduce } from '../../../runtime/core/index.ts';
import type { State } from '../../../runtime/core/state.ts';

/** Steps between two questions whether to go on. */
const PAUSE = 2_000;

/** Thrown out of a search that is to end before everything was looked at. */
class Interrupted extends Error {}

export interface Meter {
  /** Steps that may be made. */
  readonly budget: number;
  /** Asked now and then; false ends the search. */
  readonly goOn: () => boolean;
}
let running: { readonly meter: Meter; made: number } | undefined;

/**
 * What an event makes of a state. Throws `Interrupted` where the search that is running has used its budget or is
 * stopped.
 */
export function turn(flow: CompiledFlow, state: State, event: Event): Reduced {
  if (running) {
    running.made += 1;
    const { meter, made } = running;
    if (made > meter.budget || (made % PAUSE === 0 && !meter.goOn()))
      throw new Interrupted(`The search ended after ${made} steps of the engine.`);
  }
  return remembered(state, event, reduce(flow, state, event));
}

/** What led to a state, the last first. */
interface Trail {
  readonly event: Event;
  readonly before: Trail | undefined;
}
const trails = new WeakMap<State, Trail>();

/**
 * Keeps the event by which a state was made. One that changes nothing but leads away makes a state of its own, and so
 * does an answer that is given again: that it is the same one says nothing of the others that it stands for.
 */
function remembered(from: State, event: Event, [to, effects]: Reduced): Reduced {
  if (to === from && effects.length === 0 && event.type !== 'answered') return [to, effects];
  const next = to === from ? { ...to } : to;
  trails.set(next, { event, before: trails.get(from) });
  return [next, effects];
}

/** The state as it is once core took no notice of an event: that it happened is kept. */
export function unmoved(state: State, event: Event): State {
  const same = { ...state };
  trails.set(same, { event, before: trails.get(state) });
  return same;
}

/** The events that led from one state to a later one, in order. */
export function eventsBetween(from: State, to: State): readonly Event[] {
  const events: Event[] = [];
  const until = trails.get(from);
  for (let at = trails.get(to); at !== until && at; at = at.before) events.unshift(at.event);
  return events;
}

/** Runs a search under a meter; undefined when it was interrupted. */
export function metered<T>(meter: Meter, search: () => T): T | undefined {
  const before = running;
  running = { meter, made: 0 };
  try {
    return search();
  } catch (error) {
    if (error instanceof Interrupted) return undefined;
    throw error;
  } finally {
    running = before;
  }
}
