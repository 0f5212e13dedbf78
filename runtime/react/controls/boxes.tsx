import { useLayoutEffect, useRef, useState } from 'react';
import type { Json } from '../../core/facts.ts';
import { keepTaken } from '../../core/taken.ts';
import type { ControlProps } from './contract.ts';

/** What stands in each box, by the name of its part. */
export type Parts<K extends string> = Readonly<Record<K, string>>;

interface BoxesProps<K extends string> extends ControlProps {
  /** Names of the parts, each with a word of the control, in the order in which they are written. */
  readonly parts: readonly K[];
  /** Digits of each box. */
  readonly sizes: readonly number[];
  readonly split: (value: Json | undefined) => Parts<K>;
  readonly join: (parts: Parts<K>) => Json | undefined;
  /** All of the answer, written or pasted into one box; absent: nobody does. */
  readonly whole?: (text: string) => Parts<K> | undefined;
  /** What a box takes of a text: the rest goes as it is typed; absent: all. */
  readonly takes?: (text: string) => string;
  /** What stands in a box of so many digits once it was left; absent: what was typed. */
  readonly left?: (text: string, size: number) => string;
  readonly autoComplete?: (part: K) => string;
}

/** One answer in several labelled boxes of digits. */
export function Boxes<K extends string>({
  parts,
  sizes,
  split,
  join,
  whole,
  takes,
  left,
  autoComplete,
  field,
  view,
  id,
  describedBy,
  invalid,
  still,
  answer,
  sync,
  words,
}: BoxesProps<K>) {
  const boxes = useRef<Partial<Record<K, HTMLInputElement | null>>>({});
  const [initial] = useState(() => split(view.value));
  const typing = useRef(false);
  const write = (given: Parts<K>): void => {
    for (const key of parts) {
      const box = boxes.current[key];
      if (box && box.value !== given[key]) box.value = given[key];
    }
  };
  const standing = (): Json | undefined =>
    join(Object.fromEntries(parts.map((key) => [key, boxes.current[key]?.value ?? ''])) as Parts<K>);
  useLayoutEffect(() => {
    sync.current = (next) => {
      // What says the same already is let be: a 1 that becomes a 12 is no 01 while it is typed.
      if (!typing.current && standing() !== next.value) write(split(next.value));
    };
  });
  const commit = (): void => {
    typing.current = true;
    answer(standing());
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
            autoComplete={autoComplete?.(key) ?? 'off'}
            defaultValue={initial[key]}
            readOnly={still}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            onChange={(event) => {
              const all = whole?.(event.target.value);
              if (all) write(all);
              else keepTaken(event.target, takes, (event.nativeEvent as InputEvent).inputType);
              commit();
            }}
            onBlur={({ target }) => {
              const shown = left?.(target.value, sizes[index] ?? 0) ?? target.value;
              if (shown !== target.value) target.value = shown;
            }}
          />
        </span>
      ))}
    </div>
  );
}
