/** Ids of a client's own making, which are stored and logged: nothing that could be a person's is kept of them. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { isObject } from '../../runtime/core/index.ts';
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

/**
 * What is kept of a campaign: the brand's code for it (`sourceCodes`), else the campaign itself; of nobody's campaign
 * the brand's own online source (`onlineSourceId`).
 */
export function campaignCode(brand: JsonObject, campaign: string | undefined): string | undefined {
  const { sourceCodes, onlineSourceId } = brand;
  const codes = isObject(sourceCodes) ? sourceCodes : {};
  const code = campaign === undefined ? onlineSourceId : Object.hasOwn(codes, campaign) ? codes[campaign] : campaign;
  return typeof code === 'string' ? code : undefined;
}
