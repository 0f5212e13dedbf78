/** What is asked in a session in which an administrator acts for a customer, on the trail with both persons. */
import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';

/** One request of an acting session. */
export interface Acted {
  /** `sub` of the administrator. */
  readonly actor: string;
  /** `sub` of the customer; absent where the request to act was refused. */
  readonly customer?: string;
  /** The request of the identity protocol, the root field or the channel. */
  readonly operation: string;
  /** Id of the application or draft it was about, as whoever asked gave it; what is no id is left off. */
  readonly about?: unknown;
  readonly at: Date;
}

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Writes it down, before what is asked is performed: nothing is done for a customer that is not on the trail. */
export async function recordActing(db: Kysely<Database>, acted: Acted): Promise<void> {
  const { actor, customer = null, operation, at } = acted;
  // An email address in the place of an id would stand on the trail for years, in plain text.
  const about = typeof acted.about === 'string' && id.test(acted.about) ? acted.about : null;
  await db.insertInto('identity_acting').values({ actor, customer, operation, about, at: at.toISOString() }).execute();
}
