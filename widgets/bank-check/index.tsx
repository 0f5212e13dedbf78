import { useId } from 'react';
import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import './style.css';

/** Explains which of the numbers at the bottom of a check is which. */
export default function BankCheck({ words }: WidgetProps) {
  const title = useId();
  const says = useId();
  return (
    <figure className="bank-check">
      <svg viewBox="0 0 560 236" role="img" aria-labelledby={title} aria-describedby={says}>
        <title id={title}>{words('title')}</title>
        <desc id={says}>{words('says')}</desc>
        <rect className="paper" x="8" y="8" width="544" height="164" rx="10" />
        <g className="lines">
          <path d="M32 38h132M32 54h92M420 42h104M32 92h372M32 122h372M332 146h196" />
          <rect x="424" y="78" width="100" height="26" rx="4" />
        </g>
        <g className="digits">
          <rect className="mark" x="26" y="134" width="130" height="28" rx="4" />
          <text x="91" y="153">
            123456789
          </text>
          <rect className="mark" x="168" y="134" width="140" height="28" rx="4" />
          <text x="238" y="153">
            000123456789
          </text>
        </g>
        <g className="names">
          <path d="M91 162v26M238 162v26" />
          <text x="91" y="206">
            {words('routing')}
          </text>
          <text className="small" x="91" y="224">
            {words('routingDigits')}
          </text>
          <text x="238" y="206">
            {words('account')}
          </text>
          <text className="small" x="238" y="224">
            {words('accountDigits')}
          </text>
        </g>
      </svg>
    </figure>
  );
}
