/**
 * What one socket, one person and one address may do is the table `allowance`: at each figure it goes on, above it does
 * not.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { channels, closings, registration, socketPath } from '../../contract/channels.ts';
import { allowance, say } from '../../server/sockets/allowance.ts';
import { requests, type RequestName } from '../../server/identity/requests.ts';
import { sampleBody } from '../lock/identity.ts';
import { openApplication } from './support/applicant.ts';
import { boot, signUp, type Person } from './support/person.ts';
import { exchange, upgrade } from './support/raw.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let ana: Person;
let application: string;
const env = 'qa';
beforeAll(async () => {
  server = await startTestServer({ config: { env, trustedProxies: { hops: 1 } } });
  ana = await signUp(server);
  application = (await openApplication(server, ana)).id;
}, 180_000);
afterAll(() => server.stop());

const channel = channels['application'] ?? Object.values(channels)[0];
if (channel === undefined) throw new Error('The contract has no channel.');
const own = (person: Person): string => socketPath(channel, person.idToken);

/** An open socket from an address; undefined when the server answers 429. */
async function open(person: Person, address: string): Promise<WebSocket | undefined> {
  const socket = new WebSocket(`${server.address.replace('http', 'ws')}${own(person)}`, {
    origin: server.address,
    headers: { 'x-forwarded-for': address },
  });
  return await new Promise((resolve, reject) => {
    socket.on('open', () => resolve(socket));
    socket.on('unexpected-response', (_, { statusCode }) => {
      socket.terminate();
      if (statusCode === 429) resolve(undefined);
      else reject(new Error(`An upgrade was answered ${statusCode ?? 0}.`));
    });
    socket.on('error', () => undefined); // of a socket that is terminated before it is open
  });
}
async function mustOpen(person: Person, address: string): Promise<WebSocket> {
  const socket = await open(person, address);
  if (socket === undefined) throw new Error('An upgrade below the limit was refused.');
  return socket;
}
/** Says all; gives the answers when all came, or the code with which the server closed. */
async function tell(socket: WebSocket, messages: readonly string[]): Promise<readonly string[] | number> {
  const heard: string[] = [];
  return await new Promise((resolve) => {
    socket.on('message', (data) => {
      heard.push(String(data));
      if (heard.length >= messages.length) resolve(heard);
    });
    socket.on('close', (code) => resolve(code));
    socket.on('error', () => undefined); // a message that is too long is an error of the socket, too
    for (const message of messages) socket.send(message);
  });
}
async function closed(sockets: readonly WebSocket[]): Promise<void> {
  await Promise.all(
    sockets.map(async (socket) => {
      if (socket.readyState === socket.CLOSED) return;
      const end = once(socket, 'close');
      socket.close();
      await end;
    }),
  );
}
const around = (figure: number): readonly number[] => [figure - 1, figure, figure + 1];
const figures: Readonly<Record<keyof typeof allowance, () => Promise<void>>> = {
  async messageBytes() {
    for (const bytes of around(allowance.messageBytes)) {
      const socket = await mustOpen(ana, '192.0.2.1');
      const answer = await tell(socket, ['x'.repeat(bytes)]);
      expect([bytes, answer]).toEqual([bytes, bytes <= allowance.messageBytes ? ['{"message":"Forbidden"}'] : 1009]);
      await closed([socket]);
    }
  },
  async messagesPerTenSeconds() {
    for (const count of around(allowance.messagesPerTenSeconds)) {
      const socket = await mustOpen(ana, '192.0.2.2');
      const answer = await tell(
        socket,
        Array.from({ length: count }, () => registration(channel, { [channel.subject]: randomUUID() })),
      );
      const isMore = count > allowance.messagesPerTenSeconds;
      expect([count, typeof answer === 'number' ? answer : answer.length]).toEqual([
        count,
        isMore ? closings.tooMuch : count,
      ]);
      await closed([socket]);
    }
  },
  async applications() {
    for (const count of around(allowance.applications)) {
      const socket = await mustOpen(ana, '192.0.2.3');
      const answer = await tell(
        socket,
        Array.from({ length: count }, () => registration(channel, { [channel.subject]: application })),
      );
      const refused = Array.isArray(answer) ? answer.filter((one: string) => one.includes('Forbidden')).length : answer;
      expect([count, refused]).toEqual([count, Math.max(0, count - allowance.applications)]);
      await closed([socket]);
    }
  },
  async perPerson() {
    const sockets: WebSocket[] = [];
    for (let at = 0; at < allowance.perPerson; at += 1) sockets.push(await mustOpen(ana, `198.51.100.${at}`));
    expect(await open(ana, '198.51.100.99')).toBeUndefined();
    await closed(sockets.splice(0, 1));
    sockets.push(await mustOpen(ana, '198.51.100.99'));
    await closed(sockets);
  },
  async waitingBytes() {
    for (const bufferedAmount of around(allowance.waitingBytes)) {
      const done: string[] = [];
      say(
        {
          OPEN: 1,
          readyState: 1,
          bufferedAmount,
          terminate: () => done.push('cut off'),
          send: () => done.push('told'),
        },
        'news',
      );
      expect([bufferedAmount, done]).toEqual([
        bufferedAmount,
        [bufferedAmount <= allowance.waitingBytes ? 'told' : 'cut off'],
      ]);
    }
  },
  async perAddress() {
    const address = '203.0.113.1';
    const sockets: WebSocket[] = [];
    let person = ana;
    for (let at = 0; at < allowance.perAddress[env]; at += 1) {
      if (at % allowance.perPerson === 0) person = await signUp(server);
      sockets.push(await mustOpen(person, address));
    }
    const next = await signUp(server);
    expect(await open(next, address)).toBeUndefined();
    sockets.push(await mustOpen(next, '203.0.113.2'));
    await closed(sockets.splice(0, 1));
    sockets.push(await mustOpen(next, address));
    await closed(sockets);
  },
  async upgradesPerMinute() {
    const ask = async (): Promise<string> =>
      (await exchange(server, upgrade('/ws', { 'x-forwarded-for': '203.0.113.9' }))).slice(9, 12);
    const answers: Record<string, number> = {};
    for (let at = 0; at <= allowance.upgradesPerMinute[env]; at += 1) {
      const status = await ask();
      answers[status] = (answers[status] ?? 0) + 1;
    }
    expect(answers).toEqual({ 404: allowance.upgradesPerMinute[env], 429: 1 });
  },
};

describe('each figure of the table', () => {
  test.each(Object.entries(figures))('%s', async (_, holds) => await holds(), 60_000);
});

/** One request of the identity protocol that is answered. */
async function idp(name: string, body: unknown): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(`${server.address}/idp/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${name}`,
    },
    body: JSON.stringify(body),
  });
  expect([name, answer.status]).toEqual([name, 200]);
  return (await answer.json()) as Readonly<Record<string, unknown>>;
}
const password = 'Marigold42';
interface Tokens {
  readonly IdToken: string;
  readonly AccessToken: string;
  readonly RefreshToken: string;
}
async function signInAgain(email: string): Promise<Tokens> {
  const asked = { ClientId: (await boot(server)).identity.clientId, AuthFlow: 'USER_PASSWORD_AUTH' };
  const body = await idp('InitiateAuth', { ...asked, AuthParameters: { USERNAME: email, PASSWORD: password } });
  return body['AuthenticationResult'] as Tokens;
}

describe('after a session ended', () => {
  const ending = (Object.keys(requests) as RequestName[]).filter(
    (name) => requests[name].session?.to?.['LIVE'] === 'REVOKED',
  );

  test.each(ending)('by %s its sockets are closed and do not come back', async (name) => {
    const { email } = await signUp(server);
    const { IdToken: idToken, AccessToken, RefreshToken } = await signInAgain(email);
    const socket = await mustOpen({ ...ana, idToken }, '192.0.2.8');
    const end = once(socket, 'close');
    const { clientId: ClientId } = (await boot(server)).identity;
    await idp(name, sampleBody(name, { ClientId, AccessToken, Token: RefreshToken }));
    expect((await end)[0]).toBe(closings.sessionOver);
    await expect(mustOpen({ ...ana, idToken }, '192.0.2.8')).rejects.toThrow('answered 401');
  });
  test('such requests there are', () => expect(ending.length).toBeGreaterThan(1));
});

describe('after a password was changed', () => {
  test('the sockets of other sessions are closed and do not come back; the one it was changed in stays', async () => {
    const { email } = await signUp(server);
    const [here, elsewhere] = [await signInAgain(email), await signInAgain(email)];
    const socketOf = ({ IdToken: idToken }: Tokens): Promise<WebSocket> => mustOpen({ ...ana, idToken }, '192.0.2.7');
    const [stays, ...others] = [await socketOf(here), await socketOf(elsewhere), await socketOf(elsewhere)];
    const ends = others.map((socket) => once(socket, 'close'));
    await idp('ChangePassword', {
      AccessToken: here.AccessToken,
      PreviousPassword: password,
      ProposedPassword: 'Another8word',
    });
    expect((await Promise.all(ends)).map(([code]) => code as unknown)).toEqual(others.map(() => closings.sessionOver));
    await expect(socketOf(elsewhere)).rejects.toThrow('answered 401');
    expect(await tell(stays, [registration(channel, { [channel.subject]: application })])).toEqual([
      '{"message":"Forbidden"}',
    ]);
    await closed([stays]);
  });
});
