import { useLayoutEffect, useRef, useState } from 'react';
import type { ControlProps } from '../contract.ts';
import { joinDate, splitDate, wholeDay, type Day } from './day.ts';

const parts = ['month', 'day', 'year'] as const;

/** Digits of each box: the groups of the field's mask, `99/99/9999`. */
const sizesOf = (mask = '99/99/9999'): readonly number[] => (mask.match(/9+/g) ?? []).map(({ length }) => length);

/** Three boxes with labels; the answer is one ISO day. */
export default function DateBoxes({ field, view, id, describedBy, invalid, still, answer, sync, words }: ControlProps) {
  const boxes = useRef<Partial<Record<(typeof parts)[number], HTMLInputElement | null>>>({});
  const [initial] = useState(() => splitDate(view.value));
  const [sizes] = useState(() => sizesOf(field.mask));
  const typing = useRef(false);
  useLayoutEffect(() => {
    sync.current = (next) => {
      if (typing.current) return;
      write(splitDate(next.value));
    };
  }, [sync]);
  const write = (day: Day) => {
    for (const key of parts) {
      const box = boxes.current[key];
      if (box && box.value !== day[key]) box.value = day[key];
    }
  };
  const commit = () => {
    typing.current = true;
    answer(joinDate(boxes.current.month?.value ?? '', boxes.current.day?.value ?? '', boxes.current.year?.value ?? ''));
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
            data-size={sizes[index]}
            type="text"
            inputMode="numeric"
            name={`${field.id}.${key}`}
            autoComplete={field.autocomplete === 'bday' ? `bday-${key}` : 'off'}
            defaultValue={initial[key]}
            readOnly={still}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            onChange={(event) => {
              // Pasted or filled in whole into one box.
              const whole = wholeDay(event.target.value, sizes);
              if (whole) write(whole);
              commit();
            }}
          />
        </span>
      ))}
    </div>
  );
}
