/**
 * The wish not to be followed or sold (Global Privacy Control): the browser says it in a header of every request and to
 * the page, and rules read it as `device.isGPCEnabled` on both sides.
 */
import type { JsonObject } from '../runtime/core/facts.ts';

/** The header's name, and its one value that says yes (the specification, section 3.2). */
const wish = { header: 'sec-gpc', said: '1' } as const;

/** Whether the headers of a request say the wish. */
export const wishesPrivacy = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers[wish.header] === wish.said;

/** The headers by which a browser says it. */
export const privacyHeaders = (wished: boolean): Readonly<Record<string, string>> =>
  wished ? { [wish.header]: wish.said } : {};

/** The wish as rules read it. */
export const privacyFacts = (wished: boolean): JsonObject => ({ isGPCEnabled: wished });

/** Whether a report may be made: what goes wrong always, what somebody did only of who does not mind. */
export const mayReport = (kind: string, wished: boolean): boolean => kind === 'error' || !wished;
