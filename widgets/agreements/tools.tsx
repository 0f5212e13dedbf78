import { useState } from 'react';
import type { WidgetDocument, WidgetProps } from '../../runtime/core/widget-contract.ts';
import { documentFile } from './document-file.ts';
import { keep } from './keep.ts';
import type { PagesOf } from './pages.tsx';

/** The pages of a document, and what draws them; `failed`: they cannot be shown now. Absent: its text is shown. */
export type Shown = { readonly file: Blob; readonly Pages: PagesOf } | 'failed' | undefined;

interface ToolsProps {
  readonly document: WidgetDocument;
  /** The document as the server's PDF; undefined where it cannot be had now. Absent where there is no server. */
  readonly file: (() => Promise<Blob | undefined>) | undefined;
  readonly words: WidgetProps['words'];
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
}

/**
 * What can be done with a document beside deciding: a copy to keep (the PDF of the server, or where there is none the
 * words as plain text), a print, and a look at the pages as they are printed.
 */
export function Tools({ document, file, words, shown, onShow }: ToolsProps) {
  const [waits, setWaits] = useState<'copy' | 'pages' | undefined>(undefined);
  const [isLost, setLost] = useState(false);
  const arePages = typeof shown === 'object';
  const busy = waits ? true : undefined;
  const [turns, saves] = [waits === 'pages', waits === 'copy'];
  const save = async (): Promise<void> => {
    if (!file) {
      const { name, text } = documentFile(document);
      keep(new Blob([text], { type: 'text/plain;charset=utf-8' }), name);
      return;
    }
    if (waits) return;
    setWaits('copy');
    const made = await file();
    if (made) keep(made, `${document.idTag}-${document.version}.pdf`);
    setWaits(undefined);
    setLost(!made);
  };
  const turn = async (): Promise<void> => {
    if (waits || !file) return;
    if (arePages) return onShow(undefined);
    setWaits('pages');
    // Half a megabyte of script, and its worker, for those alone who want to see the pages.
    const [made, drawn] = await Promise.all([file(), import('./pages.tsx').catch(() => undefined)]);
    setWaits(undefined);
    onShow(made && drawn ? { file: made, Pages: drawn.default } : 'failed');
  };
  return (
    <div className="agreements-tools">
      {file ? (
        <button type="button" className="link" aria-pressed={arePages} aria-disabled={busy} onClick={() => void turn()}>
          {words(turns ? 'loading' : 'asPages')}
        </button>
      ) : null}
      <button type="button" className="link" aria-disabled={busy} onClick={() => void save()}>
        {words(saves ? 'loading' : 'download')}
      </button>
      <button type="button" className="link" onClick={() => window.print()}>
        {words('print')}
      </button>
      <span role="status" className="agreements-failed">
        {isLost || shown === 'failed' ? words('noPaper') : null}
      </span>
    </div>
  );
}
