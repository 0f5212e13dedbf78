/** Who saves: people with accounts in the server's database before it starts, each signed in at its own door. */
import { openDatabase } from '../../../server/database/index.ts';
import { createFieldCipher } from '../../../server/crypto/index.ts';
import { createIdentity } from '../../../server/identity/index.ts';
import { readConfig } from '../../../server/config/index.ts';
import { post, type Door } from './door.ts';

export interface Person {
  readonly email: string;
  /** An address of their own: limits for one address are not what is measured. */
  readonly address: string;
  idToken: string;
}

const password = 'Marigold42';

/** Makes the accounts. The database must not be open in a server. */
export async function makePeople(env: Readonly<Record<string, string>>, count: number): Promise<readonly Person[]> {
  const config = readConfig(env, []);
  const { db, close } = await openDatabase(config);
  try {
    const { admin } = await createIdentity({
      config,
      db,
      cipher: createFieldCipher(config),
      deliver: () => Promise.resolve(),
    });
    const people = Array.from({ length: count }, (_, index) => ({
      email: `saver-${index}@example.com`,
      address: `10.1.${index >> 8}.${index & 255}`,
      idToken: '',
    }));
    for (const { email } of people) await admin.createUser({ email, password });
    return people;
  } finally {
    await close();
  }
}

/** Gives everybody a new id token; one lives for a quarter of an hour. */
export async function signIn(door: Door, people: readonly Person[]): Promise<void> {
  const booted = await fetch(`${door.address}/definitions/boot.json?brand=payday`);
  const { identity } = (await booted.json()) as { identity: { clientId: string } };
  for (const person of people) {
    const { status, body } = await post(door, {
      path: '/idp/',
      from: person.address,
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
      },
      body: {
        ClientId: identity.clientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: person.email, PASSWORD: password },
      },
    });
    const token = (body as { AuthenticationResult?: { IdToken: string } }).AuthenticationResult?.IdToken;
    if (token === undefined) throw new Error(`${person.email} could not sign in: ${status} ${JSON.stringify(body)}`);
    person.idToken = token;
  }
}
