/** Holds the state of one flow and tells who asked what changed. */
import type { CompiledFlow, FieldId } from './definition.ts';
import type { Effect, Event } from './events.ts';
import type { State } from './state.ts';
import { reduce } from './reduce.ts';

export interface Store {
  readonly getState: () => State;
  readonly dispatch: (event: Event) => void;
  /** Told after every event; gives back the way to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Told only when the view of field `id` changed. */
  readonly subscribeField: (id: FieldId, listener: () => void) => () => void;
}

/**
 * A store over `reduce`. Events dispatched while one is worked on wait their turn; effects are performed after the
 * listeners were told.
 */
export function createStore(
  flow: CompiledFlow,
  state: State,
  perform: (effects: readonly Effect[], store: Store) => void,
): Store {
  let now = state;
  let working = false;
  const queue: Event[] = [];
  const listeners = new Set<() => void>();
  const fields = new Map<FieldId, Set<() => void>>();
  const join = (set: Set<() => void>, listener: () => void) => {
    set.add(listener);
    return () => void set.delete(listener);
  };
  const work = (event: Event): void => {
    const before = now;
    const [next, effects] = reduce(flow, now, event);
    now = next;
    if (next !== before) {
      if (before.page.fields !== next.page.fields) {
        for (const [id, told] of fields)
          if (before.page.fields[id] !== next.page.fields[id]) for (const listener of told) listener();
      }
      for (const listener of listeners) listener();
    }
    if (effects.length > 0) perform(effects, store);
  };
  const store: Store = {
    getState: () => now,
    dispatch: (event) => {
      queue.push(event);
      if (working) return;
      working = true;
      try {
        for (let next = queue.shift(); next; next = queue.shift()) work(next);
      } finally {
        working = false;
      }
    },
    subscribe: (listener) => join(listeners, listener),
    subscribeField: (id, listener) => {
      const told = fields.get(id) ?? new Set();
      fields.set(id, told);
      return join(told, listener);
    },
  };
  return store;
}
