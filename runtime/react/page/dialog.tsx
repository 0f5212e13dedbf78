import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Layout } from '../blocks/layout.tsx';
import { ActionButton } from './actions.tsx';
import { DialogProvider, useSelected, useSession, useText } from './session.tsx';
import type { Dialog as Definition } from '../../core/definition.ts';

/** A modal dialog of the browser: focus stays inside, Escape closes, and the opener has the focus again afterwards. */
export function Dialog({
  title,
  onClose,
  urgent,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  /** It stays above every dialog that opens after it. */
  readonly urgent?: true;
  readonly children: ReactNode;
}) {
  const box = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    // Whom the session asks whether they are there cannot answer below what a page opens meanwhile.
    for (const other of document.querySelectorAll<HTMLDialogElement>('dialog[data-urgent]')) {
      other.close();
      other.showModal();
    }
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={box}
      className="dialog"
      data-urgent={urgent}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={heading} tabIndex={-1} autoFocus>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/** The dialog that is open on the page, if any. */
export function OpenDialog() {
  const { flow } = useSession();
  const id = useSelected((state) => state.page.dialog);
  const dialog = id === undefined ? undefined : flow.dialogs[id];
  if (id !== undefined && !dialog) throw new Error(`The flow ${flow.id} has no dialog "${id}".`);
  return dialog ? <DefinedDialog key={dialog.id} dialog={dialog} /> : null;
}

function DefinedDialog({ dialog }: { readonly dialog: Definition }) {
  const { store } = useSession();
  const title = useText(dialog.title);
  const notice = useSelected((state) => state.page.notice);
  const opener = useRef<Element | null>(null);
  opener.current ??= document.activeElement;
  useEffect(
    () => () => {
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
    [],
  );
  return (
    <Dialog title={title} onClose={() => store.dispatch({ type: 'dialogClosed' })}>
      {notice ? (
        <p className={`notice notice-${notice.tone}`} role="alert">
          {notice.text}
        </p>
      ) : null}
      <DialogProvider dialog={dialog.id}>
        <Layout items={dialog.layout} />
        <div className="actions">
          {dialog.actions.map((action) => (
            <ActionButton key={action.id} action={action} submits={false} by="dialog" />
          ))}
        </div>
      </DialogProvider>
    </Dialog>
  );
}
