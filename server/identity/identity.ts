/** What the identity service is to the rest of the server. */
import type { JSONWebKeySet } from 'jose';
import type { Admin } from './admin.ts';
import type { Enrollment } from './enrollment.ts';
import type { PhoneChecks } from './phone-checks.ts';
import type { SecondProof } from './second-proof.ts';
import type { Told } from './telling.ts';
import type { Forgotten, Reminded } from './reminding.ts';
import type { Claims } from './tokens.ts';

export interface IdentityAnswer {
  readonly status: 200 | 400;
  /** The problem's type when status is 400. */
  readonly problem?: string;
  readonly body: Readonly<Record<string, unknown>>;
}
/** Around a request: `at` is its instant, default now; `from` the network address it came from. */
interface Asked {
  readonly at?: Date | undefined;
  readonly from?: string;
}
/** Both tokens of a session, and whose it is. */
export interface Shown {
  readonly sub: string;
  readonly idToken: string;
  readonly accessToken: string;
}
export interface Identity {
  readonly poolId: string;
  readonly clientId: string;
  readonly issuer: string;
  readonly jwks: JSONWebKeySet;
  /** One request of the protocol. `target` is the header x-amz-target. */
  readonly handle: (target: string | undefined, body: unknown, asked?: Asked) => Promise<IdentityAnswer>;
  /** Undefined for a token that is wrong, foreign or ended, or whose person signed out. */
  readonly verifyIdToken: (token: string, at?: Date) => Promise<Claims | undefined>;
  /**
   * A token by which another site knows who comes to it, for whoever shows both tokens of one session that holds;
   * undefined for others.
   */
  readonly handOver: (shown: Shown, audience: string, at?: Date) => Promise<string | undefined>;
  /** Raises the assurance of a session, by its `origin_jti`. */
  readonly assure: (session: string, level: number) => Promise<void>;
  /** Whether an address is known, as often as a page may be told. */
  readonly tell: (email: string, asked?: Asked) => Promise<Told>;
  /** Texts somebody the email of their account, to the phone of the account. */
  readonly remind: (of: Forgotten, asked?: Asked) => Promise<Reminded>;
  readonly secondProof: SecondProof;
  readonly phoneChecks: PhoneChecks;
  readonly enrollment: Enrollment;
  readonly admin: Admin;
}
