import type { FastifyRequest } from 'fastify';
import { ownId } from '../graphql/client-ids.ts';
import { campaignFrom } from './campaign.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Caller, Services } from '../services.ts';
import { chooseBrand } from './brand.ts';
import { easternDate } from '../../contract/days.ts';
import { requestNow } from './clock.ts';
import { readCookies } from '../../contract/cookies.ts';
import { headerNames } from '../../contract/headers.ts';
import { isOfBrand } from '../../contract/person.ts';
import { wishesPrivacy } from '../../contract/privacy.ts';

/** Who asks, for which brand, at what time: read once for each request. */
export async function requestContext(services: Services, request: FastifyRequest): Promise<RequestContext> {
  const now = requestNow(services.env, services.clock, request.headers.cookie);
  const today = easternDate(now);
  const content = services.definitions.content(today);
  const named = header(request, headerNames.brand);
  const brand = named !== undefined && Object.hasOwn(content.brands, named) ? named : brandOf(services, request, today);
  const given = readCookies(request.headers.cookie);
  const token = header(request, headerNames.idToken);
  return {
    services,
    caller: token === undefined ? undefined : await customerOf(services, token, content.brands[brand]?.facts ?? {}),
    brand,
    session: sessionOf(services, header(request, headerNames.session)),
    // Who came by the campaign's link some days ago, and comes again by none, still came by it.
    campaign: campaignFrom(header(request, headerNames.campaign), given),
    from: request.ip,
    now,
    today,
    cookies: given,
    writes: [],
    privacy: wishesPrivacy(request.headers),
  };
}

/** Whoever a token is of; a customer of another lender is nobody on this brand's pages, whatever is asked for. */
async function customerOf({ verify }: Services, token: string, brand: JsonObject): Promise<Caller | undefined> {
  const caller = await verify(token);
  return caller !== undefined && isOfBrand(caller.claims, brand) ? caller : undefined;
}

export function brandOf(services: Services, request: FastifyRequest, today: string): string {
  const query = (request.query as { brand?: unknown }).brand;
  return chooseBrand(services.definitions.content(today), {
    query,
    cookie: request.headers.cookie,
    host: request.headers.host,
  }).brand;
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
/** At most 100 plain characters, else none. */
function sessionOf({ sealer }: Services, given: string | undefined): string | undefined {
  return given !== undefined && /^[\w.\-:]{1,100}$/.test(given) ? ownId(sealer, 'session', given) : undefined;
}
