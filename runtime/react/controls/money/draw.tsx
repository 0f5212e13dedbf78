import type { ControlProps } from '../contract.ts';
import { Line, type LineKind } from '../line.tsx';
import { dollars } from '../../../core/figures.ts';

const kind: LineKind = {
  writing: (_, options) => dollars(options),
  attributes: { inputMode: 'decimal', autoComplete: 'off' },
};

/** Dollars, behind their sign. */
export default function Money(props: ControlProps) {
  return (
    <span className="affix">
      <span className="affix-sign" aria-hidden="true">
        $
      </span>
      <Line {...props} kind={kind} />
    </span>
  );
}
