import { useState } from 'react';
import type { Json } from '../../runtime/core/facts.ts';
import { dollars } from '../../runtime/core/figures.ts';
import { keepTaken } from '../../runtime/core/taken.ts';
import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import './style.css';

const { read, takes, edit, show } = dollars({});
const cents = (value: Json | undefined, otherwise: number) =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;

/**
 * An amount in cents. The typed box says the same as the slider: nobody has to drag (WCAG 2.5.7). It takes digits and a
 * point alone, as a line of money does. Nothing chosen stays nothing.
 */
export default function AmountSlider({ id, value, options, invalid, describedBy, onChange, words }: WidgetProps) {
  const minimum = cents(options['minimum'], 0);
  const maximum = Math.max(minimum, cents(options['maximum'], minimum));
  const interval = Math.max(1, cents(options['interval'], 100));
  const [draft, setDraft] = useState<{ readonly text: string; readonly value: Json | undefined } | undefined>(
    undefined,
  );
  const shown = draft && draft.value === value ? draft.text : show(value);
  const position = typeof value === 'number' ? Math.min(maximum, Math.max(minimum, value)) : minimum;
  const share = maximum > minimum ? ((position - minimum) / (maximum - minimum)) * 100 : 0;
  return (
    <div className="amount">
      <span className="affix amount-box">
        <span className="affix-sign" aria-hidden="true">
          $
        </span>
        <input
          type="text"
          id={id}
          className="box"
          inputMode="numeric"
          autoComplete="off"
          value={shown}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          onChange={({ target, nativeEvent }) => {
            const text = keepTaken(target, takes, (nativeEvent as InputEvent).inputType);
            const next = read(text);
            setDraft({ text, value: next });
            onChange?.(next);
          }}
          onFocus={({ target }) => {
            // Without its comma, which a digit typed before it would move.
            const text = edit(value);
            if (text === shown) return;
            target.value = text;
            target.select();
            setDraft({ text, value });
          }}
          onBlur={() => setDraft(undefined)}
        />
      </span>
      <input
        type="range"
        className="amount-range"
        min={minimum}
        max={maximum}
        step={interval}
        value={position}
        aria-label={words('slide')}
        aria-describedby={describedBy}
        aria-valuetext={typeof value === 'number' ? `$${show(position)}` : words('nothing')}
        style={{ '--share': `${share}%` } as React.CSSProperties}
        onChange={(event) => onChange?.(Number(event.target.value))}
      />
      <div className="amount-ends" aria-hidden="true">
        <span>${show(minimum)}</span>
        <span>${show(maximum)}</span>
      </div>
    </div>
  );
}
