import { nowOf } from '../../contract/clock.ts';
import type { Services } from '../services.ts';
import type { ApplicationRow, Progress } from './tables.ts';

/** Stands for the machine's own clock: its instant is never looked at. */
const OWN = new Date(0);

/**
 * What an act that the lender goes on from leaves of the clock it was done by.
 * @param cookies those of its request
 */
export function actedAt({ env }: Pick<Services, 'env'>, cookies: Readonly<Record<string, string>>): Progress {
  if (env !== 'local') return {};
  const now = nowOf(env, cookies, () => OWN);
  return { clock: now === OWN ? null : now.toISOString() };
}

/** Now, as the lender tells it of an application: on a test clock it is still when the application was acted on. */
export function nowFor({ clock }: Pick<Services, 'clock'>, { progress }: Pick<ApplicationRow, 'progress'>): Date {
  return typeof progress.clock === 'string' ? new Date(progress.clock) : clock();
}
