/** Serves the stand-ins for providers; the caller leaves them out in production. */
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { standInOf, standInPath } from './providers.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** `/providers/<host>/<path>`: a file as the provider has it; its ending may be left out, as providers do. */
export function addStandIns(app: FastifyInstance): void {
  app.get<{ Params: { host: string; '*': string } }>(`${standInPath}/:host/*`, async (request, reply) => {
    const folder = standInOf(request.params.host);
    const path = normalize(request.params['*']);
    const file =
      folder === undefined || path.startsWith('..')
        ? undefined
        : [path, `${path}.js`].map((one) => join(folder, one)).find((one) => types[extname(one)] && existsSync(one));
    if (file === undefined) return reply.code(404).send({ error: 'notFound', id: request.id });
    return (
      reply
        .type(types[extname(file)] ?? '')
        .header('cache-control', 'no-store')
        // Pages of another origin load it and show it inside of them: that is what a provider is for.
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('access-control-allow-origin', '*')
        .header('content-security-policy', "default-src 'self'; frame-ancestors *")
        .removeHeader('x-frame-options')
        .send(await readFile(file))
    );
  });
}
