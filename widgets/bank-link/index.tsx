import { useEffect, useMemo, useRef, useState } from 'react';
import { usePlaidLink, type PlaidLinkOptions } from 'react-plaid-link';
import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import { usePlaidScript } from './script.ts';
import './style.css';

const PLAID = 'https://cdn.plaid.com';

/** Under which the tab keeps the token of a link that is open: whoever comes back from their bank goes on with it. */
const leftWith = 'bank-link.token';

/** Errors of Plaid after which a page leads elsewhere; any other is told by its code. */
const NAMED: Readonly<Record<string, string>> = {
  INVALID_CREDENTIALS: 'invalidCredentials',
  ITEM_LOGIN_REQUIRED: 'loginRequired',
  NO_ACCOUNTS: 'noAccounts',
  INVALID_LINK_TOKEN: 'expired',
};

/**
 * The button that opens Plaid Link. Its page goes on without it: where Plaid cannot be reached the page is told, and
 * offers another way.
 */
export default function BankLink({
  id,
  options,
  disabled,
  describedBy,
  labelledBy,
  emit,
  providers,
  words,
}: WidgetProps) {
  const script = usePlaidScript(providers[PLAID]?.url);
  const label = typeof options['label'] === 'string' ? options['label'] : words('open');
  const [isOver, setOver] = useState(false);
  const stateId = typeof options['stateId'] === 'string' && !isOver ? options['stateId'] : undefined;
  const left = stateId === undefined ? null : sessionStorage.getItem(leftWith);
  const token = left ?? (typeof options['linkToken'] === 'string' ? options['linkToken'] : undefined);
  const [processing, setProcessing] = useState(false);
  const tell = useRef(emit);
  tell.current = emit;
  useEffect(() => {
    if (script === 'failed') tell.current('unavailable', {});
  }, [script]);
  if (script === 'failed')
    return (
      <p id={id} className="bank-link hint" role="status">
        {words('unreachable')}
      </p>
    );
  const button = { id, label, disabled, describedBy, labelledBy, words };
  return (
    <div className="bank-link">
      {script === 'there' && token !== undefined ? (
        <Opener
          key={token}
          {...button}
          token={token}
          tell={tell}
          returnedTo={stateId === undefined || left === null ? undefined : wayBack(stateId)}
          processing={processing}
          onProcessing={setProcessing}
          onOver={() => {
            sessionStorage.removeItem(leftWith);
            setOver(true);
          }}
        />
      ) : (
        <Button {...button} ready={false} onPress={() => undefined} />
      )}
    </div>
  );
}

interface ButtonProps extends Pick<WidgetProps, 'id' | 'disabled' | 'describedBy' | 'labelledBy' | 'words'> {
  readonly label: string;
}

/** The address that a bank led back to, as Plaid wants to be told it (https://plaid.com/docs/link/oauth/). */
const wayBack = (stateId: string): string =>
  `${window.location.origin}${window.location.pathname}?oauth_state_id=${encodeURIComponent(stateId)}`;

interface OpenerProps extends ButtonProps {
  readonly token: string;
  readonly tell: { readonly current: WidgetProps['emit'] };
  /** The address that a bank led back to: the link of the token goes on at once. */
  readonly returnedTo: string | undefined;
  readonly processing: boolean;
  readonly onProcessing: (processing: boolean) => void;
  /** The link is over, however it ended: the next one is another. */
  readonly onOver: () => void;
}

function Opener({ token, tell, returnedTo, processing, onProcessing, onOver, ...button }: OpenerProps) {
  const over = useRef(onOver);
  over.current = onOver;
  const config = useMemo(
    (): PlaidLinkOptions => ({
      token,
      ...(returnedTo !== undefined && { receivedRedirectUri: returnedTo }),
      onSuccess: (publicToken) => {
        tell.current('success', { publicToken: publicToken ?? '' });
        over.current();
      },
      // What went wrong within Plaid Link can be tried again there; it counts once the person leaves with it.
      onExit: (error) => {
        over.current();
        const code = error?.error_code;
        if (code === undefined) return tell.current('exit', {});
        const named = Object.hasOwn(NAMED, code) ? NAMED[code] : undefined;
        return named === undefined ? tell.current('error', { code }) : tell.current(named, {});
      },
      onEvent: (name) => {
        if (name === 'OPEN') {
          onProcessing(false);
          sessionStorage.setItem(leftWith, token);
          tell.current('open', {});
        }
        if (name === 'HANDOFF') {
          onProcessing(true);
          tell.current('handoff', {});
        }
      },
    }),
    [token, tell, returnedTo, onProcessing],
  );
  const { open, ready } = usePlaidLink(config);
  useEffect(() => {
    if (ready && returnedTo !== undefined) open();
  }, [ready, returnedTo, open]);
  return <Button {...button} ready={ready} processing={processing} onPress={() => open()} />;
}

function Button({
  id,
  label,
  disabled,
  describedBy,
  words,
  ready,
  processing = false,
  onPress,
}: ButtonProps & { readonly ready: boolean; readonly processing?: boolean; readonly onPress: () => void }) {
  const can = ready && !disabled;
  return (
    <>
      <button
        id={id}
        type="button"
        className="button button-primary"
        data-opens
        aria-disabled={can ? undefined : true}
        aria-describedby={describedBy}
        onClick={() => {
          if (can) onPress();
        }}
      >
        {label}
      </button>
      <span className="hint" role="status">
        {processing ? words('processing') : ready ? '' : words('connecting')}
      </span>
    </>
  );
}
