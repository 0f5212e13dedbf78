import { useLayoutEffect, useRef, useState } from 'react';
import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import { allAgreed, decisionsOf } from './decisions.ts';
import { SignedDocument, signedDocuments } from './signed.tsx';
import { Viewer } from './viewer.tsx';
import './style.css';

/**
 * A list of documents; each is opened in the viewer and agreed to, or not, there. Writes idTag -> true or false. In a
 * layout without a field there is nothing to decide: the documents are read, downloaded and printed. Of what was signed
 * elsewhere there are copies.
 */
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
  paper,
  words,
}: WidgetProps) {
  const [open, setOpen] = useState<string | undefined>(undefined);
  const openers = useRef<Record<string, HTMLButtonElement | null>>({});
  const { documents: wanted, signed } = options;
  const listed = Array.isArray(wanted) ? wanted.filter((idTag) => typeof idTag === 'string') : [];
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
      {wanted === undefined && signed === undefined ? <p className="hint">{words('waits')}</p> : null}
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
              <span className="agreements-title" data-loading={document ? undefined : true}>
                {document?.title ?? words('loading')}
              </span>
              <span className="agreements-state">
                {words(
                  onChange === undefined ? 'keep' : decided === undefined ? 'unread' : decided ? 'agreed' : 'refused',
                )}
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
                {words(decided === undefined ? 'read' : 'again')}
                <span className="quiet-words"> {document?.title}</span>
              </button>
            </li>
          );
        })}
        {signedDocuments(signed).map((one) => (
          <SignedDocument key={`${one.applicationId} ${one.idTag}`} document={one} paper={paper} words={words} />
        ))}
      </ul>
      {shown && open !== undefined ? (
        <Viewer
          document={shown}
          paper={paper}
          words={words}
          onClose={close}
          onDecide={
            onChange &&
            ((agreed) => {
              const next = { ...decisions, [open]: agreed };
              onChange(next);
              emit('decided', { idTag: open, agreed, all: allAgreed(next, listed) });
              close();
            })
          }
        />
      ) : null}
    </>
  );
}
