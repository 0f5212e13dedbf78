/**
 * One call of the back end, as data: the same words in the page's boot data, in the compiler and at the server's door.
 */
import type { Supplies } from './secrets.ts';
import type { Access, Assurance } from '../runtime/core/definition.ts';
import type { Json, JsonObject } from '../runtime/core/facts.ts';

/** What a page can ask of the identity service. */
export const identityActions = [
  'signUp',
  'confirmSignUp',
  'signIn',
  'singleSignOn',
  'attributes',
  'actAs',
  'stopActing',
  'impersonated',
  'authentication',
  'updateAuthentication',
  'resendCode',
  'signOut',
  'forgotPassword',
  'confirmForgotPassword',
  'sendSignInCode',
  'signInByCode',
] as const;
export type IdentityAction = (typeof identityActions)[number];
/** Those that ask nobody: the answer stands on the device. They are among no journey's calls, for no wire has them. */
export const staysOnDevice: ReadonlySet<unknown> = new Set<IdentityAction>([
  'impersonated',
  'authentication',
  'updateAuthentication',
]);
/** Those after whose `ok` somebody is signed in who was not. */
export const signsIn: ReadonlySet<unknown> = new Set<IdentityAction>([
  'signIn',
  'confirmSignUp',
  'singleSignOn',
  'signInByCode',
]);
/** Those after whose `ok` somebody else has the page, though they were signed in before. */
export const changesPerson: ReadonlySet<unknown> = new Set<IdentityAction>(['actAs', 'stopActing']);

/** An operation as `schemas/api/operations/<name>.json` declares it, with the text of its GraphQL document. */
export interface Operation extends Moves {
  readonly name: string;
  readonly kind: 'graphql' | 'rest' | 'identity';
  readonly says?: string;
  /** JSON Schema of the input. */
  readonly input: JsonObject;
  /** JSON Schema of the value of a good answer. */
  readonly value?: JsonObject;
  /** Where the value of a good answer stands, as a dotted path below `data` (graphql) or below the body (rest). */
  readonly valueAt?: string;
  /** The place whose string is the outcome; without it a good answer is `ok`. */
  readonly outcomeAt?: string;
  readonly outcomes: Readonly<Record<string, string>>;
  /**
   * What an error says may be quoted to the person, so many characters of it: the message of the error, or of a
   * stand-in what stands at `at`, counted as `valueAt` is.
   */
  readonly detail?: { readonly maxLength: number; readonly at?: string };
  readonly access: Access;
  /** How surely it must be known who calls; absent: as access says. `own`: as surely as they want it themselves. */
  readonly assurance?: Assurance;
  /** What a session is raised to when the operation ends with one of `assuresOn`. */
  readonly assures?: number;
  /** Absent: `ok` alone. */
  readonly assuresOn?: readonly string[];
  /** An administrator who acts for a customer may call it in the customer's name. */
  readonly acting?: true;
  /** Inputs that the page's gateway fills from secrets; no definition gives or sees them. */
  readonly supplies?: Supplies;
  /** How a call ends that was not made, because one of these secrets is not there; absent: `failed`. */
  readonly unsupplied?: string;
  /** The input that names an application: only its owner may call. */
  readonly application?: string;
  /** The input that names a draft: only its owner may call. Where `application` is said too, either is meant. */
  readonly draft?: string;
  /** `false`: a call needs an idempotency key. */
  readonly repeats?: boolean;
  readonly timeoutMs: number;
  /** For so many seconds its good answer stands for whoever asks the same: a list that the server owns. */
  readonly fresh?: number;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** HTTP path; `{name}` is an input. */
  readonly path?: string;
  /** For kind `identity`: what the page asks of the service; without it the operation only describes requests. */
  readonly action?: IdentityAction;
  /** For kind `identity`: the requests of the protocol it consists of, by name. */
  readonly requests?: Readonly<Record<string, IdentityRequest>>;
  /** Provider exception name -> outcome, for kind `identity`. */
  readonly errors?: Readonly<Record<string, string>>;
  readonly document?: string;
  /** Nobody has built it yet: the server answers as the content says, and in production there is none. */
  readonly standIn?: true;
}

/** Whether an answer to it tells how an application stands: its outcome is then a status of the application. */
export function tellsState({ value, outcomeAt }: Pick<Operation, 'value' | 'outcomeAt'>): boolean {
  return outcomeAt !== undefined && Object.hasOwn((value?.['properties'] ?? {}) as JsonObject, 'applicationState');
}

/** The outcomes with which an operation raises the session of whoever calls it. */
export function assuringOutcomes({
  assures,
  assuresOn = ['ok'],
}: Pick<Operation, 'assures' | 'assuresOn'>): readonly string[] {
  return assures === undefined ? [] : assuresOn;
}

/**
 * What an operation says of the row it stands on, its application or draft or a row of the identity service
 * (contract/standing.ts).
 */
export interface Moves {
  /** States of the row at which it may be performed. */
  readonly from?: readonly string[];
  /** Where it leads from each of them; from one that is not named the row stays where it is. */
  readonly to?: Readonly<Record<string, string>>;
  /** States that say that it has been done already. */
  readonly done?: readonly string[];
}

/** One request of the identity protocol: what its body holds, and the rows on the server it stands on. */
export interface IdentityRequest {
  /** JSON Schema of the body. */
  readonly input: JsonObject;
  readonly account?: Moves;
  /** `first`: what an account at this state has to answer before it is signed in. */
  readonly challenge?: Moves & { readonly first?: Readonly<Record<string, string>> };
  readonly code?: Moves & { readonly purpose: string };
  readonly session?: Moves;
  readonly refreshToken?: Moves;
}

/** The answer to an operation: a declared outcome, or `unauthenticated`, `unavailable`, `failed`. */
export interface Outcome {
  readonly name: string;
  readonly value?: Json;
  /** What else the answer said about an error: `revision` of a conflict, `reason` and `path` of a refusal. */
  readonly detail?: JsonObject;
  /** The text of an error as it came, where the operation declares that it may be quoted. */
  readonly says?: string;
}
