/**
 * Enrolling: a customer of a store who has no account online comes to one (decisions/0039). Before somebody has proved
 * who they are by a code, nothing tells a Social Security number that a store knows from one that nobody has.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { maskedEmail } from '../../compile/kit/formats.ts';
import {
  findCustomer,
  findEnrollment,
  giveAccount,
  isOfAnother,
  keepEnrollment,
  moveEnrollment,
  ssnIndex,
  type Customer,
  type CustomerDetails,
  type EnrollmentRow,
  type EnrollmentStep,
  type VerificationResult,
} from '../enrollment/store.ts';
import type { Admin } from './directory.ts';
import { isCodeOut, sendCode, useCode, type Receiver, type Service } from './codes.ts';
import { take } from './limits.ts';
import { commonPasswordMessage, whyRefused } from './passwords.ts';
import { later, type Ground } from './pool.ts';
import { IdentityProblem } from './problems.ts';
import { takeOfNetwork } from './telling.ts';
import { labelOf } from './users.ts';

/** Who asks: the session of the tab (a keyed hash of it), at which brand, from which network address. */
export interface Enrolling {
  readonly session: string;
  readonly brand: string;
  /** What accounts of the brand say where they come from. */
  readonly source: string;
  readonly from: string;
}
/** Where an enrollment stands, for the page. */
interface Enrolled {
  readonly enrollmentId: string;
  readonly step: EnrollmentStep;
  readonly result: VerificationResult | null;
  /** The cell phone of the record, all but the last digits hidden; told where a code goes there. */
  readonly phone: string | null;
}
/** Who somebody says that they are. */
interface Claimed {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly ssn: string;
  readonly email: string;
}
/** Who has an application and an account, and may be a customer of a store as well; `email` is that of the account. */
export interface Applicant extends Omit<Claimed, 'firstName'> {
  readonly account: string;
}
/** What a store knows of an applicant. */
interface FoundCustomer {
  /** Number, last name and date of birth are those of a record that the account is not connected with. */
  readonly mustEnroll: boolean;
  /** The record, once the account is connected with it: before, nothing of it is told. */
  readonly theirs: Pick<CustomerDetails, 'firstName' | 'lastName' | 'stateCode'> | undefined;
}
/** Whether whoever asks has shown that they hold the phone of a number: `+1` and ten digits. */
type HoldsPhone = (phone: string) => Promise<boolean>;
interface HomeAddress {
  readonly addressLine1: string;
  readonly stateCode: string;
  readonly zipCode: string;
}
/** Why a thing cannot be done; the codes are those of the operations. */
export type Refusal =
  | 'UNKNOWN_ENROLLMENT'
  | 'TOO_MANY'
  | 'WRONG_CODE'
  | 'CODE_EXPIRED'
  | 'EMAIL_IN_USE'
  | 'COMMON'
  | 'INVALID'
  | 'EXISTS'
  | 'PHONE_UNAVAILABLE';
interface FoundAccount {
  readonly existsInP360: boolean;
  readonly existsAsCustomer: boolean;
  readonly email: string | null;
  readonly isPasswordless: boolean;
}
interface MailedCode {
  readonly success: true;
  readonly email: string;
}
type Answer<T> = Promise<T | { readonly refused: Refusal }>;

export interface Enrollment {
  readonly begin: (who: Enrolling, claimed: Claimed) => Answer<Enrolled>;
  readonly live: (who: Enrolling, id: string, address: HomeAddress) => Answer<Enrolled>;
  readonly text: (who: Enrolling, id: string) => Answer<{ readonly success: true }>;
  readonly proveByText: (who: Enrolling, id: string, code: string) => Answer<Enrolled>;
  /** Sends a code by email; unless it is asked `again`, only where none is out. To which address, masked. */
  readonly mail: (who: Enrolling, id: string, again: boolean) => Answer<MailedCode>;
  readonly proveByMail: (who: Enrolling, id: string, code: string) => Answer<Enrolled>;
  readonly finish: (who: Enrolling, id: string, password: string) => Answer<Enrolled>;
  readonly account: (who: Enrolling, id: string, ssn: string) => Answer<FoundAccount>;
  /** Begins an enrollment that ends with the account which the applicant has already. */
  readonly prepare: (who: Enrolling, applicant: Applicant, holdsPhone: HoldsPhone) => Answer<Enrolled>;
  /** What a store knows of an applicant, told so often in an hour for a number and a network address. */
  readonly search: (who: Enrolling, applicant: Applicant) => Answer<FoundCustomer>;
  /** Whether an applicant has to prove first that they are the customer of a store whom they name. */
  readonly mustEnroll: (brand: string, applicant: Applicant) => Promise<boolean>;
  /** Whether an enrollment is under way in this session, at this brand. */
  readonly isOf: (who: Pick<Enrolling, 'session' | 'brand'>, id: string) => Promise<boolean>;
}

/** After half an hour an enrollment is over, wherever it stands. */
const goodFor = 1800;

const requestOf = (purpose: string): Service['request'] => ({
  input: {},
  account: { from: ['NONE'] },
  code: { purpose, from: ['SENT'], to: { SENT: 'USED' } },
});
const requests = { email: requestOf('enroll-by-email'), phone: requestOf('enroll-by-phone') } as const;
export const enrollmentPurposes: readonly string[] = ['enroll-by-email', 'enroll-by-phone'];

const unknown = { refused: 'UNKNOWN_ENROLLMENT' } as const;

export function createEnrollment(pool: Ground, admin: Admin, clock: () => Date): Enrollment {
  const service = (channel: keyof typeof requests, from: string): Service => ({
    ...pool,
    at: clock(),
    from,
    request: requests[channel],
  });
  const find = ({ session, brand }: Pick<Enrolling, 'session' | 'brand'>, id: string) =>
    findEnrollment(pool, { id, session, brand, at: clock().toISOString() });
  /** The enrollment at the step that a thing is done at, with the record that it is about. */
  async function standing(who: Enrolling, id: string, step: EnrollmentStep) {
    const row = await find(who, id);
    if (row?.step !== step || row.customer === null) return undefined;
    const customer = await findCustomer(pool, { id: row.customer });
    return customer && { row, customer };
  }
  /** Leads on, and tells where it stands then. */
  async function moved(
    row: EnrollmentRow,
    to: Parameters<typeof moveEnrollment>[2],
    customer?: Customer,
  ): Answer<Enrolled> {
    if (!(await moveEnrollment(pool.db, row, to))) return unknown;
    return told(row.id, to, customer);
  }
  /** The record of a store that an applicant's number, last name and date of birth are those of. */
  async function named(brand: string, applicant: Applicant): Promise<Customer | undefined> {
    const customer = await findCustomer(pool, { brand, ssn: applicant.ssn });
    return customer && fitting(customer, applicant) === 2 ? customer : undefined;
  }
  /** Connects a record with the account of whoever has proved that it is theirs; false where it has another one. */
  async function connected({ id, details }: Customer, account: string): Promise<boolean> {
    if (!(await giveAccount(pool.db, id, account))) return false;
    await admin.setAttributes(account, { 'custom:retailBoCode': details.retailBoCode });
    return true;
  }
  /** A code of an enrollment: counted for the phone's owner and the address, whoever asks. */
  async function sent(
    channel: keyof typeof requests,
    { who, subject, target }: { readonly who: Enrolling; readonly subject: string; readonly target: string },
  ): Answer<{ readonly success: true }> {
    try {
      await sendCode(service(channel, who.from), subjectOf(subject, target), { target });
      return { success: true };
    } catch (error) {
      if (error instanceof IdentityProblem && error.type === 'LimitExceededException') return { refused: 'TOO_MANY' };
      throw error;
    }
  }
  async function proved(
    channel: keyof typeof requests,
    { who, subject, code }: { readonly who: Enrolling; readonly subject: string; readonly code: string },
  ): Promise<'right' | 'spent' | Refusal> {
    try {
      await useCode(service(channel, who.from), subjectOf(subject, ''), code);
      return 'right';
    } catch (error) {
      const ended = error instanceof IdentityProblem ? endings[error.type] : undefined;
      if (ended === undefined) throw error;
      return ended;
    }
  }
  const addressSubject = (email: string): string => `enroll:${pool.cipher.blindIndex('enroll-email', email)}`;

  return {
    async begin(who, claimed) {
      const at = { ...pool, at: clock(), from: who.from };
      const isLeft =
        (await take(at, ssnIndex(pool.cipher, claimed.ssn), 'enrolledOfPerson')) &&
        (await takeOfNetwork(at, 'enrolledFromNetwork', 'enrolledFromOwnMachine'));
      if (!isLeft) return { refused: 'TOO_MANY' };
      const { brand, session } = who;
      const customer = await findCustomer(pool, { brand, ssn: claimed.ssn });
      const fits = customer === undefined ? 0 : fitting(customer, claimed);
      const step = firstStep(customer, fits);
      const id = randomUUID();
      await keepEnrollment(pool, {
        id,
        session,
        brand,
        customer: fits === 0 ? null : (customer?.id ?? null),
        step,
        email: claimed.email,
        endsAt: later(at.at, goodFor),
      });
      return told(id, { step }, customer);
    },
    async live(who, id, address) {
      const row = await find(who, id);
      if (row?.step !== 'NEEDS_RESIDENTIAL_INFO') return unknown;
      const customer = row.customer === null ? undefined : await findCustomer(pool, { id: row.customer });
      if (customer === undefined || !livesThere(customer, address))
        return await moved(row, { step: 'SEARCH_ENROLLMENT', result: 'CUSTOMER_NOT_FOUND' });
      if (customer.refused) return await moved(row, { step: 'DENIED' });
      const step = customer.details.phone === undefined ? 'NEEDS_EMAIL_VERIFICATION' : 'NEEDS_OTP_VERIFICATION';
      return await moved(row, { step }, customer);
    },
    async text(who, id) {
      const found = await standing(who, id, 'NEEDS_OTP_VERIFICATION');
      const { phone } = found?.customer.details ?? {};
      if (found === undefined || phone === undefined) return unknown;
      return await sent('phone', { who, subject: found.customer.id, target: phone });
    },
    async proveByText(who, id, code) {
      const found = await standing(who, id, 'NEEDS_OTP_VERIFICATION');
      if (found === undefined) return unknown;
      const { row, customer } = found;
      const ended = await proved('phone', { who, subject: customer.id, code });
      if (ended === 'spent') return await moved(row, { step: 'DENIED', result: 'OTP_FAILED' });
      if (ended !== 'right') return { refused: ended };
      if (row.account !== null)
        return await moved(
          row,
          (await connected(customer, row.account))
            ? { step: 'THANK_YOU', result: 'OTP_VERIFIED', phoneProved: true }
            : { step: 'DENIED', result: 'USER_ALREADY_EXISTS', phoneProved: true },
        );
      return await moved(
        row,
        customer.account === null
          ? { step: 'NEEDS_EMAIL_VERIFICATION', result: 'OTP_VERIFIED', phoneProved: true }
          : { step: 'DENIED', result: 'USER_ALREADY_EXISTS', phoneProved: true },
      );
    },
    async mail(who, id, again) {
      const found = await standing(who, id, 'NEEDS_EMAIL_VERIFICATION');
      if (found === undefined) return unknown;
      const { email } = found.row;
      const subject = addressSubject(email);
      const mailed: MailedCode = { success: true, email: maskedEmail(email) ?? '' };
      if (!again && (await isCodeOut(service('email', who.from), subjectOf(subject, email)))) return mailed;
      const answer = await sent('email', { who, subject, target: email });
      return 'refused' in answer ? answer : mailed;
    },
    async proveByMail(who, id, code) {
      const found = await standing(who, id, 'NEEDS_EMAIL_VERIFICATION');
      if (found === undefined) return unknown;
      const { row, customer } = found;
      const ended = await proved('email', { who, subject: addressSubject(row.email), code });
      if (ended === 'spent') return await moved(row, { step: 'DENIED', result: 'EMAIL_FAILED' });
      if (ended !== 'right') return { refused: ended };
      const isTheirs = row.email === customer.details.email?.toLowerCase();
      if (!(row.phoneProved || isTheirs) || (await isOfAnother(pool, row.email, customer.id)))
        return await moved(row, { step: 'DENIED', result: 'EMAIL_INELIGIBLE' });
      if (customer.account !== null) return await moved(row, { step: 'DENIED', result: 'USER_ALREADY_EXISTS' });
      const account = await accountFor(admin, { email: row.email, customer, source: who.source });
      if (account === undefined) return { refused: 'EMAIL_IN_USE' };
      return await moved(row, { step: 'APPROVED', result: 'EMAIL_VERIFIED', account });
    },
    async finish(who, id, password) {
      const found = await standing(who, id, 'APPROVED');
      if (found?.row.account == null) return unknown;
      const wrong = whyRefused(password);
      if (wrong !== undefined) return { refused: wrong === commonPasswordMessage ? 'COMMON' : 'INVALID' };
      const { row, customer } = found;
      const { account } = found.row;
      // The customer's first: of two enrollments at once one comes to an account. What follows is the same when it is
      // done again.
      if (!(await giveAccount(pool.db, customer.id, account))) return { refused: 'EXISTS' };
      await admin.setPassword(account, password);
      await admin.addToGroup(account, customersGroup);
      await admin.removeFromGroup(account, enrollingGroup);
      return await moved(row, { step: 'THANK_YOU' });
    },
    async account(who, id, ssn) {
      const row = await find(who, id);
      if (row?.result !== 'USER_ALREADY_EXISTS' || row.customer === null) return unknown;
      const customer = await findCustomer(pool, { brand: who.brand, ssn });
      if (customer?.id !== row.customer || customer.account === null) return unknown;
      const user = await admin.find(customer.account);
      return {
        existsInP360: user !== undefined,
        existsAsCustomer: true,
        email: user === undefined ? null : user.email.toLowerCase().replace(/^(.)[^@]*@(.).*$/u, '$1***@$2***'),
        isPasswordless: user !== undefined && labelOf(user) === 'isPasswordless',
      };
    },
    async prepare(who, applicant, holdsPhone) {
      const at = { ...pool, at: clock(), from: who.from };
      const isLeft =
        (await take(at, ssnIndex(pool.cipher, applicant.ssn), 'enrolledOfPerson')) &&
        (await takeOfNetwork(at, 'enrolledFromNetwork', 'enrolledFromOwnMachine'));
      if (!isLeft) return { refused: 'TOO_MANY' };
      const customer = await named(who.brand, applicant);
      const first = await shownBy(firstOfApplicant(customer, applicant), customer, holdsPhone);
      const isTheirs = customer !== undefined && first.step === 'THANK_YOU';
      const to: typeof first =
        isTheirs && !(await connected(customer, applicant.account))
          ? { step: 'DENIED', result: 'USER_ALREADY_EXISTS' }
          : first;
      const id = randomUUID();
      const { brand, session } = who;
      const { email, account } = applicant;
      const endsAt = later(at.at, goodFor);
      await keepEnrollment(pool, { id, session, brand, email, account, endsAt, customer: customer?.id ?? null, ...to });
      return told(id, to, customer);
    },
    async search(who, applicant) {
      const at = { ...pool, at: clock(), from: who.from };
      const isLeft =
        (await take(at, ssnIndex(pool.cipher, applicant.ssn), 'searchedOfPerson')) &&
        (await takeOfNetwork(at, 'searchedFromNetwork', 'searchedFromOwnMachine'));
      if (!isLeft) return { refused: 'TOO_MANY' };
      const customer = await named(who.brand, applicant);
      const isTheirs = customer?.account === applicant.account;
      return { mustEnroll: customer !== undefined && !isTheirs, theirs: isTheirs ? customer.details : undefined };
    },
    isOf: async (who, id) => (await find(who, id)) !== undefined,
    async mustEnroll(brand, applicant) {
      const customer = await named(brand, applicant);
      return customer !== undefined && customer.account !== applicant.account;
    },
  };
}

const enrollingGroup = 'enrollment.user';
const customersGroup = 'my.account.user';

const endings: Readonly<Record<string, 'spent' | Refusal | undefined>> = {
  CodeMismatchException: 'WRONG_CODE',
  ExpiredCodeException: 'CODE_EXPIRED',
  LimitExceededException: 'spent',
};

/** Somebody without an account, as codes are kept of them. */
const subjectOf = (id: string, email: string): Receiver => ({
  id,
  user: undefined,
  state: 'NONE',
  email,
});

function told(
  enrollmentId: string,
  { step, result }: { readonly step: EnrollmentStep; readonly result?: VerificationResult },
  customer?: Customer,
): Enrolled {
  const phone = step === 'NEEDS_OTP_VERIFICATION' ? customer?.details.phone : undefined;
  return {
    enrollmentId,
    step,
    result: result ?? null,
    phone: phone === undefined ? null : `(***) ***-${phone.slice(-4)}`,
  };
}

/** Words as they are compared: letters and digits alone. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** How many of last name and date of birth are those of the record whose number fits. */
function fitting({ details }: Customer, { lastName, dateOfBirth }: Pick<Claimed, 'lastName' | 'dateOfBirth'>): number {
  return Number(plain(details.lastName) === plain(lastName)) + Number(details.dateOfBirth === dateOfBirth);
}

/** What is asked first. Whoever does not know all of it is asked for the address, and so is whoever nobody knows. */
function firstStep(customer: Customer | undefined, fits: number): EnrollmentStep {
  if (customer === undefined || fits < 2) return 'NEEDS_RESIDENTIAL_INFO';
  if (!customer.answers) return 'ERROR';
  if (customer.refused) return 'DENIED';
  return customer.details.phone === undefined ? 'NEEDS_RESIDENTIAL_INFO' : 'NEEDS_OTP_VERIFICATION';
}

/**
 * What is asked first of somebody who has an account: a code to the phone of the record. Where it has no phone, the
 * address of the account proves it, which its owner has confirmed, if it is the record's.
 */
function firstOfApplicant(
  customer: Customer | undefined,
  { account, email }: Applicant,
): { readonly step: EnrollmentStep; readonly result?: VerificationResult } {
  if (customer === undefined) return { step: 'SEARCH_ENROLLMENT', result: 'CUSTOMER_NOT_FOUND' };
  if (customer.account === account) return { step: 'THANK_YOU' };
  if (!customer.answers) return { step: 'ERROR' };
  if (customer.refused) return { step: 'DENIED' };
  if (customer.details.phone !== undefined) return { step: 'NEEDS_OTP_VERIFICATION' };
  const isTheirs = customer.details.email?.toLowerCase() === email.toLowerCase();
  return isTheirs ? { step: 'THANK_YOU', result: 'EMAIL_VERIFIED' } : { step: 'DENIED', result: 'EMAIL_INELIGIBLE' };
}

/** Where a code would prove it, the phone itself may have done so already: its network says that it is the record's. */
async function shownBy(
  first: ReturnType<typeof firstOfApplicant>,
  customer: Customer | undefined,
  holdsPhone: HoldsPhone,
): Promise<ReturnType<typeof firstOfApplicant>> {
  const phone = first.step === 'NEEDS_OTP_VERIFICATION' ? customer?.details.phone : undefined;
  return phone !== undefined && (await holdsPhone(phone)) ? { step: 'THANK_YOU', result: 'OTP_VERIFIED' } : first;
}

/** The same house: streets are written in many ways, the number of the house and the ZIP code in one. */
function livesThere({ details }: Customer, { addressLine1, stateCode, zipCode }: HomeAddress): boolean {
  const house = (line: string): string => /\d+/.exec(line)?.[0] ?? plain(line);
  return (
    details.zipCode === zipCode &&
    details.stateCode === stateCode &&
    house(details.addressLine1) === house(addressLine1)
  );
}

/**
 * The account that waits for its password, in the group that the ordinary log-in refuses: a new one, or the one that
 * this customer began before. Undefined where somebody else has the address.
 */
async function accountFor(
  admin: Admin,
  { email, customer, source }: { readonly email: string; readonly customer: Customer; readonly source: string },
): Promise<string | undefined> {
  const { firstName, lastName, phone, retailBoCode } = customer.details;
  const made = await admin.createUser({
    email,
    // Nobody's: the owner chooses one.
    password: `a1${randomBytes(24).toString('hex')}`,
    groups: [enrollingGroup],
    attributes: {
      given_name: firstName,
      family_name: lastName,
      ...(phone === undefined ? {} : { phone_number: phone }),
      'custom:brand': source,
      'custom:source': 'RETAIL',
      'custom:isCoreCustomer': 'false',
      'custom:retailBoCode': retailBoCode,
    },
  });
  if (made !== undefined) return made;
  const there = await admin.find(email);
  const isBegun =
    there?.groups.includes(enrollingGroup) === true && there.attributes['custom:retailBoCode'] === retailBoCode;
  return isBegun ? there.sub : undefined;
}
