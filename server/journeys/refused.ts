import { errorCodes, type RefusalReason } from '../../contract/errors.ts';
import { failure } from '../graphql/errors.ts';

/** The lock's refusal: why, and of which step, answer or argument. */
export function refused(reason: RefusalReason, path?: string, more: Readonly<Record<string, unknown>> = {}): Error {
  return failure(errorCodes.refused, 'No honest path leads to this.', {
    reason,
    ...(path === undefined ? {} : { path }),
    ...more,
  });
}
