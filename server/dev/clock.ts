/** The test clock as a form: the cookie that stands for now on a machine of its own. */
import type { FastifyInstance } from 'fastify';
import { cookieLine, cookies } from '../../contract/cookies.ts';
import { escaped } from '../http/escape.ts';
import type { Services } from '../services.ts';

/** Seconds that another day lasts for this browser. */
const day = 86_400;

/** `POST /dev/clock` with `instant`, empty for the real time. Outside of local mode there is no other day. */
export function addClock(app: FastifyInstance, { env }: Pick<Services, 'env'>): void {
  if (env !== 'local') return;
  app.post<{ Body: { instant?: string } }>('/dev/clock', async ({ body, id }, reply) => {
    const given = body.instant?.trim() ?? '';
    // A field of a date and a time has no zone: it is read as Coordinated Universal Time, as the cookie is.
    const instant = new Date(given === '' || given.endsWith('Z') ? given : `${given}Z`);
    if (given !== '' && Number.isNaN(instant.getTime())) return reply.code(400).send({ error: 'badInput', id });
    const value = given === '' ? undefined : instant.toISOString();
    return reply
      .header('set-cookie', cookieLine({ name: cookies.clock.name, value, maxAgeSeconds: day, secure: false }))
      .redirect('/dev', 303);
  });
}

/** @param instant what stands for now in this browser; undefined: the real time */
export function clockForm(instant: string | undefined): string {
  return `<p>${instant === undefined ? 'It is now.' : `For this browser it is <strong><time>${escaped(instant)}</time></strong>.`}</p>
<form class="row" method="post" action="/dev/clock"><label>Another day and time (UTC) <input type="datetime-local" step="1" name="instant" value="${escaped(instant?.slice(0, 19))}" required></label><button>Set the clock</button></form>
<form method="post" action="/dev/clock"><input type="hidden" name="instant" value=""><button>Back to now</button></form>`;
}
