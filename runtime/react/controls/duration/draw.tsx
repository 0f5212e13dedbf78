import { Boxes } from '../boxes.tsx';
import type { ControlProps } from '../contract.ts';
import { digits } from '../writing.ts';
import { joinMonths, splitMonths } from './months.ts';

const parts = ['years', 'months'] as const;
const sizes = [2, 2];

/** Two boxes with labels; the answer is one number of months. */
export default function DurationBoxes(props: ControlProps) {
  return <Boxes {...props} parts={parts} sizes={sizes} split={splitMonths} join={joinMonths} takes={digits} />;
}
