/**
 * Who the person is: sign-up, sign-in, tokens. The provider's library is loaded with the first call that needs it (36
 * kB that no first page waits for).
 */
import type { Json, JsonObject } from '../core/facts.ts';
import type { Boot } from '../../contract/boot.ts';
import type { IdentityAction, Operation, Outcome } from '../../contract/operation.ts';
import { translate } from './outcome.ts';
import type { KeyValue } from './ports.ts';
import type { Provider } from './amplify.ts';
import type { Person } from './person.ts';

export interface Identity {
  /** Performs an identity operation. `ended` tells that the session began or ended with it. */
  perform(operation: Operation, input: JsonObject): Promise<Outcome>;
  /** The person signed in now, with a token that still holds (refreshed when it must be), or undefined. */
  person(): Promise<Person | undefined>;
  /** The last person known, without waiting; for a request while the page goes away. */
  lastPerson(): Person | undefined;
  /** Asks for a new token: the one of now says less than the session is by now. */
  renew(): Promise<void>;
  signOut(): Promise<void>;
}

/** Prefix of everything the provider keeps on the device; gone with the tab. */
const KEPT_UNDER = 'CognitoIdentityServiceProvider.';
/** Marks that this tab has signed in, so that a page for a stranger never loads the provider. */
const SIGNED_IN = 'waymark.signed-in';

type Action = (provider: Provider, input: Words) => Promise<Json | undefined>;
interface Words {
  readonly email: string;
  readonly password: string;
  readonly code: string;
  readonly attributes: Readonly<Record<string, string>>;
}
/** The identity provider answered with a next step instead of a session; named like the exception it stands for. */
class NotDone extends Error {
  constructor(name: string) {
    super(`The identity provider wants another step first: ${name}`);
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

const actions: Readonly<Record<IdentityAction, Action>> = {
  signUp: async (provider, { email, password, attributes }) => {
    await provider.signUp({
      username: email,
      password,
      options: { userAttributes: { email, ...attributes }, autoSignIn: true },
    });
    return undefined;
  },
  confirmSignUp: async (provider, { email, code }) => {
    const confirmed = await provider.confirmSignUp({ username: email, confirmationCode: code });
    // After a reload the password is gone from memory: the email is confirmed, but the person must sign in.
    if (confirmed.nextStep.signUpStep !== 'COMPLETE_AUTO_SIGN_IN') throw new NotDone('NotAuthorizedException');
    await provider.autoSignIn().catch(afterConfirming);
    return undefined;
  },
  resendCode: async (provider, { email }) => {
    await provider.resendSignUpCode({ username: email });
    return undefined;
  },
  signIn: async (provider, { email, password }) => {
    await provider.signOut();
    const { isSignedIn, nextStep } = await provider.signIn({ username: email, password });
    if (!isSignedIn)
      throw new NotDone(nextStep.signInStep === 'CONFIRM_SIGN_UP' ? 'UserNotConfirmedException' : nextStep.signInStep);
    return undefined;
  },
  signOut: async (provider) => {
    await provider.signOut();
    return undefined;
  },
  forgotPassword: async (provider, { email }) => {
    await provider.resetPassword({ username: email });
    return undefined;
  },
  confirmForgotPassword: async (provider, { email, password, code }) => {
    // The link's code left the address and was in memory only: after a reload there is none.
    if (email === '' || code === '') throw new NotDone('CodeMismatchException');
    await provider.confirmResetPassword({ username: email, confirmationCode: code, newPassword: password });
    return undefined;
  },
};

/**
 * @param load brings the provider's library, configured for this page
 * @param storage of the tab; holds the provider's tokens and nothing else of ours
 */
export function createIdentity(storage: KeyValue, now: () => number, load: () => Promise<Provider>): Identity {
  let provider: Promise<Provider> | undefined;
  let last: Person | undefined;
  /** Sign-outs so far: what was asked before one says nothing of who is here after it. */
  let signOuts = 0;
  const ready = (): Promise<Provider> => (provider ??= load());

  async function person(): Promise<Person | undefined> {
    if (last !== undefined && last.expires - 60 > now() / 1000) return last;
    if (storage.get(SIGNED_IN) === undefined) return undefined;
    const asked = signOuts;
    const found = await (await ready()).session();
    if (asked !== signOuts) return person();
    last = found;
    if (last === undefined) storage.remove(SIGNED_IN);
    return last;
  }

  return {
    async perform(operation, input) {
      if (operation.action === undefined)
        throw new Error(
          `The operation ${operation.name} has no action: it describes requests, and no page performs it.`,
        );
      try {
        const value = await actions[operation.action](await ready(), words(input));
        last = undefined;
        storage.set(SIGNED_IN, '1');
        if ((await person()) === undefined) storage.remove(SIGNED_IN);
        return value === undefined ? { name: 'ok' } : { name: 'ok', value };
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        return translate(
          operation,
          error.name === 'NetworkError'
            ? { kind: 'none', why: 'offline' }
            : error.name === 'TimeoutError'
              ? { kind: 'none', why: 'late' }
              : { kind: 'thrown', name: error.name, message: error.message },
        );
      }
    },
    person,
    lastPerson: () => last,
    async renew() {
      const asked = signOuts;
      const found = await (await ready()).session(true);
      if (asked === signOuts) last = found;
    },
    async signOut() {
      signOuts += 1;
      last = undefined;
      storage.remove(SIGNED_IN);
      await (await ready()).signOut();
    },
  };
}

function words(input: JsonObject): Words {
  const word = (name: string): string => (typeof input[name] === 'string' ? input[name] : '');
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries((input['attributes'] ?? {}) as JsonObject))
    if (typeof value === 'string') attributes[name] = value;
  return {
    email: word('email').trim().toLowerCase(),
    password: word('password'),
    code: word('code').trim(),
    attributes,
  };
}

/** How the provider's library is brought and configured for a boot. */
export function loadProvider(boot: Boot, storage: KeyValue, origin: string): () => Promise<Provider> {
  return async () =>
    (await import('./amplify.ts')).openProvider(
      { ...boot.identity, endpoint: new URL(boot.identity.endpoint, origin).href },
      storage,
      KEPT_UNDER,
    );
}
