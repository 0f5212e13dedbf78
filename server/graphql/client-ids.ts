/** Ids of a client's own making, which are stored and logged: nothing that could be a person's is kept of them. */
import type { Sealer } from '../services.ts';

/**
 * A UUID as it is, because that is what the runtime makes; anything else by its keyed hash, so that equal ones stay
 * equal.
 */
export function ownId(sealer: Pick<Sealer, 'blindIndex'>, kind: string, given: string): string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given) ? given : sealer.blindIndex(kind, given);
}

/**
 * The campaign of a link: a word of at most 100 plain characters with no run of digits as long as somebody's number;
 * else none.
 */
export function campaignOf(given: string | undefined): string | undefined {
  return given !== undefined && /^[\w.\-:]{1,100}$/.test(given) && !/\d(?:[-.:_]?\d){6}/.test(given)
    ? given
    : undefined;
}
