import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { addressKey } from './proxies.ts';

/** Requests a minute and address; static files and definitions do not count. Locally everybody has one address, a load test too. */
export const requestsPerMinute = { local: 60_000, qa: 1200, prod: 600 } as const;

/** Headers and limits of every answer. Nothing runs in a page but the site's own files. */
export async function addSafety(
  app: FastifyInstance,
  env: keyof typeof requestsPerMinute,
  hotReload: boolean,
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
        connectSrc: ["'self'", ...sockets],
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
    allowList: (request) => /^\/(assets|definitions|brands)\//.test(request.url),
  });
}
