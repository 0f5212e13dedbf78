import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorCodes } from '../../contract/errors.ts';
import { createDoor } from '../graphql/door.ts';
import type { Services } from '../services.ts';
import { places } from '../../contract/places.ts';
import { easternDate } from '../../contract/days.ts';
import { awayStatusOf } from './away.ts';
import { requestContext } from './context.ts';
import { textProblem } from './input.ts';

/** Bytes of a body: a whole document of answers fits, nothing larger is ever sent. */
const bodyLimit = 64 * 1024;

/** `/graphql`: POST of JSON (a form of another site cannot send it) and GET for what only reads. */
export async function addGraphql(app: FastifyInstance, services: Services): Promise<void> {
  const door = createDoor({
    env: services.env,
    operations: () => services.definitions.content(easternDate(services.clock())).operations,
    onBug: (error) =>
      services.log.error(
        { err: error instanceof Error ? { type: error.name, message: error.message, stack: error.stack } : {} },
        'a resolver failed',
      ),
  });

  // A scope of its own: here a body stays the text it came as until its size and shape are known.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      /^application\/(graphql\+)?json\s*(;|$)/i,
      { parseAs: 'string', bodyLimit },
      (_request, text, done) => done(null, text),
    );
    // Before a byte of the body is read.
    scope.addHook('onRequest', async (request, reply) => {
      if (!isLarge(request)) return undefined;
      return reply.code(413).header('connection', 'close').send({ error: 'tooLarge', id: request.id });
    });
    scope.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: places.graphql,
      handler: async (request, reply) => {
        const body = typeof request.body === 'string' ? request.body : undefined;
        const at = request.url.indexOf('?');
        const search = at < 0 ? '' : request.url.slice(at);
        const problem = bodyProblem(request.method, body) ?? parameterProblem(search);
        if (problem !== undefined)
          return reply
            .code(400)
            .send({ errors: [{ message: `The request ${problem}.`, extensions: { code: errorCodes.badInput } }] });
        const away = awayStatusOf(services, body);
        if (away !== undefined) return reply.code(away).send({ error: 'unavailable', id: request.id });
        const context = await requestContext(services, request);
        const answer = await door(
          {
            method: request.method,
            search,
            accept: request.headers.accept,
            contentType: request.headers['content-type'],
            body,
          },
          context,
        );
        if (context.writes.length > 0) void reply.header('set-cookie', context.writes);
        return reply.code(answer.status).headers(answer.headers).header('cache-control', 'no-store').send(answer.body);
      },
    });
  });
}

function bodyProblem(method: string, body: string | undefined): string | undefined {
  if (body !== undefined) return textProblem(body);
  return method === 'POST' ? 'has no body' : undefined;
}

/** The parameters of a GET that are JSON have to be some; whether a body comes along, too, is nobody's business. */
function parameterProblem(search: string): string | undefined {
  const parameters = new URLSearchParams(search);
  return ['variables', 'extensions']
    .flatMap((name) => parameters.getAll(name))
    .map((text) => textProblem(text) ?? (isJson(text) ? undefined : 'has a parameter that is no JSON'))
    .find((problem) => problem !== undefined);
}
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // said by the caller
  }
}

/** Announced as more than anybody may send, or not announced at all. */
function isLarge(request: FastifyRequest): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && !(Number(length) <= bodyLimit));
}
