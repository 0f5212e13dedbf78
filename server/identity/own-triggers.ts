/** What this service does itself where a pool of the vendor calls its triggers. */
import { groupsThat } from '../../contract/groups.ts';
import type { Pool } from './pool.ts';
import { IdentityProblem, problems } from './problems.ts';
import type { Triggers } from './triggers.ts';
import { addToGroup } from './users.ts';

type Failing = keyof typeof failing;

/**
 * A stand-in: never in production. Everybody passes but the addresses that begin with one of these words, each of which
 * fails in one way, so that every outcome of signing up can be met by what is typed (`schemas/api/answers.json`).
 */
const failing = {
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
    'pre-authentication-silent': () => new IdentityProblem('UnexpectedLambdaException', ''),
  },
} as const;

/** Fails where the address says so. @throws IdentityProblem */
export function failAsTyped({ env }: Pick<Pool, 'env'>, trigger: Failing, email: string): void {
  if (env === 'prod') return;
  const found = Object.entries(failing[trigger]).find(([word]) => email.toLowerCase().startsWith(word));
  if (found !== undefined) throw found[1]();
}

/** What the service does itself. */
export function ownTriggers(pool: Pick<Pool, 'db' | 'env'>): Triggers {
  return {
    preSignUp: async ({ email }) => failAsTyped(pool, 'PreSignUp', email),
    async postConfirmation({ sub, email }) {
      for (const group of groupsThat('newcomers')) await addToGroup(pool, sub, group);
      failAsTyped(pool, 'PostConfirmation', email);
    },
    preAuthentication: async ({ email }) => failAsTyped(pool, 'PreAuthentication', email),
    claims: async () => ({}),
  };
}
