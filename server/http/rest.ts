import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CompiledContent } from '../../compile/types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { places } from '../../contract/places.ts';
import { mayReport } from '../../contract/privacy.ts';
import { isObject } from '../../runtime/core/index.ts';
import { catalogueOf } from '../lending/products.ts';
import type { Forgotten } from '../identity/index.ts';
import { inWordsOf } from '../log/words.ts';
import { openLink } from '../messages/links.ts';
import type { Services } from '../services.ts';
import { searchStores, type StoreSearch } from '../stores/search.ts';
import { easternDate } from '../../contract/days.ts';
import { awayStatus } from './away.ts';
import { askedBy, askerOf, requestContext } from './context.ts';
import { textProblem, valueProblem } from './input.ts';
import { misfit } from './misfit.ts';

/** A place as the router writes it: `/footer-links/{brand}` is `/footer-links/:brand`. */
const routeOf = (place: string): string => place.replaceAll(/\{(\w+)\}/g, ':$1');

const perMinute = (max: number): { config: { rateLimit: { max: number; timeWindow: string } } } => ({
  config: { rateLimit: { max, timeWindow: '1 minute' } },
});

/** Events and error reports of one address: a page says one at each step. */
const eventsPerMinute = 600;

/** On a developer's machine everybody comes from one network address. */
const askedOnOwnMachine = 300;

/** The REST side of the contract: everything that is not GraphQL. */
export async function addRest(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (rest) => {
    rest.removeAllContentTypeParsers();
    rest.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
      try {
        const wrong = textProblem(String(body));
        done(wrong === undefined ? null : badInput(), wrong === undefined ? JSON.parse(String(body)) : undefined);
      } catch {
        done(badInput());
      }
    });
    rest.addHook('preHandler', async (request, reply) => {
      if (await asksOfSomebodyElse(services, request))
        return reply.code(403).send({ error: 'forbidden', id: request.id });
      return undefined;
    });
    rest.addHook('preHandler', async (request, reply) => {
      const judged = judgeInput(services, request);
      if (judged === 'nobody') return reply.code(404).send({ error: 'notFound', id: request.id });
      if (judged !== undefined) return reply.code(400).send({ error: 'badInput', id: request.id, path: judged });
      return undefined;
    });
    rest.addHook('preHandler', async (request, reply) => {
      const away = awayStatus(services, request.body as Json | undefined);
      return away === undefined ? undefined : reply.code(away).send({ error: 'unavailable', id: request.id });
    });
    await addRoutes(rest, services);
  });
}

function badInput(): Error {
  return Object.assign(new Error('The body is no JSON that can be taken.'), { statusCode: 400 });
}

/**
 * What comes in is what an operation says that is performed by this route: its path's, query's and body's members
 * together. Of several, a content folder may add its own, one is enough.
 * @returns the dotted path of the first member that is not; `nobody` where no operation is performed by the route
 */
function judgeInput({ definitions, clock }: Services, request: FastifyRequest): string | undefined {
  const route = request.routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}');
  const { body = {} } = request;
  if (!isObject(body)) return '';
  const given = { ...(request.query as JsonObject), ...body, ...(request.params as JsonObject) };
  if (valueProblem(given) !== undefined) return '';
  const { operations } = definitions.content(easternDate(clock()));
  const performed = Object.values(operations).filter(
    ({ kind, method = 'GET', path }) =>
      kind === 'rest' && method === request.method.replace('HEAD', 'GET') && path === route,
  );
  if (performed.length === 0) return 'nobody';
  const wrong = performed.map((operation) => misfit(operation, given));
  return wrong.includes(undefined) ? undefined : wrong[0];
}

/**
 * Whether a signed-in person sends another email address than that of the token; nobody is asked who is not signed in.
 */
async function asksOfSomebodyElse(services: Services, request: FastifyRequest): Promise<boolean> {
  const asking = askedBy(request);
  const email = ([request.body, request.query, request.params] as readonly (Json | undefined)[]).flatMap((given) =>
    isObject(given) && typeof given['email'] === 'string' ? [given['email'].trim().toLowerCase()] : [],
  );
  if (asking.token === undefined || email.length === 0) return false;
  const { caller } = await askerOf(services, asking, easternDate(services.clock()));
  // Whoever acts for a customer is told whether an address is theirs: that is a look at the customer.
  if (caller !== undefined) await services.acted(caller, { operation: request.routeOptions.url ?? '' });
  return caller !== undefined && email.some((one) => one !== caller.email?.toLowerCase());
}

async function addRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const brandFacts = (key: string): { readonly [key: string]: Json } | undefined =>
    services.definitions.brand(key, easternDate(services.clock()))?.facts;

  app.get<{ Querystring: { client?: unknown } }>('/version', ({ query: { client } }) => ({
    version: services.version,
    ...(client !== undefined && { isCurrent: client === services.version }),
  }));

  app.get<{ Params: { brand: string } }>(routeOf(places.footerLinks), async (request, reply) => {
    const facts = brandFacts(request.params.brand);
    if (!facts) return reply.code(404).send({ error: 'notFound', id: request.id });
    return { results: facts['footerLinks'] ?? [] };
  });

  app.get<{ Params: { brand: string } }>('/products/:brand', async (request, reply) => {
    const facts = brandFacts(request.params.brand);
    if (!facts) return reply.code(404).send({ error: 'notFound', id: request.id });
    const { brand } = request.params;
    return { results: catalogueOf(facts).map((product) => ({ ...product, brand, lenderBrand: brand })) };
  });

  app.post<{ Body: StoreSearch }>('/locations/search', (request) => ({
    results: searchStores(request.body, easternDate(services.clock())),
  }));

  app.post<{
    Body: { email: string; type: 'failedLogin' | 'forgotPassword'; flags?: { enablePasswordlessFlow?: boolean } };
  }>('/auth', perMinute(services.env === 'local' ? askedOnOwnMachine : 10), async (request, reply) => {
    await services.events.keep({ kind: `auth.${request.body.type}`, session: undefined, brand: undefined, body: {} });
    if (request.body.type === 'failedLogin') return reply.code(204).send();
    // Only these rows of the documents tell whether an address is known; so often in an hour, and no more.
    const told = await services.tell(request.body.email, request.ip);
    if (told === 'tooOften')
      return reply.code(429).send({ error: 'tooManyRequests', code: 'TOO_MANY', id: request.id });
    if (told === 'unknown') return { results: 'DENIED' };
    return { results: told.isPasswordless && request.body.flags?.enablePasswordlessFlow === true ? 'FAILED_P' : 'ok' };
  });
  app.post<{ Body: Forgotten }>(
    '/auth/forgot-email',
    perMinute(services.env === 'local' ? askedOnOwnMachine : 10),
    async (request, reply) => {
      const told = await services.remind(request.body, request.ip);
      if (told === 'tooOften')
        return reply.code(429).send({ error: 'tooManyRequests', code: 'TOO_MANY', id: request.id });
      return { results: told === 'unknown' ? 'NOT_FOUND' : 'ok' };
    },
  );
  app.post<{ Body: { email: string } }>('/auth/password-changed', perMinute(10), async (_, reply) => {
    await services.events.keep({ kind: 'auth.passwordChanged', session: undefined, brand: undefined, body: {} });
    return reply.code(204).send();
  });

  // What a link of a mail holds. One that is too old and another brand's are answered like one that nobody made here.
  app.post<{ Body: { value: string } }>(
    '/decrypt',
    perMinute(services.env === 'local' ? askedOnOwnMachine : 30),
    async (request, reply) => {
      const { brand, now } = await requestContext(services, request);
      const value = await openLink(services.sealer, { link: request.body.value, brand, now });
      if (value !== undefined) return { value };
      return reply.code(404).send({ error: 'notFound', code: 'UNKNOWN_LINK', id: request.id });
    },
  );

  app.post<{ Body: { kind?: string } & Record<string, Json> }>(
    places.analytics,
    perMinute(eventsPerMinute),
    async (request, reply) => {
      const context = await requestContext(services, request);
      const { kind = 'event', ...body } = request.body;
      if (!mayReport(kind, context.privacy)) return reply.code(204).send();
      const content = services.definitions.content(context.today);
      const told = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, inWords(content, value)]));
      await services.events.keep({ kind, session: context.session, brand: context.brand, body: told });
      return reply.code(204).send();
    },
  );
}

/** Texts and names in words of the content, numbers whole, at any depth. */
function inWords(content: CompiledContent, value: Json): Json {
  if (typeof value === 'string') return inWordsOf(content, value);
  if (typeof value === 'number') return Math.trunc(value);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [inWordsOf(content, name), inWords(content, inner)]),
  );
}
