import { createElement, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { WidgetDocNode, WidgetDocument, WidgetProps } from '../../runtime/core/widget-contract.ts';
import { Tools, type Shown } from './tools.tsx';

/** Room the viewer leaves of the window's height, in pixels. */
const LEFT_FREE = 200;
/** The narrowest room a page is drawn in, in pixels (WCAG 2.2, 1.4.10). */
const LEAST_WIDTH = 320;

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

interface ViewerProps {
  readonly document: WidgetDocument;
  /** Absent where there is no server. */
  readonly paper: WidgetProps['paper'];
  readonly words: WidgetProps['words'];
  /** Absent where there is nothing to decide: the document is only read. */
  readonly onDecide: ((agreed: boolean) => void) | undefined;
  readonly onClose: () => void;
}

/** Reads the PDF of a document once, however often it is wanted; one that did not come is asked for again. */
function usePaper(paper: WidgetProps['paper'], idTag: string): (() => Promise<Blob | undefined>) | undefined {
  const read = useRef<Blob | undefined>(undefined);
  const file = useCallback(async () => {
    const bytes = read.current ? undefined : await paper?.(idTag);
    if (bytes) read.current = new Blob([bytes], { type: 'application/pdf' });
    return read.current;
  }, [paper, idTag]);
  return paper && file;
}

/**
 * One document in full, in a dialog of the browser; it can only be left by a decision or by closing it undecided. It is
 * read as text, which grows and wraps as its reader needs it, or as the pages of the PDF. While there is more below
 * what is seen, a line says so.
 */
export function Viewer({ document, paper, words, onDecide, onClose }: ViewerProps) {
  const box = useRef<HTMLDialogElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const title = useId();
  const height = useWindowHeight();
  const [isMore, setMore] = useState(false);
  const file = usePaper(paper, document.idTag);
  const [shown, show] = useState<Shown>(undefined);
  const look = () => {
    const { current } = text;
    if (current) setMore(current.scrollTop + current.clientHeight < current.scrollHeight - 1);
  };
  useEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  useEffect(() => {
    look();
    // What is turned, or made wider or narrower, ends elsewhere, though it is as high as before.
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, [height, document, shown]);
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
        <Tools document={document} file={file} words={words} shown={shown} onShow={show} />
        {typeof shown === 'object' ? (
          <shown.Pages
            file={shown.file}
            width={text.current?.clientWidth ?? LEAST_WIDTH}
            words={words}
            onFail={() => show('failed')}
            onDrawn={look}
          />
        ) : null}
        <div className="agreements-words" data-kept={typeof shown === 'object' || undefined}>
          <Body nodes={document.body} />
        </div>
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
