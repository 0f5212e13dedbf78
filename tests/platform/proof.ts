/** The client's half of the password proof, written from the protocol (RFC 5054) and not from the server's half. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { groupPrime, padded } from '../../server/identity/srp.ts';

const N = BigInt(`0x${groupPrime}`);
const timestamp = 'Fri Nov 20 15:00:00 UTC 2026';

const sha = (hex: string): string => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
const hmac = (key: Buffer, ...data: Buffer[]): Buffer => createHmac('sha256', key).update(Buffer.concat(data)).digest();

/** base^exponent in the protocol's group. */
export function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % N;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % N;
    square = (square * square) % N;
  }
  return result;
}

/** What the server answers to a sign-in that begins with a password proof. */
export interface ProofChallenge {
  readonly Session: string;
  readonly ChallengeParameters: {
    readonly SALT: string;
    readonly SRP_B: string;
    readonly SECRET_BLOCK: string;
    readonly USER_ID_FOR_SRP: string;
  };
}

/** A new secret of the client and the public value it goes by, hexadecimal. */
export function newSecret(): { readonly a: bigint; readonly A: string } {
  const a = BigInt(`0x${randomBytes(32).toString('hex')}`);
  return { a, A: power(2n, a).toString(16) };
}

/** The answer to a challenge that somebody gives who knows the password. */
export function proofOf(
  { a, A }: { readonly a: bigint; readonly A: string },
  { Session, ChallengeParameters: given }: ProofChallenge,
  { poolId, password }: { readonly poolId: string; readonly password: string },
): {
  readonly ChallengeName: string;
  readonly Session: string;
  readonly ChallengeResponses: Readonly<Record<string, string>>;
} {
  const poolName = poolId.split('_')[1] ?? '';
  const inner = createHash('sha256').update(`${poolName}${given.USER_ID_FOR_SRP}:${password}`).digest('hex');
  const x = BigInt(`0x${sha(padded(given.SALT) + inner)}`);
  const k = BigInt(`0x${sha(`${padded(groupPrime)}02`)}`);
  const u = sha(padded(A) + padded(given.SRP_B));
  const base = (((BigInt(`0x${given.SRP_B}`) - k * power(2n, x)) % N) + N) % N;
  const shared = power(base, a + BigInt(`0x${u}`) * x);
  const extracted = hmac(Buffer.from(padded(u), 'hex'), Buffer.from(padded(shared.toString(16)), 'hex'));
  const key = hmac(extracted, Buffer.from('Caldera Derived Key'), Buffer.from([1])).subarray(0, 16);
  const said = [Buffer.from(poolName), Buffer.from(given.USER_ID_FOR_SRP), Buffer.from(given.SECRET_BLOCK, 'base64')];
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    Session,
    ChallengeResponses: {
      USERNAME: given.USER_ID_FOR_SRP,
      TIMESTAMP: timestamp,
      PASSWORD_CLAIM_SECRET_BLOCK: given.SECRET_BLOCK,
      PASSWORD_CLAIM_SIGNATURE: hmac(key, ...said, Buffer.from(timestamp)).toString('base64'),
    },
  };
}
