import type { State } from '../../core/state.ts';
import { useSelected, useSession } from './session.tsx';

const words: Readonly<Record<State['saved']['status'], string>> = {
  saved: 'Saved',
  saving: 'Saving',
  offline: 'Working offline; your answers are kept on this device',
  refused: 'We could not save your last change',
};

/** Confidential answers are never written to the device. */
const onPage = 'Working offline; some answers are kept only while this page stays open';

/** Whether the answers are safe, in a flow that saves; nothing before the first save. */
export function SaveStatus() {
  const { flow } = useSession();
  const { status, revision, onDevice = true } = useSelected((state) => state.saved);
  if (flow.saves !== 'application' || (status === 'saved' && revision === 0)) return null;
  return (
    <p className="save-status" data-status={status} role="status">
      {status === 'offline' && !onDevice ? onPage : words[status]}
    </p>
  );
}
