/** Banks with a log-in page of their own, which lead back to the page that links them. */
import { cookieLine, cookies } from '../../contract/cookies.ts';
import { addressOf } from './target.ts';

/** By which Plaid knows what is gone on with (https://plaid.com/docs/link/oauth/). */
const state = 'oauth_state_id';

/**
 * Where a page that a bank led back to stands, without what the bank wrote into its address: that goes into a cookie,
 * so that it is in no history, log or report. Undefined for every other address.
 */
export function bankReturn(
  url: string,
  { secure }: { readonly secure: boolean },
): { readonly to: string; readonly cookie: string } | undefined {
  const address = addressOf(url);
  const value = address?.searchParams.get(state) ?? undefined;
  if (address === undefined || value === undefined || !/^[\w-]{1,128}$/.test(value)) return undefined;
  address.searchParams.delete(state);
  address.searchParams.set('resumed', 'true');
  const { name, maxAge } = cookies.plaidOauth;
  return {
    to: `${address.pathname}${address.search}`,
    cookie: cookieLine({ name, value, maxAgeSeconds: maxAge, secure }),
  };
}
