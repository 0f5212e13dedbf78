/** The save queue of an open flow: where it sends, and what a conflict or a refusal means for the page. */
import { keepableOf } from '../../contract/sensitive.ts';
import type { Applications } from './applications.ts';
import type { OpenFlow } from './open-flow.ts';
import type { Owner } from './owner.ts';
import type { RuntimeParts } from './parts.ts';
import { refusalOf } from './refusal.ts';
import type { Refusal } from './refusal.ts';
import { createSaveQueue } from './save-queue.ts';
import type { SaveQueue } from './save-queue.ts';
import { createShelf } from './shelf.ts';
import type { Kept } from './shelf.ts';

/** A change waits this long for others before it is saved, in milliseconds. */
const LINGER_MS = 400;

export interface Saving {
  readonly parts: Pick<RuntimeParts, 'ports' | 'boot' | 'reporter'>;
  readonly applications: Applications;
  readonly flow: OpenFlow['flow'];
  readonly owner: Owner;
  /** The session in which the owner signed in: what waited in it is theirs. */
  readonly heirOf?: Owner;
  /** Id of the application that is open. */
  readonly application?: string;
  /** What waits, of all flows of this document. */
  readonly memory: Map<string, Kept>;
  /** The journey of the flow, asked for only once the queue works. */
  readonly journey: () => OpenFlow;
  /** Told when the server no longer takes the session of the owner. */
  readonly unauthenticated: () => void;
  /**
   * Reads what is stored and shows it with what waits on top; the stored revision, or undefined when that cannot be.
   */
  readonly reload: (journey: OpenFlow) => Promise<number | undefined>;
  readonly refused: (journey: OpenFlow, refusal: Refusal) => void;
  /** Told when it changes whether all that waits would outlive a reload. */
  readonly safety: () => void;
}

/** The queue through which a flow saves. */
export function savingOf(saving: Saving): SaveQueue {
  const { parts, applications, flow, owner, heirOf, application, memory, journey } = saving;
  const { ports, boot, reporter } = parts;
  const queue: SaveQueue = createSaveQueue({
    send: (target, batch, options) => applications.save(target, batch, options),
    saved: (revision) => journey().dispatch({ type: 'saved', revision }),
    failed(code) {
      journey().dispatch({ type: 'saveFailed', code, kept: queue.safeOnDevice() });
      if (code === 'unauthenticated') saving.unauthenticated();
    },
    refused(detail) {
      const step = `${flow.id}/${journey().store.getState().page.step}`;
      reporter.report({ kind: 'error', name: 'save.refused', step });
      saving.refused(journey(), refusalOf(detail));
    },
    safety: saving.safety,
    conflicted: () => saving.reload(journey()),
    timers: ports.timers,
    random: ports.random,
    id: ports.id,
    shelf: createShelf({
      storage: ports.storage,
      memory,
      name: `${boot.brand}.${flow.id}`,
      keepable: keepableOf(flow),
      version: flow.hash,
      carried: (path) =>
        Object.keys(flow.consents ?? {}).every((consent) => path !== consent && !path.startsWith(`${consent}.`)),
    }),
    owner,
    ...(heirOf === undefined ? {} : { heirOf }),
    ...(application === undefined ? {} : { application }),
    lingerMs: LINGER_MS,
  });
  return queue;
}
