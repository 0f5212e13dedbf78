/**
 * The address a request asks for. What comes in a request line need not be one: `//`, `*` and `http://[` are sent by
 * anybody, and `new URL` throws on them.
 * @returns undefined for what is no path of this server
 */
export function addressOf(target: string | undefined): URL | undefined {
  if (target === undefined || !/^\/(?!\/)/.test(target)) return undefined;
  return URL.canParse(target, 'http://server') ? new URL(target, 'http://server') : undefined;
}
