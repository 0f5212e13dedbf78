import { useState, type ReactNode } from 'react';
import { GlobalWorkerOptions } from 'pdfjs-dist';
import Document from 'react-pdf/dist/Document.js';
import Page from 'react-pdf/dist/Page.js';
import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import 'react-pdf/dist/Page/TextLayer.css';

// One of our own files, as the policy of the page wants it, of the very version that the package wants.
GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href;

/** What stands beside a page, in pixels: the room of its frame. */
const EDGES = 16;
/** The least width of a page, in pixels: print that is drawn smaller cannot be read. */
const LEAST = 640;

interface PagesProps {
  readonly file: Blob;
  /** Room for a page, in pixels; where it is less than the least width the page is moved sideways. */
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
 * structure of the file.
 */
export default function Pages({ file, width, words, onFail, onDrawn }: PagesProps) {
  const [count, setCount] = useState(0);
  const waits = <p>{words('loading')}</p>;
  return (
    <div className="agreements-pages" data-pages={count}>
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
            width={Math.max(width - EDGES, LEAST)}
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
