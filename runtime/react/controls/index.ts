import type { Control } from './contract.ts';
import { CheckboxControl, RadioControl, SelectControl } from './choices.tsx';
import { DateControl } from './date.tsx';
import { TextControl } from './text.tsx';

const line: Control = { Draw: TextControl, quiet: true, frame: 'label' };

/** The controls a definition may name; any other name is a widget's. */
export const controls: Readonly<Record<string, Control>> = {
  text: line,
  email: line,
  tel: line,
  password: line,
  money: line,
  number: line,
  code: line,
  ssn: line,
  date: { Draw: DateControl, quiet: true, frame: 'group' },
  select: { Draw: SelectControl, quiet: false, frame: 'label' },
  radio: { Draw: RadioControl, quiet: false, frame: 'group' },
  checkbox: { Draw: CheckboxControl, quiet: false, frame: 'own' },
};
