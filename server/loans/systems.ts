import { sql, type QueryExecutorProvider } from 'kysely';
import type { JsonObject } from '../../runtime/core/facts.ts';

/** What another loan system last said of a person. */
export interface SystemRow {
  readonly sourceSystem: string;
  readonly status: string | null;
  readonly landingState: string | null;
  readonly conditionallyApproved: JsonObject | null;
  readonly answers: boolean;
}

/** Undefined for a person whom no other loan system knows. */
export async function systemOf(
  { db, env }: { readonly db: QueryExecutorProvider; readonly env: string },
  { owner, brand }: { readonly owner: string; readonly brand: string },
): Promise<SystemRow | undefined> {
  const found = await sql<SystemRow>`select source_system as "sourceSystem", status, landing_state as "landingState",
      conditionally_approved as "conditionallyApproved", answers
    from loan_systems where owner = ${owner} and brand = ${brand}`.execute(db);
  return found.rows[0] ?? (env !== 'prod' && (await isSilentFor(db, owner)) ? silent : undefined);
}

const silent: SystemRow = {
  sourceSystem: 'LOANPRO',
  status: null,
  landingState: null,
  conditionallyApproved: null,
  answers: false,
};

/**
 * A documented input (schemas/api/answers.json): somebody whose email begins with `system-silent` has a loan system
 * that does not answer, so that anybody can see what their pages say then.
 */
async function isSilentFor(db: QueryExecutorProvider, owner: string): Promise<boolean> {
  const found = await sql`select 1 from identity_users where sub = ${owner} and email like 'system-silent%'`.execute(
    db,
  );
  return found.rows.length > 0;
}
