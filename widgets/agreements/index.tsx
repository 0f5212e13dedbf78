import { useLayoutEffect, useRef, useState } from 'react';
import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import { allAgreed, decisionsOf } from './decisions.ts';
import { Viewer } from './viewer.tsx';
import './style.css';

/** A list of documents; each is opened in the viewer and agreed to, or not, there. Writes idTag -> true or false. */
export default function Agreements({
  id,
  value,
  options,
  invalid,
  describedBy,
  labelledBy,
  onChange,
  emit,
  documents,
}: WidgetProps) {
  const [open, setOpen] = useState<string | undefined>(undefined);
  const openers = useRef<Record<string, HTMLButtonElement | null>>({});
  const listed = Array.isArray(options['documents'])
    ? options['documents'].filter((idTag) => typeof idTag === 'string')
    : [];
  const decisions = decisionsOf(value, listed);
  const shown = open === undefined ? undefined : documents(open);
  const close = () => setOpen(undefined);
  const before = useRef(open);
  useLayoutEffect(() => {
    if (open === undefined && before.current !== undefined) openers.current[before.current]?.focus();
    before.current = open;
  }, [open]);
  return (
    <>
      <ul id={id} className="agreements" aria-labelledby={labelledBy} aria-describedby={describedBy}>
        {listed.map((idTag) => {
          const document = documents(idTag);
          const decided = decisions[idTag];
          return (
            <li
              key={idTag}
              data-decided={decided === undefined ? 'no' : decided ? 'agreed' : 'refused'}
              data-invalid={invalid && decided !== true ? true : undefined}
            >
              <span className="agreements-title">{document?.title ?? 'Loading'}</span>
              <span className="agreements-state">
                {decided === undefined ? 'Not read yet' : decided ? 'Agreed' : 'Not agreed'}
              </span>
              <button
                ref={(button) => {
                  openers.current[idTag] = button;
                }}
                type="button"
                className="button button-secondary"
                aria-disabled={document ? undefined : true}
                onClick={() => {
                  if (!document) return;
                  setOpen(idTag);
                  emit('opened', { idTag, hash: document.hash });
                }}
              >
                {decided === undefined ? 'Read' : 'Read again'}
                <span className="quiet-words"> {document?.title}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {shown && open !== undefined ? (
        <Viewer
          document={shown}
          onClose={close}
          onDecide={(agreed) => {
            const next = { ...decisions, [open]: agreed };
            onChange?.(next);
            emit('decided', { idTag: open, agreed, all: allAgreed(next, listed) });
            close();
          }}
        />
      ) : null}
    </>
  );
}
