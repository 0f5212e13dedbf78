import { useState } from 'react';
import type { Control, ControlProps } from '../contract.ts';
import { Line, type LineKind } from '../line.tsx';
import { words as plainWords } from '../writing.ts';

const kind: LineKind = { writing: plainWords, attributes: { spellCheck: false } };

/** A secret in dots, which its owner can look at: on a phone a slip is not seen otherwise. */
function Password(props: ControlProps) {
  const [revealed, reveal] = useState(false);
  return (
    <span className="affix affix-wide">
      <Line
        {...props}
        kind={kind}
        attributes={revealed ? { type: 'text', autoCapitalize: 'none' } : { type: 'password' }}
      />
      <button type="button" className="affix-button" aria-controls={props.id} onClick={() => reveal(!revealed)}>
        {props.words(revealed ? 'hide' : 'show')}
        <span className="quiet-words"> {props.view.label.toLowerCase()}</span>
      </button>
    </span>
  );
}

/** A password; never kept, so never said back. */
export const control: Control = { Draw: Password, quiet: true, frame: 'label' };
