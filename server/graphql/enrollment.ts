/** The fields by which a customer of a store comes to an account online. */
import type { Enrolling, Refusal } from '../identity/index.ts';
import type { Json } from '../../runtime/core/facts.ts';
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

export const enrollmentQueries: Pick<Queries, 'searchSsn'> = {
  async searchSsn({ enrollmentId, ssn }, context) {
    return orFail(await context.services.enrollment.account(enrolling(context), enrollmentId, ssn));
  },
};

export const enrollmentMutations: Readonly<Record<string, Field>> = {
  async beginEnrollment(args, context) {
    const { emailAddress, ...claimed } = args as Input<'beginEnrollment'>;
    const email = emailAddress.trim().toLowerCase();
    return json(orFail(await context.services.enrollment.begin(enrolling(context), { ...claimed, email })));
  },
  async saveResidentialInformation(args, context) {
    const { enrollmentId, ...address } = args as Input<'saveResidentialInformation'>;
    return json(orFail(await context.services.enrollment.live(enrolling(context), enrollmentId, address)));
  },
  async sendEnrollmentOtp(args, context) {
    const { enrollmentId } = args as Input<'sendEnrollmentOtp'>;
    return json(orFail(await context.services.enrollment.text(enrolling(context), enrollmentId)));
  },
  async verifyEnrollmentOtp(args, context) {
    const { enrollmentId, code } = args as Input<'verifyEnrollmentOtp'>;
    return json(orFail(await context.services.enrollment.proveByText(enrolling(context), enrollmentId, code)));
  },
  async sendEnrollmentEmail(args, context) {
    const { enrollmentId, again } = args as Input<'sendEnrollmentEmail'>;
    return json(orFail(await context.services.enrollment.mail(enrolling(context), enrollmentId, again)));
  },
  async verifyEnrollmentEmail(args, context) {
    const { enrollmentId, code } = args as Input<'verifyEnrollmentEmail'>;
    return json(orFail(await context.services.enrollment.proveByMail(enrolling(context), enrollmentId, code)));
  },
  async finishEnrollment(args, context) {
    const { enrollmentId, password } = args as Input<'finishEnrollment'>;
    return json(orFail(await context.services.enrollment.finish(enrolling(context), enrollmentId, password)));
  },
};

const json = (answer: object): Json => ({ ...answer });
