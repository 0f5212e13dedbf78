/** What is asked of the identity provider by each action: of its library, or of its protocol. */
import type { Json, JsonObject } from '../core/facts.ts';
import type { IdentityAction } from '../../contract/operation.ts';
import { actorOf, attributesIn } from '../../contract/person.ts';
import { isObject } from '../core/index.ts';
import type { Given, Provider } from './amplify.ts';
import { authentication, forgetAuthentication, updateAuthentication, type LoggingIn } from './authentication.ts';
import { impersonated, keepImpersonated } from './impersonation.ts';
import type { Answer } from './outcome.ts';
import type { Person } from './person.ts';
import type { KeyValue } from './ports.ts';

/** What an action works with. */
interface Tools {
  readonly provider: Provider;
  readonly request: Request;
  readonly device: KeyValue;
  readonly tab: KeyValue;
  isAwaited(): boolean;
}
/** Makes a request of the protocol that the provider's library does not know. */
export type Request = (name: string, body: JsonObject) => Promise<Answer>;
type Action = (tools: Tools, input: Words) => Promise<Json | undefined>;
interface Words {
  /** Tokens that the address brought. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly email: string;
  readonly password: string;
  readonly code: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** What a call brings, as it is. */
  readonly given: JsonObject;
}
/** The identity provider answered with a next step instead of a session; named like the exception it stands for. */
class NotDone extends Error {
  constructor(name: string) {
    super(`The identity provider wants another step first: ${name}`);
    this.name = name;
  }
}
/** The identity provider refused a request, or did not answer it; named like its exception, in its own words. */
class Refused extends Error {
  constructor(name: string, message = name) {
    super(message);
    this.name = name;
  }
}

/**
 * The code was right and the password of this page is not the account's: two sign-ups chose different ones, and neither
 * was taken.
 * Nobody can sign in before a new one is set.
 */
function afterConfirming(error: unknown): never {
  const isRefused = error instanceof Error && error.name === 'NotAuthorizedException';
  throw isRefused ? new NotDone('PasswordResetRequiredException') : error;
}

/** The access token of whoever is signed in. @throws NotDone when nobody is */
async function accessToken({ provider }: Tools): Promise<string> {
  const token = (await provider.session())?.accessToken;
  if (token === undefined) throw new NotDone('NotAuthorizedException');
  return token;
}

/** The email of whoever is signed in themselves: of the administrator where one acts for somebody. */
function adminIn(person: Person | undefined): string | undefined {
  const own = person?.claims['email'];
  return (person && actorOf(person.claims)?.email) ?? (typeof own === 'string' ? own : undefined);
}

/** Who signs out leaves nothing in the tab, nor on the device of whom they acted for. */
export async function forget(tab: KeyValue, device: KeyValue, person: Person | undefined): Promise<void> {
  forgetAuthentication(tab);
  await forgetImpersonated(device, person);
}

/** Who stops acting for a customer, or signs out, leaves nothing of them on the device. */
async function forgetImpersonated(device: KeyValue, person: Person | undefined): Promise<void> {
  const admin = adminIn(person);
  if (admin !== undefined) await keepImpersonated(device, admin, undefined);
}

/** How far each tab's provider is with logging in. */
const attempts = new WeakMap<Provider, Omit<LoggingIn, 'transient'>>();
const loggingInOf = (provider: Provider): LoggingIn => ({
  ...(attempts.get(provider) ?? { isAuthenticating: false, error: null }),
  transient: provider.holdsPassword(),
});
/**
 * An action that logs somebody in: what the tab kept of the one before is gone, and the auth session tells that it is
 * under way, and by what it was refused (behaviour.signIn.start).
 */
const logsIn =
  (action: Action): Action =>
  async (tools, input) => {
    forgetAuthentication(tools.tab);
    attempts.set(tools.provider, { isAuthenticating: true, error: null });
    try {
      const value = await action(tools, input);
      attempts.set(tools.provider, { isAuthenticating: false, error: null });
      return value;
    } catch (error) {
      const name = error instanceof Error ? error.name : 'UnknownError';
      attempts.set(tools.provider, { isAuthenticating: false, error: name });
      throw error;
    }
  };

const actions: Readonly<Record<IdentityAction, Action>> = {
  signUp: async ({ provider }, { email, password, attributes }) => {
    await provider.signUp({
      username: email,
      password,
      options: { userAttributes: { email, ...attributes } },
    });
    return undefined;
  },
  confirmSignUp: logsIn(async ({ provider }, { email, code }) => {
    await provider.confirmSignUp({ username: email, confirmationCode: code });
    // After a reload the password is gone from memory: the email is confirmed, but the person must sign in.
    if (!(await provider.autoSignIn(email).catch(afterConfirming))) throw new NotDone('NotAuthorizedException');
    return undefined;
  }),
  resendCode: async ({ provider }, { email }) => {
    await provider.resendSignUpCode({ username: email });
    return undefined;
  },
  signIn: logsIn(async ({ provider }, { email, password }) => {
    await provider.signOut();
    const { isSignedIn, nextStep } = await provider.signIn({ username: email, password });
    if (!isSignedIn)
      throw new NotDone(nextStep.signInStep === 'CONFIRM_SIGN_UP' ? 'UserNotConfirmedException' : nextStep.signInStep);
    return undefined;
  }),
  singleSignOn: logsIn(async ({ provider, request, isAwaited }, { tokens }) => {
    await provider.signOut();
    const { AuthenticationResult: given } = answered(
      await request('SingleSignOn', {
        IdToken: tokens['id_token'] ?? '',
        AccessToken: tokens['access_token'] ?? '',
      }),
    );
    // The page that waited has told the person that they are not signed on, and has gone.
    if (!isAwaited()) throw new NotDone('TooLate');
    await provider.take(given as unknown as Given);
    return undefined;
  }),
  attributes: async ({ provider }) => {
    const { email, ...others } = await provider.fetchUserAttributes();
    return { ...attributesIn(others), ...(email !== undefined && { email }) };
  },
  // The tokens of the session are another person's from now on; the ones of before are refused.
  actAs: async (tools, { email }) => {
    const admin = adminIn(await tools.provider.session());
    answered(await tools.request('ActAs', { AccessToken: await accessToken(tools), Username: email }));
    await tools.provider.session(true);
    if (admin !== undefined) await keepImpersonated(tools.device, admin, email);
    return undefined;
  },
  stopActing: async (tools) => {
    await forgetImpersonated(tools.device, await tools.provider.session());
    answered(await tools.request('StopActing', { AccessToken: await accessToken(tools) }));
    await tools.provider.session(true);
    return undefined;
  },
  impersonated: async ({ provider, device }) => {
    const admin = adminIn(await provider.session());
    return { email: (admin === undefined ? undefined : await impersonated(device, admin)) ?? null };
  },
  authentication: async ({ provider, tab }) => {
    // As it is when it is asked: a log-in under way may have come to its end before the session is read.
    const loggingIn = loggingInOf(provider);
    return { ...authentication(tab, await provider.session(), loggingIn) };
  },
  updateAuthentication: async ({ provider, tab }, { given }) => {
    const person = await provider.session();
    updateAuthentication(tab, person, given);
    const { isReturningCustomer } = authentication(tab, person, loggingInOf(provider));
    return { isReturningCustomer };
  },
  signOut: async ({ provider }) => {
    await provider.signOut();
    return undefined;
  },
  forgotPassword: async ({ provider }, { email }) => {
    await provider.resetPassword({ username: email });
    return undefined;
  },
  confirmForgotPassword: async ({ provider }, { email, password, code }) => {
    // The link's code left the address and was in memory only: after a reload there is none.
    if (email === '' || code === '') throw new NotDone('CodeMismatchException');
    await provider.confirmResetPassword({ username: email, confirmationCode: code, newPassword: password });
    return undefined;
  },
  sendSignInCode: async ({ provider }, { email }) => {
    await provider.signOut();
    const { nextStep } = await provider.signIn({ username: email, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } });
    if (nextStep.signInStep !== codeAsked) throw new NotDone(nextStep.signInStep);
    return undefined;
  },
  signInByCode: logsIn(async ({ provider }, { code }) => {
    const { isSignedIn, nextStep } = await provider.confirmSignIn({ challengeResponse: code });
    // Asked for once more: it was another code.
    if (!isSignedIn)
      throw new NotDone(nextStep.signInStep === codeAsked ? 'CodeMismatchException' : nextStep.signInStep);
    return undefined;
  }),
};

/** What the provider wants next of somebody who signs in by a code. */
const codeAsked = 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE';

/**
 * Performs an action; its value comes back, where it has one.
 * @throws what the provider throws, `NotDone` and `Refused`, each named like an exception of the provider
 */
export function act(action: IdentityAction, tools: Tools, input: JsonObject): Promise<Json | undefined> {
  return actions[action](tools, words(input));
}

/** What the protocol answered. @throws Refused, by the name of its problem; as without a network when none came */
function answered(answer: Answer): JsonObject {
  if ('why' in answer) throw new Refused(answer.why === 'offline' ? 'NetworkError' : 'TimeoutError');
  const body = answer.kind === 'http' && isObject(answer.body) ? answer.body : {};
  if (answer.kind === 'http' && answer.status === 200) return body;
  throw new Refused(String(body['__type'] ?? 'UnknownError'), String(body['message'] ?? ''));
}

/** What is said of a person who signs up, and the provider's name of it (entity.signUpAttributes). */
const signUpAttributes = {
  source: 'custom:source',
  brand: 'custom:brand',
  name: 'name',
  familyName: 'family_name',
  isPasswordless: 'custom:isPasswordless',
} as const;

function words(input: JsonObject): Words {
  const word = (name: string): string => (typeof input[name] === 'string' ? input[name] : '');
  const attributes: Record<string, string> = {};
  for (const [name, attribute] of Object.entries(signUpAttributes))
    if (input[name] !== undefined && input[name] !== null) attributes[attribute] = String(input[name]);
  const tokens: Record<string, string> = {};
  for (const [name, value] of Object.entries((input['tokens'] ?? {}) as JsonObject))
    if (typeof value === 'string') tokens[name] = value;
  return {
    tokens,
    email: word('email').trim().toLowerCase(),
    password: word('password'),
    code: word('code').trim(),
    attributes,
    given: input,
  };
}
