import { useLayoutEffect, useRef, useState } from 'react';
import type { HTMLAttributes, InputHTMLAttributes } from 'react';
import type { Field } from '../../core/definition.ts';
import type { JsonObject } from '../../core/facts.ts';
import type { Writing } from '../../core/figures.ts';
import { keepTaken } from '../../core/taken.ts';
import type { Control, ControlProps } from './contract.ts';

/**
 * What makes one kind of line: how it is written, and what the browser is told beside the field's own `autocomplete`
 * and `inputMode`.
 */
export interface LineKind {
  readonly writing: (field: Field, options: JsonObject) => Writing;
  readonly attributes?: InputHTMLAttributes<HTMLInputElement>;
}

/** One line of text. The browser keeps what is typed; the store has the value of each key before the key is painted. */
export function Line({
  kind,
  attributes,
  ...props
}: ControlProps & { readonly kind: LineKind; readonly attributes?: LineKind['attributes'] }) {
  return useLine(kind, props, attributes);
}

function useLine(kind: LineKind, props: ControlProps, attributes?: LineKind['attributes']) {
  const { field, view, id, describedBy, invalid, still, answer, sync } = props;
  const input = useRef<HTMLInputElement>(null);
  const [writing] = useState(() => kind.writing(field, view.options));
  const [initial] = useState(() => writing.show(view.value));
  const value = useRef(view.value);
  const typing = useRef(false);
  useLayoutEffect(() => {
    sync.current = (next) => {
      if (!typing.current && next.value !== value.current && input.current) {
        input.current.value = (document.activeElement === input.current ? writing.edit : writing.show)(next.value);
      }
      value.current = next.value;
    };
  }, [sync, writing]);
  const redraw = (text: string) => {
    if (input.current && input.current.value !== text) input.current.value = text;
  };
  return (
    <input
      {...kind.attributes}
      {...attributes}
      {...(field.autocomplete ? { autoComplete: field.autocomplete } : {})}
      {...(field.inputMode
        ? { inputMode: field.inputMode as NonNullable<HTMLAttributes<HTMLInputElement>['inputMode']> }
        : {})}
      ref={input}
      id={id}
      name={field.id}
      className="box"
      data-kind={field.control}
      defaultValue={initial}
      readOnly={still}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      placeholder={typeof field.placeholder === 'string' ? field.placeholder : undefined}
      onChange={({ target, nativeEvent }) => {
        typing.current = true;
        const taken = keepTaken(target, writing.takes, (nativeEvent as InputEvent).inputType);
        answer(writing.read(taken));
        typing.current = false;
      }}
      onFocus={({ target }) => {
        const edited = writing.edit(value.current);
        if (writing.show(value.current) === edited) return;
        redraw(edited);
        // Whoever tabs here replaces what stands, as in every line; a press puts the caret where it is after this.
        target.select();
      }}
      onBlur={() => {
        if (value.current !== undefined) redraw(writing.show(value.current));
      }}
    />
  );
}

/** The control of one kind of line. */
export function lineControl(kind: LineKind): Control {
  return {
    Draw: (props) => useLine(kind, props),
    quiet: true,
    frame: 'label',
  };
}
