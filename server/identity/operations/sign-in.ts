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
import type { Identity, Operation } from './operation.ts';

type Answer = Readonly<Record<string, unknown>>;

/** Begins a sign-in, or ends it at once with USER_PASSWORD_AUTH. */
export const initiateAuth: Operation = async (identity, request, at) => {
  checkClient(identity, request);
  const given = texts(request, 'AuthParameters');
  const flow = text(request, 'AuthFlow');
  if (flow === 'REFRESH_TOKEN_AUTH' || flow === 'REFRESH_TOKEN')
    return { AuthenticationResult: await identity.tokens.refresh(text(given, 'REFRESH_TOKEN'), at) };
  const username = text(given, 'USERNAME', 254);
  const subject = await findSubject(identity, username);
  if (flow === 'USER_SRP_AUTH') return proofChallenge(identity, subject, username, text(given, 'SRP_A'), 'finish', at);
  if (flow === 'USER_PASSWORD_AUTH') return byPassword(identity, subject, text(given, 'PASSWORD', 256), at);
  if (flow === 'CUSTOM_AUTH') {
    if (optionalText(given, 'CHALLENGE_NAME') === 'SRP_A')
      return proofChallenge(identity, subject, username, text(given, 'SRP_A'), 'code', at);
    return codeChallenge(identity, subject, username, at);
  }
  throw problems.parameter(`Unsupported AuthFlow ${flow.slice(0, 40)}`);
};

/** Goes on with a sign-in; the session of each answer is good for one request. */
export const respondToAuthChallenge: Operation = async (identity, request, at) => {
  checkClient(identity, request);
  const given = texts(request, 'ChallengeResponses');
  const challenge = await takeChallenge(identity, text(request, 'Session'), at);
  if (challenge.kind !== text(request, 'ChallengeName')) throw problems.wrongSession();
  const subject = await findSubject(identity, challenge.username);
  switch (challenge.kind) {
    case 'PASSWORD_VERIFIER':
      return answerProof(identity, subject, challenge, given, at);
    case 'CUSTOM_CHALLENGE':
      return answerCode(identity, subject, challenge, given, at);
    case 'NEW_PASSWORD_REQUIRED': {
      const password = text(given, 'NEW_PASSWORD', 256);
      checkPassword(password);
      await setPassword(identity, subject.id, password, at, 'CONFIRMED');
      const { user } = await findSubject(identity, subject.id);
      if (user === undefined) throw problems.wrongSession();
      return finish(identity, user, at);
    }
  }
};

async function proofChallenge(
  identity: Identity,
  subject: Subject,
  username: string,
  A: string,
  next: 'finish' | 'code',
  at: Date,
): Promise<Answer> {
  if (!isUsablePublic(A)) throw problems.parameter('SRP_A is not a usable public value.');
  const { b, B } = startExchange(subject.verifier);
  const secretBlock = randomBytes(64).toString('base64');
  const Session = await keepChallenge(
    identity,
    { kind: 'PASSWORD_VERIFIER', username, userId: subject.id, A, B, b, secretBlock, then: next },
    at,
  );
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: subject.salt,
      SECRET_BLOCK: secretBlock,
      SRP_B: B,
      USERNAME: subject.id,
      USER_ID_FOR_SRP: subject.id,
    },
    Session,
  };
}

async function answerProof(
  identity: Identity,
  subject: Subject,
  challenge: Extract<Challenge, { kind: 'PASSWORD_VERIFIER' }>,
  given: Body,
  at: Date,
): Promise<Answer> {
  const { A, B, b, userId, secretBlock } = challenge;
  await beginAttempt(identity, subject.id, at);
  const proved = isProved({
    poolName: identity.poolName,
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
  if (challenge.then === 'finish') return finish(identity, subject.user, at);
  checkMaySignIn(subject.user);
  return codeChallenge(identity, subject, challenge.username, at);
}

async function byPassword(identity: Identity, subject: Subject, password: string, at: Date): Promise<Answer> {
  await beginAttempt(identity, subject.id, at);
  if (!isPassword(identity, subject, password) || subject.user === undefined) throw problems.wrongCredentials();
  return finish(identity, subject.user, at);
}

/** Whether it is the subject's password; for a stranger the same work, and no. */
export function isPassword(identity: Identity, subject: Subject, password: string): boolean {
  const digest = (hex: string): Buffer =>
    createHash('sha256')
      .update(BigInt(`0x${hex}`).toString(16))
      .digest();
  return (
    timingSafeEqual(
      digest(makeVerifier(identity.poolName, subject.id, password, subject.salt).verifier),
      digest(subject.verifier),
    ) && subject.user !== undefined
  );
}

async function codeChallenge(identity: Identity, subject: Subject, username: string, at: Date): Promise<Answer> {
  if (subject.user !== undefined) checkMaySignIn(subject.user);
  const { Destination, DeliveryMedium } = await sendCode(identity, subject, 'sign-in', at);
  return askForCode(
    identity,
    subject,
    { kind: 'CUSTOM_CHALLENGE', username, tries: 0 },
    { Destination, DeliveryMedium },
    at,
  );
}

async function askForCode(
  identity: Identity,
  subject: Subject,
  challenge: Challenge,
  shown: Answer,
  at: Date,
): Promise<Answer> {
  return {
    ChallengeName: 'CUSTOM_CHALLENGE',
    ChallengeParameters: { ...shown, USERNAME: subject.id },
    Session: await keepChallenge(identity, challenge, at),
  };
}

async function answerCode(
  identity: Identity,
  subject: Subject,
  challenge: Extract<Challenge, { kind: 'CUSTOM_CHALLENGE' }>,
  given: Body,
  at: Date,
): Promise<Answer> {
  try {
    await useCode(identity, subject, 'sign-in', text(given, 'ANSWER', 20), at);
  } catch (error) {
    const mayTryAgain = error instanceof IdentityProblem && error.type === 'CodeMismatchException';
    if (!mayTryAgain) throw error instanceof IdentityProblem ? problems.wrongCredentials() : error;
    return askForCode(identity, subject, { ...challenge, tries: challenge.tries + 1 }, { wrong: 'true' }, at);
  }
  if (subject.user === undefined) throw problems.wrongCredentials();
  return finish(identity, subject.user, at);
}

async function finish(identity: Identity, user: User, at: Date): Promise<Answer> {
  await forgiveAttempts(identity, user.sub);
  if (user.status === 'FORCE_CHANGE_PASSWORD' && user.enabled) {
    const Session = await keepChallenge(identity, { kind: 'NEW_PASSWORD_REQUIRED', username: user.sub }, at);
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
  return { AuthenticationResult: await identity.tokens.open(user, at), ChallengeParameters: {} };
}
