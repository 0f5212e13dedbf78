import type { FastifyRequest } from 'fastify';
import { ownId } from '../graphql/client-ids.ts';
import { campaignFrom } from './campaign.ts';
import type { RequestContext } from '../graphql/context.ts';
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
  const given = readCookies(request.headers.cookie);
  return {
    services,
    ...(await askerOf(services, askedBy(request), today)),
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

/** What a door is told of whoever asks. */
interface Asking {
  readonly token: string | undefined;
  /** The brand that the page names; what is no brand is not named. */
  readonly named: string | undefined;
  readonly query: unknown;
  readonly cookie: string | undefined;
  readonly host: string | undefined;
}

/** What a request over HTTP tells of whoever asks: both in headers of its own. */
export function askedBy(request: FastifyRequest): Asking {
  const { cookie, host } = request.headers;
  return {
    token: header(request, headerNames.idToken),
    named: header(request, headerNames.brand),
    query: (request.query as { brand?: unknown }).brand,
    cookie,
    host,
  };
}

/**
 * Who asks on which brand's pages, at whichever door; a customer of another lender is nobody there, whatever is asked
 * for.
 */
export async function askerOf(
  { definitions, verify }: Pick<Services, 'definitions' | 'verify'>,
  { token, named, ...chosen }: Asking,
  today: string,
): Promise<{ readonly caller: Caller | undefined; readonly brand: string }> {
  const content = definitions.content(today);
  const brand =
    named !== undefined && Object.hasOwn(content.brands, named) ? named : chooseBrand(content, chosen).brand;
  const caller = token === undefined ? undefined : await verify(token);
  const isHeard = caller !== undefined && isOfBrand(caller.claims, content.brands[brand]?.facts ?? {});
  return { caller: isHeard ? caller : undefined, brand };
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
