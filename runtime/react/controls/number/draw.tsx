import { plain } from '../../../core/index.ts';
import type { ControlProps } from '../contract.ts';
import { figures } from '../../../core/figures.ts';
import { Line, type LineKind } from '../line.tsx';

const kind: LineKind = {
  writing: ({ type }, options) => ({
    takes: figures(options, type !== 'integer'),
    read: (text) => (text === '' ? undefined : /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text),
    edit: plain,
    show: plain,
  }),
  attributes: { inputMode: 'decimal', autoComplete: 'off' },
};

/** A number in figures. */
export default function Figures(props: ControlProps) {
  return <Line {...props} kind={kind} />;
}
