/** What every part of the identity service stands on. */
import type { Kysely } from 'kysely';
import type { FieldCipher } from '../crypto/index.ts';
import type { Database } from '../database/tables.ts';
import type { Message } from '../messages/index.ts';

export interface Pool {
  readonly db: Kysely<Database>;
  readonly cipher: FieldCipher;
  readonly deliver: (message: Message) => Promise<void>;
  readonly poolId: string;
  /** The part of the pool id after the underscore; it goes into the password proof. */
  readonly poolName: string;
  readonly clientId: string;
  readonly issuer: string;
  readonly publicUrl: string;
}

/** `base` plus seconds, as the database wants it. */
export function later(base: Date, seconds: number): string {
  return new Date(base.getTime() + seconds * 1000).toISOString();
}
