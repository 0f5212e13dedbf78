import type { Control, ControlProps } from '../contract.ts';
import { Line, type LineKind } from '../line.tsx';
import { dollars } from '../writing.ts';

const kind: LineKind = {
  writing: (_, options) => dollars(options),
  attributes: { inputMode: 'decimal', autoComplete: 'off' },
};

function Money(props: ControlProps) {
  return (
    <span className="affix">
      <span className="affix-sign" aria-hidden="true">
        $
      </span>
      <Line {...props} kind={kind} />
    </span>
  );
}

/** Dollars and cents; the answer counts cents, unless the option `unit` says that it counts whole dollars. */
export const control: Control = {
  Draw: Money,
  quiet: true,
  frame: 'label',
};
