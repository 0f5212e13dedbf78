/**
 * What a user pool's triggers do around signing up, as a stand-in: never in production, where the pool has its own.
 * They let everybody pass but the addresses that begin with one of these words, each of which fails in one way, so
 * that every outcome of signing up can be met by what is typed (`schemas/api/answers.json`).
 */
import type { Pool } from './pool.ts';
import { IdentityProblem, problems } from './problems.ts';

export type Trigger = keyof typeof triggers;

const triggers = {
  PreSignUp: {
    'customer-check-error': () => problems.trigger('PreSignUp', 'customerCheckError'),
    'customer-confirmation-error': () => problems.trigger('PreSignUp', 'customerConfirmationError'),
    'sign-up-refused': () => problems.trigger('PreSignUp', 'We take nobody on today'),
    'sign-up-silent': () => new IdentityProblem('UnexpectedLambdaException', ''),
    'sign-up-limited': problems.limit,
  },
  PostConfirmation: {
    'post-confirmation-error': () => problems.trigger('PostConfirmation', 'customerUpdateError'),
  },
  PreAuthentication: {
    'pre-authentication-error': () => problems.trigger('PreAuthentication', 'Nobody is let in now'),
  },
} as const;

/** Fires a trigger for an address. @throws IdentityProblem when it fails for it */
export function fire({ env }: Pick<Pool, 'env'>, trigger: Trigger, email: string): void {
  if (env === 'prod') return;
  const failing = Object.entries(triggers[trigger]).find(([word]) => email.toLowerCase().startsWith(word));
  if (failing !== undefined) throw failing[1]();
}
