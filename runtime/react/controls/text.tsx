import { useLayoutEffect, useRef, useState } from 'react';
import type { HTMLAttributes, InputHTMLAttributes } from 'react';
import type { ControlProps } from './contract.ts';
import { writingOf } from './writing.ts';

/** What a browser is told about a kind of text, beside the field's own `autocomplete` and `inputMode`. */
const kinds: Readonly<Record<string, InputHTMLAttributes<HTMLInputElement>>> = {
  email: { type: 'email', spellCheck: false, autoCapitalize: 'none' },
  tel: { type: 'tel', inputMode: 'tel' },
  money: { inputMode: 'numeric', autoComplete: 'off' },
  number: { inputMode: 'decimal', autoComplete: 'off' },
  code: { inputMode: 'numeric', autoComplete: 'one-time-code', spellCheck: false },
  ssn: { inputMode: 'numeric', autoComplete: 'off', spellCheck: false },
};

/** One line of text. The browser keeps what is typed; the store has the value of each key before the key is painted. */
export function TextControl({ field, view, id, describedBy, invalid, answer, sync }: ControlProps) {
  const input = useRef<HTMLInputElement>(null);
  const [writing] = useState(() => writingOf(field, view.options));
  const [initial] = useState(() => writing.show(view.value));
  const [revealed, reveal] = useState(false);
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
  const password = field.control === 'password';
  const box = (
    <input
      {...kinds[field.control]}
      {...(password ? { type: revealed ? 'text' : 'password', spellCheck: false, autoCapitalize: 'none' } : {})}
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
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      placeholder={typeof field.placeholder === 'string' ? field.placeholder : undefined}
      onChange={(event) => {
        typing.current = true;
        answer(writing.read(event.target.value));
        typing.current = false;
      }}
      onFocus={() => {
        if (writing.show(value.current) !== writing.edit(value.current)) redraw(writing.edit(value.current));
      }}
      onBlur={() => {
        if (value.current !== undefined) redraw(writing.show(value.current));
      }}
    />
  );
  if (field.control === 'money')
    return (
      <span className="affix">
        <span className="affix-sign" aria-hidden="true">
          $
        </span>
        {box}
      </span>
    );
  if (!password) return box;
  return (
    <span className="affix affix-wide">
      {box}
      <button type="button" className="affix-button" aria-controls={id} onClick={() => reveal(!revealed)}>
        {revealed ? 'Hide' : 'Show'}
        <span className="quiet-words"> {view.label.toLowerCase()}</span>
      </button>
    </span>
  );
}
