/**
 * Where people are in the flows that the server keeps nothing of: kept by the tab for each owner and version of a flow,
 * so that neither a reload nor another flow between loses it, and gone when they sign out, or somebody else comes after
 * a session that ended. Whole in memory; on the device without anything sensitive (law 9).
 */
import { keepableOf } from '../../contract/sensitive.ts';
import type { CompiledFlow } from '../core/definition.ts';
import { isObject, redact, same, sessionResults, set, type Store } from '../core/index.ts';
import type { JsonObject } from '../core/facts.ts';
import { filtered, leaves } from '../core/paths.ts';
import type { SessionResult, State, Stored } from '../core/state.ts';
import type { Owner } from './owner.ts';
import type { Ports } from './ports.ts';

/** A change waits this long for others before it is written, in milliseconds. */
const LINGER_MS = 400;

/** What is kept of one flow. */
interface Place extends Stored {
  /** Results whose call says `keeps: session`, by name. */
  readonly results: Readonly<Record<string, SessionResult>>;
}
/** A place in memory, and as much of it as the device may hold. */
interface Kept {
  readonly whole: Place;
  readonly onDevice: Place;
}
interface Following {
  /** Writes at once what changed. */
  flush(): void;
  /** Somebody else has the page: who signs in on it takes everything along, who signed out leaves nothing. */
  handOver(owner: Owner): void;
  stop(): void;
}
export interface Places {
  /** What is kept for this owner of this version of the flow; an empty place when that is nothing. */
  read(owner: Owner, flow: CompiledFlow): Place;
  /** Keeps what the store holds from now on. */
  follow(owner: Owner, flow: CompiledFlow, store: Pick<Store, 'getState' | 'subscribe'>): Following;
  /** Somebody signed out: nothing is kept of anybody any more. */
  forget(): void;
}

/** @param brand its id: what one brand's pages keep is nothing to another's */
export function createPlaces({ storage, timers }: Pick<Ports, 'storage' | 'timers'>, brand: string): Places {
  const memory = new Map<string, ReadonlyMap<string, Kept>>();
  const keyOf = (owner: Owner): string => `waymark.places.${brand}.${owner}`;
  const all = (owner: Owner): ReadonlyMap<string, Kept> =>
    memory.get(keyOf(owner)) ?? parsed(storage.get(keyOf(owner)));

  function write(owner: Owner, kept: ReadonlyMap<string, Kept>): void {
    memory.set(keyOf(owner), kept);
    const onDevice = Object.fromEntries([...kept].map(([name, place]) => [name, place.onDevice]));
    storage.set(keyOf(owner), JSON.stringify(onDevice));
  }
  function drop(key: string): void {
    memory.delete(key);
    storage.remove(key);
  }
  /**
   * Nothing stays but of `owner`, where that is a person, on whichever brand's pages it was done: where a session
   * ended, or somebody else logged in over it, nobody signed out.
   */
  function keepOnly(owner?: Owner): void {
    if (owner && !isPerson(owner)) return;
    for (const key of [...memory.keys(), ...storage.keys()])
      if (key.startsWith('waymark.places.') && !key.endsWith(`.${owner}`)) drop(key);
  }

  return {
    read: (owner, flow) => all(owner).get(nameOf(flow))?.whole ?? { answers: {}, journey: {}, results: {} },
    follow(first, flow, store) {
      keepOnly(first);
      let owner: Owner | undefined = first;
      let written = store.getState();
      let cancel: (() => void) | undefined;
      const flush = (): void => {
        cancel?.();
        cancel = undefined;
        const now = store.getState();
        if (owner === undefined || !differs(flow, written, now)) return;
        written = now;
        // Another version of the flow has other questions: what was kept of it is of no use to anybody.
        const others = [...all(owner)].filter(([name]) => !name.startsWith(`${flow.id}@`));
        const whole = placeOf(flow, now);
        write(owner, new Map([...others, [nameOf(flow), { whole, onDevice: forDevice(flow, whole) }]]));
      };
      const unsubscribe = store.subscribe(() => {
        if (differs(flow, written, store.getState())) cancel ??= timers.after(LINGER_MS, flush);
      });
      return {
        flush,
        handOver(next) {
          flush();
          if (owner === undefined || owner === next) return;
          const before = owner;
          owner = isPerson(next) ? next : undefined;
          // A stranger who signs in is the same person; of two who are signed in neither gets anything of the other's.
          if (owner !== undefined && !isPerson(before)) write(owner, new Map([...all(owner), ...all(before)]));
          drop(keyOf(before));
          keepOnly(next);
        },
        stop() {
          flush();
          unsubscribe();
        },
      };
    },
    forget: () => keepOnly(),
  };
}

const isPerson = (owner: Owner): boolean => owner.startsWith('person.');

const nameOf = ({ id, hash }: CompiledFlow): string => `${id}@${hash}`;

/**
 * Whether anything that is kept of this flow is not what it was; a key typed where only results are kept writes
 * nothing.
 */
function differs({ saves }: CompiledFlow, before: State, now: State): boolean {
  return (
    before.world.results !== now.world.results ||
    (saves === 'session' &&
      (before.answers !== now.answers || before.journey !== now.journey || before.start !== now.start))
  );
}

function placeOf(flow: CompiledFlow, state: State): Place {
  const { answers, journey, start } = state;
  const kept = flow.saves === 'session';
  return {
    answers: kept ? answers : {},
    journey: kept ? journey : {},
    ...(kept && start !== undefined && { start }),
    results: sessionResults(state),
  };
}

/** Without sensitive answers, and without results that hold anything under the name of one. */
function forDevice(flow: CompiledFlow, place: Place): Place {
  const keepable = keepableOf(flow);
  return {
    ...place,
    answers: leaves(place.answers)
      .filter(([path]) => keepable(path))
      .reduce<JsonObject>((all, [path, value]) => set(all, path, value), {}),
    results: filtered(place.results, (_, { value, input }) => same(redact(flow, { value, input }), { value, input })),
  };
}

/** What an earlier page of this tab left. Text that is not ours counts as nothing left. */
function parsed(text: string | undefined): ReadonlyMap<string, Kept> {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    if (!isObject(kept)) return new Map();
    return new Map(
      Object.entries(kept).flatMap(([name, one]): [string, Kept][] =>
        isPlace(one) ? [[name, { whole: one, onDevice: one }]] : [],
      ),
    );
  } catch {
    return new Map(); // not written by this tab
  }
}

function isPlace(value: unknown): value is Place {
  return isObject(value) && ['answers', 'journey', 'results'].every((part) => isObject(value[part]));
}
