/** Every door over HTTP, as a server names them itself while it starts, and a request at each. */
import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

export interface Door {
  readonly method: string;
  readonly url: string;
}

/** What is started, and the doors it opened. */
export async function withDoors<T>(
  start: () => Promise<T>,
): Promise<{ readonly started: T; readonly doors: readonly Door[] }> {
  const doors: Door[] = [];
  const listen = (message: unknown): void => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat())
        if (one !== 'HEAD' && one !== 'OPTIONS' && !doors.some((known) => known.method === one && known.url === url))
          doors.push({ method: one, url });
    });
  };
  subscribe('fastify.initialization', listen);
  try {
    return { started: await start(), doors };
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
}

const bodies: Record<string, object> = { '/graphql': { query: '{ openApplication { id } }' } };
const [key, file] = [randomUUID(), randomUUID()];

/**
 * A request that gets as far as it can: the application's own id in every place that takes one.
 * @returns status and body, in which no id stands that the server made for this answer alone
 */
export async function knock(
  { method, url }: Door,
  of: {
    readonly address: string;
    readonly brand: string;
    readonly token?: string | undefined;
    readonly application: string;
  },
): Promise<readonly [status: number, body: string]> {
  const places: Record<string, string> = {
    application: of.application,
    id: file,
    idTag: 'privacy-notice',
    brand: 'payday',
  };
  const path = url.replaceAll(/:(\w+)/g, (_, name: string) => places[name] ?? randomUUID()).replaceAll('*', 'none');
  const isFile = url === '/files' && method === 'POST';
  const body = isFile ? 'x' : JSON.stringify(bodies[url] ?? { email: 'somebody.else@example.test' });
  const query = `application=${of.application}&step=personal&field=firstName&key=${key}`;
  const response = await fetch(`${of.address}${path}?${query}`, {
    method,
    redirect: 'manual',
    headers: {
      'content-type': isFile ? 'application/octet-stream' : 'application/json',
      'x-brand-key': of.brand,
      'x-session-id': 'the-same',
      ...(of.token !== undefined && { authorization: of.token }),
    },
    ...(method !== 'GET' && { body }),
  });
  return [response.status, (await response.text()).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id')];
}
