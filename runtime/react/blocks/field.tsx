import { useCallback, useEffect, useRef, useState } from 'react';
import type { Field, LayoutItem } from '../../core/definition.ts';
import type { Json } from '../../core/facts.ts';
import type { FieldView } from '../../core/state.ts';
import { controls } from '../controls/index.ts';
import type { Control } from '../controls/contract.ts';
import { sealedEnd } from '../controls/contract.ts';
import { useField, useSession, useStep } from '../page/session.tsx';
import { LockedField } from './locked.tsx';
import { WidgetFrame } from './widget.tsx';

/** DOM id of a field's control; the error summary links to it. */
export const controlId = (field: string): string => `field-${field}`;

/** A field of the layout. */
export function FieldBlock({ item }: { readonly item: Extract<LayoutItem, { kind: 'field' }> }) {
  return <FieldById id={item.field} />;
}

/** A field of the current step by its id: its control with label, hint and message; nothing while it is not visible. */
export function FieldById({ id }: { readonly id: string }) {
  const field = useStep().fields[id];
  if (!field) throw new Error(`The step lays out the field "${id}" but does not have it: compile the flow again.`);
  const control = controls[field.control];
  return control ? <Framed field={field} control={control} /> : <WidgetField field={field} />;
}

function useAnswer(field: string): (value: Json | undefined) => void {
  const { store } = useSession();
  return useCallback((value) => store.dispatch({ type: 'answered', field, value }), [store, field]);
}

function Framed({ field, control }: { readonly field: Field; readonly control: Control }) {
  const sync = useRef<((view: FieldView) => void) | undefined>(undefined);
  const view = useField(field.id, control.quiet ? (next) => sync.current?.(next) : undefined);
  const answer = useAnswer(field.id);
  const [replacing, replace] = useState(false);
  useEffect(() => {
    if (replacing) document.getElementById(controlId(field.id))?.focus();
  }, [replacing, field.id]);
  if (!view?.visible) return null;
  const id = controlId(field.id);
  if (view.locked !== undefined) return <LockedField field={field} view={view} id={id} />;
  const describedBy =
    [view.hint ? `${id}-hint` : '', view.message ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
  const end = sealedEnd(view.value);
  const sealed = end !== undefined && !replacing;
  const words = (
    <>
      {view.label}
      {!view.required && control.frame !== 'own' ? <span className="optional"> (optional)</span> : null}
    </>
  );
  const about = (
    <>
      {view.hint ? (
        <p id={`${id}-hint`} className="hint">
          {view.hint}
        </p>
      ) : null}
      {view.message ? (
        <p id={`${id}-error`} className="error">
          {view.message}
        </p>
      ) : null}
    </>
  );
  const drawn = sealed ? (
    <p className="sealed">
      <span>
        {field.control === 'ssn' ? '•••-••-' : '••••'}
        {end}
      </span>
      <button type="button" className="link" onClick={() => replace(true)}>
        Change<span className="quiet-words"> {view.label}</span>
      </button>
    </p>
  ) : (
    <control.Draw
      field={field}
      view={view}
      id={id}
      describedBy={describedBy}
      labelledBy={`${id}-label`}
      invalid={view.message !== undefined}
      answer={answer}
      sync={sync}
    />
  );
  const className = view.message ? 'field field-wrong' : 'field';
  if (control.frame === 'group') {
    return (
      <fieldset className={className} aria-describedby={describedBy}>
        <legend id={`${id}-label`}>{words}</legend>
        {about}
        {drawn}
      </fieldset>
    );
  }
  if (control.frame === 'own')
    return (
      <div className={className}>
        {about}
        {drawn}
      </div>
    );
  return (
    <div className={className}>
      {sealed ? (
        <span className="label" id={`${id}-label`}>
          {words}
        </span>
      ) : (
        <label htmlFor={id} id={`${id}-label`}>
          {words}
        </label>
      )}
      {about}
      {drawn}
    </div>
  );
}

/** A field drawn by a widget folder. The group's name and message are the frame's, what is inside is the widget's. */
function WidgetField({ field }: { readonly field: Field }) {
  const view = useField(field.id);
  const answer = useAnswer(field.id);
  if (!view?.visible) return null;
  const id = controlId(field.id);
  if (view.locked !== undefined) return <LockedField field={field} view={view} id={id} />;
  const describedBy =
    [view.hint ? `${id}-hint` : '', view.message ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
  return (
    <div className={view.message ? 'field field-wrong' : 'field'}>
      <label htmlFor={id} id={`${id}-label`}>
        {view.label}
        {view.required ? null : <span className="optional"> (optional)</span>}
      </label>
      {view.hint ? (
        <p id={`${id}-hint`} className="hint">
          {view.hint}
        </p>
      ) : null}
      {view.message ? (
        <p id={`${id}-error`} className="error">
          {view.message}
        </p>
      ) : null}
      <WidgetFrame
        name={field.control}
        widgetId={field.id}
        id={id}
        value={view.value}
        options={view.options}
        invalid={view.message !== undefined}
        describedBy={describedBy}
        labelledBy={`${id}-label`}
        onChange={answer}
      />
    </div>
  );
}
