import { testClock } from '../../contract/clock.ts';
import type { Services } from '../services.ts';
import type { ApplicationRow, Progress } from './tables.ts';

/**
 * What an act that the lender goes on from leaves of the clock it was done by.
 * @param cookies those of its request
 */
export function actedAt({ env }: Pick<Services, 'env'>, cookies: Readonly<Record<string, string>>): Progress {
  return env === 'local' ? { clock: testClock(env, cookies)?.toISOString() ?? null } : {};
}

/** Now, as the lender tells it of an application: on a test clock it is still when the application was acted on. */
export function nowFor({ clock }: Pick<Services, 'clock'>, { progress }: Pick<ApplicationRow, 'progress'>): Date {
  return typeof progress.clock === 'string' ? new Date(progress.clock) : clock();
}
