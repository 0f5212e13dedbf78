import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import type { Boot } from '../../contract/boot.ts';
import { places } from '../../contract/places.ts';
import { bootOf } from '../definitions/boot.ts';
import { brandTheme, themeCss } from '../definitions/theme.ts';
import type { Fingerprints } from '../providers/fingerprints.ts';
import type { Services } from '../services.ts';
import { compressed } from './compression.ts';
import { brandOf } from './context.ts';
import { easternDate } from '../../contract/days.ts';
import { requestNow } from './clock.ts';

const immutable = 'public, max-age=31536000, immutable';
const assetTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Routes of files that are the same for everybody. */
export const definitionRoute = '/definitions/:name';
export const themeRoute = '/brands/:brand/theme.css';
export const assetsRoute = '/brands/:brand/assets/*';

export interface DefinitionRoutes {
  readonly services: Services;
  readonly identity: Boot['identity'];
  readonly monitored: Boot['monitored'];
  readonly fingerprints: Fingerprints | undefined;
  readonly contentDirs: readonly string[];
}

/** `/definitions/*` and `/brands/*`: everything a page loads that is content. */
export function addDefinitions(app: FastifyInstance, options: DefinitionRoutes): void {
  const { services } = options;
  app.get(places.boot, compressed, async (request, reply) => {
    const now = requestNow(services.env, services.clock, request.headers.cookie);
    const boot = bootFor(options, brandOf(services, request, easternDate(now)), now);
    return reply.header('cache-control', 'no-store').send(boot);
  });
  app.get<{ Params: { name: string } }>(definitionRoute, compressed, async (request, reply) => {
    const name = /^([\w-]+)\.js$/.exec(request.params.name)?.[1];
    const code = name === undefined ? undefined : await services.definitions.moduleText(name);
    if (code === undefined) return reply.code(404).send({ error: 'notFound', id: request.id });
    return reply.header('cache-control', immutable).type('text/javascript; charset=utf-8').send(code);
  });
  app.get<{ Params: { brand: string } }>(themeRoute, compressed, async (request, reply) => {
    const brand = services.definitions.brand(request.params.brand, easternDate(services.clock()));
    if (!brand) return reply.code(404).send({ error: 'notFound', id: request.id });
    return reply
      .header('cache-control', 'no-cache')
      .type('text/css; charset=utf-8')
      .send(themeCss(brandTheme(brand), assetsOf(request.params.brand)));
  });
  app.get<{ Params: { brand: string; '*': string } }>(assetsRoute, async (request, reply) => {
    const { brand } = request.params;
    const file = normalize(request.params['*']);
    const type = assetTypes[extname(file)];
    const known = services.definitions.brand(brand, easternDate(services.clock()));
    const found =
      known && type !== undefined && !file.startsWith('..')
        ? [...options.contentDirs]
            .reverse()
            .map((dir) => join(dir, 'brands', brand, 'assets', file))
            .find((path) => existsSync(path))
        : undefined;
    if (found === undefined || type === undefined) return reply.code(404).send({ error: 'notFound', id: request.id });
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type(type)
      .send(await readFile(found));
  });
}

/** Address below which a brand's pictures and fonts lie. */
export const assetsOf = (brand: string): string => `/brands/${brand}/assets/`;

/** The boot JSON of a brand at an instant. */
export function bootFor(
  { services, identity, monitored, fingerprints }: DefinitionRoutes,
  key: string,
  now: Date,
): Boot {
  const today = easternDate(now);
  const brand = services.definitions.brand(key, today);
  if (!brand) throw new Error(`No brand "${key}" to boot with.`);
  return bootOf(
    key,
    { brand, content: services.definitions.content(today) },
    {
      env: services.env,
      version: services.version,
      identity,
      monitored,
      fingerprint: fingerprints?.provider,
      now: now.toISOString(),
    },
  );
}
