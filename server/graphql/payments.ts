/** The fields by which somebody pays on a loan. */
import type { Operations } from '../../contract/generated/operations.ts';
import { lookUp, pay, payableLoan, stillUnderWay } from '../journeys/payment.ts';
import { standingOf } from '../loans/standing.ts';
import { amountOf, dueOn, receive, smallest } from '../payments/due.ts';
import type { OpaqueData } from '../payments/provider.ts';
import { paymentSteps } from '../payments/step.ts';
import { lastPayment, type PaymentRow } from '../payments/store.ts';
import type { RequestContext } from './context.ts';
import { badInput, failure, unauthenticated } from './errors.ts';
import type { Input, OwnersAct, Queries } from './field.ts';

export const paymentQueries: Pick<Queries, 'paymentOptions' | 'paymentState'> = {
  async paymentOptions(_, context) {
    const loan = await payableLoan(context, ownerOf(context));
    if (!loan) return { step: 'NOTHING_OWED' };
    const payment = await stillUnderWay(context.services, loan);
    if (payment) return { step: 'ACH_IN_FLIGHT', underWay: payment.cents, askedOn: payment.day };
    const { beginning, amounts, payoff, pastDue, next } = dueOn(loan, context.today);
    return {
      step: beginning,
      loanNumber: loan.loanNumber,
      nextPayment: amounts['next payment'] ?? null,
      nextDueDate: next?.dueDate ?? null,
      pastDue,
      totalDue: amounts['total due'] ?? null,
      payoff,
      smallest: Math.min(smallest, payoff),
    };
  },
  async paymentState(_, context) {
    const found = await lastPayment(context.services.db, ownerOf(context));
    return found ? told(await lookUp(context.services, found)) : null;
  },
};

export const paymentActs: Readonly<Record<string, OwnersAct>> = {
  async preparePayment(args, context, { row }) {
    const { payment: chosen } = args as Input<'preparePayment'>;
    const loan = await payableLoan(context, row);
    if (!loan || (await stillUnderWay(context.services, loan)))
      throw failure('GONE', 'Nothing can be paid on this loan now.');
    const cents = amountOf(dueOn(loan, context.today), { option: chosen.option, other: chosen.amount });
    // What was offered is not there any more; only who types an amount can type another.
    if (cents === undefined && chosen.option !== 'other amount')
      throw failure('GONE', 'This choice cannot be paid now.');
    if (cents === undefined) throw failure('OUT_OF_RANGE', 'This amount cannot be paid.');
    const { applicationId, number, loanNumber, entries } = loan;
    const payment = { applicationId, number, loanNumber, cents, day: context.today, entries: entries.length };
    const receipt = receive(loan, { cents, day: context.today }).filter(({ kind }) => kind === 'payment');
    const ofCharges = -(receipt.find(({ account }) => account === 'charges')?.cents ?? 0);
    const answer: Operations['preparePayment']['value'] = {
      step: 'PAYMENT_DESCRIPTION',
      loanNumber,
      amount: cents,
      ofCharges,
      ofPrincipal: cents - ofCharges,
      payoffAfter: standingOf(loan, context.today).payoff - cents,
    };
    return { body: { progress: { payment } }, answer: () => Promise.resolve({ ...answer }) };
  },
  /** Cards are counted up, never down; the same number again changes nothing. */
  updateDebitCardAttempts(args, _, { row }) {
    const { attempts } = args as Input<'updateDebitCardAttempts'>;
    const before = row.progress.cardAttempts ?? 0;
    if (attempts < before) throw badInput('Cards are counted up, never down.');
    return Promise.resolve({
      body: attempts === before ? {} : { progress: { cardAttempts: attempts } },
      answer: () => Promise.resolve({ success: true, id: row.id, attempts }),
    });
  },
  async makePayment(args, context, { row }) {
    const { opaqueData } = args as { readonly opaqueData: OpaqueData };
    if (!row.progress.payment) throw failure('PAYMENT_CHANGED', 'This payment was not prepared.');
    const payment = await pay(context, row, opaqueData);
    return { body: {}, answer: () => Promise.resolve({ ...told(payment), success: true, id: row.id }) };
  },
};

const told = (payment: PaymentRow) => ({
  step: paymentSteps[payment.state],
  amount: payment.cents,
  paidOn: payment.day,
  reference: payment.reference,
  paidWith: payment.paidWith,
});

function ownerOf({ caller, brand }: RequestContext): { readonly owner: string; readonly brand: string } {
  if (!caller) throw unauthenticated();
  return { owner: caller.sub, brand };
}
