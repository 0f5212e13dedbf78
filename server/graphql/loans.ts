import type { Operations } from '../../contract/generated/operations.ts';
import { signedDocuments } from '../documents/disclosures.ts';
import { findApplication } from '../journeys/acts/store.ts';
import { customerCodeOf, type Owner } from '../journeys/change.ts';
import { waitsForPlan } from '../journeys/loan-type.ts';
import { preparedPayment } from '../journeys/payment.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import { leadOf } from '../loans/lead.ts';
import { loansOf, type LoanRow } from '../loans/store.ts';
import { systemOf, type SystemRow } from '../loans/systems.ts';
import { lastPayment } from '../payments/store.ts';
import { viewAccount, viewDetails } from '../loans/view.ts';
import type { RequestContext } from './context.ts';
import { failure, forbidden, unauthenticated } from './errors.ts';
import type { Input, Queries } from './field.ts';

type ConditionallyApproved = Operations['conditionallyApprovedApplication']['value'];

/**
 * The fields of Query about loans. Each answers of the loans of whoever asks, with the brand that is asked, and of no
 * other.
 */
export const loanQueries: Pick<Queries, 'loanAccount' | 'getInitialLoanDetails' | 'conditionallyApprovedApplication'> =
  {
    async loanAccount(_, context) {
      const of = ownerOf(context);
      const system = mustAnswer(await systemOf(context.services, of));
      const loans = await loansOf(context.services.db, of);
      const payment = await lastPayment(context.services.db, of);
      const underWay = payment?.state === 'asked' || payment?.state === 'inFlight' ? payment : undefined;
      const prepared = underWay ? undefined : await preparedPayment(context, of);
      const asksForPlan = await waitsForPlan(context, of);
      return viewAccount(loans, system, { now: context.now, today: context.today, underWay, prepared, asksForPlan });
    },
    async getInitialLoanDetails(asked, context) {
      const of = ownerOf(context);
      mustAnswer(await systemOf(context.services, of));
      const loans = await loansOf(context.services.db, of);
      if (await namesSomebodyElse(context, asked, { of, loans })) throw forbidden();
      const loan = loans.find((one) => one.loanNumber === asked.loanId);
      if (!loan) return null;
      const before = loans.find(
        ({ applicationId, number }) => applicationId === loan.applicationId && number === loan.number - 1,
      );
      const signed = await findApplication(context.services.db, loan.signedIn);
      if (!isMeant(asked, loan, signed)) return null;
      // Whoever acts for a customer is not given what they signed (server/http/files.ts), so it is not offered.
      const documents = signed && context.caller?.actor === undefined ? await signedDocuments(context, signed) : [];
      return viewDetails(loan, { before, documents, today: context.today });
    },
    async conditionallyApprovedApplication(_, context) {
      const of = ownerOf(context);
      const system = mustAnswer(await systemOf(context.services, of));
      const lead = leadOf(context.services.sealer, of, system);
      return lead ? ({ id: lead.id, ...system?.conditionallyApproved } as ConditionallyApproved) : null;
    },
  };

/** Of a system that is silent nothing is known, so nothing is told as if it were. */
function mustAnswer(system: SystemRow | undefined): SystemRow | undefined {
  if (system?.answers === false) throw failure('SOURCE_UNAVAILABLE', 'The loan system does not answer.');
  return system;
}

type DetailsAsked = Input<'getInitialLoanDetails'>;

/** Whether a question about a loan names the code of another customer, or an application that is not the person's. */
async function namesSomebodyElse(
  { services, caller }: RequestContext,
  { customerCode, applicationId }: DetailsAsked,
  { of, loans }: { readonly of: Owner; readonly loans: readonly LoanRow[] },
): Promise<boolean> {
  if (customerCode != null && customerCode !== customerCodeOf(caller?.claims, loans)) return true;
  if (applicationId == null) return false;
  const named = await findApplication(services.db, applicationId);
  return named?.owner !== of.owner || named.brand !== of.brand;
}

/**
 * Whether a loan is the one that is asked for. The documents name what may be asked beside its number, and not what it
 * does: each says something of the loan, and a loan of which it is not true is not the one that is meant.
 *
 * @param signed where its papers were signed
 */
function isMeant(
  { submissionFlow, isOriginated, applicationId, eppAppSchedule }: DetailsAsked,
  loan: LoanRow,
  signed: ApplicationRow | undefined,
): boolean {
  // There is no loan before it is made.
  if (isOriginated === false) return false;
  if (submissionFlow != null && submissionFlow !== signed?.flow) return false;
  if (eppAppSchedule != null && eppAppSchedule !== (signed?.application_type === 'EPP')) return false;
  return applicationId == null || [loan.applicationId, loan.signedIn].includes(applicationId.toLowerCase());
}

function ownerOf({ caller, brand }: RequestContext): Owner {
  if (!caller) throw unauthenticated();
  return { owner: caller.sub, brand };
}
