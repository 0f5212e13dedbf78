/**
 * Signing in: by password proof, by password, or by a code that is sent. Which challenge leads to which, the operations
 * say.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Requests } from '../../../contract/generated/operations.ts';
import { beginAttempt, forgiveAttempts } from '../attempts.ts';
import { keepChallenge, takeChallenge } from '../challenges.ts';
import type { Challenge } from '../challenges.ts';
import { sendCode, useCode } from '../codes.ts';
import { checkPassword, setPassword } from '../passwords.ts';
import { IdentityProblem, problems } from '../problems.ts';
import { isProved, isUsablePublic, makeVerifier, startExchange } from '../srp.ts';
import { judge } from '../standing.ts';
import type { ChallengeResult, TriggerUser } from '../triggers.ts';
import type { StateOf } from '../standing.ts';
import { findSubject, findUser, statusOf } from '../users.ts';
import type { Subject } from '../users.ts';
import type { Desk, Handler, Service } from './operation.ts';

type Answer = Readonly<Record<string, unknown>>;
/** Who signs in, under the name that was given, and the state of the sign-in that the request leads to. */
interface Attempt {
  readonly subject: Subject;
  readonly username: string;
  readonly to: StateOf<'challenge'>;
}

/** Where a sign-in that begins leads to. */
async function begun(service: Service, username: string): Promise<Attempt> {
  return { subject: await findSubject(service, username), username, to: led(service, undefined) };
}

/** Where the request leads from a challenge. @throws NotAuthorizedException where it may not be performed */
function led(service: Service, challenge: Challenge | undefined): StateOf<'challenge'> {
  const { may, to } = judge(service.request, 'challenge', challenge?.kind ?? 'NONE');
  if (!may || to === undefined) throw problems.wrongSession();
  return to;
}

/** The sign-in that a session text goes on with; it is good for one request. */
async function goneOn(service: Service, session: string): Promise<Attempt & Pick<Challenge, 'proof' | 'asked'>> {
  const challenge = await takeChallenge(service, session);
  const to = led(service, challenge);
  if (challenge === undefined) throw problems.wrongSession();
  const { username, proof, asked } = challenge;
  const subject = await findSubject(service, username);
  return { subject, username, to, ...(proof && { proof }), ...(asked && { asked }) };
}

/** What is said to somebody who proved who it is and may not sign in. */
const refused: Readonly<Record<StateOf<'account'>, () => Error>> = {
  NONE: problems.wrongCredentials,
  UNCONFIRMED: problems.notConfirmed,
  CONFIRMED: problems.wrongCredentials,
  FORCE_CHANGE_PASSWORD: problems.wrongCredentials,
  RESET_REQUIRED: problems.resetRequired,
  DISABLED: problems.disabled,
  // The documents' words for an enrollment session at the log-in (behaviour.login.enrollmentSession).
  ENROLLING: problems.wrongCredentials,
};

/** The next challenge of somebody who proved who it is, or the tokens. */
async function proceed(service: Service, { subject, username, to }: Attempt): Promise<Answer> {
  const { user, state } = subject;
  if (to === 'SIGNED_IN') await forgiveAttempts(service, subject.id);
  const { may } = judge(service.request, 'account', state);
  if (!may || user === undefined) throw refused[state]();
  await service.triggers.preAuthentication(user);
  if (to === 'CUSTOM_CHALLENGE') return askForCode(service, { subject, username, to });
  if (service.request.challenge?.first?.[state] === 'NEW_PASSWORD_REQUIRED')
    return {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      ChallengeParameters: {
        USER_ID_FOR_SRP: user.sub,
        requiredAttributes: '[]',
        userAttributes: JSON.stringify({ email: user.email }),
      },
      Session: await keepChallenge(service, { kind: 'NEW_PASSWORD_REQUIRED', username: user.email }),
    };
  return { AuthenticationResult: await service.tokens.open(user, service.at), ChallengeParameters: {} };
}

/** Begins with a password proof; whether tokens or a code come after it, the challenge remembers. */
export async function begin(
  service: Service,
  {
    AuthParameters: { USERNAME: username, SRP_A: A },
  }: Requests['InitiateAuth USER_SRP_AUTH' | 'InitiateAuth CUSTOM_AUTH SRP_A'],
): Promise<Answer> {
  const { subject, to } = await begun(service, username);
  if (to === 'NONE' || to === 'SIGNED_IN') throw new Error('A password proof leads to a challenge; see the operation.');
  if (!isUsablePublic(A)) throw problems.parameter('SRP_A is not a usable public value.');
  const { b, B } = startExchange(subject.verifier);
  const secretBlock = randomBytes(64).toString('base64');
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: subject.salt,
      SECRET_BLOCK: secretBlock,
      SRP_B: B,
      USERNAME: subject.id,
      USER_ID_FOR_SRP: subject.id,
    },
    Session: await keepChallenge(service, { kind: to, username, proof: { userId: subject.id, A, B, b, secretBlock } }),
  };
}

export const answerProof: Handler<'RespondToAuthChallenge PASSWORD_VERIFIER'> = async (
  service,
  { Session, ChallengeResponses: given },
) => {
  const { proof, ...attempt } = await goneOn(service, Session);
  const { subject } = attempt;
  if (proof === undefined) throw new Error('This challenge asks for no password; see the operation.');
  await beginAttempt(service, subject.id);
  const { secretBlock, ...values } = proof;
  const proved = isProved({
    ...values,
    secretBlock,
    poolName: service.poolName,
    verifier: subject.verifier,
    timestamp: given.TIMESTAMP,
    signature: given.PASSWORD_CLAIM_SIGNATURE,
  });
  if (!proved || given.PASSWORD_CLAIM_SECRET_BLOCK !== secretBlock) throw problems.wrongCredentials();
  return proceed(service, attempt);
};

export const byPassword: Handler<'InitiateAuth USER_PASSWORD_AUTH'> = async (service, { AuthParameters: given }) => {
  const attempt = await begun(service, given.USERNAME);
  await beginAttempt(service, attempt.subject.id);
  if (!isPassword(service, attempt.subject, given.PASSWORD)) throw problems.wrongCredentials();
  return proceed(service, attempt);
};

/** Whether it is the subject's password; for a stranger the same work, and no. */
export function isPassword(service: Desk, subject: Subject, password: string): boolean {
  const digest = (hex: string): Buffer =>
    createHash('sha256')
      .update(BigInt(`0x${hex}`).toString(16))
      .digest();
  const { poolName } = service;
  const verifier = makeVerifier({ poolName, userId: subject.id, password, salt: subject.salt });
  return timingSafeEqual(digest(verifier), digest(subject.verifier)) && subject.user !== undefined;
}

/** Begins with a code alone. */
export const beginByCode: Handler<'InitiateAuth CUSTOM_AUTH'> = async (service, { AuthParameters: { USERNAME } }) =>
  askForCode(service, await begun(service, USERNAME));

async function askForCode(service: Service, attempt: Attempt): Promise<Answer> {
  if (service.triggers.challenge !== undefined) return goOnAsTriggersSay(service, attempt, []);
  const { Destination, DeliveryMedium } = await sendCode(service, attempt.subject);
  return waitForCode(service, attempt, { Destination, DeliveryMedium });
}

const aboutOf = ({ subject: { id: sub, user } }: Attempt): TriggerUser | undefined =>
  user && { sub, email: user.email, attributes: user.attributes };

/** What comes after the answers that were given: another challenge, the tokens, or the end. */
async function goOnAsTriggersSay(
  service: Service,
  attempt: Attempt,
  results: readonly ChallengeResult[],
): Promise<Answer> {
  const { challenge } = service.triggers;
  const { subject, username } = attempt;
  const user = aboutOf(attempt);
  const next = (await challenge?.next(user, username, results)) ?? 'fail';
  if (next === 'tokens') return proceed(service, { ...attempt, to: 'SIGNED_IN' });
  if (next === 'fail' || challenge === undefined) throw problems.wrongCredentials();
  const { shown, kept } = await challenge.create(user, username, results);
  return {
    ChallengeName: 'CUSTOM_CHALLENGE',
    ChallengeParameters: { ...shown, USERNAME: subject.id },
    Session: await keepChallenge(service, { kind: 'CUSTOM_CHALLENGE', username, asked: { kept, results } }),
  };
}

async function waitForCode(service: Service, { subject, username }: Attempt, shown: Answer): Promise<Answer> {
  return {
    ChallengeName: 'CUSTOM_CHALLENGE',
    ChallengeParameters: { ...shown, USERNAME: subject.id },
    Session: await keepChallenge(service, { kind: 'CUSTOM_CHALLENGE', username }),
  };
}

export const answerCode: Handler<'RespondToAuthChallenge CUSTOM_CHALLENGE'> = async (
  service,
  { Session, ChallengeResponses: given },
) => {
  const { asked, ...attempt } = await goneOn(service, Session);
  const { challenge } = service.triggers;
  if (asked !== undefined && challenge !== undefined) {
    const answer = { kept: asked.kept, given: given.ANSWER };
    const challengeResult = await challenge.isRight(aboutOf(attempt), attempt.username, answer);
    const result = { challengeName: 'CUSTOM_CHALLENGE', challengeResult };
    return goOnAsTriggersSay(service, attempt, [...asked.results, result]);
  }
  try {
    await useCode(service, attempt.subject, given.ANSWER);
  } catch (error) {
    const mayTryAgain = error instanceof IdentityProblem && error.type === 'CodeMismatchException';
    if (!mayTryAgain) throw error instanceof IdentityProblem ? problems.wrongCredentials() : error;
    return waitForCode(service, attempt, { wrong: 'true' });
  }
  return proceed(service, attempt);
};

/** A temporary password is changed before anything else. */
export const answerNewPassword: Handler<'RespondToAuthChallenge NEW_PASSWORD_REQUIRED'> = async (
  service,
  { Session, ChallengeResponses: { NEW_PASSWORD: password } },
) => {
  const { subject } = await goneOn(service, Session);
  checkPassword(password);
  const { may, to } = judge(service.request, 'account', subject.state);
  if (!may || subject.user === undefined) throw refused[subject.state]();
  await setPassword(service, subject, { password, ...statusOf(to) });
  return { AuthenticationResult: await service.tokens.open(subject.user, service.at), ChallengeParameters: {} };
};

/**
 * Signs on with the tokens of a session of the same pool that another brand's site sent along: the person is the same,
 * the session is a new one. Both tokens are of one live session, and are good for this once.
 */
export const singleSignOn: Handler<'SingleSignOn'> = async (service, { IdToken, AccessToken }) => {
  const { tokens, request, at } = service;
  const [id, access] = await Promise.all([
    tokens.holds(IdToken, { use: 'id', at }),
    tokens.holds(AccessToken, { use: 'access', at }),
  ]);
  if (id === undefined || access === undefined || id.session !== access.session || id.sub !== access.sub)
    throw problems.wrongSignOn();
  if (!judge(request, 'session', id.state).may || !judge(request, 'account', id.account).may)
    throw problems.wrongSignOn();
  const user = await findUser(service, id.sub);
  if (user === undefined || !(await tokens.useUp([IdToken, AccessToken]))) throw problems.wrongSignOn();
  return { AuthenticationResult: await tokens.open(user, at) };
};
