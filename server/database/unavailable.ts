/** Failures of a place where things are kept: nobody's mistake and no bug, and over when there is room again. */
import { DatabaseStuck } from './embedded.ts';

/** A service elsewhere that nothing goes on without does not answer now; the message says what to look at. */
export class ServiceAway extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServiceAway';
  }
}

/**
 * Of PostgreSQL: insufficient resources (class 53), shutting down or starting (57P01 to 57P03), a failure of the disk,
 * a file system that takes no writes.
 */
const codes = /^(53\w{3}|57P0[1-3]|58030|25006)$/;
/** Of the system: no room, over the quota, not writable. */
const system: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES']);

/** Whether something could not be kept because of where it is kept: it is answered 503, and may be tried again. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseStuck || error instanceof ServiceAway) return true;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && (codes.test(code) || system.has(code));
}
