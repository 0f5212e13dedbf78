import { useLayoutEffect, useRef, useState } from 'react';
import type { ControlProps } from '../contract.ts';
import { joinMonths, splitMonths } from './months.ts';

const parts = ['years', 'months'] as const;

/** Two boxes with labels; the answer is one number of months. */
export default function DurationBoxes({
  field,
  view,
  id,
  describedBy,
  invalid,
  still,
  answer,
  sync,
  words,
}: ControlProps) {
  const boxes = useRef<Partial<Record<(typeof parts)[number], HTMLInputElement | null>>>({});
  const [initial] = useState(() => splitMonths(view.value));
  const typing = useRef(false);
  useLayoutEffect(() => {
    sync.current = (next) => {
      if (typing.current) return;
      const given = splitMonths(next.value);
      for (const key of parts) {
        const box = boxes.current[key];
        if (box && box.value !== given[key]) box.value = given[key];
      }
    };
  }, [sync]);
  const commit = () => {
    typing.current = true;
    answer(joinMonths({ years: boxes.current.years?.value ?? '', months: boxes.current.months?.value ?? '' }));
    typing.current = false;
  };
  return (
    <div className="date">
      {parts.map((key, index) => (
        <span className="date-part" key={key}>
          <label htmlFor={index === 0 ? id : `${id}-${key}`}>{words(key)}</label>
          <input
            ref={(box) => {
              boxes.current[key] = box;
            }}
            id={index === 0 ? id : `${id}-${key}`}
            className="box"
            data-size={2}
            type="text"
            inputMode="numeric"
            name={`${field.id}.${key}`}
            autoComplete="off"
            defaultValue={initial[key]}
            readOnly={still}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            onChange={commit}
          />
        </span>
      ))}
    </div>
  );
}
