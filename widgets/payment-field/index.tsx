import { useEffect, useId, useRef } from 'react';
import type { WidgetProps, WidgetProvider } from '../../runtime/core/widget-contract.ts';
import { useAcceptUi } from './script.ts';
import './style.css';

/** Production, and the sandbox of the provider: the one of which this site has a key. */
const ORIGINS = ['https://js.authorize.net', 'https://jstest.authorize.net'];

/** What the provider's program calls its handler with. */
interface Answer {
  readonly opaqueData?: { readonly dataDescriptor: string; readonly dataValue: string };
  readonly messages?: { readonly resultCode?: string };
  readonly encryptedCardData?: { readonly cardNumber?: string };
  readonly encryptedBankData?: { readonly accountNumber?: string };
}

/**
 * The button that opens the provider's form in a frame of the provider. Card and account numbers stay there; what comes
 * back is a token, which goes into calls alone, and the last digits, which the page may show.
 */
export default function PaymentField({
  id,
  options,
  disabled,
  describedBy,
  emit,
  hand,
  providers,
  words,
}: WidgetProps) {
  const provider = ORIGINS.map((origin) => providers[origin]).find((one) => one?.key !== undefined);
  const state = useAcceptUi(provider?.url);
  const handler = `answer${useId().replaceAll(/\W/g, '')}`;
  const tell = useRef({ emit, hand });
  tell.current = { emit, hand };
  useEffect(() => {
    const answered = (answer: Answer): void => {
      const { opaqueData: data, messages, encryptedCardData: card, encryptedBankData: bank } = answer;
      if (messages?.resultCode !== 'Ok' || data === undefined) {
        tell.current.hand?.(undefined);
        return tell.current.emit('failed', {});
      }
      tell.current.hand?.({ dataDescriptor: data.dataDescriptor, dataValue: data.dataValue });
      const number = card?.cardNumber ?? bank?.accountNumber ?? '';
      tell.current.emit('entered', { lastFour: number.slice(-4) });
    };
    Object.assign(window, { [handler]: answered });
    return () => void Reflect.deleteProperty(window, handler);
  }, [handler]);
  useEffect(() => {
    if (state === 'failed') tell.current.emit('unavailable', {});
  }, [state]);
  if (state === 'failed')
    return (
      <p id={id} className="payment-field hint" role="status">
        {words('unreachable')}
      </p>
    );
  const say = (name: string): string | undefined => {
    const { [name]: said } = options;
    return typeof said === 'string' ? said : undefined;
  };
  const can = state === 'there' && !disabled;
  return (
    <div className="payment-field">
      <button
        id={id}
        type="button"
        className="AcceptUI button button-secondary"
        data-opens
        aria-disabled={can ? undefined : true}
        aria-describedby={describedBy}
        {...account(provider)}
        data-billingaddressoptions='{"show":false,"required":false}'
        data-paymentoptions='{"showCreditCard":true,"showBankAccount":true}'
        data-acceptuiformheadertxt={say('title')}
        data-acceptuiformbtntxt={say('button')}
        data-responsehandler={handler}
      >
        {say('label') ?? words('open')}
      </button>
      <span className="hint" role="status">
        {state === 'there' ? '' : words('connecting')}
      </span>
    </div>
  );
}

/** What the provider knows this site by: login id and public client key, as PROVIDER_KEYS has them: `id:key`. */
function account(provider: WidgetProvider | undefined) {
  const [login = '', key = ''] = (provider?.key ?? '').split(/:(.*)/, 2);
  return { 'data-apiloginid': login, 'data-clientkey': key };
}
