import { useEffect, useState } from 'react';
import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import './style.css';

/** Says what is going on and that it still is; a screen reader hears each change once. */
export default function ApplicationStatus({ options, words }: WidgetProps) {
  const status =
    typeof options['status'] === 'string' && options['status'] !== '' ? options['status'] : words('working');
  const patience = typeof options['slowAfterSeconds'] === 'number' ? options['slowAfterSeconds'] : 20;
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    const timer = setTimeout(() => setSlow(true), patience * 1000);
    return () => clearTimeout(timer);
  }, [status, patience]);
  return (
    <div className="status">
      <span className="status-track" aria-hidden="true">
        <span />
      </span>
      <div role="status">
        <p className="status-words">{status}</p>
        {slow ? <p className="hint">{words('slow')}</p> : null}
      </div>
    </div>
  );
}
