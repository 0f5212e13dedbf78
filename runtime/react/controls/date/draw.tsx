import { useState } from 'react';
import { Boxes } from '../boxes.tsx';
import type { ControlProps } from '../contract.ts';
import { inDigits, joinDate, splitDate, wholeDay } from './day.ts';

const parts = ['month', 'day', 'year'] as const;

/** Digits of each box: the groups of the field's mask, `99/99/9999`. */
const sizesOf = (mask = '99/99/9999'): readonly number[] => (mask.match(/[9N]+/g) ?? []).map(({ length }) => length);

/** Three boxes with labels; the answer is one ISO day. */
export default function DateBoxes(props: ControlProps) {
  const { mask, autocomplete } = props.field;
  const [sizes] = useState(() => sizesOf(mask));
  return (
    <Boxes
      {...props}
      parts={parts}
      sizes={sizes}
      split={(value) => splitDate(value, sizes)}
      join={({ month, day, year }) => joinDate(month, day, year)}
      left={inDigits}
      // Pasted or filled in whole into one box.
      whole={(text) => wholeDay(text, sizes)}
      autoComplete={(part) => (autocomplete === 'bday' ? `bday-${part}` : 'off')}
    />
  );
}
