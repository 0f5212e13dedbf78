/** The account site of before: where it takes over whoever has their account there still. */
import { failure, unauthenticated } from './errors.ts';
import type { Queries } from './field.ts';

export const legacyQueries: Pick<Queries, 'sqsLegacy'> = {
  /** Somebody else's code is answered like one that nobody has. */
  async sqsLegacy({ customerCode, idToken, accessToken, destination }, { caller, services, brand, today }) {
    if (!caller) throw unauthenticated();
    const site = services.definitions.brand(brand, today)?.facts['legacyAccountSite'];
    const isOwn = caller.claims['custom:boCode'] === customerCode;
    if (!isOwn || typeof site !== 'string') throw failure('UNKNOWN_CUSTOMER', 'Nobody here has this code.');
    const url = new URL(site);
    url.searchParams.set('destination', destination);
    const token = await services.handOver({ sub: caller.sub, idToken, accessToken }, url.origin);
    if (token === undefined) throw unauthenticated();
    // Behind the #: no server on the way writes it down.
    url.hash = new URLSearchParams({ token }).toString();
    return { redirectUrl: url.href };
  },
};
