import type { Action } from '../../core/definition.ts';
import { offered } from '../../core/index.ts';
import { useDialog, useRule, useSelected, useSession, useText } from './session.tsx';

interface Pressed {
  readonly action: Action;
  /** Whether Enter in a field presses it. */
  readonly submits: boolean;
  readonly by: 'action' | 'dialog';
}

/**
 * The button of an action. While its calls are under way it says so and stays focusable (`aria-disabled`); the engine
 * and the button itself both take no second press.
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
    state.page.busy === undefined
      ? 'no'
      : state.page.busy.source.by === by && state.page.busy.source.id === action.id
        ? 'own'
        : 'other',
  );
  if (!shown) return null;
  return (
    <button
      type={submits ? 'submit' : 'button'}
      className={action.style === 'link' ? 'link' : `button button-${action.style}`}
      data-action={action.id}
      aria-disabled={busy === 'no' ? undefined : true}
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
