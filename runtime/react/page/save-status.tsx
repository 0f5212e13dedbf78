import { isStored } from '../../core/index.ts';
import { useSay } from '../words.tsx';
import { useSelected, useSession } from './session.tsx';

/**
 * Whether the answers are safe, in a flow that saves; without words before the first save: a line that came with it
 * would move the page, and who hears a page hears no status that was not there before.
 */
export function SaveStatus() {
  const { flow } = useSession();
  const say = useSay();
  const { status, revision, onDevice = true } = useSelected((state) => state.saved);
  if (!isStored(flow.saves)) return null;
  // Confidential answers are never written to the device.
  const word = status === 'offline' && !onDevice ? 'offlineOnPage' : status;
  return (
    <p className="save-status" data-status={status} role="status">
      {status === 'saved' && revision === 0 ? null : say(`saving.${word}`)}
    </p>
  );
}
