import { useCallback, useSyncExternalStore } from 'react';
import { itemsOf } from '../../core/index.ts';
import type { LayoutItem } from '../../core/definition.ts';
import type { Facts } from '../../core/facts.ts';
import { useSelected, useSession } from '../page/session.tsx';

type Repeat = Extract<LayoutItem, { kind: 'repeat' }>;

/** How many times as many as at first are shown of a list, by its page and its repeat; one that is absent: once. */
interface Revealed {
  times: ReadonlyMap<string, number>;
  readonly listeners: Set<() => void>;
}

/** By the store of a flow: whatever else stands on the page may show the same items as the list, as a map does. */
const known = new WeakMap<object, Revealed>();

const revealedBy = (store: object): Revealed => {
  const found = known.get(store) ?? { times: new Map<string, number>(), listeners: new Set<() => void>() };
  known.set(store, found);
  return found;
};

/** How many times as many as at first are shown of the lists of this page, and what shows so many of one. */
export function useRevealed(): {
  readonly timesOf: (repeat: string) => number;
  readonly reveal: (repeat: string, times: number) => void;
} {
  const { store } = useSession();
  const step = useSelected((state) => state.page.step);
  const revealed = revealedBy(store);
  const subscribe = useCallback(
    (listener: () => void) => {
      revealed.listeners.add(listener);
      return () => revealed.listeners.delete(listener);
    },
    [revealed],
  );
  const times = useSyncExternalStore(subscribe, () => revealed.times);
  const timesOf = useCallback((repeat: string) => times.get(`${step}/${repeat}`) ?? 1, [times, step]);
  const reveal = useCallback(
    (repeat: string, now: number) => {
      if ((revealed.times.get(`${step}/${repeat}`) ?? 1) === now) return;
      revealed.times = new Map(revealed.times).set(`${step}/${repeat}`, now);
      for (const listener of revealed.listeners) listener();
    },
    [revealed, step],
  );
  return { timesOf, reveal };
}

/** The items of a list that are shown when so many times as many are shown as at first. */
export function revealedItems(repeat: Repeat, facts: Facts, times: number): ReturnType<typeof itemsOf> {
  const rows = itemsOf(repeat, facts);
  return rows.slice(0, (repeat.show ?? rows.length) * times);
}
