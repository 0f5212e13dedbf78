/**
 * Law 9 as a class: values only an applicant knows are put into every input of every door, in right and wrong types;
 * afterwards neither a line of the log nor a row of any table holds one. What is asked is made from the operations and
 * routes themselves.
 */
import { parse, print, type TypeNode } from 'graphql';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { channels } from '../../contract/channels.ts';
import { headerNames } from '../../contract/headers.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { requests, type RequestName } from '../../server/identity/requests.ts';
import { findApplication } from '../../server/journeys/acts/store.ts';
import { root } from '../content/compiled.ts';
import { sampleBody } from '../lock/identity.ts';
import { openApplication } from './support/applicant.ts';
import { sampleInput } from './support/operations.ts';
import { boot, signUp, type Person } from './support/person.ts';
import { asksAll } from './support/slice.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const canaries = {
  ssn: '733-41-8265',
  'plain ssn': '733418265',
  email: 'xanthe.quillfeather@zephyrmail.test',
  name: 'Xanthe Quillfeather',
  'one name': 'Quillfeather',
  account: '918273645509',
  card: '4929 7710 3384 1126',
  phone: '(628) 555-0143',
  code: '847261',
  token: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJjYW5hcnkifQ.Q2FuYXJ5U2lnbmF0dXJl',
} as const;
/** What is looked for: each canary in the letters in which it may be written down. */
const sought = Object.entries(canaries).flatMap(([kind, value]): (readonly [string, string])[] => [
  [kind, value],
  [kind, value.replaceAll(/[\s().-]/g, '')],
  [kind, encodeURIComponent(value)],
  ...value.split(/[ @]/).flatMap((part) => (part.length > 5 ? [[kind, part] as const] : [])),
]);
const all = Object.values(canaries).join(' and ');
/** One canary as a right value, all in one text, and all kinds of wrong types. */
const shapes: readonly Json[] = [
  ...Object.values(canaries),
  all,
  [all],
  { [canaries['one name']]: all, ssn: canaries.ssn },
  Number(canaries['plain ssn']),
  `/${canaries.ssn}/${canaries['one name']}`,
];

/** All of it, or all canaries in one text, each kind of wrong type with all of them, and one shape more in turn. */
const put = (turn: number): readonly Json[] =>
  asksAll
    ? shapes
    : [
        all,
        [all],
        { [canaries['one name']]: all, ssn: canaries.ssn },
        Number(canaries['plain ssn']),
        shapes[turn % shapes.length] ?? all,
      ];

/** Where something may stand in clear, and why. */
const allowed: readonly {
  readonly table: string;
  readonly columns: readonly string[];
  readonly kinds: readonly (keyof typeof canaries)[];
  readonly why: string;
}[] = [
  {
    table: 'identity_users',
    columns: ['email', 'email_lower'],
    kinds: ['email', 'name', 'one name'],
    why: 'the email address is the name of an account that somebody made, and it is found by it',
  },
  {
    table: 'identity_users',
    columns: ['attributes'],
    kinds: ['name', 'one name'],
    why: 'the name somebody signed up with, which each token of theirs carries',
  },
];

let server: TestServer;
let person: Person;
let application: string;
let definition: string;

beforeAll(async () => {
  server = await startTestServer({
    contentDir: `+${join(root, 'tests/constructs/lists')}`,
    config: { logLevel: 'trace', trustedProxies: { hops: 1 } },
  });
  person = await signUp(server);
  ({ id: application, definition } = await openApplication(server, person));
}, 180_000);
afterAll(() => server.stop());
beforeEach(() => {
  server.log.length = 0;
});

/**
 * What the server itself writes down of a moment, of a duration and at random: six digits of a code stand there by
 * chance (`"time":1795956847261`, an instant's millionths), and no caller chose them.
 */
const own =
  /"(?:time|pid|responseTime)":[\d.e-]+|\d{4}-\d\d-\d\dT[\d:.]+\+00:00|\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b[\da-f]{32,}\b/g;

function found(text: string): readonly string[] {
  const low = text.replaceAll(own, '').toLowerCase();
  return [...new Set(sought.filter(([, value]) => low.includes(value.toLowerCase())).map(([kind]) => kind))];
}

/** Every column of every table that holds a canary, with the row. */
async function stored(): Promise<readonly string[]> {
  const { db } = server.services;
  const tables = await sql<{
    name: string;
  }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db);
  const leaks: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await sql<{
      row: Record<string, Json>;
    }>`select to_jsonb(one) as row from ${sql.table(name)} as one`.execute(db);
    for (const { row } of rows.rows)
      for (const [column, value] of Object.entries(row)) {
        const kinds = found(typeof value === 'string' ? value : JSON.stringify(value)).filter(
          (kind) =>
            !allowed.some(
              (one) => one.table === name && one.columns.includes(column) && one.kinds.some((other) => other === kind),
            ),
        );
        if (kinds.length > 0)
          leaks.push(`${name}.${column}: ${kinds.join(', ')} in ${JSON.stringify(value).slice(0, 300)}`);
      }
  }
  return [...new Set(leaks)];
}
/** The log's lines that hold a canary. */
const logged = (): readonly string[] =>
  server.log.filter((line) => found(line).length > 0).map((line) => `${found(line).join(', ')}: ${line.slice(0, 400)}`);

let sent = 0;
async function post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  sent += 1;
  const response = await fetch(`${server.address}${path}`, {
    method: 'POST',
    // Each from another address, or the limits would answer.
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

/** A value of a variable's type that an honest client could send. */
function honest(name: string, type: TypeNode): Json {
  if (type.kind === 'NonNullType') return honest(name, type.type);
  if (type.kind === 'ListType') return [honest(name, type.type)];
  const byName: Readonly<Record<string, Json>> = {
    id: application,
    applicationId: application,
    stateCode: 'MO',
    brandName: 'payday',
    zipcode: '64106',
    flow: 'apply',
    definition,
    revision: 0,
    key: randomUUID(),
    application: { flow: 'apply', definition },
  };
  const byType: Readonly<Record<string, Json>> = { Int: 1, Float: 1, Boolean: true, JSON: {}, Channel: 'ONLINE' };
  return byName[name] ?? byType[type.name.value] ?? 'text';
}
/** The shapes below an input object's fields, too: `application: { campaignId: canary }`. */
function placed(base: Json, shape: Json): readonly Json[] {
  if (Array.isArray(base)) return [shape, ...base.flatMap((one: Json) => placed(one, shape)).map((one) => [one])];
  if (typeof base !== 'object' || base === null) return [shape];
  return [shape, ...Object.keys(base).map((key) => ({ ...base, [key]: shape })), { ...base, campaignId: shape }];
}

/** A body with something else in the place of each of its members, however deep. */
function replaced(body: JsonObject, shape: Json): readonly JsonObject[] {
  return Object.entries(body).flatMap(([name, inner]) => [
    { ...body, [name]: shape },
    ...(typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? replaced(inner as JsonObject, shape).map((one) => ({ ...body, [name]: one }))
      : []),
  ]);
}

test('a canary is found beside the server’s own numbers, and none is found within them', () => {
  const line = `{"level":30,"time":1795956847261,"reqId":"84726100-4a9c-4e59-8f3c-847261a96d1b","responseTime":0.847261`;
  const row = JSON.stringify({ at: '2026-11-29T13:23:51.847261+00:00', key: `847261${'a0'.repeat(29)}` });
  expect([found(`${line}}`), found(row)]).toEqual([[], []]);
  for (const leak of [`"msg":"${canaries.code}"`, `"code":${canaries.code}`, `"reqId":"a ${canaries.code}"`])
    expect(found(`${line},${leak}}`)).toEqual(['code']);
});

describe('after canaries in every input', () => {
  test('of GraphQL: each variable of each operation', async () => {
    const { operations } = await boot(server);
    let asked = 0;
    for (const { document } of Object.values(operations)) {
      if (document === undefined) continue;
      for (const node of parse(document).definitions) {
        if (node.kind !== 'OperationDefinition') continue;
        const variables = node.variableDefinitions ?? [];
        const base = Object.fromEntries(
          variables.map(({ variable, type }) => [variable.name.value, honest(variable.name.value, type)]),
        );
        for (const { variable } of variables)
          for (const shape of put(asked))
            for (const value of placed(base[variable.name.value] ?? null, shape)) {
              const body = { query: print(parse(document)), variables: { ...base, [variable.name.value]: value } };
              const headers = { [headerNames.brand]: 'payday', [headerNames.session]: person.session };
              expect(await post('/graphql', body, { ...headers, [headerNames.idToken]: person.idToken })).toBeLessThan(
                500,
              );
              if (shape === all) await post('/graphql', body, headers);
              asked += 1;
            }
      }
    }
    expect(asked).toBeGreaterThan(300);
    expect(logged()).toEqual([]);
    expect(await stored()).toEqual([]);
  }, 300_000);

  test('of GraphQL: the document, the operation’s name, the envelope', async () => {
    for (const shape of shapes) {
      await post('/graphql', { query: shape });
      await post('/graphql', { query: `{ getCurrentDate(x: ${JSON.stringify(shape)}) }` });
      await post('/graphql', { query: `{ statesForZipcode(zipcode: ${JSON.stringify(shape)}) { abbr } }` });
      await post('/graphql', { query: '{ getCurrentDate }', operationName: shape });
      await post('/graphql', { query: '{ getCurrentDate }', variables: shape });
      const act = { key: shape, step: shape, by: shape, shown: shape };
      await post(
        '/graphql',
        {
          query: 'mutation ($id: ID!) { withdrawApplication(id: $id) { success } }',
          variables: { id: application },
          extensions: { act },
        },
        { [headerNames.idToken]: person.idToken, [headerNames.brand]: 'payday' },
      );
      await post('/graphql', shape);
    }
    expect(logged()).toEqual([]);
    expect(await stored()).toEqual([]);
  }, 120_000);

  test('of REST and pages: path, query, headers, body', async () => {
    const { operations } = (await boot(server)) as unknown as { operations: Readonly<Record<string, Operation>> };
    const rest = Object.values(operations).filter((one) => one.kind === 'rest');
    expect(rest.length).toBeGreaterThan(3);
    for (const shape of shapes) {
      const text = typeof shape === 'string' ? shape : JSON.stringify(shape);
      const encoded = encodeURIComponent(text);
      for (const operation of rest) {
        const { method = 'GET', path = '/', input } = operation;
        const filled = path.replaceAll(/\{\w+\}/g, encoded);
        if (method === 'GET') {
          await fetch(`${server.address}${filled}?q=${encoded}`);
          await fetch(`${server.address}${filled}`);
        } else {
          const body = sampleInput({ ...operation, document: '' }, '');
          for (const name of Object.keys((input['properties'] ?? {}) as JsonObject))
            await post(filled, { ...body, [name]: shape });
          await post(filled, { ...body, [text]: shape });
        }
      }
      for (const page of ['/', '/login', `/${encoded}`, `/authentication/change-password/${canaries.code}/${encoded}`])
        for (const query of [`brand=${encoded}`, `email=${encoded}`, `${encoded}=${encoded}`])
          await fetch(`${server.address}${page}?${query}`, {
            headers: {
              accept: 'text/html',
              cookie: `brand=${encoded}; ${encoded}=1`,
              referer: `http://a.test/${encoded}`,
              'user-agent': encoded,
            },
            redirect: 'manual',
          });
      await fetch(`${server.address}/definitions/boot.json?brand=${encoded}`);
      await fetch(`${server.address}/definitions/${encoded}.js`);
      await fetch(`${server.address}/brands/${encoded}/theme.css`);
      const plain = text.replaceAll(/[^\w.-]/g, '');
      const headers = Object.fromEntries(Object.values(headerNames).map((name) => [name, plain]));
      await post('/graphql', { query: '{ getCurrentDate }' }, headers);
      await post('/graphql', { query: 'mutation { logMessage(message: "step", logLevel: "info") }' }, headers);
      await post('/analytics', { name: 'step' }, headers);
      const created = { flow: 'apply', definition, stateCode: 'MO' };
      await post(
        '/graphql',
        {
          query: 'mutation ($a: ApplicationInput!) { createApplication(application: $a) { id } }',
          variables: { a: created },
        },
        { ...headers, [headerNames.idToken]: person.idToken, [headerNames.brand]: 'payday' },
      );
      await fetch(`${server.address}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"query": ${encoded}`,
      });
      await fetch(`${server.address}/graphql`, {
        method: 'POST',
        headers: { 'content-type': `text/${plain}` },
        body: text,
      });
    }
    expect(logged()).toEqual([]);
    expect(await stored()).toEqual([]);
  }, 120_000);

  test('of analytics and error reports: each property', async () => {
    for (const shape of shapes)
      for (const property of ['name', 'step', 'flow', 'code', 'ms', 'kind', 'session', canaries['one name']]) {
        const text = typeof shape === 'string' ? shape.replaceAll(/[^\w/-]/g, '') : shape;
        await post('/analytics', { name: 'step', [property]: shape });
        await post('/analytics', { name: 'step', [property]: text });
        await post('/analytics', { kind: 'error', name: `TypeError ${String(text)}`, [property]: text });
        const key = String(text).replaceAll(/\W/g, '');
        await post('/analytics', { name: 'step', with: { way: shape, [key]: true, [`x${key}`]: text } });
      }
    expect(logged()).toEqual([]);
    expect(await stored()).toEqual([]);
    const told = { kind: 'error', name: 'TypeError main.js:12:3', step: 'apply/personal', code: 'NOT_FOUND' };
    expect(await post('/analytics', told)).toBe(204);
    const { rows } = await sql<{ body: Json }>`select body from events order by id desc limit 1`.execute(
      server.services.db,
    );
    expect(rows[0]?.body).toMatchObject({ name: 'TypeError main.js:12:3', step: 'apply/personal' });
  }, 120_000);

  test('of logMessage: the words of the definitions are logged, an applicant’s are not', async () => {
    const log = async (message: string, logLevel = 'error'): Promise<void> =>
      void (await post('/graphql', {
        query: 'mutation ($m: String!, $l: String!) { logMessage(message: $m, logLevel: $l) }',
        variables: { m: message, l: logLevel },
      }));
    for (const shape of shapes) {
      const text = typeof shape === 'string' ? shape : JSON.stringify(shape);
      await log(`The payment of ${text} failed`);
      await log(text, text);
    }
    expect(logged()).toEqual([]);
    expect(server.log.filter((line) => line.includes('"client":"The payment of [redacted] failed"'))).not.toEqual([]);
  });

  test('of logDetails: as of logMessage, in each member of what is told with it', async () => {
    const log = async (message: string, data: Json): Promise<void> =>
      void (await post('/graphql', {
        query: 'mutation ($m: String!, $d: JSON) { logDetails(message: $m, data: $d, logLevel: "warn") }',
        variables: { m: message, d: data },
      }));
    for (const shape of shapes) {
      const text = typeof shape === 'string' ? shape : JSON.stringify(shape);
      await log(text, { [text]: text, step: [text, shape, { brand: { step: { brand: { step: text } } } }] });
    }
    await log('We could not verify your identity', { step: 'denied', brand: 'pocket', code: 123456, ok: true });
    expect(logged()).toEqual([]);
    expect(server.log.filter((line) => line.includes('We could not verify your identity'))).toEqual([
      expect.stringContaining('"details":{"step":"denied","brand":"pocket","code":"[redacted]","ok":true}'),
    ]);
  });

  test.each(['logMessage', 'logDetails'])(
    '%s is a line of the level that the page names; what is no level for a page is none',
    async (name) => {
      const level = server.services.log.level;
      server.services.log.level = 'debug';
      try {
        const told = async (logLevel: string): Promise<unknown[]> => {
          const before = server.log.length;
          await post('/graphql', {
            query: `mutation ($l: String!) { ${name}(message: "We could not verify your identity", logLevel: $l) }`,
            variables: { l: logLevel },
          });
          return server.log
            .slice(before)
            .map((line) => JSON.parse(line) as { level: unknown; client?: string })
            .filter(({ client }) => client === 'We could not verify your identity')
            .map((line) => line.level);
        };
        for (const [one, number] of [
          ['debug', 20],
          ['info', 30],
          ['warn', 40],
          ['error', 50],
        ] as const)
          expect([one, await told(one)]).toEqual([one, [number]]);
        for (const one of ['fatal', 'silent', 'loud', '']) expect(await told(one)).toEqual([]);
      } finally {
        server.services.log.level = level;
      }
    },
  );

  test('of the identity service: each member of each request', async () => {
    const { identity } = await boot(server);
    const ask = (operation: string, body: JsonObject): Promise<number> =>
      post('/idp/', body, {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      });
    const UserAttributes = [
      { Name: 'email', Value: canaries.email },
      { Name: 'name', Value: canaries.name },
    ];
    const { clientId: ClientId } = identity;
    expect(await ask('SignUp', { ClientId, Username: canaries.email, Password: 'Marigold42', UserAttributes })).toBe(
      200,
    );
    for (const operation of ['ResendConfirmationCode', 'ForgotPassword'])
      expect(await ask(operation, { ClientId, Username: canaries.email })).toBe(200);
    const statuses: number[] = [];
    let asked = 0;
    for (const name of Object.keys(requests) as RequestName[]) {
      const operation = name.split(' ')[0] ?? '';
      const body = sampleBody(name, {
        Username: canaries.email,
        USERNAME: canaries.email,
        Password: 'Marigold42',
        PASSWORD: 'Marigold42',
        SRP_A: 'a5'.repeat(300),
        UserAttributes,
      }) as JsonObject;
      // Every member gets all canaries in one text, one of them alone, and a wrong type.
      const bodies = [all, shapes[asked % shapes.length] ?? all, { [canaries['one name']]: all }].flatMap((shape) => [
        ...replaced(body, shape),
        { ...body, ClientMetadata: shape },
        { ...body, [all]: shape },
      ]);
      for (const changed of bodies) {
        statuses.push(await ask(operation, { ...changed, ...('ClientId' in body ? { ClientId } : {}) }));
        asked += 1;
      }
    }
    expect(asked).toBeGreaterThan(300);
    await ask(all.replaceAll(/[^\w]/g, ''), {});
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
    expect(logged()).toEqual([]);
    expect(await stored()).toEqual([]);
  }, 120_000);

  test('of a list that its owner makes: what its items hold is sealed, and comes back to the owner alone', async () => {
    const flow = 'household';
    const { hash } = (await boot(server)).flows[flow] ?? {};
    const made = await person.ask(
      'createApplication',
      { application: { flow, definition: hash ?? '' } },
      { key: randomUUID() },
    );
    const draft = (made.data?.['createApplication']?.['application'] ?? {}) as JsonObject;
    const id = String(draft['id']);
    const ana = { name: canaries.name, kind: 'adult', works: true, income: 918273645509, ssn: canaries['plain ssn'] };
    const lists: readonly Json[] = [
      [ana],
      // What is typed half, what is not asked any more, and one item of several.
      [{ name: canaries.email, kind: 'child', ssn: canaries['plain ssn'] }, ana, { ssn: canaries.phone }],
      [ana, { ...ana, income: canaries.account }],
    ];
    for (const [revision, people] of lists.entries()) {
      const row = await findApplication(server.services.db, id);
      const answer = await person.ask('saveJourney', {
        id,
        flow,
        definition: String(draft['definition']),
        revision: row?.revision ?? revision,
        key: randomUUID(),
        changes: { 'household.people': people },
        journey: {},
      });
      expect(answer.errors).toEqual([]);
      const stays = await findApplication(server.services.db, id);
      const answers = JSON.stringify(stays?.answers);
      expect([answers.includes('$sealed'), found(answers)]).toEqual([true, []]);
      const open = (await person.ask('openApplication', { draft: flow })).data?.['openApplication'];
      expect((open?.['answers'] as JsonObject | undefined)?.['household']).toEqual({ people });
    }
    expect(logged()).toEqual([]);
    expect(await stored()).toEqual([]);
  }, 120_000);

  test('of the sockets: query and messages', async () => {
    const say = (path: string, messages: readonly string[]): Promise<void> =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${server.address.replace('http', 'ws')}${path}`, { origin: server.address });
        let left = messages.length;
        socket.on('open', () => messages.forEach((message) => socket.send(message)));
        socket.on('message', () => {
          left -= 1;
          if (left <= 0) socket.close();
        });
        socket.on('error', () => socket.terminate());
        socket.on('close', () => resolve());
      });
    for (const { path, action, subject } of Object.values(channels)) {
      for (const shape of shapes) await say(`${path}?idToken=${encodeURIComponent(String(shape))}`, []);
      const messages = shapes.flatMap((shape) => [
        JSON.stringify({ action, [subject]: shape }),
        JSON.stringify({ action: shape, [subject]: application }),
      ]);
      await say(`${path}?idToken=${person.idToken}&${encodeURIComponent(all)}`, messages.slice(0, 15));
      await say(`${path}?idToken=${person.idToken}`, messages.slice(15));
    }
    expect(logged()).toEqual([]);
    expect(await stored()).toEqual([]);
  }, 120_000);
});
