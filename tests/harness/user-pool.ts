/**
 * Plays a user pool of Amazon Cognito at another origin, for tests alone: the embedded service with a database of its
 * own behind the vendor's doors. It has the API for whoever runs a pool (signed, Signature Version 4), answers pages
 * of other origins, and calls its triggers through the Lambda that is uploaded to the vendor. It is not the vendor:
 * what it does is as we read the vendor's documents and types.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import { readConfig } from '../../server/config/index.ts';
import { FieldCipher, LocalKeyEncryption } from '../../server/crypto/index.ts';
import { openDatabase } from '../../server/database/index.ts';
import { createIdentity, type EmbeddedIdentity } from '../../server/identity/index.ts';
import { IdentityProblem, problems } from '../../server/identity/problems.ts';
import type { ChallengeResult, Texts, Triggers, TriggerUser } from '../../server/identity/triggers.ts';
import { createMessages, type Message } from '../../server/messages/index.ts';
import { seed } from '../../server/seed/index.ts';
import { freePort } from './free-port.ts';
import { startProduct, type Product } from './product.ts';

const poolId = 'eu-west-1_Elsewhere1';
const clientId = 'web-elsewhere';
const [region = ''] = poolId.split('_');

/** A request that was made of the pool, and what it answered; signed ones are of its API. */
interface Exchanged {
  readonly action: string;
  readonly isSigned: boolean;
  readonly body: unknown;
  readonly status: number;
  readonly answer: unknown;
}
/** An event that a trigger was called with, and what came of it. */
interface Fired {
  readonly triggerSource: string;
  readonly event: object;
  readonly response: object | undefined;
}
export interface UserPool {
  /** `http://127.0.0.1:<port>` */
  readonly address: string;
  /** What a product needs in its environment for this pool; its port among it, which the triggers call. */
  readonly env: Readonly<Record<string, string>>;
  readonly identity: EmbeddedIdentity;
  readonly exchanged: readonly Exchanged[];
  readonly fired: readonly Fired[];
  /** What the pool sent itself, newest first. */
  inbox(to: string): ReturnType<ReturnType<typeof createMessages>['listInbox']>;
  /** Nobody is answered any more. */
  leave(): Promise<void>;
  /** It answers again. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

type Event = Readonly<Record<string, unknown>> & { readonly response: Readonly<Record<string, unknown>> };
type Lambda = (event: object) => Promise<Event>;

/** What a message of the pool is for, as its trigger is told. */
const messageSources: Readonly<Record<string, string>> = {
  'sign-up': 'CustomMessage_SignUp',
  reset: 'CustomMessage_ForgotPassword',
  'change-email': 'CustomMessage_UpdateUserAttribute',
  'verify-phone': 'CustomMessage_VerifyUserAttribute',
};

/** @param seeded whether it has the test people */
export async function startUserPool({ seeded = true }: { readonly seeded?: boolean } = {}): Promise<UserPool> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const productPort = await freePort();
  const keyId = 'AKIAELSEWHERE';
  const keySecret = randomBytes(20).toString('hex');
  const secret = randomBytes(20).toString('hex');
  const exchanged: Exchanged[] = [];
  const fired: Fired[] = [];

  const { handler } = (await import(new URL('../../server/identity/cognito/lambda.mjs', import.meta.url).href)) as {
    readonly handler: Lambda;
  };
  /** Each Lambda has variables of its own, which it reads as it is called. */
  function uploaded(event: object): Promise<Event> {
    const own = { IDENTITY_DOOR: `http://localhost:${productPort}/webhooks/identity`, IDENTITY_TRIGGERS: secret };
    const before = Object.keys(own).map((name) => [name, process.env[name]] as const);
    Object.assign(process.env, own);
    const answered = handler(event);
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    return answered;
  }
  /** Calls a trigger; what it throws is told to the client in the vendor's words. */
  async function fire(
    triggerSource: string,
    userName: string,
    { request, response }: { readonly request: object; readonly response: object },
  ): Promise<Readonly<Record<string, unknown>>> {
    const event = {
      version: '1',
      region,
      userPoolId: poolId,
      userName,
      callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId },
      triggerSource,
      request,
      response,
    };
    try {
      const answered = await uploaded(event);
      fired.push({ triggerSource, event, response: answered.response });
      return answered.response;
    } catch (error) {
      fired.push({ triggerSource, event, response: undefined });
      const [name = ''] = triggerSource.split('_');
      throw problems.trigger(name, error instanceof Error ? error.message : String(error));
    }
  }
  const attributesOf = ({ sub, email, attributes }: TriggerUser): Texts => ({ sub, email, ...attributes });
  const challengeEvent = (user: TriggerUser | undefined) =>
    user === undefined ? { userAttributes: {}, userNotFound: true } : { userAttributes: attributesOf(user) };
  const triggers: Triggers = {
    async preSignUp(user) {
      const { sub: _, ...userAttributes } = attributesOf(user);
      const response = { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false };
      await fire('PreSignUp_SignUp', user.sub, { request: { userAttributes, validationData: null }, response });
    },
    async postConfirmation(user) {
      const request = { userAttributes: attributesOf(user) };
      await fire('PostConfirmation_ConfirmSignUp', user.sub, { request, response: {} });
    },
    async preAuthentication(user) {
      const request = { userAttributes: attributesOf(user), validationData: null };
      await fire('PreAuthentication_Authentication', user.sub, { request, response: {} });
    },
    async claims(user, clientMetadata) {
      const groupConfiguration = { groupsToOverride: (await identity.admin.find(user.sub))?.groups ?? [] };
      const source = Object.keys(clientMetadata).length > 0 ? 'RefreshTokens' : 'Authentication';
      const request = { userAttributes: attributesOf(user), groupConfiguration, clientMetadata };
      const { claimsOverrideDetails } = await fire(`TokenGeneration_${source}`, user.sub, {
        request,
        response: { claimsOverrideDetails: null },
      });
      return (claimsOverrideDetails as { readonly claimsToAddOrOverride?: Texts }).claimsToAddOrOverride ?? {};
    },
    challenge: {
      async next(user, username, session: readonly ChallengeResult[]) {
        const response = { challengeName: null, issueTokens: null, failAuthentication: null };
        const request = { ...challengeEvent(user), session };
        const said = await fire('DefineAuthChallenge_Authentication', user?.sub ?? username, { request, response });
        if (said['failAuthentication'] === true) return 'fail';
        if (said['issueTokens'] === true) return user === undefined ? 'fail' : 'tokens';
        return said['challengeName'] === 'CUSTOM_CHALLENGE' ? 'ask' : 'fail';
      },
      async create(user, username, session) {
        const said = await fire('CreateAuthChallenge_Authentication', user?.sub ?? username, {
          request: { ...challengeEvent(user), challengeName: 'CUSTOM_CHALLENGE', session },
          response: { publicChallengeParameters: null, privateChallengeParameters: null, challengeMetadata: null },
        });
        return {
          shown: said['publicChallengeParameters'] as Texts,
          kept: said['privateChallengeParameters'] as Texts,
        };
      },
      async isRight(user, username, { kept, given }) {
        const said = await fire('VerifyAuthChallengeResponse_Authentication', user?.sub ?? username, {
          request: { ...challengeEvent(user), privateChallengeParameters: kept, challengeAnswer: given },
          response: { answerCorrect: null },
        });
        return said['answerCorrect'] === true;
      },
    },
  };

  const database = await openDatabase({ dataDir: undefined, databaseUrl: undefined });
  const keys = { current: 'k1', keys: { k1: randomBytes(32) } };
  const cipher = new FieldCipher(new LocalKeyEncryption(keys), randomBytes(32));
  const messages = createMessages({ db: database.db, cipher, senders: {} });
  /** The pool's own mail, in the words of its trigger. */
  async function deliver(message: Message): Promise<void> {
    const source = messageSources[message.purpose];
    if (source === undefined || message.withheld === true) return await messages.deliver(message);
    const marker = '{####}';
    const said = await fire(source, message.to, {
      request: {
        userAttributes: { email: message.to },
        codeParameter: marker,
        linkParameter: '{##Click Here##}',
        usernameParameter: null,
      },
      response: { smsMessage: null, emailMessage: null, emailSubject: null },
    });
    const text = String(said[message.channel === 'sms' ? 'smsMessage' : 'emailMessage']);
    if (!text.includes(marker)) throw new Error(`${source}: the message has no place for its code.`);
    await messages.deliver({ ...message, text: text.replaceAll(marker, message.code ?? '') });
  }
  const base = readConfig({ APP_ENV: 'local', PORT: port, IDENTITY_POOL: poolId, IDENTITY_CLIENT: clientId }, []);
  const identity = await createIdentity({
    config: { ...base, identity: { ...base.identity, issuer: `${address}/${poolId}` } },
    db: database.db,
    cipher,
    deliver,
    triggers,
  });
  if (seeded) await seed({ identity });

  const signer = new SignatureV4({
    service: 'cognito-idp',
    region,
    credentials: { accessKeyId: keyId, secretAccessKey: keySecret },
    sha256: Sha256,
  });
  /** Whether a request was signed by the key of whoever runs the pool, as the vendor verifies it. */
  async function isSigned({ headers, url = '/' }: IncomingMessage, body: string): Promise<boolean> {
    const [, names = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? [];
    const [, y, mo, d, h, mi, s] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers['x-amz-date'])) ?? [];
    const signingDate = new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
    if (!(Math.abs(Date.now() - signingDate.getTime()) < 300_000)) return false;
    const own = new Set(['x-amz-date', 'x-amz-content-sha256']);
    const again = await signer.sign(
      {
        method: 'POST',
        protocol: 'http:',
        hostname: '127.0.0.1',
        port: Number(port),
        path: url,
        query: {},
        headers: Object.fromEntries(
          names.split(';').flatMap((name) => (own.has(name) ? [] : [[name, String(headers[name])]])),
        ),
        body,
      },
      { signingDate },
    );
    return again.headers['authorization'] === headers.authorization;
  }

  async function answer(request: IncomingMessage, text: string): Promise<{ status: number; answer: object }> {
    const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const target = String(request.headers['x-amz-target'] ?? '');
    const action = target.split('.')[1] ?? '';
    const act = Object.hasOwn(api, action) ? api[action] : undefined;
    if (ours.has(action))
      return { status: 400, answer: { __type: 'UnknownOperationException', message: `There is no ${action}.` } };
    if (act === undefined) {
      const answered = await identity.handle(target, body, { from: request.socket.remoteAddress ?? '' });
      return { status: answered.status, answer: answered.body };
    }
    if (!(await isSigned(request, text)))
      return { status: 400, answer: { __type: 'InvalidSignatureException', message: 'The signature does not match.' } };
    if (body['UserPoolId'] !== poolId)
      return { status: 400, answer: { __type: 'ResourceNotFoundException', message: 'User pool does not exist.' } };
    try {
      return { status: 200, answer: await act(identity.admin, body) };
    } catch (error) {
      if (!(error instanceof IdentityProblem)) throw error;
      return { status: 400, answer: { __type: error.type, message: error.message } };
    }
  }

  const listener = (request: IncomingMessage, reply: import('node:http').ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      // As the vendor answers pages of any origin.
      reply.setHeader('access-control-allow-origin', '*');
      reply.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '');
      reply.setHeader('access-control-expose-headers', 'x-amzn-errortype');
      if (request.method === 'OPTIONS') return void reply.writeHead(200).end();
      const send = (status: number, said: unknown): void =>
        void reply.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(said));
      if (request.method === 'GET')
        return request.url === `/${poolId}/.well-known/jwks.json`
          ? send(200, identity.jwks)
          : send(404, { says: 'A stand-in of the tests for a user pool; it is not Amazon Cognito.' });
      const text = Buffer.concat(chunks).toString();
      answer(request, text).then(
        (told) => {
          const action = String(request.headers['x-amz-target']).split('.')[1] ?? '';
          exchanged.push({ action, isSigned: Object.hasOwn(api, action), body: JSON.parse(text) as unknown, ...told });
          if (told.status !== 200)
            reply.setHeader('x-amzn-errortype', String((told.answer as { __type?: string }).__type));
          send(told.status, told.answer);
        },
        (error: unknown) => send(500, { __type: 'InternalErrorException', message: String(error) }),
      );
    });
  };
  let server: Server | undefined;
  const listen = async (): Promise<void> => {
    server = createServer(listener).listen(Number(port), '127.0.0.1');
    await once(server, 'listening');
  };
  const leave = async (): Promise<void> => {
    const open = server;
    server = undefined;
    open?.closeAllConnections();
    if (open !== undefined) await new Promise((closed) => open.close(closed));
  };
  await listen();
  return {
    address,
    env: {
      PORT: productPort,
      IDENTITY: 'cognito',
      IDENTITY_POOL: poolId,
      IDENTITY_CLIENT: clientId,
      IDENTITY_URL: address,
      IDENTITY_KEY_ID: keyId,
      IDENTITY_KEY: keySecret,
      IDENTITY_TRIGGERS: secret,
    },
    identity,
    exchanged,
    fired,
    inbox: (to) => messages.listInbox({ to }),
    leave,
    comeBack: listen,
    async stop() {
      await leave();
      await database.close();
    },
  };
}

/** A product whose accounts are in a user pool of its own, which ends with it. */
export async function startWithPool(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const pool = await startUserPool();
  try {
    const product = await startProduct({ ...env, ...pool.env }, { sent: pool.inbox });
    return {
      ...product,
      async stop() {
        await product.stop();
        await pool.stop();
      },
    };
  } catch (error) {
    await pool.stop();
    throw error;
  }
}

type Admin = EmbeddedIdentity['admin'];
type Body = Readonly<Record<string, unknown>>;

/** Requests of this project's own, which the vendor does not know. */
const ours: ReadonlySet<string> = new Set(['ActAs', 'StopActing', 'SingleSignOn']);

/** Requests of whoever runs the pool. */
const api: Readonly<Record<string, (admin: Admin, body: Body) => Promise<object>>> = {
  async AdminGetUser(admin, { Username }) {
    const { sub, status, enabled, ...person } = await found(admin, Username);
    return { Username: sub, UserStatus: status, Enabled: enabled, UserAttributes: listed({ sub, ...person }) };
  },
  async AdminListGroupsForUser(admin, { Username }) {
    return { Groups: (await found(admin, Username)).groups.map((GroupName) => ({ GroupName, UserPoolId: poolId })) };
  },
  async AdminCreateUser(admin, { Username, TemporaryPassword, UserAttributes }) {
    const { email: _, ...attributes } = read(UserAttributes);
    const email = String(Username);
    const sub = await admin.createUser({ email, password: String(TemporaryPassword), temporary: true, attributes });
    if (sub === undefined) throw problems.userExists();
    return { User: { Username: sub, Attributes: listed({ sub, email, attributes }) } };
  },
  AdminSetUserPassword: (admin, { Username, Password }) =>
    done(admin, Username, (sub) => admin.setPassword(sub, String(Password))),
  AdminAddUserToGroup: (admin, { Username, GroupName }) =>
    done(admin, Username, (sub) => admin.addToGroup(sub, String(GroupName))),
  AdminRemoveUserFromGroup: (admin, { Username, GroupName }) =>
    done(admin, Username, (sub) => admin.removeFromGroup(sub, String(GroupName))),
  AdminUpdateUserAttributes: (admin, { Username, UserAttributes }) =>
    done(admin, Username, (sub) => admin.setAttributes(sub, read(UserAttributes))),
  AdminUserGlobalSignOut: (admin, { Username }) => done(admin, Username, (sub) => admin.signOut(sub)),
  AdminEnableUser: (admin, { Username }) => done(admin, Username, (sub) => admin.setEnabled(sub, true)),
  AdminDisableUser: (admin, { Username }) => done(admin, Username, (sub) => admin.setEnabled(sub, false)),
  async ListUsers(admin, { Filter }) {
    const [, phone = ''] = /^phone_number = "(\+\d+)"$/.exec(String(Filter)) ?? [];
    const people = await admin.withPhone(phone);
    return { Users: people.map(({ sub, ...person }) => ({ Username: sub, Attributes: listed({ sub, ...person }) })) };
  },
};

async function found(admin: Admin, name: unknown) {
  const person = await admin.find(String(name));
  if (person === undefined) throw new IdentityProblem('UserNotFoundException', 'User does not exist.');
  return person;
}
async function done(admin: Admin, name: unknown, act: (sub: string) => Promise<void>): Promise<object> {
  await act((await found(admin, name)).sub);
  return {};
}
const listed = (of: { readonly sub: string; readonly email: string; readonly attributes: Texts }) =>
  Object.entries({ sub: of.sub, email: of.email, ...of.attributes }).map(([Name, Value]) => ({ Name, Value }));
const read = (list: unknown): Texts =>
  Object.fromEntries((list as readonly { Name: string; Value: string }[]).map(({ Name, Value }) => [Name, Value]));
