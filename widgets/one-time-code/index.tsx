import { useEffect, useRef, useState } from 'react';
import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import './style.css';

function useCountdown(seconds: number): readonly [left: number, again: () => void] {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, () => setLeft(seconds)];
}

/** One box for the whole code, so that paste, password managers and the phone's suggestion work (WCAG 3.3.8). */
export default function OneTimeCode({
  id,
  value,
  options,
  disabled,
  invalid,
  describedBy,
  onChange,
  emit,
  words,
}: WidgetProps) {
  const length = typeof options['length'] === 'number' ? options['length'] : 6;
  const wait = typeof options['resendAfterSeconds'] === 'number' ? options['resendAfterSeconds'] : 30;
  const [left, again] = useCountdown(wait);
  const [draft, setDraft] = useState(typeof value === 'string' ? value : '');
  const typed = useRef(false);
  useEffect(() => {
    if (!typed.current) setDraft(typeof value === 'string' ? value : '');
    typed.current = false;
  }, [value]);
  const ready = left <= 0 && !disabled;
  return (
    <div className="one-time-code">
      <input
        type="text"
        id={id}
        className="box"
        data-kind="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        value={draft}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        size={length}
        onChange={(event) => {
          typed.current = true;
          setDraft(event.target.value);
          onChange?.(event.target.value.replace(/[\s-]/g, '') || undefined);
        }}
      />
      <p>
        <button
          type="button"
          className="link"
          data-event="resend"
          data-waits={ready ? undefined : ''}
          aria-disabled={ready ? undefined : true}
          onClick={() => {
            if (!ready) return;
            again();
            emit('resend');
          }}
        >
          {words('again')}
        </button>
        {left > 0 ? (
          <span className="hint"> {left === 1 ? words('afterOne') : words('after', { seconds: left })}</span>
        ) : null}
      </p>
    </div>
  );
}
