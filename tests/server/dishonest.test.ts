import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { openApplication, pagesToSubmit, type Applicant } from './support/applicant.ts';
import { boot, graphql, signUp, type Answer, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;
let applicant: Applicant;
beforeAll(async () => {
  server = await startTestServer();
  person = await signUp(server);
  applicant = await openApplication(server, person);
  const [personal] = pagesToSubmit();
  if (personal) await applicant.leave(personal);
}, 180_000);
afterAll(() => server.stop());

const refusedFor = (answer: Answer): JsonObject => {
  expect(answer.data?.['saveJourney'] ?? null).toBeNull();
  const { code, reason, path } = answer.errors[0]?.extensions ?? { code: 'nothing was refused' };
  return { code, ...(reason === undefined ? {} : { reason }), ...(path === undefined ? {} : { path }) };
};
const stored = async (): Promise<JsonObject> =>
  (await person.ask('application', { id: applicant.id })).data?.['application'] as JsonObject;

describe('what no honest path could hold is refused, and nothing is written', () => {
  test.each<[string, JsonObject, JsonObject]>([
    [
      'a step that the way has not reached',
      {},
      { submit: { by: 'action', action: 'submit', outcome: { operation: 'submitApplication', name: 'SUBMITTING' } } },
    ],
    [
      'an outcome that never happened',
      { 'loan.productCode': 'PDL', 'loan.amount': 30_000 },
      {
        amount: {
          by: 'action',
          action: 'continue',
          outcome: { operation: 'submitApplication', name: 'SUBMIT_APPROVED' },
        },
      },
    ],
    ['an event that never came', {}, { transition: { by: 'event', channel: 'application', event: 'SUBMIT_APPROVED' } }],
    ['an answer that nobody asked for here', { 'spousalInformation.firstName': 'Eve' }, {}],
    ['an answer of the wrong type', { 'loan.amount': 'much' }, { amount: { by: 'action', action: 'continue' } }],
    [
      'an answer beyond its limit',
      { 'loan.productCode': 'PDL', 'loan.amount': 99_999_900 },
      { amount: { by: 'action', action: 'continue' } },
    ],
    ['a path that no field binds', { 'application.status': 'APPROVED' }, {}],
    ['a result that the browser asserts', { 'results.loanOffer': { apr: 1 } }, {}],
    ['a path to the prototype', { '__proto__.polluted': true }, {}],
    ['a step that does not exist', {}, { nowhere: { by: 'action', action: 'continue' } }],
    [
      'an action that does not exist',
      { 'loan.productCode': 'PDL', 'loan.amount': 30_000 },
      { amount: { by: 'action', action: 'approve' } },
    ],
    [
      'a document that was not the one in force',
      { 'loan.productCode': 'PDL', 'loan.amount': 30_000 },
      { amount: { by: 'action', action: 'continue', shown: { 'tila-box': 'made-up' } } },
    ],
  ])('%s', async (_, changes, journey) => {
    const before = await stored();
    const refused = refusedFor(await applicant.save(changes, journey));
    expect(refused['code']).toBe('REFUSED');
    expect(refused['reason']).toMatch(/^\w+$/);
    expect(await stored()).toEqual(before);
  });

  test('a stale revision conflicts and tells the current one', async () => {
    const answer = await applicant.save({ 'loan.productCode': 'PDL' }, {}, { revision: applicant.revision - 1 });
    expect(answer.errors[0]?.extensions).toMatchObject({ code: 'CONFLICT', revision: applicant.revision });
  });

  test('the same key again is the same save', async () => {
    const key = randomUUID();
    const first = await applicant.save({ 'loan.productCode': 'PDL' }, {}, { key });
    const second = await person.ask('saveJourney', {
      id: applicant.id,
      flow: 'apply',
      definition: applicant.definition,
      revision: applicant.revision - 1,
      key,
      changes: { 'loan.productCode': 'PDL' },
      journey: {},
    });
    expect(second.data).toEqual(first.data);
    expect((await stored())['revision']).toBe(applicant.revision);
  });

  test('somebody else sees and changes nothing', async () => {
    const other = await signUp(server);
    for (const answer of [
      await other.ask('application', { id: applicant.id }),
      await other.ask('applicationState', { id: applicant.id }),
      await other.ask('submitApplication', { id: applicant.id }),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.errors[0]?.extensions.code).toBe('FORBIDDEN');
    }
    const save = await other.ask('saveJourney', {
      id: applicant.id,
      flow: 'apply',
      definition: applicant.definition,
      revision: applicant.revision,
      key: randomUUID(),
      changes: {},
      journey: {},
    });
    expect(save.errors[0]?.extensions.code).toBe('FORBIDDEN');
    await expect(other.hear(applicant.id, () => true)).rejects.toThrow('Forbidden');
    const unknown = await other.ask('application', { id: randomUUID() });
    expect(unknown.errors[0]).toEqual({ ...(await other.ask('application', { id: applicant.id })).errors[0] });
  });

  test('an application is neither submitted nor signed before the way leads there', async () => {
    expect((await person.ask('submitApplication', { id: applicant.id })).errors[0]?.extensions).toMatchObject({
      code: 'REFUSED',
      reason: 'notReached',
    });
    expect(
      (await person.ask('esignApplication', { id: applicant.id, signature: 'Ana Ortiz' })).errors[0]?.extensions,
    ).toMatchObject({ code: 'REFUSED', reason: 'notReached' });
  });

  test('a definition that is not the pinned one is refused', async () => {
    const answer = await applicant.save({}, {}, { definition: (await boot(server)).compliance });
    expect(refusedFor(answer)).toMatchObject({ code: 'REFUSED', reason: 'definition' });
  });
});

test.each<[string, JsonObject]>([
  ['a channel that the lender opens', { channel: 'RETAIL' }],
  ['a state that nobody answered', { stateCode: 'ZZ' }],
])('an application does not begin with %s', async (_, more) => {
  const fresh = await signUp(server);
  const definition = (await boot(server)).flows['apply']?.hash ?? '';
  const { errors } = await fresh.ask('createApplication', { application: { flow: 'apply', definition, ...more } });
  expect(errors[0]?.extensions.code).toBe('BAD_INPUT');
  expect((await fresh.ask('openApplication')).data?.['openApplication']).toBeNull();
});

describe('the doors', () => {
  test('nobody without a token gets past, a forged one neither', async () => {
    const document = 'query { openApplication { id } }';
    for (const headers of [
      {},
      { authorization: 'nonsense' },
      { authorization: `${person.idToken.slice(0, -4)}AAAA` },
    ]) {
      const answer = await graphql(server, document, { headers });
      expect(answer.status).toBe(401);
      expect(answer.errors[0]).toMatchObject({
        message: 'cng:unauthenticated',
        extensions: { code: 'UNAUTHENTICATED' },
      });
    }
  });

  test('two first saves at once give one application', async () => {
    const fresh = await signUp(server);
    const definition = (await boot(server)).flows['apply']?.hash ?? '';
    const created = await Promise.all(
      [1, 2, 3, 4].map(() => fresh.ask('createApplication', { application: { flow: 'apply', definition } })),
    );
    expect(new Set(created.map((answer) => answer.data?.['createApplication']?.['id'])).size).toBe(1);
  });

  test.each<[string, string, unknown]>([
    ['no JSON', 'not json', 400],
    ['a list', '[]', 400],
    ['no document', '{"variables":{}}', 400],
    ['no GraphQL', '{"query":"{"}', 200],
  ])('a bad request is answered with a type and no stack: %s', async (_, body, status) => {
    const response = await fetch(`${server.address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const text = await response.text();
    expect(response.status).toBe(status);
    expect(text).toMatch(/BAD_INPUT|badInput/);
    expect(text).not.toMatch(/at .*\.(ts|js):\d+/);
  });

  test('a socket needs a token of ours, a page of ours, and a path that exists', async () => {
    const knock = (path: string, token: string, origin: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${server.address.replace('http', 'ws')}${path}?idToken=${token}`, { origin });
        socket.on('open', () => resolve('open'));
        socket.on('error', (error) => resolve(error.message));
        socket.on('open', () => socket.close());
      });
    expect(await knock('/ws/application', person.idToken, server.address)).toBe('open');
    expect(await knock('/ws/back-office', person.idToken, server.address)).toBe('open');
    expect(await knock('/ws/application', 'nonsense', server.address)).toContain('401');
    expect(await knock('/ws/application', person.idToken, 'https://elsewhere.example')).toContain('403');
    expect(await knock('/ws/nowhere', person.idToken, server.address)).toContain('404');
  });

  test('a withdrawn application is no longer open, and a new one may begin', async () => {
    const fresh = await signUp(server);
    const first = await openApplication(server, fresh);
    for (const page of pagesToSubmit()) await first.leave(page);
    expect((await fresh.ask('withdrawApplication', { id: first.id })).errors).toEqual([]);
    expect((await fresh.ask('openApplication')).data).toEqual({ openApplication: null });
    expect((await openApplication(server, fresh)).id).not.toBe(first.id);
  });

  test('where an applicant stopped is the page it is told from, and is given back [op.mutation.saveLoanApplicationProgress]', async () => {
    const fresh = await signUp(server);
    const { id } = await openApplication(server, fresh);
    const stop = (step: string, applicationUrl: string) =>
      fresh.ask(
        'saveLoanApplicationProgress',
        { id, applicationUrl },
        { key: randomUUID(), step, by: { by: 'action', action: 'save-and-exit' } },
      );
    const whereTold = async () =>
      (await fresh.ask('application', { id })).data?.['application']?.['loanApplicationProgress'];
    for (const [step, url, reason] of [
      ['personal', 'https://elsewhere.example/', 'notTheArgument'],
      ['personal', '/application/income', 'notTheArgument'],
      ['personal', `/application/personal?ssn=219099999`, 'notTheArgument'],
      ['income', '/application/income', 'notReached'],
    ] as const)
      expect((await stop(step, url)).errors[0]?.extensions).toMatchObject({ code: 'REFUSED', reason });
    expect(await whereTold()).toEqual({ applicationUrl: null });
    expect((await stop('personal', '/application/personal')).errors).toEqual([]);
    expect(await whereTold()).toEqual({ applicationUrl: '/application/personal' });
  });

  test('a form of another site is not read', async () => {
    const response = await fetch(`${server.address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ query: '{ getCurrentDate }' }),
    });
    expect([400, 415]).toContain(response.status);
  });
});
