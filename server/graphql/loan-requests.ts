/** The field by which somebody asks to pay their open loan in another way. */
import { owes } from '../journeys/loan-type.ts';
import { failure } from './errors.ts';
import type { Input, OwnersAct } from './field.ts';

export const loanRequestActs: Readonly<Record<string, OwnersAct>> = {
  /** Whatever the lender has said of the loan, and a payment on its way: asking is free, and changes nothing of it. */
  async requestLoanChange(args, context, { row }) {
    const { applicationType } = args as Input<'requestLoanChange'>;
    if (!(await owes(context, row))) throw failure('GONE', 'Nothing is left to pay on a loan of this person.');
    return {
      body: { set: { application_type: applicationType } },
      answer: () => Promise.resolve({ success: true, id: row.id }),
    };
  },
};
