/** `/dev/components`: every control, block and widget in every state, in the look of each brand. */
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { easternDate } from '../../contract/days.ts';
import { sayer } from '../../runtime/core/index.ts';
import { inertJson } from '../definitions/boot.ts';
import { brandedPage } from '../http/document.ts';
import { escaped } from '../http/escape.ts';
import type { Services } from '../services.ts';
import { page } from './html.ts';

/** @param dist where the built page is; where it is not (a slim checkout) nothing is found at its addresses. */
export function addComponents(
  app: FastifyInstance,
  { services, dist }: { readonly services: Services; readonly dist: string },
): void {
  const html = 'text/html; charset=utf-8';
  app.get('/dev/components', (_, reply) => {
    const { brands } = services.definitions.content(easternDate(services.clock()));
    const links = Object.entries(brands).map(
      ([key, { facts }]) => `<li><a href="/dev/components/${escaped(key)}">${escaped(facts['name'] ?? key)}</a></li>`,
    );
    return reply
      .type(html)
      .send(
        page(
          'Components',
          `<p class="lead">Every control, block and widget as its examples show it, in every state.</p><ul class="cards">${links.join('\n')}</ul>`,
        ),
      );
  });
  app.get<{ Params: { brand: string } }>('/dev/components/:brand/*', async (request, reply) => {
    const found = await componentsPage(request.params.brand, { services, dist });
    return found === undefined
      ? reply.code(404).send({ error: 'notFound', id: request.id })
      : reply.type(html).send(found);
  });
  app.get<{ Params: { brand: string } }>('/dev/components/:brand', (request, reply) =>
    reply.redirect(`/dev/components/${encodeURIComponent(request.params.brand)}/`),
  );
}

/** The page in the look of a brand; which of its states it draws, the address says to it. */
async function componentsPage(
  key: string,
  { services, dist }: { readonly services: Services; readonly dist: string },
): Promise<string | undefined> {
  const today = easternDate(services.clock());
  const brand = services.definitions.brand(key, today);
  const file = join(dist, 'components.html');
  if (brand === undefined || !existsSync(file)) return undefined;
  const { facts, theme } = brand;
  const { say } = sayer(await services.definitions.app(key, today), facts);
  const boot = inertJson({ facts, app: brand.app.hash });
  return brandedPage(await readFile(file, 'utf8'), { key, facts, theme, say, boot });
}
