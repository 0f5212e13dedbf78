/**
 * The document a page needs: one that may load from where the widgets of its step must, and from nowhere else. What a
 * document may load is said by the header it came with and cannot change, so such a step is loaded anew, and so is the
 * page after it.
 */
import type { Outcome } from '../../contract/operation.ts';
import type { CompiledFlow } from '../core/definition.ts';
import { same } from '../core/index.ts';
import type { Connection } from './connection.ts';
import { handing, type Handed } from './handed.ts';
import type { OpenFlow } from './open-flow.ts';
import { parsed } from './parsed.ts';
import type { RuntimeParts } from './parts.ts';
import type { SessionHost } from './session-host.ts';

/** Under which the tab keeps for which page it asked for this document: the server may have another one for it. */
const ASKED = 'waymark.document';
/** And under which it keeps what the page knew that asked for it. */
const HANDED = 'waymark.handed';

export interface Documents {
  /** Whether the page that the engine shows needs another document than this one. */
  differs(journey: OpenFlow): boolean;
  /** Loads that document, once all that waits is saved; leaves the page where it fits. */
  exchange(journey: OpenFlow): Promise<void>;
  /** What the page before this document hands on: to the first flow that is entered, where flow and person are its. */
  handed(flow: CompiledFlow): Handed | undefined;
}

interface Surroundings {
  readonly session: Pick<SessionHost, 'isOn' | 'owner'>;
  readonly connection: Pick<Connection, 'up'>;
  /** Sends what waits, through every outage: `ok` once it is stored. */
  saved(journey: OpenFlow): Promise<Outcome>;
  unhandled(outcome: string): void;
}

export function createDocuments(
  { boot, page, ports: { storage }, reporter }: Pick<RuntimeParts, 'boot' | 'page' | 'ports' | 'reporter'>,
  { session, connection, saved, unhandled }: Surroundings,
): Documents {
  const asked = storage.get(ASKED);
  let handed = parsed(storage.get(HANDED) ?? '') as Handed | undefined;
  storage.remove(HANDED);
  let exchanging = false;
  let told = false;
  const keyOf = ({ flow, store }: OpenFlow): string => `${flow.hash}/${store.getState().page.step}`;
  const fits = ({ flow, store }: OpenFlow): boolean =>
    same(flow.steps[store.getState().page.step]?.origins ?? {}, boot.origins ?? {});
  // An application may be pinned to a version whose widgets the address no longer has: the page is shown all the same,
  // and what its widget does without its provider is what the person gets.
  const differs = (journey: OpenFlow): boolean => !fits(journey) && asked !== keyOf(journey);

  return {
    differs,
    async exchange(journey) {
      if (fits(journey)) storage.remove(ASKED);
      else if (!differs(journey) && !told) {
        told = true;
        const step = `${journey.flow.id}/${journey.store.getState().page.step}`;
        reporter.report({ kind: 'error', name: 'document.origins', step });
      }
      if (exchanging || !differs(journey)) return;
      exchanging = true;
      try {
        const outcome = await saved(journey);
        // A browser without a network shows a page of its own instead.
        await connection.up(() => session.isOn(journey));
        // Who shows a refused save, or somebody the session ended for, leads on from here.
        if (!session.isOn(journey) || !differs(journey)) return;
        if (outcome.name === 'unavailable') return unhandled(outcome.name);
        if (outcome.name !== 'ok') return;
        storage.set(ASKED, keyOf(journey));
        storage.set(HANDED, JSON.stringify(handing(journey.flow, journey.store.getState(), session.owner())));
        page.reload(page.address().pathname);
      } finally {
        exchanging = false;
      }
    },
    handed({ hash }) {
      const found = handed;
      handed = undefined;
      return found?.hash === hash && found.owner === session.owner() ? found : undefined;
    },
  };
}
