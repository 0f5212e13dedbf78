import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { existsSync, readFileSync } from 'node:fs';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Brand } from '../definitions/definitions.ts';
import { easternDate } from '../../contract/days.ts';
import { isStored } from '../../runtime/core/index.ts';
import { findApplication } from '../journeys/applications.ts';
import { link, writeAct } from '../journeys/acts/store.ts';
import { cookies, readCookies } from '../../contract/cookies.ts';
import { requestContext } from '../http/context.ts';
import { escaped } from '../http/escape.ts';
import { addClock, clockForm } from './clock.ts';
import { copied, page, table } from './html.ts';
import type { DevelopmentRoutes, InboxMessage } from './needs.ts';
import { lawyersTexts } from './lawyer.ts';
import { addLogIn, logInForm } from './log-in.ts';
import { addReviews } from './reviews.ts';
import { sourcePage } from './source.ts';
import { stepsPage } from './steps.ts';

/** `/dev` and the pages it links; the caller leaves them out in production. */
export function addDevelopment(app: FastifyInstance, options: DevelopmentRoutes): void {
  const { services } = options;
  const style = readFileSync(new URL('./style.css', import.meta.url), 'utf8');
  const script = readFileSync(new URL('./script.js', import.meta.url), 'utf8');
  const html = 'text/html; charset=utf-8';

  app.get('/dev/style.css', (_, reply) => reply.type('text/css; charset=utf-8').send(style));
  app.get('/dev', async ({ headers }, reply) =>
    reply.type(html).send(await startPage(options, readCookies(headers.cookie)[cookies.clock.name])),
  );
  app.get('/dev/inbox.json', async () => ({ messages: await options.listInbox() }));
  app.get<{ Querystring: { to?: string } }>('/dev/inbox', async ({ query }, reply) =>
    reply.type(html).send(inboxPage(await options.listInbox(), query.to)),
  );
  app.get('/dev/script.js', (_, reply) => reply.type('text/javascript; charset=utf-8').send(script));
  app.get<{ Params: { brand: string; flow: string } }>('/dev/flows/:brand/:flow', async ({ params, id }, reply) => {
    const made = stepsPage(services, options.contentDirs, params);
    return made === undefined ? reply.code(404).send({ error: 'notFound', id }) : reply.type(html).send(made);
  });
  app.get<{ Querystring: { file?: string } }>('/dev/source', async ({ query, id }, reply) => {
    const made = sourcePage(options.contentDirs, query.file ?? '');
    return made === undefined ? reply.code(404).send({ error: 'notFound', id }) : reply.type(html).send(made);
  });
  app.get('/dev/events', async (_, reply) => {
    const events = await sql<{
      kind: string;
      brand: string | null;
      body: Json;
      at: string;
    }>`select kind, brand, body, at from events order by id desc limit 200`.execute(services.db);
    const rows = events.rows.map((event) => [event.at, event.kind, event.brand, JSON.stringify(event.body)]);
    return reply
      .type(html)
      .send(
        page(
          'Events',
          `<p class="lead">Analytics and error reports received: ids and timings, never answers.</p>${rows.length === 0 ? '<p>Nothing yet.</p>' : table(['When', 'Kind', 'Brand', 'Body'], rows)}`,
        ),
      );
  });
  // Content that is being written: an open application stays on the version it began with until a migration moves it,
  // so that who writes would not see the edit. It ends, and the page begins another.
  if (options.hotReload)
    app.post('/dev/begin-anew', async (request, reply) => {
      const { caller, brand, now } = await requestContext(services, request);
      if (caller === undefined) return reply.code(401).send({ error: 'unauthenticated', id: request.id });
      const open = await sql<{ id: string }>`select id from applications
        where owner = ${caller.sub} and brand = ${brand} and is_open`.execute(services.db);
      for (const { id } of open.rows) {
        const row = await findApplication(services.db, id);
        if (row === undefined) continue;
        const body = { closes: true, set: { modified_at: row.modified_at } } as const;
        await writeAct(services.db, link(row, { actor: 'lender', operation: 'expire', now, body }));
      }
      return { ended: open.rows.length };
    });
  // A scope of its own: no other door reads forms.
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    addLogIn(scope, options);
    addClock(scope, services);
    addReviews(scope, services);
  });
}

async function startPage(
  { services, people, contentDirs }: DevelopmentRoutes,
  instant: string | undefined,
): Promise<string> {
  const today = easternDate(services.clock());
  const content = services.definitions.content(today);
  const brands = await Promise.all(
    Object.entries(content.brands).map(async ([key, brand]) => {
      const app = await services.definitions.app(key, today);
      const first = new Map(
        [app.signIn, ...app.home.map((choice) => choice.target)].flatMap((target) =>
          target.kind === 'to' ? [[target.flow, target.step] as const] : [],
        ),
      );
      const begun = Object.values(brand.flows).filter((flow) => isStored(flow.saves) || first.has(flow.id));
      const links = begun.map(
        (flow) =>
          `<a href="${escaped(`${entryOf(flow, first.get(flow.id))}?brand=${key}`)}">${escaped(flow.title)}</a> <a class="meta" href="/dev/flows/${escaped(key)}/${escaped(flow.id)}">its pages</a>`,
      );
      return `<li><strong><a href="/?brand=${escaped(key)}">${escaped(brand.facts['name'] ?? key)}</a></strong><br>${links.join('<br>')}</li>`;
    }),
  );
  return page(
    'Waymark, local',
    `<p class="lead">Everything here runs on this machine. Mail and SMS land in the <a href="/dev/inbox">inbox</a>; documents that people send are <a href="/dev/reviews">looked at</a> by you.</p>
<h2>Brands</h2><ul class="cards">${brands.join('\n')}</ul>
<h2>Test people</h2>${table(
      ['Who', 'E-mail', 'Password', '', 'Log in'],
      people.map((one) => [
        one.id,
        copied(one.email),
        copied(one.password),
        one.says,
        logInForm(one.id, Object.entries(content.brands)),
      ]),
    )}
<h2>Texts a lawyer has to write</h2>${table(['File', 'Title', 'Why'], lawyersTexts(contentDirs))}
<h2>Clock</h2>${services.env === 'local' ? clockForm(instant) : '<p>Only on a machine of its own (local) can it be another day.</p>'}
<h2>What to try</h2>${table(['Operation', 'Answer', 'By'], documentedInputs())}`,
  );
}

/** The address of the page a flow is entered by; its base when none is named. */
function entryOf(flow: Brand['flows'][string], step: string | undefined): string {
  const path = flow.routes.find((route) => route.step === step)?.path;
  return path === undefined || path === '' ? flow.base || '/' : `${flow.base}/${path}`;
}

/** Per operation and outcome, the documented input that gives it (`schemas/api/answers.json`). */
function documentedInputs(): [string, string, string][] {
  const file = new URL('../../schemas/api/answers.json', import.meta.url);
  if (!existsSync(file)) return [];
  const { operations } = JSON.parse(readFileSync(file, 'utf8')) as {
    operations: Record<string, Record<string, { says?: string; input?: JsonObject; answers?: JsonObject }>>;
  };
  return Object.entries(operations).flatMap(([operation, outcomes]) =>
    Object.entries(outcomes).flatMap(([outcome, { says, input, answers }]): [string, string, string][] => {
      const given = Object.entries({ ...input, ...answers }).map(([name, value]) => `${name}: ${String(value)}`);
      const by = [...given, ...(says === undefined ? [] : [says])].join('; ');
      return by === '' ? [] : [[operation, outcome, by]];
    }),
  );
}

function inboxPage(messages: readonly InboxMessage[], to: string | undefined): string {
  const addresses = [...new Set(messages.map((one) => one.to))].sort();
  const links = addresses.map((one) =>
    one === to
      ? `<li><strong aria-current="page">${escaped(one)}</strong></li>`
      : `<li><a href="/dev/inbox?to=${escaped(encodeURIComponent(one))}">${escaped(one)}</a></li>`,
  );
  const everything = to === undefined ? '' : '<li><a href="/dev/inbox">All of them</a></li>';
  const list = messages
    .filter((one) => to === undefined || one.to === to)
    .map(
      (one) =>
        `<article><h2>${escaped(one.subject)}</h2><p class="meta">${escaped(one.channel)} to ${escaped(one.to)}, <time>${escaped(one.at)}</time>, ${escaped(one.purpose)}</p><pre>${escaped(one.text)}</pre>${codes(one.text)}${desk(one)}</article>`,
    );
  return page(
    'Inbox',
    `<nav aria-label="Addresses"><ul class="row">${everything}${links.join('')}</ul></nav>${list.length === 0 ? '<p>No message yet.</p>' : list.join('\n')}`,
  );
}

/** A button for each one-time code of a message that copies it. */
const codes = (text: string): string =>
  [...new Set(text.match(/\b\d{6}\b/g))].map((code) => `<p>${copied(code).html}</p>`).join('');

/** A message that asks for documents leads to the desk at which they are looked at. */
const desk = ({ purpose }: InboxMessage): string =>
  purpose === 'documentsWanted' || purpose === 'documentsAgain'
    ? '<p><a href="/dev/reviews">Look at what was sent</a></p>'
    : '';
