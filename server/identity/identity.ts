/** What the identity service is to the rest of the server. */
import type { JSONWebKeySet } from 'jose';
import type { Config } from '../config/index.ts';
import type { PhoneNetworks } from '../verification/phone.ts';
import type { Pool } from './pool.ts';
import type { Admin } from './directory.ts';
import type { Enrollment } from './enrollment.ts';
import type { PhoneChecks } from './phone-checks.ts';
import type { SecondProof } from './second-proof.ts';
import type { Told } from './telling.ts';
import type { Forgotten, Reminded } from './reminding.ts';
import type { Claims } from './tokens.ts';

export interface IdentityNeeds extends Pick<Pool, 'db' | 'cipher' | 'deliver'> {
  readonly config: Pick<Config, 'env' | 'identity' | 'publicUrl'>;
  readonly clock?: () => Date;
  /** Who is asked whose line a device is on; undefined where nobody is to be asked. */
  readonly phoneNetworks?: PhoneNetworks | undefined;
}

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
/** The service of this server, which answers the protocol itself. */
export interface EmbeddedIdentity extends Identity {
  readonly issuer: string;
  readonly jwks: JSONWebKeySet;
  /** One request of the protocol. `target` is the header x-amz-target. */
  readonly handle: (target: string | undefined, body: unknown, asked?: Asked) => Promise<IdentityAnswer>;
}
/** Whoever keeps the accounts: the service of this server, or a user pool elsewhere. */
export interface Identity {
  readonly poolId: string;
  readonly clientId: string;
  /** Undefined for a token that is wrong, foreign or ended, or whose person signed out. */
  readonly verifyIdToken: (token: string, at?: Date) => Promise<Claims | undefined>;
  /**
   * A token by which another site knows who comes to it, for whoever shows both tokens of one session that holds;
   * undefined for others.
   */
  readonly handOver: (shown: Shown, audience: string, at?: Date) => Promise<string | undefined>;
  /** Raises the assurance of a session, by its `origin_jti` and whose it is. */
  readonly assure: (of: { readonly session: string; readonly sub: string }, level: number) => Promise<void>;
  /** Whether an address is known, as often as a page may be told. */
  readonly tell: (email: string, asked?: Asked) => Promise<Told>;
  /** Texts somebody the email of their account, to the phone of the account. */
  readonly remind: (of: Forgotten, asked?: Asked) => Promise<Reminded>;
  readonly secondProof: SecondProof;
  readonly phoneChecks: PhoneChecks;
  readonly enrollment: Enrollment;
  readonly admin: Admin;
}
