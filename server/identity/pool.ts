/** What every part of the identity service stands on. */
import type { Kysely } from 'kysely';
import type { Config } from '../config/index.ts';
import type { FieldCipher } from '../crypto/index.ts';
import type { Database } from '../database/tables.ts';
import type { Message } from '../messages/index.ts';

export interface Pool {
  readonly db: Kysely<Database>;
  readonly cipher: FieldCipher;
  readonly deliver: (message: Message) => Promise<void>;
  readonly env: Config['env'];
  readonly poolId: string;
  /** The part of the pool id after the underscore; it goes into the password proof. */
  readonly poolName: string;
  readonly clientId: string;
  readonly issuer: string;
  readonly publicUrl: string;
  /** A sealed text like a verifier: what is opened for an address nobody has. */
  readonly decoy: string;
}

/** The service at the instant a request came in: all limits and ends of one request go by it. */
export interface PoolAt extends Pool {
  readonly at: Date;
  /** The network address it came from. */
  readonly from?: string;
}

/** `base` plus seconds, as the database wants it. */
export function later(base: Date, seconds: number): string {
  return new Date(base.getTime() + seconds * 1000).toISOString();
}
