import type { ReactNode } from 'react';
import type { FieldView } from '../../core/state.ts';
import { useSay } from '../words.tsx';

/** DOM id of a field's control; the error summary links to it. */
export const controlId = (field: string): string => `field-${field}`;

/** The name under which a question of an item is drawn: two items ask the same one. */
export const partId = (list: string, item: number, part: string): string => `${list}-${item}-${part}`;

/** The ids that describe a field's control: its hint and its message, where it has them. */
export function describedBy(id: string, { hint, message }: Pick<FieldView, 'hint' | 'message'>): string | undefined {
  return [hint ? `${id}-hint` : '', message ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
}

interface FrameProps {
  /** DOM id of the control. */
  readonly id: string;
  readonly view: FieldView;
  /**
   * `label` for one control, `group` for several in a fieldset, `own` when the control writes its label itself, `words`
   * where nothing can be typed (the end of a sealed answer).
   */
  readonly as: 'label' | 'group' | 'own' | 'words';
  readonly children: ReactNode;
}

/** What a question is called, and whether it may be left: the same wherever its label is written. */
export function LabelWords({ view }: Pick<FrameProps, 'view'>) {
  const say = useSay();
  return (
    <>
      {view.label}
      {view.required ? null : <span className="optional"> {say('answer.optional')}</span>}
    </>
  );
}

/** What stands around every field, whatever draws it: label, hint and message. A field calls it as a function. */
export function fieldFrame({ id, view, as, children }: FrameProps) {
  const className = view.message ? 'field field-wrong' : 'field';
  const label = view.required ? view.label : <LabelWords view={view} />;
  const hint = view.hint ? (
    <p id={`${id}-hint`} className="hint">
      {view.hint}
    </p>
  ) : null;
  const message = view.message ? (
    <p id={`${id}-error`} className="error">
      {view.message}
    </p>
  ) : null;
  if (as === 'group')
    return (
      <fieldset className={className} aria-describedby={describedBy(id, view)}>
        <legend id={`${id}-label`}>{label}</legend>
        {hint}
        {message}
        {children}
      </fieldset>
    );
  return (
    <div className={className}>
      {as === 'label' ? (
        <label htmlFor={id} id={`${id}-label`}>
          {label}
        </label>
      ) : null}
      {as === 'words' ? (
        <span className="label" id={`${id}-label`}>
          {label}
        </span>
      ) : null}
      {hint}
      {message}
      {children}
    </div>
  );
}

/** The same as a component of its own. */
export const FieldFrame = (props: FrameProps): ReactNode => fieldFrame(props);
