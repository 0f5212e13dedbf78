import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { sayer } from '../../runtime/core/index.ts';
import { isAddress, originsAt } from '../../contract/address.ts';
import { campaignCookie } from './campaign.ts';
import { handOffOrigins } from './hand-offs.ts';
import { inertJson } from '../definitions/boot.ts';
import { bankReturn } from './bank-return.ts';
import { brandCookies, chooseBrand } from './brand.ts';
import { easternDate } from '../../contract/days.ts';
import { requestNow } from './clock.ts';
import { sendPacked } from './compression.ts';
import { unscriptedPlaces } from '../../contract/places.ts';
import { isClosed } from './closed.ts';
import { bootFor, type DefinitionRoutes } from './definitions.ts';
import { brandedPage } from './document.ts';
import { noticeHtml, notices, retryAfterSeconds } from './notice.ts';
import { allow, mayLoadFrom } from './policy.ts';
import { providersOf, type ProviderSettings } from '../providers/providers.ts';
import { addressOf } from './target.ts';

/** Where the page's own HTML comes from: vite in development, else the built file. */
export interface PageSource {
  html(url: string): Promise<string>;
}
export interface PageRoutes extends DefinitionRoutes {
  /** Folder of the built page, with `index.html` and `assets/`. */
  readonly dist: string;
  readonly page?: PageSource | undefined;
  readonly providers: ProviderSettings;
}

/** Static files, the page for every route of the brand, and the brand's not-found page for all else. */
export async function addPages(app: FastifyInstance, options: PageRoutes): Promise<void> {
  if (existsSync(options.dist)) {
    await app.register(fastifyStatic, {
      root: options.dist,
      index: false,
      wildcard: false,
      preCompressed: true,
      // The page is served with its brand and boot JSON, never as the bare file; the pages of developers are tools.
      globIgnore: ['index.html*', ...(options.services.env === 'prod' ? ['bench.html*', 'components.html*'] : [])],
      setHeaders: (reply, path) =>
        void reply.header(
          'cache-control',
          /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    });
  }
  if (options.services.env === 'local') {
    app.get('/bench', async (request, reply) => {
      const file = join(options.dist, 'bench.html');
      if (!existsSync(file)) return reply.code(404).send({ error: 'notFound', id: request.id });
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(await readFile(file, 'utf8'));
    });
  }
  const style = await readFile(new URL('./notice.css', import.meta.url), 'utf8');
  app.get(unscriptedPlaces.noticeStyle, (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(style),
  );
  // What no route answers, pages among it, is limited only where it is said.
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !wantsPage(request))
      return reply.code(404).send({ error: 'notFound', id: request.id });
    return await servePage(options, request, reply);
  });
}

async function servePage(options: PageRoutes, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { services } = options;
  const now = requestNow(services.env, services.clock, request.headers.cookie);
  const content = services.definitions.content(easternDate(now));
  const choice = chooseBrand(content, {
    query: (request.query as { brand?: unknown }).brand,
    cookie: request.headers.cookie,
    host: request.headers.host,
  });
  if (services.env === 'prod' && !choice.knownOrigin)
    return reply.code(421).send({ error: 'unknownOrigin', id: request.id });
  if (choice.unknown !== undefined)
    // Not what was asked for: anything can stand in an address that somebody was sent.
    request.log.warn({ served: choice.brand }, 'unknown brand');
  const brand = content.brands[choice.brand];
  const facts = brand?.facts ?? {};
  if (choice.remember) {
    const { host } = request.headers;
    void reply.header('set-cookie', brandCookies(content, choice.brand, { host, secure: services.env === 'prod' }));
  }
  // Fastify adds a cookie to those that are set already.
  const campaign = campaignCookie(request, facts, services.env === 'prod');
  if (campaign !== undefined) void reply.header('set-cookie', campaign);
  void reply.header('cache-control', 'no-store');
  const path = addressOf(request.url)?.pathname;
  const today = easternDate(now);
  const app = await services.definitions.app(choice.brand, today);
  const { say } = sayer(app, facts);
  const send = (kind: keyof typeof notices): FastifyReply => {
    const notice = notices[kind];
    if (notice.status === 503) void reply.header('retry-after', String(retryAfterSeconds));
    return reply
      .code(notice.status)
      .type('text/html; charset=utf-8')
      .send(noticeHtml(kind, say, { key: choice.brand, facts }));
  };
  const isShut = isClosed(app, { brand: facts, flags: brand?.flags ?? {}, today, now: now.toISOString() });
  if (isShut) {
    const away = elsewhere(request, facts['maintenancePage']);
    return away === undefined ? send('maintenance') : reply.redirect(away);
  }
  if (path === unscriptedPlaces.maintenance) return reply.redirect('/');
  if (path === undefined || !isAddress(brand?.flows ?? {}, path)) {
    const away = path === undefined ? undefined : elsewhere(request, facts['notFoundPage']);
    return away === undefined ? send('notFound') : reply.redirect(away);
  }
  const back = bankReturn(request.url, { secure: services.env === 'prod' });
  if (back !== undefined) return reply.header('set-cookie', back.cookie).redirect(back.to, 303);
  const html = await (options.page
    ? options.page.html(request.url)
    : readFile(join(options.dist, 'index.html'), 'utf8'));
  void reply.type('text/html; charset=utf-8');
  // Pages may post forms to the sites that its definitions hand somebody over to.
  allow(reply, 'form-action', handOffOrigins(app, { brand: facts, flags: brand?.flags ?? {} }));
  const outside = originsAt(brand?.flows ?? {}, path);
  const providers = providersOf(outside ?? {}, options.providers);
  // Programs from elsewhere make style elements of their own; they find the number on the script element that has it.
  const nonce = outside?.style === undefined ? undefined : randomBytes(16).toString('base64');
  if (outside !== undefined) mayLoadFrom(reply, outside, providers);
  const { fingerprints } = options;
  if (fingerprints) mayLoadFrom(reply, fingerprints.origins, providersOf(fingerprints.origins, options.providers));
  if (nonce !== undefined) allow(reply, 'style-src', [`'nonce-${nonce}'`]);
  return await sendPacked(
    request,
    reply,
    brandedPage(html, {
      key: choice.brand,
      facts,
      theme: brand?.theme ?? {},
      say,
      ...(nonce !== undefined && { nonce }),
      boot: inertJson({
        ...bootFor(options, choice.brand, now),
        ...(outside !== undefined && { origins: outside, providers }),
      }),
    }),
  );
}

/** A browser that goes somewhere, or a program that takes whatever there is; one that asks for JSON gets JSON. */
function wantsPage(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '*/*';
  return /text\/html|application\/xhtml\+xml/.test(accept) || (accept.includes('*/*') && !accept.includes('json'));
}

/** An address outside; only a browser's own navigation is sent there, a script or picture that is missing is not. */
function elsewhere(request: FastifyRequest, address: JsonObject[string] | undefined): string | undefined {
  const isOutside = typeof address === 'string' && /^https?:\/\//.test(address);
  return isOutside && request.headers.accept?.includes('text/html') === true ? address : undefined;
}
