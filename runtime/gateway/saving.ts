/** The save queue of an open flow: where it sends, and what a conflict or a refusal means for the page. */
import { applicationFacts } from '../../contract/application.ts';
import { keepableOf } from '../../contract/sensitive.ts';
import { stepPath } from '../core/index.ts';
import type { Applications } from './applications.ts';
import type { Journey } from './journey.ts';
import { createSaveQueue } from './save-queue.ts';
import type { SaveQueue } from './save-queue.ts';
import type { RuntimeParts, Session } from './session.ts';

/** A change waits this long for others before it is saved, in milliseconds. */
const LINGER_MS = 400;

export interface Saving {
  readonly parts: Pick<RuntimeParts, 'ports' | 'boot' | 'reporter'>;
  readonly session: Session;
  readonly applications: Applications;
  readonly flow: Journey['flow'];
  /** The journey of the flow, asked for only once the queue works. */
  readonly journey: () => Journey;
  /** Told when the server no longer takes the session of the person that is signed in. */
  readonly unhandled: (outcome: string) => void;
}

/** The queue through which a flow saves. */
export function savingOf({ parts, session, applications, flow, journey, unhandled }: Saving): SaveQueue {
  const { ports, boot, reporter } = parts;
  let refusals = 0;
  const reload = async (): Promise<number | undefined> => {
    const found = await applications.find();
    if ('outcome' in found || found.open?.flow !== flow.id || session.current !== journey()) return undefined;
    const application = found.open;
    session.application = application;
    const state = journey().store.getState();
    journey().enter(
      application,
      { ...state.world, application: applicationFacts(application.row) },
      stepPath(flow, state.page.step),
    );
    return application.revision;
  };
  return createSaveQueue({
    send: (target, batch, options) => applications.save(target, batch, options),
    saved: (revision) => journey().dispatch({ type: 'saved', revision }),
    failed: (code) => {
      if (code === 'refused')
        reporter.report({
          kind: 'error',
          name: 'save.refused',
          step: `${flow.id}/${journey().store.getState().page.step}`,
        });
      journey().dispatch({ type: 'saveFailed', code });
      if (code === 'unauthenticated' && session.person !== undefined && session.current === journey()) unhandled(code);
      // Twice: what is stored is shown again. A third time the page and the server disagree for good, and only the person can tell.
      if (code === 'refused' && refusals++ < 2) void reload();
    },
    conflicted: reload,
    timers: ports.timers,
    random: ports.random,
    id: ports.id,
    storage: ports.storage,
    storageKey: `waymark.waiting.${boot.brand}.${flow.id}`,
    keepable: keepableOf(flow),
    lingerMs: LINGER_MS,
  });
}
