import type { Operations } from '../../contract/generated/operations.ts';
import { signedDocuments } from '../documents/disclosures.ts';
import { findApplication } from '../journeys/acts/store.ts';
import { preparedPayment } from '../journeys/payment.ts';
import { leadOf } from '../loans/lead.ts';
import { loansOf } from '../loans/store.ts';
import { systemOf } from '../loans/systems.ts';
import { lastPayment } from '../payments/store.ts';
import { viewAccount, viewDetails } from '../loans/view.ts';
import type { RequestContext } from './context.ts';
import { failure, unauthenticated } from './errors.ts';
import type { Queries } from './field.ts';

type ConditionallyApproved = Operations['conditionallyApprovedApplication']['value'];

/**
 * The fields of Query about loans. Each answers of the loans of whoever asks, with the brand that is asked, and of no
 * other.
 */
export const loanQueries: Pick<Queries, 'loanAccount' | 'getInitialLoanDetails' | 'conditionallyApprovedApplication'> =
  {
    async loanAccount(_, context) {
      const of = ownerOf(context);
      const system = await systemOf(context.services.db, of);
      if (system?.answers === false) throw failure('SOURCE_UNAVAILABLE', 'The loan system does not answer.');
      const loans = await loansOf(context.services.db, of);
      const payment = await lastPayment(context.services.db, of);
      const underWay = payment?.state === 'asked' || payment?.state === 'inFlight' ? payment : undefined;
      const prepared = underWay ? undefined : await preparedPayment(context, of);
      return viewAccount(loans, system, { now: context.now, today: context.today, underWay, prepared });
    },
    async getInitialLoanDetails({ loanId }, context) {
      const loans = await loansOf(context.services.db, ownerOf(context));
      const loan = loans.find((one) => one.loanNumber === loanId);
      if (!loan) return null;
      const before = loans.find(
        ({ applicationId, number }) => applicationId === loan.applicationId && number === loan.number - 1,
      );
      const signed = await findApplication(context.services.db, loan.signedIn);
      // Whoever acts for a customer is not given what they signed (server/http/files.ts), so it is not offered.
      const documents = signed && context.caller?.actor === undefined ? await signedDocuments(context, signed) : [];
      return viewDetails(loan, { before, documents, today: context.today });
    },
    async conditionallyApprovedApplication(_, context) {
      const of = ownerOf(context);
      const system = await systemOf(context.services.db, of);
      const lead = leadOf(context.services.sealer, of, system);
      return lead ? ({ id: lead.id, ...system?.conditionallyApproved } as ConditionallyApproved) : null;
    },
  };

function ownerOf({ caller, brand }: RequestContext): { readonly owner: string; readonly brand: string } {
  if (!caller) throw unauthenticated();
  return { owner: caller.sub, brand };
}
