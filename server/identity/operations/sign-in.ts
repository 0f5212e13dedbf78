/** Signing in: by password proof, by password, or by a code that is sent. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { beginAttempt, forgiveAttempts } from '../attempts.ts';
import { keepChallenge, takeChallenge } from '../challenges.ts';
import type { Challenge } from '../challenges.ts';
import { sendCode, useCode } from '../codes.ts';
import { checkPassword, setPassword } from '../passwords.ts';
import { IdentityProblem, problems } from '../problems.ts';
import { optionalText, text, texts } from '../request.ts';
import type { Body } from '../request.ts';
import { isProved, isUsablePublic, makeVerifier, startExchange } from '../srp.ts';
import { checkMaySignIn, findSubject } from '../users.ts';
import type { Subject, User } from '../users.ts';
import { checkClient } from './operation.ts';
import type { IdentityAction, Service } from './operation.ts';

type Answer = Readonly<Record<string, unknown>>;
/** Who signs in, under the name that was given. */
interface Attempt {
  readonly subject: Subject;
  readonly username: string;
}
type ChallengeOf<Kind extends Challenge['kind']> = Extract<Challenge, { kind: Kind }>;

/** Begins a sign-in, or ends it at once with USER_PASSWORD_AUTH. */
export const initiateAuth: IdentityAction = async (service, request) => {
  checkClient(service, request);
  const given = texts(request, 'AuthParameters');
  const flow = text(request, 'AuthFlow');
  if (flow === 'REFRESH_TOKEN_AUTH' || flow === 'REFRESH_TOKEN')
    return { AuthenticationResult: await service.tokens.refresh(text(given, 'REFRESH_TOKEN'), service.at) };
  const username = text(given, 'USERNAME', 254);
  const attempt = { subject: await findSubject(service, username), username };
  if (flow === 'USER_SRP_AUTH') return proofChallenge(service, attempt, { A: text(given, 'SRP_A'), then: 'finish' });
  if (flow === 'USER_PASSWORD_AUTH') return byPassword(service, attempt.subject, text(given, 'PASSWORD', 256));
  if (flow === 'CUSTOM_AUTH') {
    if (optionalText(given, 'CHALLENGE_NAME') === 'SRP_A')
      return proofChallenge(service, attempt, { A: text(given, 'SRP_A'), then: 'code' });
    return codeChallenge(service, attempt);
  }
  throw problems.parameter(`Unsupported AuthFlow ${flow.slice(0, 40)}`);
};

/** Goes on with a sign-in; the session of each answer is good for one request. */
export const respondToAuthChallenge: IdentityAction = async (service, request) => {
  checkClient(service, request);
  const given = texts(request, 'ChallengeResponses');
  const challenge = await takeChallenge(service, text(request, 'Session'));
  if (challenge.kind !== text(request, 'ChallengeName')) throw problems.wrongSession();
  const subject = await findSubject(service, challenge.username);
  switch (challenge.kind) {
    case 'PASSWORD_VERIFIER':
      return answerProof(service, subject, { challenge, given });
    case 'CUSTOM_CHALLENGE':
      return answerCode(service, subject, { challenge, given });
    case 'NEW_PASSWORD_REQUIRED': {
      const password = text(given, 'NEW_PASSWORD', 256);
      checkPassword(password);
      if (subject.user === undefined) throw problems.wrongSession();
      await setPassword(service, subject, { password, status: 'CONFIRMED' });
      return finish(service, { ...subject.user, status: 'CONFIRMED' });
    }
  }
};

async function proofChallenge(
  service: Service,
  { subject, username }: Attempt,
  { A, then }: { readonly A: string; readonly then: 'finish' | 'code' },
): Promise<Answer> {
  if (!isUsablePublic(A)) throw problems.parameter('SRP_A is not a usable public value.');
  const { b, B } = startExchange(subject.verifier);
  const secretBlock = randomBytes(64).toString('base64');
  const kept = { kind: 'PASSWORD_VERIFIER', username, userId: subject.id, A, B, b, secretBlock, then } as const;
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: subject.salt,
      SECRET_BLOCK: secretBlock,
      SRP_B: B,
      USERNAME: subject.id,
      USER_ID_FOR_SRP: subject.id,
    },
    Session: await keepChallenge(service, kept),
  };
}

async function answerProof(
  service: Service,
  subject: Subject,
  { challenge, given }: { readonly challenge: ChallengeOf<'PASSWORD_VERIFIER'>; readonly given: Body },
): Promise<Answer> {
  const { A, B, b, userId, secretBlock, username } = challenge;
  await beginAttempt(service, subject.id);
  const proved = isProved({
    poolName: service.poolName,
    userId,
    A,
    B,
    b,
    verifier: subject.verifier,
    secretBlock,
    timestamp: text(given, 'TIMESTAMP', 60),
    signature: text(given, 'PASSWORD_CLAIM_SIGNATURE', 100),
  });
  if (!proved || subject.user === undefined || text(given, 'PASSWORD_CLAIM_SECRET_BLOCK', 200) !== secretBlock)
    throw problems.wrongCredentials();
  if (challenge.then === 'finish') return finish(service, subject.user);
  checkMaySignIn(subject.user);
  return codeChallenge(service, { subject, username });
}

async function byPassword(service: Service, subject: Subject, password: string): Promise<Answer> {
  await beginAttempt(service, subject.id);
  if (!isPassword(service, subject, password) || subject.user === undefined) throw problems.wrongCredentials();
  return finish(service, subject.user);
}

/** Whether it is the subject's password; for a stranger the same work, and no. */
export function isPassword(service: Service, subject: Subject, password: string): boolean {
  const digest = (hex: string): Buffer =>
    createHash('sha256')
      .update(BigInt(`0x${hex}`).toString(16))
      .digest();
  const { poolName } = service;
  const verifier = makeVerifier({ poolName, userId: subject.id, password, salt: subject.salt });
  return timingSafeEqual(digest(verifier), digest(subject.verifier)) && subject.user !== undefined;
}

async function codeChallenge(service: Service, { subject, username }: Attempt): Promise<Answer> {
  const { Destination, DeliveryMedium } = await sendCode(service, subject, { purpose: 'sign-in' });
  return askForCode(service, subject, { username, shown: { Destination, DeliveryMedium } });
}

async function askForCode(
  service: Service,
  subject: Subject,
  { username, shown }: { readonly username: string; readonly shown: Answer },
): Promise<Answer> {
  return {
    ChallengeName: 'CUSTOM_CHALLENGE',
    ChallengeParameters: { ...shown, USERNAME: subject.id },
    Session: await keepChallenge(service, { kind: 'CUSTOM_CHALLENGE', username }),
  };
}

async function answerCode(
  service: Service,
  subject: Subject,
  { challenge, given }: { readonly challenge: ChallengeOf<'CUSTOM_CHALLENGE'>; readonly given: Body },
): Promise<Answer> {
  try {
    await useCode(service, subject, { purpose: 'sign-in', code: text(given, 'ANSWER', 20) });
  } catch (error) {
    const mayTryAgain = error instanceof IdentityProblem && error.type === 'CodeMismatchException';
    if (!mayTryAgain) throw error instanceof IdentityProblem ? problems.wrongCredentials() : error;
    return askForCode(service, subject, { username: challenge.username, shown: { wrong: 'true' } });
  }
  if (subject.user === undefined) throw problems.wrongCredentials();
  return finish(service, subject.user);
}

async function finish(service: Service, user: User): Promise<Answer> {
  await forgiveAttempts(service, user.sub);
  if (user.status === 'FORCE_CHANGE_PASSWORD' && user.enabled) {
    const Session = await keepChallenge(service, { kind: 'NEW_PASSWORD_REQUIRED', username: user.email });
    return {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      ChallengeParameters: {
        USER_ID_FOR_SRP: user.sub,
        requiredAttributes: '[]',
        userAttributes: JSON.stringify({ email: user.email }),
      },
      Session,
    };
  }
  checkMaySignIn(user);
  return { AuthenticationResult: await service.tokens.open(user, service.at), ChallengeParameters: {} };
}
