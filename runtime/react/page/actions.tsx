import type { Action } from '../../core/definition.ts';
import { useId } from 'react';
import { disabledBy, offered } from '../../core/index.ts';
import { useDialog, useRule, useSelected, useSession, useText } from './session.tsx';

interface Pressed {
  readonly action: Action;
  /** Whether Enter in a field presses it. */
  readonly submits: boolean;
  readonly by: 'action' | 'dialog';
}

/**
 * The button of an action. While it cannot be pressed it says why, and while its calls are under way it says so; it
 * stays focusable (`aria-disabled`), and the engine takes no press.
 */
export function ActionButton({ action, submits, by }: Pressed) {
  const { flow, store } = useSession();
  const holds = useRule(action.when);
  const { dialog } = useDialog();
  const isOffered = useSelected((state) => offered(flow, state, dialog).includes(action));
  const shown = holds && isOffered;
  const label = useText(action.label);
  const busyLabel = useText(action.busyLabel);
  const busy = useSelected((state) =>
    by === 'action' && state.page.waits === action.id
      ? 'own'
      : state.page.busy === undefined
        ? 'no'
        : state.page.busy.source.by === by && state.page.busy.source.id === action.id
          ? 'own'
          : 'other',
  );
  const why = useSelected((state) => disabledBy(flow, state, action)?.why);
  const reason = useId();
  if (!shown) return null;
  const button = (
    <button
      type={submits ? 'submit' : 'button'}
      className={action.style === 'link' ? 'link' : `button button-${action.style}`}
      data-action={action.id}
      data-busy={busy === 'no' ? undefined : true}
      aria-disabled={busy === 'no' && why === undefined ? undefined : true}
      aria-describedby={why === undefined ? undefined : reason}
      onClick={(event) => {
        if (submits) return;
        event.preventDefault();
        if (store.getState().page.busy) return;
        store.dispatch({ type: by === 'dialog' ? 'dialogPressed' : 'pressed', action: action.id });
      }}
    >
      {busy === 'own' ? (
        <>
          <span className="spinner" aria-hidden="true" />
          <span role="status">{busyLabel || label}</span>
        </>
      ) : (
        label
      )}
    </button>
  );
  // The button keeps its place in the tree: one that is taken out and put in again would lose the focus.
  return (
    <>
      {button}
      {why === undefined ? null : (
        <p id={reason} className="hint why">
          {why}
        </p>
      )}
    </>
  );
}

/** The actions of a page in a row; the first primary one is the page's submit button. */
export function Actions({ actions }: { readonly actions: readonly Action[] }) {
  const first = actions.find((action) => action.style === 'primary');
  return (
    <div className="actions">
      {actions.map((action) => (
        <ActionButton key={action.id} action={action} submits={action === first} by="action" />
      ))}
    </div>
  );
}

/** The actions of the page that stand in the header, in a row; nothing where the page offers none. */
export function HeaderActions() {
  const { flow } = useSession();
  const ids = useSelected((state) =>
    offered(flow, state)
      .flatMap(({ id, inHeader }) => (inHeader ? [id] : []))
      .join(' '),
  );
  const step = useSelected((state) => state.page.step);
  const shown = ids.split(' ');
  const actions = flow.steps[step]?.actions.filter(({ id, inHeader }) => inHeader && shown.includes(id)) ?? [];
  if (actions.length === 0) return null;
  return (
    <ul className="header-links">
      {actions.map((action) => (
        <li key={action.id} data-around>
          <ActionButton action={action} submits={false} by="action" />
        </li>
      ))}
    </ul>
  );
}
