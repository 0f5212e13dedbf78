import { createElement, useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { WidgetDocNode, WidgetDocument, WidgetProps } from '../../runtime/core/widget-contract.ts';
import { documentFile } from './document-file.ts';

/** Room the viewer leaves of the window's height, in pixels. */
const LEFT_FREE = 200;

function useWindowHeight(): number {
  const [height, setHeight] = useState(() => window.innerHeight);
  useEffect(() => {
    const read = () => setHeight(window.innerHeight);
    addEventListener('resize', read);
    return () => removeEventListener('resize', read);
  }, []);
  return height;
}

function Body({ nodes }: { readonly nodes: readonly WidgetDocNode[] }): ReactNode {
  return nodes.map((node, index) => {
    if (node.tag === 'text') return node.text;
    if (node.tag === 'hr') return <hr key={index} />;
    const inner = <Body nodes={node.children} />;
    return node.tag === 'a' ? (
      <a key={index} href={node.href} target="_blank" rel="noopener noreferrer">
        {inner}
      </a>
    ) : (
      createElement(node.tag === 'h2' ? 'h3' : node.tag === 'h3' ? 'h4' : node.tag, { key: index }, inner)
    );
  });
}

/** Hands the browser a file to keep. */
function keep(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = window.document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Gives a copy to keep: the PDF of the server, or where there is none the words as plain text. */
function Download({ document, paper, words }: Pick<ViewerProps, 'document' | 'paper' | 'words'>) {
  const [isMaking, setMaking] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const save = async (): Promise<void> => {
    if (!paper) {
      const { name, text } = documentFile(document);
      keep(new Blob([text], { type: 'text/plain;charset=utf-8' }), name);
      return;
    }
    setMaking(true);
    const file = await paper(document.idTag);
    if (file) keep(new Blob([file], { type: 'application/pdf' }), `${document.idTag}-${document.version}.pdf`);
    setMaking(false);
    setFailed(!file);
  };
  return (
    <>
      <button type="button" className="link" aria-disabled={isMaking || undefined} onClick={() => void save()}>
        {words(isMaking ? 'making' : paper ? 'downloadPdf' : 'download')}
      </button>
      <span role="status" className="agreements-failed">
        {hasFailed ? words('noPaper') : null}
      </span>
    </>
  );
}

interface ViewerProps {
  readonly document: WidgetDocument;
  /** Absent where there is no server. */
  readonly paper: WidgetProps['paper'];
  readonly words: WidgetProps['words'];
  /** Absent where there is nothing to decide: the document is only read. */
  readonly onDecide: ((agreed: boolean) => void) | undefined;
  readonly onClose: () => void;
}

/**
 * One document in full, in a dialog of the browser; it can only be left by a decision or by closing it undecided. While
 * there is more text below what is seen, a line says so.
 */
export function Viewer({ document, paper, words, onDecide, onClose }: ViewerProps) {
  const box = useRef<HTMLDialogElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const title = useId();
  const height = useWindowHeight();
  const [isMore, setMore] = useState(false);
  const look = () => {
    const { current } = text;
    if (current) setMore(current.scrollTop + current.clientHeight < current.scrollHeight - 1);
  };
  useEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  useEffect(look, [height, document]);
  return (
    <dialog
      ref={box}
      className="dialog agreements-viewer"
      aria-labelledby={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="agreements-head">
        <h2 id={title} tabIndex={-1} autoFocus>
          {document.title}
        </h2>
        <button type="button" className="link" onClick={onClose}>
          {words('close')}
        </button>
      </div>
      <div
        ref={text}
        className="document agreements-text"
        tabIndex={0}
        role="region"
        aria-labelledby={title}
        style={{ height: Math.max(160, height - LEFT_FREE) }}
        onScroll={look}
      >
        <div className="agreements-tools">
          <Download document={document} paper={paper} words={words} />
          <button type="button" className="link" onClick={() => window.print()}>
            {words('print')}
          </button>
        </div>
        <Body nodes={document.body} />
      </div>
      <p className="agreements-more" data-more={isMore || undefined} aria-hidden="true">
        {words('more')}
      </p>
      <p className="hint agreements-note">{words('whole')}</p>
      {onDecide ? (
        <div className="agreements-actions">
          <button type="button" className="button button-primary" onClick={() => onDecide(true)}>
            {words('agree')}
          </button>
          <button type="button" className="button button-secondary" onClick={() => onDecide(false)}>
            {words('disagree')}
          </button>
        </div>
      ) : null}
    </dialog>
  );
}
