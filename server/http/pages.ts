import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAddress } from '../../contract/address.ts';
import { inertJson } from '../definitions/boot.ts';
import { brandCookie, chooseBrand } from './brand.ts';
import { easternDate } from '../../contract/days.ts';
import { requestNow } from './clock.ts';
import { sendPacked } from './compression.ts';
import { bootFor, type DefinitionRoutes } from './definitions.ts';
import { brandedPage } from './document.ts';

/** Where the page's own HTML comes from: vite in development, else the built file. */
export interface PageSource {
  html(url: string): Promise<string>;
}
export interface PageRoutes extends DefinitionRoutes {
  /** Folder of the built page, with `index.html` and `assets/`. */
  readonly dist: string;
  readonly page?: PageSource | undefined;
}

/** Static files, the page for every route of the brand, and the brand's not-found page for all else. */
export async function addPages(app: FastifyInstance, options: PageRoutes): Promise<void> {
  if (existsSync(options.dist)) {
    await app.register(fastifyStatic, {
      root: options.dist,
      index: false,
      wildcard: false,
      preCompressed: true,
      // The bench page is a developer's tool.
      ...(options.services.env === 'prod' ? { globIgnore: ['bench.html'] } : {}),
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
  app.setNotFoundHandler(async (request, reply) => {
    const html = request.headers.accept?.includes('text/html') === true;
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !html)
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
    request.log.warn({ asked: choice.unknown.slice(0, 40), served: choice.brand }, 'unknown brand');
  if (choice.remember) void reply.header('set-cookie', brandCookie(choice.brand, services.env === 'prod'));
  void reply.header('cache-control', 'no-store');
  const path = new URL(request.url, 'http://server').pathname;
  if (!isAddress(content.brands[choice.brand]?.flows ?? {}, path)) {
    const away = content.brands[choice.brand]?.facts['notFoundPage'];
    if (typeof away === 'string' && away !== '' && away !== path) return reply.redirect(away);
    return reply.code(404).type('text/plain; charset=utf-8').send('This page does not exist.');
  }
  const html = await (options.page
    ? options.page.html(request.url)
    : readFile(join(options.dist, 'index.html'), 'utf8'));
  void reply.type('text/html; charset=utf-8');
  return await sendPacked(
    request,
    reply,
    brandedPage(html, {
      key: choice.brand,
      facts: content.brands[choice.brand]?.facts ?? {},
      theme: content.brands[choice.brand]?.theme ?? {},
      boot: inertJson(bootFor(options, choice.brand, now)),
    }),
  );
}
