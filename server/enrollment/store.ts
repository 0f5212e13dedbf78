/** Customers of the stores and enrollments as they are kept: who they are is sealed. */
import { sql, type QueryExecutorProvider } from 'kysely';
import type { FieldCipher } from '../crypto/index.ts';

/** What a store wrote of a customer. Dates `YYYY-MM-DD`, the phone as `+1` and ten digits. */
export interface CustomerDetails {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly addressLine1: string;
  readonly cityName: string;
  readonly stateCode: string;
  readonly zipCode: string;
  readonly phone?: string;
  readonly email?: string;
  readonly retailBoCode: string;
}
/** A record of the stores. */
export interface Customer {
  readonly id: string;
  readonly details: CustomerDetails;
  readonly refused: boolean;
  readonly answers: boolean;
  readonly account: string | null;
}
/** An enrollment under way; `email` is sealed. */
export interface EnrollmentRow {
  readonly id: string;
  readonly brand: string;
  readonly customer: string | null;
  readonly step: EnrollmentStep;
  readonly result: VerificationResult | null;
  readonly phoneProved: boolean;
  readonly email: string;
  readonly account: string | null;
}
/** As the documents name them. */
export type EnrollmentStep =
  | 'SEARCH_ENROLLMENT'
  | 'APPROVED'
  | 'DENIED'
  | 'ERROR'
  | 'NEEDS_RESIDENTIAL_INFO'
  | 'NEEDS_OTP_VERIFICATION'
  | 'NEEDS_EMAIL_VERIFICATION'
  | 'THANK_YOU';
/** As the documents name them. */
export type VerificationResult =
  | 'CUSTOMER_NOT_FOUND'
  | 'EMAIL_FAILED'
  | 'EMAIL_INELIGIBLE'
  | 'EMAIL_VERIFIED'
  | 'OTP_FAILED'
  | 'OTP_VERIFIED'
  | 'USER_ALREADY_EXISTS';

interface Kept {
  readonly db: QueryExecutorProvider;
  readonly cipher: Pick<FieldCipher, 'seal' | 'unseal' | 'blindIndex'>;
}

/** By what a Social Security number is found. */
export const ssnIndex = (cipher: Kept['cipher'], ssn: string): string => cipher.blindIndex('store-ssn', ssn);
const emailIndex = (cipher: Kept['cipher'], email: string): string =>
  cipher.blindIndex('store-email', email.toLowerCase());
const detailsPlace = (row: string) => ({ table: 'store_customers', column: 'details', row });
const emailPlace = (row: string) => ({ table: 'enrollments', column: 'email', row });

/** A record as the stores bring it. */
export interface NewCustomer {
  readonly id: string;
  readonly brand: string;
  readonly ssn: string;
  readonly details: CustomerDetails;
  readonly refused?: boolean;
  readonly answers?: boolean;
  readonly account?: string | undefined;
}

/** Writes records of the stores; where a brand has one of the same number already, that one stays. */
export async function keepCustomers({ db, cipher }: Kept, customers: readonly NewCustomer[]): Promise<void> {
  const rows = await Promise.all(
    customers.map(async ({ id, brand, ssn, details, refused = false, answers = true, account }) => ({
      id,
      brand,
      ssn: ssnIndex(cipher, ssn),
      email: details.email === undefined ? null : emailIndex(cipher, details.email),
      details: await cipher.seal(JSON.stringify(details), detailsPlace(id)),
      refused,
      answers,
      account: account ?? null,
    })),
  );
  await sql`insert into store_customers (id, brand, ssn_index, email_index, details, refused, answers, account)
    select id, brand, ssn, email, details, refused, answers, account from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (id uuid, brand text, ssn text, email text, details text, refused boolean, answers boolean, account uuid)
    on conflict (brand, ssn_index) do nothing`.execute(db);
}

type CustomerRow = Omit<Customer, 'details'> & { readonly details: string };

/** The record of a brand by the Social Security number, or by its id. */
export async function findCustomer(
  { db, cipher }: Kept,
  by: { readonly brand: string; readonly ssn: string } | { readonly id: string },
): Promise<Customer | undefined> {
  const where =
    'id' in by ? sql`id = ${by.id}::uuid` : sql`brand = ${by.brand} and ssn_index = ${ssnIndex(cipher, by.ssn)}`;
  const { rows } =
    await sql<CustomerRow>`select id, details, refused, answers, account from store_customers where ${where}`.execute(
      db,
    );
  const [row] = rows;
  if (row === undefined) return undefined;
  return { ...row, details: JSON.parse(await cipher.unseal(row.details, detailsPlace(row.id))) as CustomerDetails };
}

/** Whether another customer of a store has this address. */
export async function isOfAnother({ db, cipher }: Kept, email: string, customer: string): Promise<boolean> {
  const { rows } = await sql`select 1 from store_customers
    where email_index = ${emailIndex(cipher, email)} and ssn_index <> (select ssn_index from store_customers where id = ${customer}::uuid)
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Gives a customer the account; false where they have another one. */
export async function giveAccount(db: QueryExecutorProvider, customer: string, account: string): Promise<boolean> {
  const { rows } = await sql`update store_customers set account = ${account}::uuid
    where id = ${customer}::uuid and (account is null or account = ${account}::uuid) returning id`.execute(db);
  return rows.length > 0;
}

/** Begins an enrollment. @param begun `endsAt` is an instant, ISO 8601 */
export async function keepEnrollment(
  { db, cipher }: Kept,
  {
    id,
    session,
    brand,
    customer,
    step,
    result,
    email,
    account,
    endsAt,
  }: Pick<EnrollmentRow, 'id' | 'brand' | 'customer' | 'step' | 'email'> & {
    readonly session: string;
    readonly result?: VerificationResult;
    /** The account that it will be connected with, where there is one already. */
    readonly account?: string;
    readonly endsAt: string;
  },
): Promise<void> {
  const sealed = await cipher.seal(email, emailPlace(id));
  await sql`insert into enrollments (id, session, brand, customer, step, result, email, account, ends_at)
    values (${id}::uuid, ${session}, ${brand}, ${customer}::uuid, ${step}, ${result ?? null}, ${sealed}, ${account ?? null}::uuid, ${endsAt}::timestamptz)`.execute(
    db,
  );
}

/** The enrollment of this session and brand that has not come to its end by an instant. */
export async function findEnrollment(
  { db, cipher }: Kept,
  of: { readonly id: string; readonly session: string; readonly brand: string; readonly at: string },
): Promise<EnrollmentRow | undefined> {
  if (!/^[0-9a-f-]{36}$/.test(of.id)) return undefined;
  const { rows } =
    await sql<EnrollmentRow>`select id, brand, customer, step, result, phone_proved as "phoneProved", email, account
    from enrollments where id = ${of.id}::uuid and session = ${of.session} and brand = ${of.brand} and ends_at > ${of.at}::timestamptz`.execute(
      db,
    );
  const [row] = rows;
  return row && { ...row, email: await cipher.unseal(row.email, emailPlace(row.id)) };
}

/** Leads an enrollment on from the step it was read at; false where somebody else did in between. */
export async function moveEnrollment(
  db: QueryExecutorProvider,
  { id, step }: EnrollmentRow,
  to: {
    readonly step: EnrollmentStep;
    readonly result?: VerificationResult;
    readonly phoneProved?: boolean;
    readonly account?: string;
  },
): Promise<boolean> {
  const { rows } = await sql`update enrollments set step = ${to.step}, result = ${to.result ?? null},
      phone_proved = phone_proved or ${to.phoneProved ?? false}, account = coalesce(${to.account ?? null}::uuid, account)
    where id = ${id}::uuid and step = ${step} returning id`.execute(db);
  return rows.length > 0;
}
