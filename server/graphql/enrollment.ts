/** The fields by which a customer of a store comes to an account online. */
import { hiddenCookies } from '../../contract/cookies.ts';
import { unscriptedPlaces } from '../../contract/places.ts';
import type { Operations } from '../../contract/generated/operations.ts';
import { noteCode } from '../journeys/additional-attributes.ts';
import { applicantOf, isOnlinePendingOrigination, openOnes } from '../journeys/applicant.ts';
import { findOpenApplication } from '../journeys/applications.ts';
import { openDocument } from '../journeys/document.ts';
import { entityText } from '../journeys/entities.ts';
import type { Enrolling, Enrollment, Refusal } from '../identity/index.ts';
import type { OtpResponse } from '../journeys/tables.ts';
import { mustApplication } from './application.ts';
import type { RequestContext } from './context.ts';
import { badInput, failure, unauthenticated } from './errors.ts';
import type { Field, Input, Queries } from './field.ts';

/** Whoever asks: the tab alone, for nobody is signed in. */
function enrolling({ session, brand, from, services, today }: RequestContext): Enrolling {
  if (session === undefined) throw badInput('An enrollment is of a session: this request names none.');
  const facts = services.definitions.brand(brand, today)?.facts ?? {};
  if (facts['offersEnrollment'] !== true) throw failure('UNKNOWN_ENROLLMENT', 'Nobody enrolls with this brand.');
  return { session, brand, from, source: String(facts['source'] ?? brand) };
}

const why: Readonly<Record<Refusal, string>> = {
  PHONE_UNAVAILABLE: 'No network can be asked about this phone now.',
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

export const enrollmentQueries: Pick<Queries, 'searchSsn' | 'generateBokuEVURL'> = {
  /**
   * What is typed is the number that the provider is asked about, and tells nothing: whether the phone is the one that
   * a store knows is asked once it has opened the address.
   */
  async generateBokuEVURL({ phoneNumber }, context, application) {
    const { caller, services, brand, today, from } = context;
    if (!caller) throw unauthenticated();
    const { id: about } = mustApplication(application);
    const { baseDomain } = services.definitions.brand(brand, today)?.facts ?? {};
    const begun = orFail<{ readonly id: string }>(
      await services.phoneChecks.begin(
        { application: about, account: caller.sub, from },
        `+1${phoneNumber}`,
        (proof) => `https://${String(baseDomain)}${unscriptedPlaces.phoneChecks}/back/${proof}`,
      ),
    );
    return { url: `${unscriptedPlaces.phoneChecks}/${begun.id}` };
  },
  async searchSsn({ enrollmentId, ssn }, context) {
    return orFail(await context.services.enrollment.account(enrolling(context), enrollmentId, ssn));
  },
};

/** How a code of an enrollment came out; undefined where none was looked at. */
function cameOutAs(answer: Told): OtpResponse | undefined {
  if ('refused' in answer) return outcomesOfCodes[answer.refused];
  return 'result' in answer && answer.result === 'OTP_FAILED' ? 'OTP_EXCEEDED' : 'OTP_VALID';
}
const outcomesOfCodes: Readonly<Record<string, OtpResponse | undefined>> = {
  WRONG_CODE: 'OTP_INVALID',
  CODE_EXPIRED: 'OTP_EXPIRED',
  TOO_MANY: 'OTP_EXCEEDED',
};

const noApplication = () => failure('NO_APPLICATION', 'This asks for an application that says who it is of.');

type CustomerSearch = Operations['customerSsnSearch']['value'];

export const enrollmentMutations: Readonly<Record<string, Field>> = {
  /** Of the person who asks, by the number that stands in their own application; any other tells nothing. */
  async customerSsnSearch(args, context): Promise<CustomerSearch> {
    const { ssn } = args as Input<'customerSsnSearch'>;
    const { caller, brand, services, now } = context;
    if (!caller) throw unauthenticated();
    const { db, enrollment } = services;
    // One that came to its end within the last day still says who it is of, as its pages do.
    const row = await findOpenApplication(db, { owner: caller.sub, brand, now });
    const answers = row && (await openDocument(context, row)).answers;
    const applicant = answers && applicantOf(caller, answers);
    if (!answers || !applicant) throw noApplication();
    // A number that is not the applicant's counts as asked for, and fits nobody.
    const asked = ssn === applicant.ssn ? applicant : { ...applicant, ssn, lastName: '', dateOfBirth: '' };
    const { mustEnroll, theirs } = orFail(await enrollment.search(enrolling(context), asked));
    const { claims } = caller;
    const open = await openOnes(db, caller.sub, now);
    const elsewhere = open.find((one) => one.brand !== brand);
    const names = {
      firstName: theirs?.firstName ?? entityText(answers, 'firstName') ?? null,
      lastName: theirs?.lastName ?? applicant.lastName,
    };
    const stateCode = theirs?.stateCode ?? entityText(answers, 'stateCode') ?? null;
    return {
      next: mustEnroll ? 'ENROLL' : 'GO_ON',
      hasOpenApplication: open.some((one) => one.brand === brand),
      isReturningRetailCustomer: theirs !== undefined,
      isReturningCustomer: theirs !== undefined || typeof claims['custom:boCode'] === 'string',
      isCoreCustomer: claims['custom:isCoreCustomer'] === 'true',
      hasRetailPresence: theirs !== undefined || typeof claims['custom:retailBoCode'] === 'string',
      hasOnlinePendingOrigination: open.some(isOnlinePendingOrigination),
      hasPendingApplication: elsewhere !== undefined,
      pendingApplicationBrand: elsewhere?.brand ?? null,
      names,
      customerInformation: { personalInformation: names, contactInformation: { address: { stateCode } } },
    };
  },
  async prepareForEnrollment(_, context, application) {
    const { caller, services } = context;
    const { answers } = await openDocument(context, mustApplication(application));
    const applicant = caller && applicantOf(caller, answers);
    if (!applicant) throw noApplication();
    const { id: about } = mustApplication(application);
    const proof = context.cookies[hiddenCookies.phoneCheck.name];
    return {
      ...orFail(
        await services.enrollment.prepare(enrolling(context), applicant, (phone) =>
          services.phoneChecks.shows(about, proof, phone),
        ),
      ),
    };
  },
  beginEnrollment: field<'beginEnrollment'>((of, who, { emailAddress, ...claimed }) =>
    of.begin(who, { ...claimed, email: emailAddress.trim().toLowerCase() }),
  ),
  saveResidentialInformation: field<'saveResidentialInformation'>((of, who, { enrollmentId, ...address }) =>
    of.live(who, enrollmentId, address),
  ),
  sendEnrollmentOtp: field<'sendEnrollmentOtp'>((of, who, { enrollmentId }) => of.text(who, enrollmentId)),
  async verifyEnrollmentOtp(args, context) {
    const { enrollmentId, code } = args as Input<'verifyEnrollmentOtp'>;
    const answer = await context.services.enrollment.proveByText(enrolling(context), enrollmentId, code);
    const came = cameOutAs(answer);
    if (came !== undefined) await noteCode(context, came);
    return { ...orFail(answer) };
  },
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
