/**
 * The second proof of who somebody is: whether their device is known, else a code by email or text message. Who is
 * asked for one is what the back office wrote to `custom:secondFactor`. Codes are limited as all others are (codes.ts).
 */
import { createHmac, randomBytes } from 'node:crypto';
import { isCodeOut, receiverOf, sendCode, useCode, type Delivery, type Receiver, type Service } from './codes.ts';
import type { Admin, Person } from './directory.ts';
import { later, type Ground } from './pool.ts';
import { IdentityProblem } from './problems.ts';

/** How a check of a device ends. */
type DeviceOutcome = 'BYPASS' | 'ALLOW' | 'DENY' | 'OTP_PHONE' | 'OTP_EMAIL' | 'OTP_PHONE_EMAIL';
/** How a code that was brought ends. */
type ProofOutcome = 'right' | 'wrong' | 'tooOld' | 'tooMany';
type ProofChannel = 'email' | 'phone';

/** Whose proof it is: a person in a session of theirs. */
interface Holder {
  readonly sub: string;
  readonly session: string;
  readonly assurance: number;
}
/** What a device shows: what it looks like, and the secret it was given when it was remembered. */
interface Device {
  readonly fingerprint: string;
  readonly secret: string | undefined;
}

export interface SecondProof {
  /** @param asks whether the site asks anybody for a second proof */
  readonly check: (holder: Holder, device: Device, asks: boolean) => Promise<DeviceOutcome>;
  /** The id by which a session's proofs are named; it gives no right. */
  readonly idOf: (holder: Holder, what: 'check' | 'email' | 'email-session') => string;
  /** Numbers a code can be sent to, masked, each by a name that tells nothing of it. */
  readonly phones: (holder: Holder) => Promise<readonly { readonly value: string; readonly label: string }[]>;
  /** Sends a code by email unless one is out. */
  readonly begin: (holder: Holder) => Promise<void>;
  /** False when nobody has such a number, or too many were asked for. */
  readonly send: (holder: Holder, to: { readonly email: true } | { readonly phone: string }) => Promise<boolean>;
  readonly prove: (holder: Holder, channel: ProofChannel, code: string) => Promise<ProofOutcome>;
  /** The secret by which the device is known for `deviceSeconds`. */
  readonly remember: (holder: Holder, fingerprint: string) => Promise<string>;
}

/** For how long a device is remembered: thirty days. */
export const deviceSeconds = 2_592_000;

const requestOf = (purpose: string): Service['request'] => ({
  input: {},
  account: { from: ['CONFIRMED'] },
  code: { purpose, from: ['SENT'], to: { SENT: 'USED' } },
});
const requests: Readonly<Record<ProofChannel, Service['request']>> = {
  email: requestOf('prove-by-email'),
  phone: requestOf('prove-by-phone'),
};
export const proofPurposes: readonly string[] = ['prove-by-email', 'prove-by-phone'];

export function createSecondProof(pool: Ground, admin: Pick<Admin, 'find'>, clock: () => Date): SecondProof {
  const service = (channel: ProofChannel): Service => ({ ...pool, at: clock(), request: requests[channel] });
  const hmac = (what: string, text: string): string =>
    createHmac('sha256', pool.cipher.derive('identity-devices')).update(`${what}\0${text}`).digest('base64url');
  const userOf = async ({ sub }: Holder): Promise<Person> => {
    const user = await admin.find(sub);
    if (user === undefined) throw new Error(`There is no user ${sub}, and somebody holds a token of theirs.`);
    return user;
  };
  const subjectFor = async (holder: Holder): Promise<Receiver> => receiverOf(await userOf(holder));
  const numbersOf = (user: Person): readonly { readonly value: string; readonly number: string }[] =>
    ['phone_number', 'custom:otherPhone'].flatMap((name, at) => {
      const number = user.attributes[name];
      return number === undefined || number === '' ? [] : [{ value: `phone-${at + 1}`, number }];
    });

  async function isKnown({ sub }: Holder, { fingerprint, secret }: Device): Promise<boolean> {
    if (secret === undefined) return false;
    const row = await pool.db
      .selectFrom('identity_devices')
      .select('fingerprint')
      .where('hash', '=', hmac('device', secret))
      .where('sub', '=', sub)
      .where('expires_at', '>', clock().toISOString())
      .executeTakeFirst();
    return row?.fingerprint === hmac('fingerprint', fingerprint);
  }
  async function sent(channel: ProofChannel, holder: Holder, target?: string): Promise<Delivery | undefined> {
    try {
      return await sendCode(service(channel), await subjectFor(holder), target === undefined ? {} : { target });
    } catch (error) {
      if (error instanceof IdentityProblem && error.type === 'LimitExceededException') return undefined;
      throw error;
    }
  }

  return {
    async check(holder, device, asks) {
      const user = await userOf(holder);
      const factor = user.attributes['custom:secondFactor'];
      if (factor === undefined || factor === '' || !asks) return 'BYPASS';
      if (factor === 'DENY') return 'DENY';
      if (holder.assurance > 1 || (await isKnown(holder, device))) return 'ALLOW';
      const byPhone = factor.startsWith('PHONE') && numbersOf(user).length > 0;
      // Whoever has an account has an email.
      if (!byPhone) return 'OTP_EMAIL';
      return factor === 'PHONE' ? 'OTP_PHONE' : 'OTP_PHONE_EMAIL';
    },
    idOf: ({ session }, what) => hmac(what, session).slice(0, 24),
    async phones(holder) {
      return numbersOf(await userOf(holder)).map(({ value, number }) => ({
        value,
        label: `(***) ***-${number.slice(-4)}`,
      }));
    },
    async begin(holder) {
      if (!(await isCodeOut(service('email'), await subjectFor(holder)))) await sent('email', holder);
    },
    async send(holder, to) {
      if ('email' in to) return (await sent('email', holder)) !== undefined;
      const found = numbersOf(await userOf(holder)).find(({ value }) => value === to.phone);
      return found !== undefined && (await sent('phone', holder, found.number)) !== undefined;
    },
    async prove(holder, channel, code) {
      try {
        await useCode(service(channel), await subjectFor(holder), code);
        return 'right';
      } catch (error) {
        const ended = error instanceof IdentityProblem ? endings[error.type] : undefined;
        if (ended === undefined) throw error;
        return ended;
      }
    },
    async remember(holder, fingerprint) {
      const secret = randomBytes(32).toString('base64url');
      await pool.db
        .insertInto('identity_devices')
        .values({
          hash: hmac('device', secret),
          sub: holder.sub,
          fingerprint: hmac('fingerprint', fingerprint),
          expires_at: later(clock(), deviceSeconds),
        })
        .execute();
      return secret;
    },
  };
}

const endings: Readonly<Record<string, ProofOutcome | undefined>> = {
  CodeMismatchException: 'wrong',
  ExpiredCodeException: 'tooOld',
  LimitExceededException: 'tooMany',
};
