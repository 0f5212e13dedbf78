import { useLayoutEffect, useRef, useState } from 'react';
import type { Control, ControlProps } from '../contract.ts';
import { joinDate, sayDay, splitDate } from './day.ts';

const parts = [
  { key: 'month', label: 'Month', size: 2 },
  { key: 'day', label: 'Day', size: 2 },
  { key: 'year', label: 'Year', size: 4 },
] as const;

function DateBoxes({ field, view, id, describedBy, invalid, still, answer, sync }: ControlProps) {
  const boxes = useRef<Partial<Record<(typeof parts)[number]['key'], HTMLInputElement | null>>>({});
  const [initial] = useState(() => splitDate(view.value));
  const typing = useRef(false);
  useLayoutEffect(() => {
    sync.current = (next) => {
      if (typing.current) return;
      const split = splitDate(next.value);
      for (const { key } of parts) {
        const box = boxes.current[key];
        if (box && box.value !== split[key]) box.value = split[key];
      }
    };
  }, [sync]);
  const commit = () => {
    typing.current = true;
    answer(joinDate(boxes.current.month?.value ?? '', boxes.current.day?.value ?? '', boxes.current.year?.value ?? ''));
    typing.current = false;
  };
  return (
    <div className="date">
      {parts.map(({ key, label, size }, index) => (
        <span className="date-part" key={key}>
          <label htmlFor={index === 0 ? id : `${id}-${key}`}>{label}</label>
          <input
            ref={(box) => {
              boxes.current[key] = box;
            }}
            id={index === 0 ? id : `${id}-${key}`}
            className="box"
            data-size={size}
            type="text"
            inputMode="numeric"
            name={`${field.id}.${key}`}
            autoComplete={field.autocomplete === 'bday' ? `bday-${key}` : 'off'}
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

/** A day in three labelled boxes; the answer is one ISO day. */
export const control: Control = {
  Draw: DateBoxes,
  quiet: true,
  frame: 'group',
  say: sayDay,
};
