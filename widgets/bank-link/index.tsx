import { useEffect, useMemo, useRef, useState } from 'react';
import { usePlaidLink, type PlaidLinkOptions } from 'react-plaid-link';
import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import { usePlaidScript } from './script.ts';
import './style.css';

const PLAID = 'https://cdn.plaid.com';

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
  const token = typeof options['linkToken'] === 'string' ? options['linkToken'] : undefined;
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
        <Opener key={token} {...button} token={token} tell={tell} />
      ) : (
        <Button {...button} ready={false} onPress={() => undefined} />
      )}
    </div>
  );
}

interface ButtonProps extends Pick<WidgetProps, 'id' | 'disabled' | 'describedBy' | 'labelledBy' | 'words'> {
  readonly label: string;
}

function Opener({
  token,
  tell,
  ...button
}: ButtonProps & { readonly token: string; readonly tell: { readonly current: WidgetProps['emit'] } }) {
  const [processing, setProcessing] = useState(false);
  const config = useMemo(
    (): PlaidLinkOptions => ({
      token,
      onSuccess: (publicToken) => tell.current('success', { publicToken: publicToken ?? '' }),
      // What went wrong within Plaid Link can be tried again there; it counts once the person leaves with it.
      onExit: (error) => {
        const code = error?.error_code;
        if (code === undefined) return tell.current('exit', {});
        const named = Object.hasOwn(NAMED, code) ? NAMED[code] : undefined;
        return named === undefined ? tell.current('error', { code }) : tell.current(named, {});
      },
      onEvent: (name) => {
        if (name === 'OPEN') {
          setProcessing(false);
          tell.current('open', {});
        }
        if (name === 'HANDOFF') {
          setProcessing(true);
          tell.current('handoff', {});
        }
      },
    }),
    [token, tell],
  );
  const { open, ready } = usePlaidLink(config);
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
