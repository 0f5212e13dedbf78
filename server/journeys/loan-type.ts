/** The applications by which an open loan is changed, by their type. */
import { sql } from 'kysely';
import { openDraft } from '../../runtime/core/index.ts';
import type { RequestContext } from '../graphql/context.ts';
import { changesOf, type ChangeType } from '../loans/change.ts';
import { standingOf } from '../loans/standing.ts';
import { isKept } from './applications.ts';
import { loansAsked, openLoan, type Owner } from './change.ts';
import type { ApplicationRow } from './tables.ts';

/** What the loan itself must allow; the other types are asked for, and the lender decides. */
const changes: Readonly<Record<string, ChangeType>> = { CONVERSION: 'CONVERT', REFINANCE: 'REFINANCE' };

/** Whether something is left to pay on a loan. Throws SOURCE_UNAVAILABLE while the person's system is silent. */
export async function owes(context: RequestContext, of: Owner): Promise<boolean> {
  const loans = await loansAsked(context, of);
  return loans.some((loan) => standingOf(loan, context.today).payoff > 0);
}

/**
 * Whether an open loan of a person may be changed by an application of a type. Throws SOURCE_UNAVAILABLE while their
 * system is silent.
 */
export async function mayChange(context: RequestContext, of: Owner, type: string): Promise<boolean> {
  const change = changes[type];
  if (change === undefined) return await owes(context, of);
  const open = await openLoan(context, await loansAsked(context, of), of);
  return open !== undefined && changesOf(open.changing).includes(change);
}

/** Whether somebody has asked for an extended payment plan and may still hear of it. */
export async function waitsForPlan({ services: { db }, now }: RequestContext, of: Owner): Promise<boolean> {
  const found = await sql<Pick<ApplicationRow, 'is_open' | 'status' | 'draft' | 'modified_at' | 'finished_at'>>`
    select is_open, status, draft, modified_at, finished_at from applications
    where id in (select application_id from person_drafts where owner = ${of.owner} and brand = ${of.brand})
      and is_open and application_type = 'EPP' and draft->>'status' <> ${openDraft}`.execute(db);
  return found.rows.some((row) => isKept(row, now));
}
