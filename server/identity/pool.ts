/** What every part of the identity service stands on. */
import type { Kysely } from 'kysely';
import type { Config } from '../config/index.ts';
import type { FieldCipher } from '../crypto/index.ts';
import type { Database } from '../database/tables.ts';
import type { Message } from '../messages/index.ts';
import type { Texts, Triggers } from './triggers.ts';

/** What stands here whoever keeps the accounts: this service, or a user pool elsewhere. */
export interface Ground {
  readonly db: Kysely<Database>;
  readonly cipher: FieldCipher;
  readonly deliver: (message: Message) => Promise<void>;
  readonly env: Config['env'];
  readonly publicUrl: string;
}

export interface Pool extends Ground {
  readonly triggers: Triggers;
  readonly poolId: string;
  /** The part of the pool id after the underscore; it goes into the password proof. */
  readonly poolName: string;
  readonly clientId: string;
  readonly issuer: string;
  /** A sealed text like a verifier: what is opened for an address nobody has. */
  readonly decoy: string;
}

/** All limits and ends of one request go by the instant it came in. */
export interface GroundAt extends Ground {
  readonly at: Date;
  /** The network address it came from; absent where none is known, and then nothing is counted by it. */
  readonly from?: string;
}

/** The service at the instant a request came in. */
export interface PoolAt extends Pool, GroundAt {
  /** What the client sent along for triggers. */
  readonly metadata?: Texts;
}

/** `base` plus seconds, as the database wants it. */
export function later(base: Date, seconds: number): string {
  return new Date(base.getTime() + seconds * 1000).toISOString();
}
