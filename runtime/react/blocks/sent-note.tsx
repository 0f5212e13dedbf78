import { sentNote, walk } from '../../core/index.ts';
import { useSelected, useSession, useStep } from '../page/session.tsx';
import { useSay } from '../words.tsx';

/** DOM id of the note. */
export const noteId = 'page-sent';

/**
 * Says on a page that was sent why nothing on it can be changed, and leads on: it has no button of its own that would.
 */
export function SentNote() {
  const { flow, store } = useSession();
  const step = useStep();
  const note = useSelected((state) => sentNote(flow, state));
  const at = useSelected((state) => (note === undefined ? step.id : walk(flow, state, state.world).at));
  const say = useSay();
  if (note === undefined) return null;
  return (
    <div className="notice" id={noteId}>
      <p>{note}</p>
      {at === step.id ? null : (
        <button type="button" className="link" onClick={() => store.dispatch({ type: 'visited', step: at })}>
          {say('answer.onward')}
        </button>
      )}
    </div>
  );
}
