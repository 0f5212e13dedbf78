import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { Act } from '../../../contract/act.ts';
import type { JsonObject } from '../../../runtime/core/facts.ts';
import type { TestServer } from './server.ts';

/** An answer of the GraphQL door. */
export interface Answer {
  readonly status: number;
  readonly data: Record<string, JsonObject | null> | null | undefined;
  readonly errors: readonly {
    readonly message: string;
    readonly extensions: {
      readonly code: string;
      readonly reason?: string;
      readonly path?: string;
      readonly revision?: number;
    };
  }[];
}
export interface Person {
  readonly email: string;
  readonly idToken: string;
  readonly session: string;
  /** Executes one of the client's own operations by name; `act`: the envelope of a call that a page makes. */
  ask(operation: string, variables?: JsonObject, act?: Act): Promise<Answer>;
  /** Listens to an application until `until` holds for a frame's body. */
  hear(applicationId: string, until: (body: JsonObject) => boolean): Promise<JsonObject[]>;
  /** Listens to an application until the server closes the connection: the statuses told, and the code of the close. */
  hearOut(applicationId: string): Promise<readonly [statuses: readonly unknown[], code: number]>;
}

/** Signs a new person up, confirms by the code in the inbox, and signs in: three calls of the identity protocol. */
export async function signUp(
  server: Pick<TestServer, 'address'>,
  email = `${randomUUID()}@example.com`,
  password = 'Marigold42',
): Promise<Person> {
  const { identity, facts } = await boot(server);
  const { clientId } = identity;
  // As the page of a brand does: whoever signs up there is its customer.
  const brand = typeof facts['source'] === 'string' ? [{ Name: 'custom:brand', Value: facts['source'] }] : [];
  await idp(server, 'SignUp', {
    ClientId: clientId,
    Username: email,
    Password: password,
    UserAttributes: [{ Name: 'email', Value: email }, ...brand],
  });
  const inbox = (await (await fetch(`${server.address}/dev/inbox.json`)).json()) as {
    messages: { to: string; code: string }[];
  };
  const code = inbox.messages.find((message) => message.to === email)?.code;
  await idp(server, 'ConfirmSignUp', { ClientId: clientId, Username: email, ConfirmationCode: code });
  return await signIn(server, email, password);
}

export async function signIn(
  server: Pick<TestServer, 'address'>,
  email: string,
  password = 'Marigold42',
): Promise<Person> {
  // As a page has it: what was served once, for as long as it stands open.
  let booted = await boot(server);
  const { clientId } = booted.identity;
  const signed = (await idp(server, 'InitiateAuth', {
    ClientId: clientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  })) as { AuthenticationResult: { IdToken: string } };
  const idToken = signed.AuthenticationResult.IdToken;
  const session = randomUUID();
  const connect = (): WebSocket =>
    new WebSocket(`${server.address.replace('http', 'ws')}/ws/application?idToken=${idToken}`, {
      origin: server.address,
    });
  return {
    email,
    idToken,
    session,
    async ask(operation, variables = {}, act) {
      if (booted.operations[operation] === undefined) booted = await boot(server);
      const document = booted.operations[operation]?.document;
      if (document === undefined) throw new Error(`The content has no operation "${operation}".`);
      return await graphql(server, document, {
        variables,
        headers: { authorization: idToken, 'x-session-id': session },
        ...(act && { act }),
      });
    },
    hearOut(applicationId) {
      return new Promise((resolve, reject) => {
        const socket = connect();
        const told: unknown[] = [];
        socket.on('open', () => socket.send(JSON.stringify({ action: 'registerApplicationListener', applicationId })));
        socket.on('message', (raw) => {
          const frame = JSON.parse(String(raw)) as { data?: { message: { body: JsonObject } } };
          told.push(frame.data?.message.body['status']);
        });
        socket.on('close', (code) => resolve([told, code]));
        socket.on('error', reject);
      });
    },
    hear(applicationId, until) {
      return new Promise((resolve, reject) => {
        const socket = connect();
        const heard: JsonObject[] = [];
        socket.on('open', () => socket.send(JSON.stringify({ action: 'registerApplicationListener', applicationId })));
        socket.on('message', (raw) => {
          const frame = JSON.parse(String(raw)) as { data?: { message: { body: JsonObject } }; message?: string };
          if (!frame.data) {
            socket.close();
            return reject(new Error(frame.message ?? 'no body'));
          }
          heard.push(frame.data.message.body);
          if (!until(frame.data.message.body)) return;
          socket.close();
          resolve(heard);
        });
        socket.on('close', (code) => {
          reject(
            new Error(`The server closed with ${code} after ${JSON.stringify(heard.map(({ status }) => status))}.`),
          );
        });
        socket.on('error', reject);
      });
    },
  };
}

/** Posts one GraphQL document. */
export async function graphql(
  server: Pick<TestServer, 'address'>,
  query: string,
  { variables = {}, headers = {}, act }: { variables?: JsonObject; headers?: Record<string, string>; act?: Act } = {},
): Promise<Answer> {
  const response = await fetch(`${server.address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-brand-key': 'payday', ...headers },
    body: JSON.stringify({ query, variables, ...(act && { extensions: { act } }) }),
  });
  const body = (await response.json()) as Partial<Answer>;
  return { status: response.status, data: body.data, errors: body.errors ?? [] };
}

export interface Booted {
  readonly identity: { readonly clientId: string };
  readonly facts: JsonObject;
  readonly operations: Readonly<Record<string, { readonly document?: string }>>;
  readonly flows: Readonly<Record<string, { readonly hash: string }>>;
  readonly compliance: string;
}
export async function boot(server: Pick<TestServer, 'address'>): Promise<Booted> {
  return (await (await fetch(`${server.address}/definitions/boot.json?brand=payday`)).json()) as Booted;
}

async function idp(
  server: Pick<TestServer, 'address'>,
  target: string,
  body: JsonObject | Record<string, unknown>,
): Promise<unknown> {
  const response = await fetch(`${server.address}/idp/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${target}`,
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { __type?: string; message?: string };
  if (!response.ok) throw new Error(`${target}: ${answer.__type ?? response.status} ${answer.message ?? ''}`);
  return answer;
}
