/** The way of a phone that shows by its own network whose it is: out to the provider, and back to its page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieLine, hiddenCookies } from '../../contract/cookies.ts';
import { easternDate } from '../../contract/days.ts';
import { unscriptedPlaces } from '../../contract/places.ts';
import type { Facts } from '../../runtime/core/facts.ts';
import type { Services } from '../services.ts';
import { chooseBrand } from './brand.ts';
import { phoneCheckSeconds } from '../verification/phone.ts';

/** The address of app.json at which a check ends, however it does: the page that asks for a code. */
const ends = 'phone-check';

/**
 * `GET {id}`: to the provider; `GET back/{proof}`: to the page, which is shown nothing of what the device was led back
 * with. A check that is over, is somebody else's or never was leads to the page, too.
 */
export function addPhoneChecks(app: FastifyInstance, services: Services): void {
  const toPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const today = easternDate(services.clock());
    const { brand } = chooseBrand(services.definitions.content(today), {
      query: undefined,
      cookie: request.headers.cookie,
      host: request.headers.host,
    });
    const { facts = {}, flags = {} } = services.definitions.brand(brand, today) ?? {};
    const { addresses } = await services.definitions.app(brand, today);
    const page = addresses[ends]?.of({ brand: facts, flags } as unknown as Facts);
    return reply.header('cache-control', 'no-store').redirect(page ?? '/', 303);
  };
  app.get<{ Params: { id: string } }>(`${unscriptedPlaces.phoneChecks}/:id`, async (request, reply) => {
    const url = await services.phoneChecks.addressOf(request.params.id);
    return url === undefined
      ? await toPage(request, reply)
      : reply.header('cache-control', 'no-store').redirect(url, 303);
  });
  app.get<{ Params: { proof: string } }>(`${unscriptedPlaces.phoneChecks}/back/:proof`, async (request, reply) => {
    const { proof } = request.params;
    if (/^[\w-]{43}$/.test(proof)) {
      const { name } = hiddenCookies.phoneCheck;
      const secure = services.env === 'prod';
      const line = cookieLine({ name, value: proof, maxAgeSeconds: phoneCheckSeconds, secure });
      void reply.header('set-cookie', `${line}; HttpOnly`);
    }
    return await toPage(request, reply);
  });
}
