import { useEffect, useRef, useState } from 'react';
import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import './style.css';

/** Names are the same when their letters are: capitals and spaces do not matter. */
export function sameName(a: string, b: string): boolean {
  const bare = (name: string) => name.trim().replace(/\s+/g, ' ').toLocaleLowerCase('en-US');
  return bare(a) !== '' && bare(a) === bare(b);
}

/**
 * A typed signature (15 U.S.C. 7006(5): an electronic symbol adopted with the intent to sign), drawn in a written hand.
 */
export default function Signature({ id, value, options, invalid, describedBy, onChange, words }: WidgetProps) {
  const [draft, setDraft] = useState(typeof value === 'string' ? value : '');
  const typed = useRef(false);
  useEffect(() => {
    if (!typed.current) setDraft(typeof value === 'string' ? value : '');
    typed.current = false;
  }, [value]);
  const name = typeof options['name'] === 'string' ? options['name'] : undefined;
  const consent = typeof options['consent'] === 'string' ? options['consent'] : words('consent');
  return (
    <div className="signature">
      <input
        type="text"
        id={id}
        className="box signature-line"
        autoComplete="off"
        spellCheck={false}
        value={draft}
        aria-invalid={invalid || undefined}
        aria-describedby={[describedBy, `${id}-consent`].filter(Boolean).join(' ')}
        onChange={(event) => {
          typed.current = true;
          setDraft(event.target.value);
          onChange?.(event.target.value === '' ? undefined : event.target.value);
        }}
      />
      {name !== undefined && sameName(draft, name) ? (
        <p className="signature-same" role="status">
          {words('same')}
        </p>
      ) : null}
      <p id={`${id}-consent`} className="hint">
        {consent}
      </p>
    </div>
  );
}
