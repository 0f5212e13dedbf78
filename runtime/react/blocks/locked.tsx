import { sentNote } from '../../core/index.ts';
import { spoken } from '../../core/spoken.ts';
import type { Field } from '../../core/definition.ts';
import type { FieldView } from '../../core/state.ts';
import { factsFor, useSelected, useSession } from '../page/session.tsx';
import { noteId } from './sent-note.tsx';
import { useSay } from '../words.tsx';

/**
 * An answer that can no longer be changed, whatever control asked it: its label, the answer in words, and why it
 * stands.
 */
export default function LockedField({
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
