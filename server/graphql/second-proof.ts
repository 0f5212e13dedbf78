/** The fields by which a person proves a second time who they are. */
import { cookieLine, hiddenCookies } from '../../contract/cookies.ts';
import { assuranceOf } from '../../contract/person.ts';
import { deviceSeconds } from '../identity/index.ts';
import type { RequestContext } from './context.ts';
import { findApplication } from '../journeys/acts/store.ts';
import { noteCode } from '../journeys/additional-attributes.ts';
import { failure, forbidden, unauthenticated } from './errors.ts';
import type { Field, Input, Queries } from './field.ts';

/** Whoever asks, as the identity service knows them. */
function holderOf({ caller }: RequestContext): { sub: string; session: string; assurance: number } {
  if (!caller) throw unauthenticated();
  return { sub: caller.sub, session: String(caller.claims['origin_jti']), assurance: assuranceOf(caller.claims) };
}

/** Whether the site asks anybody for a second proof. */
function asksFor({ services, brand, today }: RequestContext): boolean {
  const flags = services.definitions.brand(brand, today)?.flags ?? {};
  const authentication = flags['authentication'];
  return (authentication as { readonly mfa?: unknown } | undefined)?.mfa === true;
}

export const proofQueries: Pick<Queries, 'deviceCheck' | 'otpSearch' | 'searchEmailVerification'> = {
  async deviceCheck({ blackBox = '' }, context) {
    const { secondProof } = context.services;
    const holder = holderOf(context);
    const secret = context.cookies[hiddenCookies.device.name];
    const outcome = await secondProof.check(holder, { fingerprint: blackBox, secret }, asksFor(context));
    return { mfaId: secondProof.idOf(holder, 'check'), outcome };
  },
  async otpSearch({ otpSearchRequest: { mfaId } }, context) {
    mustBeOwn(context, mfaId);
    const holder = holderOf(context);
    return { id: mfaId, phoneNumbers: [...(await context.services.secondProof.phones(holder))] };
  },
  /** The verification by email of the session, which begins with a code; asked again it is the same one. */
  async searchEmailVerification({ mfaId, enrollmentId }, context) {
    mustBeOwn(context, mfaId);
    if (!(await isOwnEnrollment(context, enrollmentId))) throw unknownCheck();
    const { secondProof } = context.services;
    const holder = holderOf(context);
    await secondProof.begin(holder);
    return {
      emailVerificationId: secondProof.idOf(holder, 'email'),
      sessionId: secondProof.idOf(holder, 'email-session'),
    };
  },
};

export const proofMutations: Readonly<Record<string, Field>> = {
  async otpSend(args, context) {
    const { id, to } = args as Input<'otpSend'>;
    mustBeOwn(context, id);
    const isSent = await context.services.secondProof.send(holderOf(context), { phone: to });
    if (!isSent) throw failure('TOO_MANY', 'No code can be sent there now.');
    return { success: true };
  },
  async otpVerify(args, context) {
    const { id, code } = args as Input<'otpVerify'>;
    mustBeOwn(context, id);
    const ended = await context.services.secondProof.prove(holderOf(context), 'phone', code);
    await noteCode(context, otpStates[ended]);
    return { state: otpStates[ended] };
  },
  async emailResendCode(args, context) {
    const { mfaId, enrollmentId } = args as Input<'emailResendCode'>;
    mustBeOwn(context, mfaId);
    if (!(await isOwnEnrollment(context, enrollmentId))) throw unknownCheck();
    const { secondProof } = context.services;
    const holder = holderOf(context);
    if (!(await secondProof.send(holder, { email: true }))) throw failure('TOO_MANY', 'No code can be sent now.');
    return { success: true, sessionId: secondProof.idOf(holder, 'email-session') };
  },
  /** Statuses as a verification service names them; a verification of another session is canceled. */
  async validateEmailVerificationCode(args, context) {
    const given = args as Input<'validateEmailVerificationCode'>;
    const { secondProof } = context.services;
    const holder = holderOf(context);
    const isOwn =
      given.mfaId === secondProof.idOf(holder, 'check') &&
      given.emailVerificationId === secondProof.idOf(holder, 'email') &&
      given.sessionId === secondProof.idOf(holder, 'email-session') &&
      (await isOwnEnrollment(context, given.enrollmentId));
    if (!isOwn) return { success: false, status: 'canceled' };
    const ended = await secondProof.prove(holder, 'email', given.verificationCode);
    await noteCode(context, otpStates[ended]);
    return { success: ended === 'right', status: emailStatuses[ended] };
  },
  async rememberDevice(args, context) {
    const { applicationId, mfaId, blackBox = '' } = args as Input<'rememberDevice'>;
    // Either says which log-in it is about; whoever asks has proved twice who they are.
    if (mfaId != null || applicationId == null) mustBeOwn(context, mfaId);
    if (applicationId != null) await mustBeOwners(context, applicationId);
    const secret = await context.services.secondProof.remember(holderOf(context), blackBox);
    const { name } = hiddenCookies.device;
    const secure = context.services.env === 'prod';
    context.writes.push(`${cookieLine({ name, value: secret, maxAgeSeconds: deviceSeconds, secure })}; HttpOnly`);
    return { success: true };
  },
};

const otpStates = { right: 'OTP_VALID', wrong: 'OTP_INVALID', tooOld: 'OTP_EXPIRED', tooMany: 'OTP_EXCEEDED' } as const;
const emailStatuses = {
  right: 'approved',
  wrong: 'pending',
  tooOld: 'expired',
  tooMany: 'max_attempts_reached',
} as const;

const unknownCheck = () => failure('UNKNOWN_CHECK', 'There is no such check.');

/** A check of another session, or of nobody's, is none. */
function mustBeOwn(context: RequestContext, id: string | undefined): void {
  if (id !== context.services.secondProof.idOf(holderOf(context), 'check')) throw unknownCheck();
}

/** Whether the enrollment that a verification names, where it names one, is under way in this session. */
async function isOwnEnrollment(
  { services, session, brand }: RequestContext,
  id: string | null | undefined,
): Promise<boolean> {
  return id == null || (session !== undefined && (await services.enrollment.isOf({ session, brand }, id)));
}

/** An application may be named, though nothing of it is read: somebody else's, or none, is refused as everywhere. */
async function mustBeOwners(context: RequestContext, id: string): Promise<void> {
  const row = await findApplication(context.services.db, id);
  if (row?.owner !== holderOf(context).sub || row.brand !== context.brand) throw forbidden();
}
