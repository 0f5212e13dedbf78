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
  db: QueryExecutorProvider,
  { owner, brand }: { readonly owner: string; readonly brand: string },
): Promise<SystemRow | undefined> {
  const found = await sql<SystemRow>`select source_system as "sourceSystem", status, landing_state as "landingState",
      conditionally_approved as "conditionallyApproved", answers
    from loan_systems where owner = ${owner} and brand = ${brand}`.execute(db);
  return found.rows[0];
}
