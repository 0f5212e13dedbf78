import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { assetsRoute, definitionRoute, themeRoute } from './definitions.ts';
import { addressKey } from './proxies.ts';
import type { Definitions } from '../definitions/definitions.ts';

/**
 * Requests a minute and address; what is a file for everybody does not count. Locally everybody has one address, a load
 * test too.
 */
export const requestsPerMinute = { local: 60_000, dev: 1200, qa: 1200, prod: 600 } as const;

/** Headers and limits of every answer. Nothing runs in a page but the site's own files. */
export async function addSafety(
  app: FastifyInstance,
  definitions: Pick<Definitions, 'holds'>,
  {
    env,
    hotReload,
    asked,
  }: {
    readonly env: keyof typeof requestsPerMinute;
    readonly hotReload: boolean;
    /** Origins that every page may ask besides the site's own: where a user pool elsewhere answers. */
    readonly asked: readonly string[];
  },
): Promise<void> {
  // vite's client brings inline scripts and styles and a socket of its own; never outside `npm run dev`.
  const inline = hotReload && env === 'local' ? ["'unsafe-inline'"] : [];
  const sockets = hotReload && env === 'local' ? ['ws://localhost:*', 'ws://127.0.0.1:*'] : [];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inline],
        styleSrc: ["'self'", ...inline],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...asked, ...sockets],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: env === 'prod' ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
  });
  await app.register(rateLimit, {
    global: true,
    max: requestsPerMinute[env],
    timeWindow: '1 minute',
    keyGenerator: (request) => addressKey(request.ip),
    allowList: (request) => isFile(request, definitions),
  });
}

/**
 * Whether a request is for a file that is there and the same for everybody. Told by its route, not by its address: a
 * page is asked for below `/assets/..` too, and a version that nobody knows is a question to the database.
 */
function isFile({ routeOptions, params }: FastifyRequest, definitions: Pick<Definitions, 'holds'>): boolean {
  const { url } = routeOptions;
  if (url === definitionRoute)
    return definitions.holds((params as { readonly name: string }).name.replace(/\.js$/, ''));
  return url === themeRoute || url === assetsRoute || (url !== undefined && url.startsWith('/assets/'));
}
