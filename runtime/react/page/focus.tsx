import { useLayoutEffect, useSyncExternalStore } from 'react';

type Place = 'heading' | 'errors' | 'notice';

let asked: { readonly on: Place; readonly count: number } = { on: 'heading', count: 0 };
const listeners = new Set<() => void>();

/** Moves the focus once the page that is being shown is in the document: performs the engine's `focus` effect. */
export function focusOn(on: Place): void {
  asked = { on, count: asked.count + 1 };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** How often the focus was sent to the errors: each press of Continue that found some makes a new list. */
export function useErrorsAsked(): number {
  const read = () => (asked.on === 'errors' ? asked.count : 0);
  return useSyncExternalStore(subscribe, read, read);
}

/** Stands last on a page: when its effect runs, what it focuses has been drawn. */
export function FocusKeeper() {
  const now = useSyncExternalStore(
    subscribe,
    () => asked,
    () => asked,
  );
  useLayoutEffect(() => {
    if (now.count === 0) return;
    // A page begins at its top, wherever the one before it was left.
    if (now.on === 'heading') scrollTo(0, 0);
    document.querySelector<HTMLElement>(`[data-focus="${now.on}"]`)?.focus();
  }, [now]);
  return null;
}
