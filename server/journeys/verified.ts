/** What is told of a verification of an ID or a bank account: to whoever listens to the loan, on every process. */
import { sql, type RawBuilder } from 'kysely';
import type { ApplicationRow } from './tables.ts';

/** Channel on which a verification that was written is notified, as `<application>/<which>`. */
export const verifiedChannel = 'application_verified';

const kinds = ['identity', 'bank'] as const;
type Kind = (typeof kinds)[number];

/** Part of the statement that writes how a verification stands. */
export const tellsVerified = (kind: Kind): RawBuilder<unknown> =>
  sql`, verified as (insert into news (channel, payload) select ${verifiedChannel}::text, id::text || '/' || ${kind}::text from written)`;

/** How a verification stands, and by which number whoever performs it knows it; undefined where there is none. */
export function verificationOf(
  { progress }: Pick<ApplicationRow, 'progress'>,
  kind: string,
): { readonly status: string; readonly transactionId: string } | undefined {
  const known = kinds.find((one) => one === kind);
  const found = known && progress[known];
  return found && { status: found.status, transactionId: found.id };
}
