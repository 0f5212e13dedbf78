/**
 * What stands behind the Lambda triggers of a user pool elsewhere: the same that this server's own service does around
 * signing up and in. Events and answers are of the types the vendor publishes (@types/aws-lambda).
 */
import type {
  CreateAuthChallengeTriggerEvent,
  CustomMessageTriggerEvent,
  DefineAuthChallengeTriggerEvent,
  PostAuthenticationTriggerEvent,
  PostConfirmationTriggerEvent,
  PreAuthenticationTriggerEvent,
  PreSignUpTriggerEvent,
  PreTokenGenerationTriggerEvent,
  VerifyAuthChallengeResponseTriggerEvent,
} from 'aws-lambda';
import { groupsThat } from '../../../contract/groups.ts';
import { codeText, receiverOf, sendCode, useCode, type Receiver } from '../codes.ts';
import type { Admin } from '../directory.ts';
import { take } from '../limits.ts';
import { failAsTyped } from '../own-triggers.ts';
import type { Ground } from '../pool.ts';
import { IdentityProblem, problems } from '../problems.ts';
import { requests } from '../requests.ts';
import { addressOf, checkWritable, enrolls, labelOf } from '../users.ts';
import type { Sessions } from './sessions.ts';

/** Every event that is answered. */
type TriggerEvent =
  | CreateAuthChallengeTriggerEvent
  | CustomMessageTriggerEvent
  | DefineAuthChallengeTriggerEvent
  | PostAuthenticationTriggerEvent
  | PostConfirmationTriggerEvent
  | PreAuthenticationTriggerEvent
  | PreSignUpTriggerEvent
  | PreTokenGenerationTriggerEvent
  | VerifyAuthChallengeResponseTriggerEvent;
type Source = TriggerEvent['triggerSource'];
/** The events of a source; the vendor's types name it in each. */
type Of<S extends Source> = Extract<TriggerEvent, { readonly triggerSource: S }>;
type Answers = { readonly [S in Source]?: (event: Of<S>) => Promise<Of<S>['response']> };

/** The trigger fails, for this reason: the pool tells the client `<trigger> failed with error <reason>.` */
export class TriggerFails extends Error {}

/** Wrong codes of one sign-in. */
const mostWrong = 3;
/** The claim by which a page learns what its session was raised to: `acr` is the pool's own to write. */
const assuranceClaim = 'assurance';

/** @returns what answers an event of each source; undefined for a source that is not answered */
export function createTriggers(
  ground: Ground,
  { admin, sessions }: { readonly admin: Admin; readonly sessions: Sessions },
  clock: () => Date,
): (event: { readonly triggerSource: string }) => Promise<object> | undefined {
  const at = () => ({ ...ground, at: clock() });
  const asking = () => ({ ...at(), request: requests['InitiateAuth CUSTOM_AUTH'] });
  const answering = () => ({ ...at(), request: requests['RespondToAuthChallenge CUSTOM_CHALLENGE'] });

  /** Whom a code is for; of an address that nobody has the same is done, and nothing sent. */
  async function receiver({
    userName,
    request,
  }: CreateAuthChallengeTriggerEvent | VerifyAuthChallengeResponseTriggerEvent) {
    const person = request.userNotFound === true ? undefined : await admin.find(userName);
    return person === undefined ? strangerOf(ground, userName) : receiverOf(person);
  }

  async function preSignUp({ request: { userAttributes } }: Of<'PreSignUp_SignUp'>) {
    const { email: given = '', ...others } = userAttributes;
    const email = addressOf(given);
    checkWritable(others, 'signUp');
    if (!(await take(at(), ground.cipher.blindIndex('address', email), 'toldOfAddress'))) throw problems.limit();
    failAsTyped(ground, 'PreSignUp', email);
    const known = await admin.find(email);
    const label = known && labelOf(known);
    if (label !== undefined) throw new TriggerFails(label);
    return { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false };
  }

  const messageOf =
    (purpose: 'sign-up' | 'reset' | 'change-email' | 'sign-in') =>
    async ({ request: { userAttributes, codeParameter } }: CustomMessageTriggerEvent) => {
      const text = codeText(ground, { purpose, code: codeParameter, target: userAttributes['email'] ?? '' });
      return { emailSubject: 'Your verification code', emailMessage: text, smsMessage: text };
    };
  const raised = async ({ request: { userAttributes, clientMetadata } }: PreTokenGenerationTriggerEvent) => {
    const session = clientMetadata?.['session'];
    const level = session === undefined ? 1 : await sessions.assuranceOf(session, userAttributes['sub'] ?? '');
    return { claimsOverrideDetails: level > 1 ? { claimsToAddOrOverride: { [assuranceClaim]: String(level) } } : {} };
  };

  const answers: Answers = {
    PreSignUp_SignUp: preSignUp,
    // By this server, or by whoever runs the pool.
    PreSignUp_AdminCreateUser: async ({ response }) => response,
    async PostConfirmation_ConfirmSignUp({ request: { userAttributes }, userName, response }) {
      for (const group of groupsThat('newcomers')) await admin.addToGroup(userName, group);
      failAsTyped(ground, 'PostConfirmation', userAttributes['email'] ?? '');
      return response;
    },
    PostConfirmation_ConfirmForgotPassword: async ({ response }) => response,
    async PreAuthentication_Authentication({ request: { userAttributes, userNotFound }, userName, response }) {
      if (userNotFound === true) return response;
      failAsTyped(ground, 'PreAuthentication', userAttributes['email'] ?? '');
      const person = await admin.find(userName);
      if (person !== undefined && enrolls(person.groups)) throw new TriggerFails(problems.wrongCredentials().message);
      return response;
    },
    PostAuthentication_Authentication: async ({ response }) => response,
    async DefineAuthChallenge_Authentication({ request: { session, userNotFound } }) {
      const last = session.at(-1);
      const codes = session.filter(({ challengeName }) => challengeName === 'CUSTOM_CHALLENGE');
      if (codes.at(-1)?.challengeResult === true && userNotFound !== true)
        return { issueTokens: true, failAuthentication: false };
      // A password first, where the client asks for both: the pool proves it, and then a code is asked for.
      const isProved = session.every(
        ({ challengeName, challengeResult }) => challengeResult || challengeName === 'CUSTOM_CHALLENGE',
      );
      if (!isProved || codes.length >= mostWrong) return { issueTokens: false, failAuthentication: true };
      const challengeName = last?.challengeName === 'SRP_A' ? 'PASSWORD_VERIFIER' : 'CUSTOM_CHALLENGE';
      return { issueTokens: false, failAuthentication: false, challengeName };
    },
    async CreateAuthChallenge_Authentication(event) {
      const { session } = event.request;
      // A code that was wrong is asked for once more: no other one is sent.
      const shown =
        session.at(-1)?.challengeName === 'CUSTOM_CHALLENGE'
          ? { wrong: 'true' }
          : await sendCode(asking(), await receiver(event)).then(({ Destination, DeliveryMedium }) => ({
              Destination,
              DeliveryMedium,
            }));
      // What is right stands here, in the database.
      return { publicChallengeParameters: shown, privateChallengeParameters: {}, challengeMetadata: 'CODE' };
    },
    async VerifyAuthChallengeResponse_Authentication(event) {
      try {
        await useCode(answering(), await receiver(event), event.request.challengeAnswer.trim());
        return { answerCorrect: true };
      } catch (error) {
        if (error instanceof IdentityProblem) return { answerCorrect: false };
        throw error;
      }
    },
    CustomMessage_SignUp: messageOf('sign-up'),
    CustomMessage_ResendCode: messageOf('sign-up'),
    CustomMessage_ForgotPassword: messageOf('reset'),
    CustomMessage_UpdateUserAttribute: messageOf('change-email'),
    CustomMessage_VerifyUserAttribute: messageOf('change-email'),
    CustomMessage_Authentication: messageOf('sign-in'),
    TokenGeneration_Authentication: raised,
    TokenGeneration_NewPasswordChallenge: raised,
    TokenGeneration_RefreshTokens: raised,
  };
  return (event) => {
    const { triggerSource: source } = event;
    // The source says which event it is, in the vendor's types too.
    const answer = Object.hasOwn(answers, source)
      ? (answers[source as Source] as (one: unknown) => Promise<object>)
      : undefined;
    return answer?.(event).catch((error: unknown) => {
      throw error instanceof IdentityProblem ? new TriggerFails(reasonOf(error)) : error;
    });
  };
}

/** The pool puts the rest of the sentence around it. */
const reasonOf = ({ message }: IdentityProblem): string =>
  /^\w+ failed with error (.*)\.$/s.exec(message)?.[1] ?? message;

function strangerOf({ cipher }: Ground, name: string): Receiver {
  const email = name.trim().toLowerCase();
  return { id: `stranger:${cipher.blindIndex('address', email)}`, state: 'NONE', email, user: undefined };
}
