import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Field, LayoutItem } from '../../core/definition.ts';
import type { Json, JsonObject } from '../../core/facts.ts';
import type { FieldView } from '../../core/state.ts';
import { controls } from '../controls/index.ts';
import type { Control } from '../controls/contract.ts';
import { DOTS, sealedEnd } from '../../core/index.ts';
import { useField, useSession, useStep, useStill } from '../page/session.tsx';
import { drawnField } from './drawn.tsx';
import { FieldFrame, controlId, describedBy } from './frame.tsx';
import { latePart } from './late-part.tsx';
import { WidgetFrame } from './widget.tsx';
import { useOwnWords, useSay } from '../words.tsx';

/** Few pages are seen once they were sent. */
export const LockedField = latePart<{ readonly field: Field; readonly view: FieldView; readonly id: string }>({
  load: () => import('./locked.tsx'),
  nameOf: ({ field }) => field.id,
});

/** A field of the layout. */
export function FieldBlock({ item }: { readonly item: Extract<LayoutItem, { kind: 'field' }> }) {
  return useById(item.field);
}

/** A field of the current step by its id: its control with label, hint and message; nothing while it is not visible. */
export function FieldById({ id }: { readonly id: string }) {
  return useById(id);
}

function useById(id: string): ReactNode {
  const field = useStep().fields[id];
  if (!field) throw new Error(`The step lays out the field "${id}" but does not have it: compile the flow again.`);
  const control = controls[field.control];
  return control ? (
    <ControlField field={field} control={control} />
  ) : (
    <WidgetField field={field} widget={field.control} widgetId={field.id} />
  );
}

function useAnswer(field: string): (value: Json | undefined) => void {
  const { store } = useSession();
  return useCallback((value) => store.dispatch({ type: 'answered', field, value }), [store, field]);
}

function ControlField({ field, control }: { readonly field: Field; readonly control: Control }) {
  const sync = useRef<((view: FieldView) => void) | undefined>(undefined);
  const view = useField(field.id, control.quiet ? (next) => sync.current?.(next) : undefined);
  const answer = useAnswer(field.id);
  const still = useStill();
  const words = useOwnWords(field.control);
  const wasSealed = useRef(false);
  if (!view?.visible) return null;
  const id = controlId(field.id);
  if (view.locked !== undefined) return <LockedField field={field} view={view} id={id} />;
  const drawn = { control, field, view, id, still, answer, sync, words };
  wasSealed.current ||= sealedEnd(view.value) !== undefined;
  return wasSealed.current ? <SealedField {...drawn} /> : drawnField(drawn);
}

/** An answer of which only the end is known here, until somebody asks to replace it. */
function SealedField(drawn: Parameters<typeof drawnField>[0]) {
  const { control, field, view, id } = drawn;
  const [replacing, replace] = useState(false);
  const say = useSay();
  useEffect(() => {
    if (replacing) document.getElementById(id)?.focus();
  }, [replacing, id]);
  const end = sealedEnd(view.value);
  if (end === undefined || replacing) return drawnField(drawn);
  return (
    <FieldFrame id={id} view={view} as={control.frame === 'label' ? 'words' : control.frame}>
      <p className="sealed">
        <span>
          {field.hides ?? DOTS}
          {end}
        </span>
        <button type="button" className="link" onClick={() => replace(true)}>
          {say('answer.change')}
          <span className="quiet-words"> {view.label}</span>
        </button>
      </p>
    </FieldFrame>
  );
}

/** A field drawn by a widget folder. The group's name and message are the frame's, what is inside is the widget's. */
export function WidgetField({
  field,
  widget,
  widgetId,
  options,
}: {
  readonly field: Field;
  /** Folder name. */
  readonly widget: string;
  /** By which the engine knows it. */
  readonly widgetId: string;
  /** What the layout gives it beside the field's own options. */
  readonly options?: JsonObject;
}) {
  const view = useField(field.id);
  const answer = useAnswer(field.id);
  if (!view?.visible) return null;
  const id = controlId(field.id);
  if (view.locked !== undefined) return <LockedField field={field} view={view} id={id} />;
  return (
    // An answer of several parts is given in no one box that a label could name.
    <FieldFrame id={id} view={view} as={field.type === 'object' ? 'words' : 'label'}>
      <WidgetFrame
        name={widget}
        widgetId={widgetId}
        id={id}
        value={view.value}
        options={options ? { ...view.options, ...options } : view.options}
        invalid={view.message !== undefined}
        describedBy={describedBy(id, view)}
        labelledBy={`${id}-label`}
        onChange={answer}
      />
    </FieldFrame>
  );
}
