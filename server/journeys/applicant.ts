/** Who an application is of, as a store would look for them, and what else that person has under way. */
import { sql, type QueryExecutorProvider } from 'kysely';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Applicant } from '../identity/index.ts';
import type { Caller } from '../services.ts';
import { inFlightStatuses } from '../status/graph.ts';
import { entityText } from './entities.ts';
import { isExpired } from './expiry.ts';
import type { ApplicationRow } from './tables.ts';

/** Undefined where the application does not say yet who it is of. */
export function applicantOf({ sub, email }: Pick<Caller, 'sub' | 'email'>, answers: JsonObject): Applicant | undefined {
  const [ssn, lastName, dateOfBirth] = (['ssn', 'lastName', 'dateOfBirth'] as const).map((entity) =>
    entityText(answers, entity),
  );
  if (!ssn || !lastName || !dateOfBirth || email === undefined) return undefined;
  return { ssn, lastName, dateOfBirth, email, account: sub };
}

/**
 * The loan applications that a person has open, with every brand, the last begun first; one that was left for too long
 * is over.
 */
export async function openOnes(db: QueryExecutorProvider, owner: string, now: Date): Promise<readonly Open[]> {
  const found = await sql<
    Open & Pick<ApplicationRow, 'is_open' | 'draft' | 'modified_at'>
  >`select brand, status, channel, state_code, is_open, draft, modified_at from applications
    where id in (select application_id from person_applications where owner = ${owner}) and draft is null and is_open
    order by created_at desc, begun desc`.execute(db);
  return found.rows.filter((row) => !isExpired(row, now));
}
type Open = Pick<ApplicationRow, 'brand' | 'status' | 'channel' | 'state_code'>;

/** Whether an open application is an online one of which the loan is signed and not made yet. */
export const isOnlinePendingOrigination = ({ channel, status }: Pick<Open, 'channel' | 'status'>): boolean =>
  channel === 'ONLINE' && inFlightStatuses.includes(status);
