/** Payments as they are kept. */
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import type { LedgerLine } from '../loans/book.ts';
import type { Transaction } from './provider.ts';

/** `asked`: nobody knows yet. `lost`: the provider never heard of it. */
export type PaymentState = 'asked' | 'inFlight' | 'taken' | 'declined' | 'lost';

export interface PaymentRow {
  /** Of the loan. */
  readonly applicationId: string;
  readonly loan: number;
  /** The draft by which it was asked. */
  readonly id: string;
  readonly reference: string;
  readonly cents: number;
  readonly state: PaymentState;
  /** Eastern date on which it was asked. */
  readonly day: string;
  /** Instant, ISO 8601. */
  readonly askedAt: string;
  readonly transaction: string | null;
  readonly paidWith: string | null;
}

type Db = QueryExecutorProvider;

/** News of a payment: the application of its loan, its own id and its state, with a `/` between them. */
export const paidChannel = 'loan_paid';

const columns = sql`application_id as "applicationId", loan, id, reference, cents, state, day::text as day,
  to_char(asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "askedAt", transaction, paid_with as "paidWith"`;

/** A payment as it is written down before anybody is asked. */
export type AskedPayment = Omit<PaymentRow, 'state' | 'transaction' | 'paidWith'>;

/** That a payment is asked for, as a part of the statement that writes the act of it. */
export function withAsked(
  { loan, id, reference, cents, day, askedAt }: AskedPayment,
  act: number,
): RawBuilder<unknown> {
  return sql`, asked as (
      insert into loan_payments (application_id, loan, id, reference, cents, state, day, asked_at, act)
      select written.id, ${loan}::int, ${id}::uuid, ${reference}, ${cents}::int, 'asked', ${day}::date, ${askedAt}::timestamptz, ${act}::int from written
    )`;
}

/** The payment that was asked by a draft. */
export async function paymentOf(db: Db, applicationId: string, id: string): Promise<PaymentRow | undefined> {
  const found = await sql<PaymentRow>`select ${columns} from loan_payments
    where application_id = ${applicationId}::uuid and id = ${id}::uuid`.execute(db);
  return found.rows[0];
}

/** The payment that somebody asked for last with a brand. */
export async function lastPayment(
  db: Db,
  { owner, brand }: { readonly owner: string; readonly brand: string },
): Promise<PaymentRow | undefined> {
  const found = await sql<PaymentRow>`select ${columns} from loan_payments
    where (application_id, loan) in (select application_id, number from loans where owner = ${owner} and brand = ${brand})
    order by asked_at desc, act desc limit 1`.execute(db);
  return found.rows[0];
}

/** The payment that a provider knows by this reference. */
export async function paymentBy(db: Db, reference: string): Promise<PaymentRow | undefined> {
  const found = await sql<PaymentRow>`select ${columns} from loan_payments where reference = ${reference}`.execute(db);
  return found.rows[0];
}

/** The payment of a loan of which it is not known yet what becomes of it. */
export async function underWay(
  db: Db,
  of: { readonly applicationId: string; readonly number: number },
): Promise<PaymentRow | undefined> {
  const found = await sql<PaymentRow>`select ${columns} from loan_payments
    where application_id = ${of.applicationId}::uuid and loan = ${of.number} and state in ('asked', 'inFlight')`.execute(
    db,
  );
  return found.rows[0];
}

/** Leads a payment on that is not taken by it; false where somebody else did in between. */
export async function moveOn(
  db: Db,
  { applicationId, id, state: from }: PaymentRow,
  to: { readonly state: PaymentState; readonly transaction?: Transaction | undefined },
): Promise<boolean> {
  const found = await sql`with moved as (
      update loan_payments set state = ${to.state},
        transaction = coalesce(${to.transaction?.id ?? null}::text, transaction), paid_with = coalesce(${to.transaction?.paidWith ?? null}::text, paid_with)
      where application_id = ${applicationId}::uuid and id = ${id}::uuid and state = ${from} returning application_id, id
    ), told_paid as (
      insert into news (channel, payload) select ${paidChannel}::text, application_id::text || '/' || id::text || '/' || ${to.state}::text from moved
    ) select id from moved`.execute(db);
  return found.rows.length > 0;
}

/** The payment as taken, with its entries in the ledger: parts of the statement that writes the act of its receipt. */
export function withReceipt(
  { id, loan }: PaymentRow,
  {
    transaction,
    ledger,
    at,
  }: { readonly transaction: Transaction; readonly ledger: readonly LedgerLine[]; readonly at: string },
): RawBuilder<unknown> {
  return sql`, paid as (
      update loan_payments set state = 'taken', transaction = ${transaction.id ?? null}::text, paid_with = ${transaction.paidWith ?? null}::text
      where application_id in (select id from written) and id = ${id}::uuid
    ), told_paid as (
      insert into news (channel, payload) select ${paidChannel}::text, written.id::text || '/' || ${id}::text || '/taken' from written
    ), entered as (
      insert into loan_ledger (application_id, loan, entry, account, cents, kind, day, at)
      select written.id, ${loan}::int, entry, account, cents, kind, day, ${at}::timestamptz from written,
        jsonb_to_recordset(${JSON.stringify(ledger)}::jsonb) as row (entry int, account text, cents int, kind text, day date)
    )`;
}
