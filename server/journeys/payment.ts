/** Paying on a loan: what is asked for once, what became of it, and the receipt in the ledger. */
import { sql } from 'kysely';
import { get, openDraft } from '../../runtime/core/index.ts';
import { failure } from '../graphql/errors.ts';
import type { RequestContext } from '../graphql/context.ts';
import { loansOf, type LoanRow } from '../loans/store.ts';
import { standingOf } from '../loans/standing.ts';
import { receive } from '../payments/due.ts';
import { PaymentUnclear, type OpaqueData, type PaymentProvider, type Transaction } from '../payments/provider.ts';
import {
  moveOn,
  paymentBy,
  paymentOf,
  underWay,
  withAsked,
  withReceipt,
  type AskedPayment,
  type PaymentRow,
} from '../payments/store.ts';
import type { Services } from '../services.ts';
import { findApplication, know, link, writeAct } from './acts/store.ts';
import { loansAsked, type Owner } from './change.ts';
import { openDocument } from './document.ts';
import { actorName } from './perform.ts';
import type { ApplicationRow } from './tables.ts';

/**
 * A request that the provider knows nothing of after this long never reached it: a request is waited for 12 seconds,
 * and goes no other way.
 */
const lostAfterMs = 120_000;

type Parts = Pick<Services, 'db' | 'log' | 'payments' | 'clock'>;

/** The loan of whoever asks on which something is owed, unless the lender has said how it stands. */
export async function payableLoan(context: RequestContext, of: Owner): Promise<LoanRow | undefined> {
  const loans = await loansAsked(context, of);
  return loans.find((loan) => loan.standing === null && standingOf(loan, context.today).payoff > 0);
}

/** The payment of a loan that is on its way, after the provider was asked again what became of it. */
export async function stillUnderWay(services: Parts, loan: LoanRow): Promise<PaymentRow | undefined> {
  const found = await underWay(services.db, loan);
  if (found === undefined) return undefined;
  const now = await lookUp(services, found);
  return now.state === 'asked' || now.state === 'inFlight' ? now : undefined;
}

/** A payment that was prepared and not asked for yet: what is still to be done (open question 73), and for how much. */
export interface PreparedPayment {
  readonly step: 'ADD_PAYLIANCE_CARD' | 'PAYMENT_CONFIRMATION';
  readonly cents: number;
}

/**
 * The payment that somebody prepared today and did not ask for; undefined where there is none, what is owed has changed
 * since, or no other card is taken for it.
 */
export async function preparedPayment(context: RequestContext, of: Owner): Promise<PreparedPayment | undefined> {
  const { services, today } = context;
  const found = await sql<{ id: string }>`select id from applications
    where id in (select application_id from person_applications where owner = ${of.owner} and brand = ${of.brand})
      and is_open and draft->>'status' = ${openDraft} and progress->'payment' is not null
    order by modified_at desc limit 1`.execute(services.db);
  const draft = found.rows[0] && (await findApplication(services.db, found.rows[0].id));
  const payment = draft?.progress.payment;
  if (!draft || payment?.day !== today || takesNoCard(draft)) return undefined;
  const loan = await payableLoan(context, of);
  if (loan?.loanNumber !== payment.loanNumber || loan.entries.length !== payment.entries) return undefined;
  const { answers } = await openDocument(context, draft);
  const step = get(answers, 'card.lastFour') === undefined ? 'ADD_PAYLIANCE_CARD' : 'PAYMENT_CONFIRMATION';
  return { step, cents: payment.cents };
}

/** Cards that are tried for one payment; what could not be used counts, whatever the page says after it. */
const mostCards = 3;
const takesNoCard = ({ progress }: ApplicationRow): boolean => (progress.cardAttempts ?? 0) >= mostCards;

/** What a payment is known by at the provider: of the draft, so that it is the same however often it is asked for. */
const referenceOf = (draft: string): string => draft.replaceAll('-', '').slice(0, 20).toUpperCase();

/**
 * Asks for the payment of a draft once: it is written down before the provider is asked, and whoever finds it written
 * down asks only what became of it. Throws PAYMENT_UNDER_WAY where another one of the loan is, TOO_MANY_CARDS where as
 * many cards could not be used as are tried, PAYMENTS_UNAVAILABLE where there is nobody to ask, SOURCE_UNAVAILABLE
 * while the loan system is silent: then nothing was written.
 */
export async function pay(context: RequestContext, draft: ApplicationRow, opaque: OpaqueData): Promise<PaymentRow> {
  const { services, now, today } = context;
  const { payment } = draft.progress;
  if (!payment) throw new Error(`The draft ${draft.id} has no payment.`);
  const { applicationId, number, cents, loanNumber } = payment;
  const before = await paymentOf(services.db, applicationId, draft.id);
  if (before) return await lookUp(services, before);
  if (takesNoCard(draft)) throw failure('TOO_MANY_CARDS', 'No other card is taken for this payment.');
  const { payments } = services;
  if (payments === undefined) throw failure('PAYMENTS_UNAVAILABLE', 'No payment can be taken now.');
  const reference = referenceOf(draft.id);
  const asked = { applicationId, loan: number, id: draft.id, reference, cents, day: today, askedAt: now.toISOString() };
  if (!(await begin(context, draft, asked))) {
    const found = await paymentOf(services.db, applicationId, draft.id);
    if (!found) throw new Error(`The payment ${reference} was asked for and is not there.`);
    return await lookUp(services, found);
  }
  const row: PaymentRow = { ...asked, state: 'asked', transaction: null, paidWith: null };
  const transaction = await unlessUnclear(services, () =>
    payments.take({ reference, cents, description: `Loan ${loanNumber}` }, opaque),
  );
  return transaction === 'unclear' ? row : await settle(services, row, transaction);
}

/**
 * Writes down that a payment is asked for, by an act of the loan's application: nothing else comes to the loan's ledger
 * in between. False where it was written down before.
 */
async function begin(context: RequestContext, draft: ApplicationRow, asked: AskedPayment): Promise<boolean> {
  const { services, caller, now, today } = context;
  const { payment } = draft.progress;
  const key = `payment-asked:${asked.id}`;
  for (;;) {
    const known = await know(services.db, asked.applicationId, { key, session: undefined });
    if (!known) throw new Error(`The payment ${asked.reference} has no application.`);
    if (known.repeat) return false;
    const another = await underWay(services.db, { applicationId: asked.applicationId, number: asked.loan });
    let loan: LoanRow | undefined;
    try {
      loan = await payableLoan(context, draft);
    } catch (error) {
      // Nothing was paid, as whoever hears of it is told, unless another press asked before the system fell silent.
      if (await paymentOf(services.db, asked.applicationId, asked.id)) return false;
      throw error;
    }
    // What is owed, and by which entries, is what the person agreed to pay on.
    const isSame = loan?.loanNumber === payment?.loanNumber && loan?.entries.length === payment?.entries;
    if (!payment || another || !isSame || payment.day !== today) {
      // Another press may have asked for this very payment between the readings.
      if (await paymentOf(services.db, asked.applicationId, asked.id)) return false;
      throw another
        ? failure('PAYMENT_UNDER_WAY', 'Another payment on this loan is on its way.')
        : failure('PAYMENT_CHANGED', 'What is owed has changed since this payment was prepared.');
    }
    const { id, reference, cents } = asked;
    const body = { document: { payment: id, reference, loanNumber: payment.loanNumber, cents } };
    const linked = link(known.row, { actor: actorName(caller), operation: 'askPayment', body, now, key });
    if (await writeAct(services.db, linked, { makes: withAsked(asked, linked.act.number) })) return true;
  }
}

/** What became of a payment by now: the provider is asked for as long as that is open. */
export async function lookUp(services: Parts, row: PaymentRow): Promise<PaymentRow> {
  const { payments, clock } = services;
  if (payments === undefined || (row.state !== 'asked' && row.state !== 'inFlight')) return row;
  const { reference, transaction } = row;
  const found = await unlessUnclear(services, () => payments.find({ reference, id: transaction ?? undefined }));
  if (found === 'unclear') return row;
  if (found !== undefined) return await settle(services, row, found);
  if (row.state !== 'asked' || clock().getTime() - new Date(row.askedAt).getTime() < lostAfterMs) return row;
  await moveOn(services.db, row, { state: 'lost' });
  return (await paymentOf(services.db, row.applicationId, row.id)) ?? row;
}

/**
 * A notice of the provider. What it says counts for nothing but the number of a transaction: the provider is asked how
 * that stands, so a notice that is late, comes twice or out of order tells nothing wrong.
 *
 * @returns `forged` for one that the provider did not sign, `later` where it cannot be asked now
 */
export async function hear(
  services: Parts,
  notice: Parameters<PaymentProvider['heard']>[0],
): Promise<'heard' | 'forged' | 'later'> {
  const { payments } = services;
  const told = payments?.heard(notice);
  if (payments === undefined || told === undefined) return 'forged';
  const reference = await unlessUnclear(services, () => payments.referenceOf(told.id));
  if (reference === 'unclear') return 'later';
  const row = reference === undefined ? undefined : await paymentBy(services.db, reference);
  // A transaction that is none of ours, or was heard of already.
  if (!row || row.state === 'taken') return 'heard';
  const found = await unlessUnclear(services, () => payments.find({ reference: row.reference, id: told.id }));
  if (found === 'unclear') return 'later';
  if (found !== undefined) await settle(services, row, found);
  return 'heard';
}

/** Leads a payment to where its transaction stands; that it was taken is booked with it, once. */
async function settle(services: Parts, row: PaymentRow, transaction: Transaction): Promise<PaymentRow> {
  const { db } = services;
  for (let now: PaymentRow | undefined = row; now; now = await paymentOf(db, row.applicationId, row.id)) {
    const to = next(now, transaction);
    if (to === undefined) return now;
    if (to !== 'taken') await moveOn(db, now, { state: to, transaction });
    else if (transaction.cents !== now.cents)
      throw new Error(
        `The provider took ${transaction.cents} cents of the payment ${now.reference}, not ${now.cents}.`,
      );
    else await book(services, now, transaction);
  }
  throw new Error(`The payment ${row.reference} is gone.`);
}

/** Where a transaction leads a payment; undefined: it stands there. What was taken stays taken. */
function next(
  { state }: Pick<PaymentRow, 'state'>,
  transaction: Pick<Transaction, 'state'>,
): PaymentRow['state'] | undefined {
  if (state === 'taken' || state === transaction.state) return undefined;
  // A payment that was held to be lost or declined counts again only when its money came.
  return (state === 'lost' || state === 'declined') && transaction.state !== 'taken' ? undefined : transaction.state;
}

/** The receipt: one act of the loan's application, whose statement holds the ledger's entries and the payment. */
async function book({ db, clock }: Parts, row: PaymentRow, transaction: Transaction): Promise<void> {
  const key = `payment:${row.id}`;
  const known = await know(db, row.applicationId, { key, session: undefined });
  if (!known) throw new Error(`The payment ${row.reference} has no application.`);
  if (known.repeat) return;
  const loan = (await loansOf(db, known.row)).find(
    ({ applicationId, number }) => applicationId === row.applicationId && number === row.loan,
  );
  if (!loan) throw new Error(`The payment ${row.reference} has no loan.`);
  const { cents, day, reference } = row;
  const document = {
    payment: row.id,
    reference,
    loanNumber: loan.loanNumber,
    cents,
    transaction: transaction.id ?? null,
  };
  const now = clock();
  const linked = link(known.row, { actor: 'lender', operation: 'receivePayment', body: { document }, now, key });
  const ledger = receive(loan, { cents, day });
  await writeAct(db, linked, { makes: withReceipt(row, { transaction, ledger, at: linked.act.at }) });
}

/** A provider that cannot be asked is an expected failure. */
async function unlessUnclear<T>({ log }: Pick<Parts, 'log'>, ask: () => Promise<T>): Promise<T | 'unclear'> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentUnclear)) throw error;
    log.error({ problem: error.message }, 'the provider of payments gave no answer');
    return 'unclear';
  }
}
