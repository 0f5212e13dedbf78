import { isStored } from '../../core/index.ts';
import { useSay } from '../words.tsx';
import { useSelected, useSession } from './session.tsx';

/** Whether the answers are safe, in a flow that saves; nothing before the first save. */
export function SaveStatus() {
  const { flow } = useSession();
  const say = useSay();
  const { status, revision, onDevice = true } = useSelected((state) => state.saved);
  if (!isStored(flow.saves) || (status === 'saved' && revision === 0)) return null;
  // Confidential answers are never written to the device.
  const word = status === 'offline' && !onDevice ? 'offlineOnPage' : status;
  return (
    <p className="save-status" data-status={status} role="status">
      {say(`saving.${word}`)}
    </p>
  );
}
