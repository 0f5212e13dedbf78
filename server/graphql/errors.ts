import { createGraphQLError } from 'graphql-yoga';
import type { GraphQLError } from 'graphql';
import { errorCodes, unauthenticatedMessage } from '../../contract/errors.ts';

/** Told by name, not by class: two copies of the graphql package may be loaded side by side. */
export function isGraphqlError(error: unknown): error is GraphQLError {
  return error instanceof Error && error.name === 'GraphQLError';
}

/** Expected failure at the GraphQL door; anything else that is thrown is a bug and is masked. */
export function failure(code: string, message: string, more: Readonly<Record<string, unknown>> = {}): GraphQLError {
  return createGraphQLError(message, { extensions: { code, ...more } });
}
/** The text that clients know a missing or ended sign-in by (error catalogue of both documents). */
export const unauthenticated = (): GraphQLError =>
  failure(errorCodes.unauthenticated, unauthenticatedMessage, { http: { status: 401 } });
/** One answer for "not yours" and "does not exist", so that ids cannot be tried out. */
export const forbidden = (): GraphQLError =>
  failure(errorCodes.forbidden, 'This application is not yours.', { http: { status: 403 } });
export const badInput = (message: string): GraphQLError => failure(errorCodes.badInput, message);
