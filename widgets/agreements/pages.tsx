import { useState, type ReactNode } from 'react';
import { GlobalWorkerOptions } from 'pdfjs-dist';
import Document from 'react-pdf/dist/Document.js';
import Page from 'react-pdf/dist/Page.js';
import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import 'react-pdf/dist/Page/TextLayer.css';

// One of our own files, as the policy of the page wants it, of the very version that the package wants.
GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href;

/** How large a page may be drawn, as a part of the room there is. */
const sizes = [1, 1.5, 2, 3] as const;

interface PagesProps {
  readonly file: Blob;
  /** Room for a page at its smallest, in pixels. */
  readonly width: number;
  readonly words: WidgetProps['words'];
  /** The file cannot be drawn here. */
  readonly onFail: () => void;
  /** A page stands there. */
  readonly onDrawn: () => void;
}

/** What draws the pages: loaded when somebody wants to see them. */
export type PagesOf = (props: PagesProps) => ReactNode;

/**
 * The pages of a PDF one below the other, as they are printed. Their words can be marked, and are read out by the
 * structure of the file; the largest size lets letters of print be read on a phone.
 */
export default function Pages({ file, width, words, onFail, onDrawn }: PagesProps) {
  const [count, setCount] = useState(0);
  const [size, setSize] = useState(0);
  const waits = <p>{words('loading')}</p>;
  return (
    <div className="agreements-pages" data-pages={count}>
      <button type="button" className="link" onClick={() => setSize((size + 1) % sizes.length)}>
        {words('larger')}
      </button>
      <Document
        file={file}
        loading={waits}
        error={null}
        onLoadSuccess={({ numPages }) => setCount(numPages)}
        onLoadError={onFail}
        onSourceError={onFail}
      >
        {Array.from({ length: count }, (_one, index) => (
          <Page
            key={index}
            pageNumber={index + 1}
            width={width * (sizes[size] ?? 1)}
            loading={waits}
            error={null}
            renderAnnotationLayer={false}
            onRenderSuccess={onDrawn}
            onRenderError={onFail}
          />
        ))}
      </Document>
    </div>
  );
}
