/**
 * The server's half of the password proof that Amazon Cognito's client library speaks: SRP-6a (RFC 5054) over the 3072
 * bit group of RFC 3526 (id 15), g = 2, SHA-256, session key by HKDF with the label "Caldera Derived Key".
 * Powers go through OpenSSL's Diffie-Hellman: constant time, and several times faster than BigInt.
 */
import { createHash, createHmac, DiffieHellman, getDiffieHellman, randomBytes, timingSafeEqual } from 'node:crypto';

export const groupPrime = getDiffieHellman('modp15').getPrime('hex');
const N = BigInt(`0x${groupPrime}`);
const k = BigInt(`0x${hashHex(padded(groupPrime), '02')}`);

export interface Claim {
  readonly poolName: string;
  readonly userId: string;
  /** The client's public value as it sent it, hexadecimal. */
  readonly A: string;
  readonly B: string;
  /** The server's secret. */
  readonly b: string;
  readonly verifier: string;
  readonly secretBlock: string;
  readonly timestamp: string;
  readonly signature: string;
}

/** Verifier of a password, hexadecimal; the password cannot be read back from it. */
export function makeVerifier({
  poolName,
  userId,
  password,
  salt,
}: {
  readonly poolName: string;
  readonly userId: string;
  readonly password: string;
  readonly salt: string;
}): string {
  const inner = createHash('sha256').update(`${poolName}${userId}:${password}`, 'utf8').digest('hex');
  return power('02', hashHex(padded(salt), inner));
}

/**
 * A number that looks like a verifier, from 384 bytes that depend on the address alone: for people who are not there.
 */
export function verifierFrom(seed: Buffer): string {
  return ((BigInt(`0x${seed.toString('hex')}`) % (N - 3n)) + 2n).toString(16);
}

/** The server's secret `b` and public `B` for one sign-in. */
export function startExchange(verifier: string): { readonly b: string; readonly B: string } {
  for (;;) {
    const b = randomBytes(32).toString('hex');
    const B = (k * BigInt(`0x${verifier}`) + BigInt(`0x${power('02', b)}`)) % N;
    if (B > 1n) return { b, B: B.toString(16) };
  }
}

/**
 * Whether A may be used at all: A mod N of 0, 1 or N-1 would make the key known without the password (RFC 5054 section
 * 2.5.4).
 */
export function isUsablePublic(A: string): boolean {
  if (!/^[0-9a-fA-F]{1,800}$/.test(A)) return false;
  const reduced = BigInt(`0x${A}`) % N;
  return reduced > 1n && reduced !== N - 1n;
}

/** Whether the client proved that it knows the password. */
export function isProved(claim: Claim): boolean {
  if (!isUsablePublic(claim.A)) return false;
  const u = hashHex(padded(claim.A), padded(claim.B));
  if (BigInt(`0x${u}`) === 0n) return false;
  const base = ((BigInt(`0x${claim.A}`) % N) * BigInt(`0x${power(claim.verifier, u)}`)) % N;
  const shared = power(base.toString(16), claim.b);
  const extracted = hmac(bytes(padded(u)), bytes(padded(shared)));
  const key = hmac(extracted, Buffer.concat([Buffer.from('Caldera Derived Key'), Buffer.from([1])])).subarray(0, 16);
  const said = Buffer.concat([
    Buffer.from(claim.poolName),
    Buffer.from(claim.userId),
    Buffer.from(claim.secretBlock, 'base64'),
    Buffer.from(claim.timestamp),
  ]);
  const expected = hmac(key, said);
  const given = Buffer.from(claim.signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Java's BigInteger.toByteArray: whole bytes, a leading zero byte when the top bit is set. */
export function padded(hex: string): string {
  const digits = hex.replace(/^0+(?=.)/, '').toLowerCase();
  const whole = digits.length % 2 === 1 ? `0${digits}` : digits;
  return /^[89a-f]/.test(whole) ? `00${whole}` : whole;
}

/**
 * base^exponent mod N. The group is asked for by name, because for a group given as numbers OpenSSL 3.5 first proves
 * for seconds that N is prime; a named group takes a private key only by the general class's method.
 */
function power(base: string, exponent: string): string {
  const group = getDiffieHellman('modp15') as DiffieHellman;
  const setPrivateKey: (this: DiffieHellman, key: Buffer) => void = DiffieHellman.prototype.setPrivateKey;
  setPrivateKey.call(group, bytes(exponent));
  return group.computeSecret(bytes(base)).toString('hex');
}

function bytes(hex: string): Buffer {
  return Buffer.from(hex.length % 2 === 1 ? `0${hex}` : hex, 'hex');
}

function hashHex(...hex: readonly string[]): string {
  return createHash('sha256')
    .update(bytes(hex.join('')))
    .digest('hex');
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest();
}
