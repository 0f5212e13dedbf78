import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import type { ApplicationRow } from '../journeys/tables.ts';
import type { EntryKind, LedgerLine, NewLoan } from './book.ts';

/** A loan as it is kept. */
export interface LoanRow extends Omit<NewLoan, 'ledger'> {
  readonly applicationId: string;
  /** Where its papers were signed: its application, or the draft of the change that made it. */
  readonly signedIn: string;
  readonly standing: string | null;
  /** Entries in order, each with what it did to the accounts that the person owes. */
  readonly entries: readonly {
    readonly kind: EntryKind;
    readonly day: string;
    readonly principal: number;
    readonly charges: number;
  }[];
}

/**
 * A loan as parts of the statement that writes the act by which it is made: all of it or nothing, and only once,
 * because the act is.
 *
 * @param signed where it is signed, an application or a draft, and whose it is
 * @param settled the entries of the loan of the same application whose place it takes
 */
export function withLoan(
  { id, owner, brand, at }: Pick<ApplicationRow, 'id' | 'owner' | 'brand'> & { readonly at: string },
  { schedule, ledger, ...loan }: NewLoan,
  settled?: { readonly number: number; readonly ledger: readonly LedgerLine[] },
): RawBuilder<unknown> {
  const lines = [
    ...(settled?.ledger ?? []).map((line) => ({ loan: settled?.number, ...line })),
    ...ledger.map((line) => ({ loan: loan.number, ...line })),
  ];
  return sql`, loan as (
      insert into loans (application_id, number, loan_number, owner, brand, product_code, principal, finance_charge, apr, daily_rate, originated_on, signed_in)
      select id, ${loan.number}::int, ${loan.loanNumber}, ${owner}, ${brand}, ${loan.productCode}, ${loan.principal}::int, ${loan.financeCharge}::int,
        ${loan.apr}::double precision, ${loan.dailyRate}::double precision, ${loan.originatedOn}::date, ${id}::uuid from written
    ), scheduled as (
      insert into loan_schedule (application_id, loan, installment_number, due_date, payment_amount, interest, principle, balance)
      select written.id, ${loan.number}::int, "installmentNumber", "dueDate", "paymentAmount", interest, principle, balance from written,
        jsonb_to_recordset(${JSON.stringify(schedule)}::jsonb) as row
          ("installmentNumber" int, "dueDate" date, "paymentAmount" int, interest int, principle int, balance int)
    ), entered as (
      insert into loan_ledger (application_id, loan, entry, account, cents, kind, day, at)
      select written.id, loan, entry, account, cents, kind, day, ${at}::timestamptz from written,
        jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as row (loan int, entry int, account text, cents int, kind text, day date)
    )`;
}

/** The loans of a person with a brand, the newest first. */
export async function loansOf(
  db: QueryExecutorProvider,
  { owner, brand }: { readonly owner: string; readonly brand: string },
): Promise<readonly LoanRow[]> {
  const found =
    await sql<LoanRow>`select application_id as "applicationId", signed_in as "signedIn", number, loan_number as "loanNumber", product_code as "productCode",
      principal, finance_charge as "financeCharge", apr, daily_rate as "dailyRate", originated_on::text as "originatedOn", standing,
      (select jsonb_agg(jsonb_build_object('installmentNumber', installment_number, 'dueDate', due_date::text, 'paymentAmount', payment_amount,
          'interest', interest, 'principle', principle, 'balance', balance) order by installment_number)
        from loan_schedule where loan_schedule.application_id = loans.application_id and loan = number) as schedule,
      (select jsonb_agg(jsonb_build_object('kind', kind, 'day', day::text, 'principal', principal, 'charges', charges) order by entry) from (
          select entry, min(kind) as kind, min(day) as day, coalesce(sum(cents) filter (where account = 'principal'), 0) as principal,
            coalesce(sum(cents) filter (where account = 'charges'), 0) as charges
          from loan_ledger where loan_ledger.application_id = loans.application_id and loan = number group by entry) as told) as entries
    from loans where owner = ${owner} and brand = ${brand} order by originated_on desc, application_id, number desc`.execute(
      db,
    );
  return found.rows;
}
