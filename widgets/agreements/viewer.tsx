import { createElement, useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { WidgetDocNode, WidgetDocument } from '../../runtime/core/widget-contract.ts';

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

interface ViewerProps {
  readonly document: WidgetDocument;
  readonly onDecide: (agreed: boolean) => void;
  readonly onClose: () => void;
}

/** One document in full, in a dialog of the browser; it can only be left by a decision or by closing it undecided. */
export function Viewer({ document, onDecide, onClose }: ViewerProps) {
  const box = useRef<HTMLDialogElement>(null);
  const title = useId();
  const height = useWindowHeight();
  useEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
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
          Close
        </button>
      </div>
      <div
        className="document agreements-text"
        tabIndex={0}
        role="region"
        aria-labelledby={title}
        style={{ height: Math.max(160, height - LEFT_FREE) }}
      >
        <Body nodes={document.body} />
      </div>
      <p className="hint agreements-note">If the entire loan agreement is not viewable, please close and reopen it.</p>
      <div className="agreements-actions">
        <button type="button" className="button button-primary" onClick={() => onDecide(true)}>
          Agree
        </button>
        <button type="button" className="button button-secondary" onClick={() => onDecide(false)}>
          Disagree
        </button>
      </div>
    </dialog>
  );
}
