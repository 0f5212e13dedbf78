import { sql } from 'kysely';
import type { ApplicationRow } from '../journeys/tables.ts';
import type { Services } from '../services.ts';
import { adverseActionNotice, type NoticeFacts } from '../underwriting/notice.ts';

/**
 * Sends the notice of a denial and writes down that it went out. A crash between the two sends it again: a notice twice
 * is harmless, a denial without one is not lawful (12 CFR 1002.9(a)(1)).
 */
export async function sendAdverseActionNotice(services: Services, row: ApplicationRow, facts: NoticeFacts): Promise<void> {
  const sent = await sql`select 1 from application_notices where application_id = ${row.id}::uuid and kind = 'adverse-action'`.execute(services.db);
  if (sent.rows.length > 0) return;
  if (row.email === null) throw new Error(`Application ${row.id} is denied and has no address for the adverse action notice.`);
  const { subject, text } = adverseActionNotice(facts);
  await services.deliver({ to: row.email, channel: 'email', purpose: 'adverseAction', brand: row.brand, subject, text });
  await sql`insert into application_notices (application_id, kind) values (${row.id}::uuid, 'adverse-action') on conflict do nothing`.execute(services.db);
}
