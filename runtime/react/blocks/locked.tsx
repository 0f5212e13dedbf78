import { sentNote, spoken, walk } from '../../core/index.ts';
import type { Field } from '../../core/definition.ts';
import type { FieldView } from '../../core/state.ts';
import { factsFor, useSelected, useSession, useStep } from '../page/session.tsx';
import { useSay } from '../words.tsx';

const noteId = 'page-sent';

/**
 * An answer that can no longer be changed, whatever control asked it: its label, the answer in words, and why it
 * stands.
 */
export function LockedField({
  field,
  view,
  id,
}: {
  readonly field: Field;
  readonly view: FieldView;
  readonly id: string;
}) {
  const { flow, store } = useSession();
  const note = useSelected((state) => sentNote(flow, state));
  const said = note === view.locked;
  const say = useSay();
  return (
    <div
      className="field field-locked"
      id={id}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={said ? noteId : `${id}-locked`}
      data-locked
    >
      <span className="label" id={`${id}-label`}>
        {view.label}
      </span>
      <p className="locked-answer">
        {view.value === undefined || view.value === null
          ? say('answer.none')
          : spoken(field, view.value, { facts: factsFor(flow, store.getState()), say })}
      </p>
      {said ? null : (
        <p className="hint" id={`${id}-locked`}>
          {view.locked}
        </p>
      )}
    </div>
  );
}

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
