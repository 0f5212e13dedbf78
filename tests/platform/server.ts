/** The lower half of the server on a database of its own and a free port, for tests. */
import { getDiffieHellman, randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import type { KyselyPlugin } from 'kysely';
import { readConfig } from '../../server/config/index.ts';
import type { Config } from '../../server/config/index.ts';
import { FieldCipher, LocalKeyEncryption } from '../../server/crypto/index.ts';
import type { SealContext } from '../../server/crypto/field-cipher.ts';
import { openDatabase } from '../../server/database/index.ts';
import type { OpenDatabase } from '../../server/database/index.ts';
import { createIdentity, identityRoutes } from '../../server/identity/index.ts';
import type { EmbeddedIdentity, IdentityAnswer } from '../../server/identity/index.ts';
import { namesClient } from '../../server/identity/requests.ts';
import { createMessages } from '../../server/messages/index.ts';
import { systemPorts } from '../../server/ports.ts';
import type { Messages } from '../../server/messages/index.ts';
import { databaseFaults, migratedDatabase, postgresServer } from './postgres.ts';

/** What was done that costs time; equal work takes equal time, and is not noise as a clock's figures are. */
export interface Work {
  statements: number;
  seals: number;
  unseals: number;
  /** Powers modulo the group's prime. */
  powers: number;
  mails: number;
}
const work: Work = { statements: 0, seals: 0, unseals: 0, powers: 0, mails: 0 };

const countStatements: KyselyPlugin = {
  transformQuery: ({ node }) => {
    work.statements += 1;
    return node;
  },
  transformResult: async ({ result }) => result,
};
class CountingCipher extends FieldCipher {
  override async seal(text: string, context: SealContext): Promise<string> {
    work.seals += 1;
    return super.seal(text, context);
  }
  override async unseal(blob: string, context: SealContext): Promise<string> {
    work.unseals += 1;
    return super.unseal(blob, context);
  }
}
interface Power {
  computeSecret: (this: unknown, base: Buffer) => Buffer;
}
const group = Object.getPrototypeOf(getDiffieHellman('modp15')) as Power;
const { computeSecret } = group;
group.computeSecret = function counted(this: unknown, base: Buffer): Buffer {
  work.powers += 1;
  return computeSecret.call(this, base);
};

export interface Started {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly cipher: FieldCipher;
  readonly messages: Messages;
  readonly identity: EmbeddedIdentity;
  /** Where the identity service listens, with a slash at its end. */
  readonly endpoint: string;
  /** What was done so far. */
  readonly work: () => Work;
  /** Moves the server's clock. */
  readonly pass: (seconds: number) => void;
  /** One request of the protocol without the network. */
  readonly ask: (operation: string, body: Readonly<Record<string, unknown>>) => Promise<IdentityAnswer>;
  /** The newest code sent to an address. */
  readonly codeFor: (to: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** The member that names the client, of the requests that have it: those that bring a token say by it who asks. */
export function clientOf(operation: string, { identity }: Pick<Config, 'identity'>): { readonly ClientId?: string } {
  return namesClient(operation) ? { ClientId: identity.clientId } : {};
}

export function testCipher(): FieldCipher {
  return new CountingCipher(new LocalKeyEncryption({ current: 'k1', keys: { k1: randomBytes(32) } }), randomBytes(32));
}

/** @param options `still`: the server's clock moves by pass() alone */
export async function start({ still = false }: { readonly still?: boolean } = {}): Promise<Started> {
  let shift = 0;
  const began = Date.now();
  const clock = (): Date => new Date((still ? began : Date.now()) + shift * 1000);
  const config = readConfig({}, ['--port', '0']);
  const temporary = postgresServer === undefined ? undefined : await migratedDatabase(postgresServer);
  const database = await openDatabase({ dataDir: undefined, databaseUrl: temporary?.url }, databaseFaults);
  const cipher = testCipher();
  const db = database.db.withPlugin(countStatements);
  const messages = createMessages({ db, cipher, senders: {}, ports: { ...systemPorts, clock } });
  const deliver: typeof messages.deliver = async (message) => {
    work.mails += 1;
    await messages.deliver(message);
  };
  const identity = await createIdentity({ config: { ...config, env: 'prod' }, db, cipher, deliver, clock });
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
    work: () => ({ ...work }),
    pass: (seconds) => (shift += seconds),
    ask: (operation, body) =>
      identity.handle(`AWSCognitoIdentityProviderService.${operation}`, {
        ...clientOf(operation, config),
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
