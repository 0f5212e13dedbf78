/** Holds the state of one flow and tells who asked what changed. */
import type { CompiledFlow, FieldId } from './definition.ts';
import type { Effect, Event } from './events.ts';
import type { State } from './state.ts';
import { attempt } from './attempt.ts';

export interface Store {
  readonly getState: () => State;
  readonly dispatch: (event: Event) => void;
  /** Whether an event waits for a piece of the flow: what it makes of the page is not known before that is there. */
  readonly isHeld: () => boolean;
  /** Told after every event; gives back the way to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Told only when the view of field `id` changed. */
  readonly subscribeField: (id: FieldId, listener: () => void) => () => void;
}

/** Who does what the engine asks for. */
interface StoreHost {
  readonly perform: (effects: readonly Effect[], store: Store) => void;
  /** Asks for a piece of the flow, and calls `then` once it is there. Absent: the flow is whole. */
  readonly bring?: (piece: string, then: () => void) => void;
}

/**
 * A store over `reduce`. Events dispatched while one is worked on wait their turn; effects are performed after the
 * listeners were told.
 * @param host a function performs effects of a flow that is whole
 */
export function createStore(flow: CompiledFlow, state: State, host: StoreHost | StoreHost['perform']): Store {
  const { perform, bring } = typeof host === 'function' ? { perform: host } : host;
  let now = state;
  let working = false;
  let held = false;
  const queue: Event[] = [];
  const listeners = new Set<() => void>();
  const fields = new Map<FieldId, Set<() => void>>();
  const join = (set: Set<() => void>, listener: () => void) => {
    set.add(listener);
    return () => void set.delete(listener);
  };
  const hold = (event: Event, piece: string): void => {
    if (bring === undefined) throw new Error(`Flow ${flow.id} lacks its piece ${piece}, and nobody brings it.`);
    queue.unshift(event);
    held = true;
    for (const listener of listeners) listener();
    bring(piece, () => {
      held = false;
      drain();
      for (const listener of listeners) listener();
    });
  };
  const work = (event: Event): void => {
    const before = now;
    const tried = attempt(flow, now, event);
    if ('lacks' in tried) return hold(event, tried.lacks);
    const [next, effects] = tried.comesTo;
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
  function drain(): void {
    if (working || held) return;
    working = true;
    try {
      for (let next = queue.shift(); next; next = held ? undefined : queue.shift()) work(next);
    } finally {
      working = false;
    }
  }
  const store: Store = {
    getState: () => now,
    isHeld: () => held,
    dispatch: (event) => {
      queue.push(event);
      drain();
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
