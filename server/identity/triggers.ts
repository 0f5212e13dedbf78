/**
 * What a user pool calls around signing up and in, as the vendor calls its Lambda triggers. The service does it itself;
 * where it plays a pool elsewhere, it asks whoever stands behind them there.
 */

/** Whom a trigger is about. */
export interface TriggerUser {
  readonly sub: string;
  readonly email: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** How a challenge that was answered ended, oldest first. */
export interface ChallengeResult {
  readonly challengeName: string;
  readonly challengeResult: boolean;
}
/** Texts by name. */
export type Texts = Readonly<Record<string, string>>;

/** Challenges of somebody else's making; `user` is undefined for an address that nobody has. */
interface CustomChallenge {
  readonly next: (
    user: TriggerUser | undefined,
    username: string,
    results: readonly ChallengeResult[],
  ) => Promise<'ask' | 'tokens' | 'fail'>;
  readonly create: (
    user: TriggerUser | undefined,
    username: string,
    results: readonly ChallengeResult[],
  ) => Promise<{ readonly shown: Texts; readonly kept: Texts }>;
  readonly isRight: (
    user: TriggerUser | undefined,
    username: string,
    answer: { readonly kept: Texts; readonly given: string },
  ) => Promise<boolean>;
}

/** Each throws IdentityProblem where it fails. */
export interface Triggers {
  readonly preSignUp: (user: TriggerUser) => Promise<void>;
  readonly postConfirmation: (user: TriggerUser) => Promise<void>;
  readonly preAuthentication: (user: TriggerUser) => Promise<void>;
  /** Claims that go into the id token besides its own. */
  readonly claims: (user: TriggerUser, metadata: Texts) => Promise<Texts>;
  /** Undefined: the service's own, a code. */
  readonly challenge?: CustomChallenge;
}
