import type { PaymentState } from './store.ts';

/** What a payment is at, in the words of the documents (their spelling). */
type Step = 'PROCESS_PAYMENT' | 'PAYMENT_SUCCESSUL' | 'PAYMENT_FAILURE' | 'ACH_IN_FLIGHT';

export const paymentSteps: Readonly<Record<PaymentState, Step>> = {
  asked: 'PROCESS_PAYMENT',
  inFlight: 'ACH_IN_FLIGHT',
  taken: 'PAYMENT_SUCCESSUL',
  declined: 'PAYMENT_FAILURE',
  lost: 'PAYMENT_FAILURE',
};
