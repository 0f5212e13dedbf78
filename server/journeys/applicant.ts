/** Who an application is of, as a store would look for them, and what else that person has under way. */
import { sql, type QueryExecutorProvider } from 'kysely';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Applicant } from '../identity/index.ts';
import type { Caller } from '../services.ts';
import { entityText } from './entities.ts';

/** Undefined where the application does not say yet who it is of. */
export function applicantOf({ sub, email }: Pick<Caller, 'sub' | 'email'>, answers: JsonObject): Applicant | undefined {
  const [ssn, lastName, dateOfBirth] = (['ssn', 'lastName', 'dateOfBirth'] as const).map((entity) =>
    entityText(answers, entity),
  );
  if (!ssn || !lastName || !dateOfBirth || email === undefined) return undefined;
  return { ssn, lastName, dateOfBirth, email, account: sub };
}

/** The loan applications of a person, with every brand. */
export async function standingsOf(
  db: QueryExecutorProvider,
  owner: string,
): Promise<readonly { readonly brand: string; readonly status: string; readonly isOpen: boolean }[]> {
  const found = await sql<{
    brand: string;
    status: string;
    isOpen: boolean;
  }>`select brand, status, is_open as "isOpen" from applications
    where id in (select application_id from person_applications where owner = ${owner}) and draft is null`.execute(db);
  return found.rows;
}
