/** The campaign of the link somebody came by, which this browser keeps: who applies later counts for it. */
import { cookieLine } from '../../contract/cookies.ts';
import { wishesPrivacy } from '../../contract/privacy.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { campaignOf } from '../graphql/client-ids.ts';

/** For 30 days (section 9 of the loan journey). */
const cms = { name: 'cms', maxAgeSeconds: 2_592_000 } as const;

/**
 * `Set-Cookie` for the campaign that an address names by the brand's own key; undefined where it names none, or the
 * person wants nobody to follow them.
 */
export function campaignCookie(
  request: { readonly query: unknown; readonly headers: Readonly<Record<string, unknown>> },
  { campaignQueryKey: key }: JsonObject,
  secure: boolean,
): string | undefined {
  const named = typeof key === 'string' ? (request.query as Readonly<Record<string, unknown>>)[key] : undefined;
  const value = typeof named === 'string' && !wishesPrivacy(request.headers) ? campaignOf(named) : undefined;
  return value === undefined ? undefined : cookieLine({ ...cms, value, secure });
}

/** The campaign of a request: of the page's own address, else what the browser keeps. */
export const campaignFrom = (
  named: string | undefined,
  cookies: Readonly<Record<string, string>>,
): string | undefined => campaignOf(named) ?? campaignOf(cookies[cms.name]);
