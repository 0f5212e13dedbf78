/** The only file that knows aws-amplify; loaded lazily. */
import { Amplify } from 'aws-amplify';
import {
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  decodeJWT,
  fetchAuthSession,
  fetchUserAttributes,
  resendSignUpCode,
  resetPassword,
  signIn,
  signOut,
  signUp,
  type SignInInput,
  type SignUpInput,
} from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger } from 'aws-amplify/utils';
import type { Person } from './person.ts';
import type { KeyValue } from './ports.ts';

export interface Provider {
  signUp(input: SignUpInput): Promise<void>;
  readonly confirmSignUp: typeof confirmSignUp;
  /** Signs in who signed up in this document; false: somebody else did, or the provider wants another step first. */
  autoSignIn(username: string): Promise<boolean>;
  /** Whether the password of who signed up in this document is in memory still. */
  holdsPassword(): boolean;
  readonly resendSignUpCode: typeof resendSignUpCode;
  readonly signIn: typeof signIn;
  /** Answers what the provider asks before it signs in: a code. */
  readonly confirmSignIn: typeof confirmSignIn;
  signOut(): Promise<void>;
  /** The session is kept here no longer, and goes on where its tokens are. */
  forget(): Promise<void>;
  readonly resetPassword: typeof resetPassword;
  readonly confirmResetPassword: typeof confirmResetPassword;
  /** What the provider keeps of whoever is signed in, by the names of its attributes. */
  readonly fetchUserAttributes: typeof fetchUserAttributes;
  /** Goes on with tokens that the provider gave by another way than this library's. */
  take(tokens: Given): Promise<void>;
  /** The session of this tab, refreshed by the provider when its token ran out, or because it is asked to. */
  session(forceRefresh?: boolean): Promise<Person | undefined>;
}

/** Tokens as the protocol gives them (AuthenticationResult). */
export interface Given {
  readonly IdToken: string;
  readonly AccessToken: string;
  readonly RefreshToken: string;
}

/** Configures the provider for one pool; tokens live in the tab's storage, not in localStorage (safety guide, 7). */
export function openProvider(
  pool: { userPoolId: string; clientId: string; endpoint: string },
  storage: KeyValue,
  keptUnder: string,
): Provider {
  ConsoleLogger.LOG_LEVEL = 'ERROR'; // it warns of every endpoint that is not the provider's own
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: pool.userPoolId,
        userPoolClientId: pool.clientId,
        userPoolEndpoint: pool.endpoint,
        loginWith: { email: true },
      },
    },
  });
  const keys = new Set<string>(JSON.parse(storage.get(`${keptUnder}keys`) ?? '[]') as string[]);
  const remember = (): boolean => storage.set(`${keptUnder}keys`, JSON.stringify([...keys]));
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => {
      keys.add(key);
      remember();
      storage.set(key, value);
    },
    getItem: async (key) => storage.get(key) ?? null,
    removeItem: async (key) => {
      keys.delete(key);
      remember();
      storage.remove(key);
    },
    clear: async () => {
      for (const key of keys) storage.remove(key);
      keys.clear();
      remember();
    },
  });
  // By it a pool's trigger knows to which session new tokens belong: what that was raised to goes into them.
  cognitoUserPoolsTokenProvider.tokenOrchestrator.setClientMetadataProvider(async () => {
    const kept = await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens();
    const session = kept?.accessToken.payload['origin_jti'];
    return typeof session === 'string' ? { session } : {};
  });
  let signedUp: SignInInput | undefined;
  return {
    async signUp(input) {
      await signUp(input);
      signedUp = { username: input.username, ...(input.password !== undefined && { password: input.password }) };
    },
    confirmSignUp,
    // Not the library's: of two calls within 300 ms it never answers the second, it knows no documents, and it leaves a
    // timer of three minutes behind.
    async autoSignIn(username) {
      const person = signedUp;
      signedUp = undefined;
      return person?.username === username && (await signIn(person)).isSignedIn;
    },
    holdsPassword: () => signedUp?.password !== undefined,
    resendSignUpCode,
    signIn,
    confirmSignIn,
    async signOut() {
      signedUp = undefined;
      await signOut();
    },
    forget: () => cognitoUserPoolsTokenProvider.tokenOrchestrator.clearTokens(),
    resetPassword,
    confirmResetPassword,
    fetchUserAttributes,
    async take({ IdToken, AccessToken, RefreshToken }) {
      const accessToken = decodeJWT(AccessToken);
      const { username } = accessToken.payload;
      await cognitoUserPoolsTokenProvider.tokenOrchestrator.setTokens({
        tokens: {
          accessToken,
          idToken: decodeJWT(IdToken),
          refreshToken: RefreshToken,
          clockDrift: 0,
          username: typeof username === 'string' ? username : '',
        },
      });
    },
    async session(forceRefresh = false) {
      const { tokens } = await fetchAuthSession({ forceRefresh }).catch(notBrought);
      const token = tokens?.idToken;
      if (token === undefined) return undefined;
      const accessToken = tokens?.accessToken.toString();
      return {
        // No trigger of a pool may write `acr`: what a session was raised to comes by another name.
        claims: {
          ...token.payload,
          ...(token.payload['assurance'] !== undefined && { acr: token.payload['assurance'] }),
        },
        token: token.toString(),
        expires: token.payload.exp ?? 0,
        ...(accessToken !== undefined && { accessToken }),
      };
    },
  };
}

/** What no network brings throws a `TypeError`, as a module does. */
function notBrought(error: unknown): never {
  throw error instanceof Error && error.name === 'NetworkError' ? new TypeError(error.message) : error;
}
