/** The lower half of the server on a database of its own and a free port, for tests. */
import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import { readConfig } from '../../server/config/index.ts';
import type { Config } from '../../server/config/index.ts';
import { FieldCipher, LocalKeyEncryption } from '../../server/crypto/index.ts';
import { openDatabase } from '../../server/database/index.ts';
import type { OpenDatabase } from '../../server/database/index.ts';
import { createIdentity, identityRoutes } from '../../server/identity/index.ts';
import type { Identity, IdentityAnswer } from '../../server/identity/index.ts';
import { createMessages } from '../../server/messages/index.ts';
import type { Messages } from '../../server/messages/index.ts';
import { postgresServer, temporaryDatabase } from './postgres.ts';

export interface Started {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly cipher: FieldCipher;
  readonly messages: Messages;
  readonly identity: Identity;
  /** Where the identity service listens, with a slash at its end. */
  readonly endpoint: string;
  /** Moves the server's clock. */
  readonly pass: (seconds: number) => void;
  /** One request of the protocol without the network. */
  readonly ask: (operation: string, body: Readonly<Record<string, unknown>>) => Promise<IdentityAnswer>;
  /** The newest code sent to an address. */
  readonly codeFor: (to: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

export function testCipher(): FieldCipher {
  return new FieldCipher(new LocalKeyEncryption({ current: 'k1', keys: { k1: randomBytes(32) } }), randomBytes(32));
}

export async function start(): Promise<Started> {
  let shift = 0;
  const clock = (): Date => new Date(Date.now() + shift * 1000);
  const config = readConfig({}, ['--port', '0']);
  const temporary = postgresServer === undefined ? undefined : await temporaryDatabase(postgresServer);
  const database = await openDatabase({ dataDir: undefined, databaseUrl: temporary?.url });
  const cipher = testCipher();
  const messages = createMessages({ db: database.db, cipher, relays: undefined, clock });
  const identity = await createIdentity({ config, db: database.db, cipher, deliver: messages.deliver, clock });
  const app = Fastify();
  await app.register(identityRoutes, { prefix: '/idp', identity });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    config,
    database,
    cipher,
    messages,
    identity,
    endpoint: `${address}/idp/`,
    pass: (seconds) => (shift += seconds),
    ask: (operation, body) =>
      identity.handle(`AWSCognitoIdentityProviderService.${operation}`, {
        ClientId: config.identity.clientId,
        ...body,
      }),
    codeFor: async (to) => {
      const [newest] = await messages.listInbox({ to, limit: 1 });
      if (newest?.code === undefined || newest.code === null) throw new Error(`No code was sent to ${to}.`);
      return newest.code;
    },
    stop: async () => {
      await app.close();
      await database.close();
      await temporary?.remove();
    },
  };
}
