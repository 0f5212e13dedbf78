import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Json } from '../../runtime/core/facts.ts';
import { headerNames } from '../../contract/headers.ts';
import { isObject } from '../../runtime/core/index.ts';
import { productsOf } from '../lending/products.ts';
import { storesNear } from '../lending/stores.ts';
import { inWordsOf } from '../log/words.ts';
import type { Services } from '../services.ts';
import { easternDate } from '../../contract/days.ts';
import { requestContext } from './context.ts';

const text = { type: 'string', maxLength: 200 } as const;
const perMinute = (max: number): { config: { rateLimit: { max: number; timeWindow: string } } } => ({
  config: { rateLimit: { max, timeWindow: '1 minute' } },
});

/** Events and error reports of one address: a page says one at each step. */
const eventsPerMinute = 600;

/** The REST side of the contract: everything that is not GraphQL. */
export async function addRest(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (rest) => {
    rest.addHook('preHandler', async (request, reply) => {
      if (await asksOfSomebodyElse(services, request))
        return reply.code(403).send({ error: 'forbidden', id: request.id });
      return undefined;
    });
    await addRoutes(rest, services);
  });
}

/** Whether a signed-in person sends another email address than that of the token; nobody is asked who is not signed in. */
async function asksOfSomebodyElse(services: Services, request: FastifyRequest): Promise<boolean> {
  const token = request.headers[headerNames.idToken];
  const email = ([request.body, request.query, request.params] as readonly (Json | undefined)[]).flatMap((given) =>
    isObject(given) && typeof given['email'] === 'string' ? [given['email'].trim().toLowerCase()] : [],
  );
  if (typeof token !== 'string' || token === '' || email.length === 0) return false;
  const caller = await services.verify(token);
  return caller !== undefined && email.some((one) => one !== caller.email?.toLowerCase());
}

async function addRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const brandFacts = (key: string): { readonly [key: string]: Json } | undefined =>
    services.definitions.brand(key, easternDate(services.clock()))?.facts;

  app.get('/version', () => ({ version: services.version }));

  app.get<{ Params: { brand: string } }>('/footer-links/:brand', async (request, reply) => {
    const facts = brandFacts(request.params.brand);
    if (!facts) return reply.code(404).send({ error: 'notFound', id: request.id });
    return { results: facts['footerLinks'] ?? [] };
  });

  app.get<{ Params: { brand: string } }>('/products/:brand', async (request, reply) => {
    const facts = brandFacts(request.params.brand);
    if (!facts) return reply.code(404).send({ error: 'notFound', id: request.id });
    return { results: productsOf(facts).map((product) => product.raw) };
  });

  app.post<{ Body: Search }>('/locations/search', { schema: { body: searchSchema } }, async (request) => {
    const { params, ...rest } = request.body;
    return {
      results: storesNear({
        ...rest,
        ...params,
        ...(params?.stateRestriction === undefined ? {} : { stateRestriction: params.stateRestriction }),
      }),
    };
  });

  const authSchema = {
    type: 'object',
    required: ['email', 'type'],
    properties: {
      email: { ...text, maxLength: 254 },
      blackBox: { type: 'string', maxLength: 20_000 },
      type: { enum: ['failedLogin', 'forgotPassword'] },
      flags: { type: 'object', properties: { enablePasswordlessFlow: { type: 'boolean' } } },
    },
  } as const;
  app.post<{
    Body: { email: string; type: 'failedLogin' | 'forgotPassword'; flags?: { enablePasswordlessFlow?: boolean } };
  }>('/auth', { schema: { body: authSchema }, ...perMinute(10) }, async (request, reply) => {
    await services.events.keep({ kind: `auth.${request.body.type}`, session: undefined, brand: undefined, body: {} });
    if (request.body.type === 'failedLogin') return reply.code(204).send();
    // Only these rows of the documents tell whether an address is known; so often in an hour, and no more.
    const told = await services.tell(request.body.email, request.ip);
    if (told === 'tooOften') return reply.code(429).send({ error: 'tooManyRequests', id: request.id });
    if (told === 'unknown') return { results: 'DENIED' };
    return { results: told.isPasswordless && request.body.flags?.enablePasswordlessFlow === true ? 'FAILED_P' : 'OK' };
  });
  app.post<{ Body: { email: string } }>(
    '/auth/password-changed',
    {
      schema: { body: { type: 'object', required: ['email'], properties: { email: { ...text, maxLength: 254 } } } },
      ...perMinute(10),
    },
    async (_, reply) => {
      await services.events.keep({ kind: 'auth.passwordChanged', session: undefined, brand: undefined, body: {} });
      return reply.code(204).send();
    },
  );

  // A link's parameter, sealed by this server, back into its value; a blob of anybody else's opens nothing.
  app.post<{ Body: { value: string } }>(
    '/decrypt',
    {
      schema: {
        body: {
          type: 'object',
          required: ['value'],
          properties: { value: { type: 'string', minLength: 1, maxLength: 4000 } },
        },
      },
      ...perMinute(30),
    },
    async (request, reply) => {
      try {
        return { value: await services.sealer.unseal(request.body.value, linkContext) };
      } catch {
        return reply.code(400).send({ error: 'badInput', id: request.id });
      }
    },
  );

  const eventSchema = {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', pattern: '^[\\w.\\-: ]{1,80}$' },
      step: { type: 'string', pattern: '^[\\w/\\-]{0,120}$' },
      flow: { type: 'string', pattern: '^[\\w\\-]{0,60}$' },
      ms: { type: 'number', minimum: 0, maximum: 86_400_000 },
      code: { type: 'string', pattern: '^[\\w\\-]{0,60}$' },
      kind: { enum: ['event', 'error'] },
    },
  } as const;
  app.post<{ Body: { kind?: string } & Record<string, Json> }>(
    '/analytics',
    { schema: { body: eventSchema }, ...perMinute(eventsPerMinute) },
    async (request, reply) => {
      const context = await requestContext(services, request);
      const { kind, ...body } = request.body;
      const content = services.definitions.content(context.today);
      const told = Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          name,
          typeof value === 'string' ? inWordsOf(content, value) : typeof value === 'number' ? Math.trunc(value) : value,
        ]),
      );
      await services.events.keep({ kind: kind ?? 'event', session: context.session, brand: context.brand, body: told });
      return reply.code(204).send();
    },
  );
}

/** What links' parameters are sealed for. */
const linkContext = { table: 'links', column: 'parameter', row: '' } as const;

interface Search {
  readonly postalCode?: string;
  readonly state?: string;
  readonly storeNumber?: string;
  readonly brand?: string;
  readonly params?: {
    readonly limit?: number;
    readonly skip?: number;
    readonly maxDistance?: number;
    readonly stateRestriction?: string;
  };
}
const searchSchema = {
  type: 'object',
  properties: {
    postalCode: { type: 'string', pattern: '^\\d{5}$' },
    addressLine1: text,
    city: text,
    state: { type: 'string', pattern: '^[A-Z]{2}$' },
    type: { const: 'Store' },
    storeNumber: { type: 'string', pattern: '^\\d{1,6}$' },
    brand: { type: 'string', pattern: '^[\\w-]{1,40}$' },
    activeOnly: { type: 'boolean' },
    params: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 50 },
        skip: { type: 'integer', minimum: 0, maximum: 10_000 },
        maxDistance: { type: 'number', minimum: 0 },
        stateRestriction: { type: 'string', pattern: '^[A-Z]{2}$' },
      },
    },
  },
} as const;
