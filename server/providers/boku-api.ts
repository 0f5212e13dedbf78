/**
 * A stand-in for Boku, never in production: no network is asked. Whoever opens its address is on the line of the number
 * that the check was begun with, but for two endings: 0001 is opened by way of another network (as over Wi-Fi), and of
 * 0002 the provider does not answer.
 */
import type { FastifyInstance } from 'fastify';
import type { Ports } from '../ports.ts';
import { phoneCheckSeconds, type PhoneNetworks } from '../verification/phone.ts';
import { standInPath } from './providers.ts';

/** Where it is served: as Boku's own sandbox. */
const bokuStandInPath = `${standInPath}/api-sbox.dnlsrv.com`;

interface Begun {
  readonly phone: string;
  readonly returnTo: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  opened: boolean;
}

/** Adds where the address leads, and gives back who is asked; the caller leaves both out in production. */
export function addBokuStandIn(app: FastifyInstance, { clock, id }: Pick<Ports, 'clock' | 'id'>): PhoneNetworks {
  const begun = new Map<string, Begun>();
  app.get<{ Params: { key: string } }>(`${bokuStandInPath}/evurl/:key`, (request, reply) => {
    const found = begun.get(request.params.key);
    if (found === undefined) return reply.code(404).send({ error: 'notFound', id: request.id });
    found.opened = true;
    // The stand-in is on the site that it serves, whatever its name on this machine is.
    const { pathname, search } = new URL(found.returnTo);
    return reply.header('cache-control', 'no-store').redirect(`${pathname}${search}`, 303);
  });
  return {
    begin(phone, returnTo) {
      const now = clock().getTime();
      for (const [key, { endsAt }] of begun) if (endsAt < now) begun.delete(key);
      if (phone.endsWith('0002')) return Promise.resolve(undefined);
      const key = id();
      begun.set(key, { phone, returnTo, endsAt: now + phoneCheckSeconds * 1000, opened: false });
      return Promise.resolve({ url: `${bokuStandInPath}/evurl/${key}`, key });
    },
    isLineOf(key, phone) {
      const found = begun.get(key);
      const isOnLine = found?.opened === true && found.phone === phone && !phone.endsWith('0001');
      return Promise.resolve(isOnLine);
    },
  };
}
