/** Who sits at this tab, whether signed in or not: a new id for everybody after a session that ended. */
import type { Ports } from './ports.ts';

export interface Tab {
  /** Goes with every call, and keeps apart what was typed by people who did not sign in. */
  sessionId(): string;
  /** Who sits here from now on. */
  belongTo(sessionId: string): void;
}

/** Name under which the tab keeps its id over reloads. */
const SESSION_ID = 'waymark.session';

export function createTab({ storage, id }: Pick<Ports, 'storage' | 'id'>): Tab {
  let current = storage.get(SESSION_ID) ?? id();
  storage.set(SESSION_ID, current);
  return {
    sessionId: () => current,
    belongTo(sessionId) {
      if (sessionId === current) return;
      current = sessionId;
      storage.set(SESSION_ID, current);
    },
  };
}
