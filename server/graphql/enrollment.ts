/** The fields by which a customer of a store comes to an account online. */
import type { Operations } from '../../contract/generated/operations.ts';
import type { Enrolling, Enrollment, Refusal } from '../identity/index.ts';
import type { RequestContext } from './context.ts';
import { badInput, failure } from './errors.ts';
import type { Field, Input, Queries } from './field.ts';

/** Whoever asks: the tab alone, for nobody is signed in. */
function enrolling({ session, brand, from, services, today }: RequestContext): Enrolling {
  if (session === undefined) throw badInput('An enrollment is of a session: this request names none.');
  const facts = services.definitions.brand(brand, today)?.facts ?? {};
  if (facts['offersEnrollment'] !== true) throw failure('UNKNOWN_ENROLLMENT', 'Nobody enrolls with this brand.');
  return { session, brand, from, source: String(facts['source'] ?? brand) };
}

const why: Readonly<Record<Refusal, string>> = {
  UNKNOWN_ENROLLMENT: 'This enrollment has ended, or is at another step.',
  TOO_MANY: 'Too often in too short a time.',
  WRONG_CODE: 'The code is wrong.',
  CODE_EXPIRED: 'The code is too old or was used.',
  EMAIL_IN_USE: 'An account has this address.',
  COMMON: 'This password is guessed first.',
  INVALID: 'The password does not keep the rules.',
  EXISTS: 'The customer has an account.',
};

/** What came out; a refusal is an error with its code. */
function orFail<T extends object>(answer: T | { readonly refused: Refusal }): T {
  if ('refused' in answer) throw failure(answer.refused, why[answer.refused]);
  return answer;
}

type Told = object | { readonly refused: Refusal };
/** A field that does a thing of an enrollment for whoever asks, and says what came out. */
const field =
  <Name extends keyof Operations>(act: (of: Enrollment, who: Enrolling, input: Input<Name>) => Promise<Told>): Field =>
  async (args, context) => ({
    ...orFail(await act(context.services.enrollment, enrolling(context), args as Input<Name>)),
  });

export const enrollmentQueries: Pick<Queries, 'searchSsn'> = {
  async searchSsn({ enrollmentId, ssn }, context) {
    return orFail(await context.services.enrollment.account(enrolling(context), enrollmentId, ssn));
  },
};

export const enrollmentMutations: Readonly<Record<string, Field>> = {
  beginEnrollment: field<'beginEnrollment'>((of, who, { emailAddress, ...claimed }) =>
    of.begin(who, { ...claimed, email: emailAddress.trim().toLowerCase() }),
  ),
  saveResidentialInformation: field<'saveResidentialInformation'>((of, who, { enrollmentId, ...address }) =>
    of.live(who, enrollmentId, address),
  ),
  sendEnrollmentOtp: field<'sendEnrollmentOtp'>((of, who, { enrollmentId }) => of.text(who, enrollmentId)),
  verifyEnrollmentOtp: field<'verifyEnrollmentOtp'>((of, who, { enrollmentId, code }) =>
    of.proveByText(who, enrollmentId, code),
  ),
  sendEnrollmentEmail: field<'sendEnrollmentEmail'>((of, who, { enrollmentId, again }) =>
    of.mail(who, enrollmentId, again),
  ),
  verifyEnrollmentEmail: field<'verifyEnrollmentEmail'>((of, who, { enrollmentId, code }) =>
    of.proveByMail(who, enrollmentId, code),
  ),
  finishEnrollment: field<'finishEnrollment'>((of, who, { enrollmentId, password }) =>
    of.finish(who, enrollmentId, password),
  ),
};
