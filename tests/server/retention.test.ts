/** How long what an application leaves is kept, to the second; a loan is kept with its ledger. */
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/database/tables.ts';
import { findApplication } from '../../server/journeys/acts/store.ts';
import { expireLeft } from '../../server/journeys/expiry.ts';
import { forgetDue } from '../../server/journeys/retention.ts';
import {
  heardAt,
  openApplication,
  pagesToSign,
  pagesToSubmit,
  submitPage,
  type Applicant,
} from './support/applicant.ts';
import { signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const began = new Date('2026-11-20T15:00:00Z');
const dayMs = 86_400_000;
let now = began;
let server: TestServer;
let db: Kysely<Database>;
beforeAll(async () => {
  server = await startTestServer({ with: { clock: () => now } });
  db = server.services.db as unknown as Kysely<Database>;
}, 180_000);
afterAll(() => server.stop());

interface Come {
  readonly person: Person;
  readonly applicant: Applicant;
}
async function submitted(ssn: string, status: string): Promise<Come> {
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  for (const page of [...pagesToSubmit({ ssn }), submitPage]) await applicant.leave(page);
  await person.hear(applicant.id, (body) => body['status'] === status);
  return { person, applicant };
}
const isThere = async ({ applicant }: Pick<Come, 'applicant'>): Promise<boolean> =>
  (await findApplication(db, applicant.id)) !== undefined;
/** Rows of an application anywhere. */
async function rowsOf(id: string): Promise<number> {
  const tables = await sql<{ name: string }>`select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'applications'::regclass`.execute(db);
  let rows = 0;
  for (const { name } of tables.rows) {
    const found = await sql<{
      n: string;
    }>`select count(*) as n from ${sql.table(name)} where application_id = ${id}::uuid`.execute(db);
    rows += Number(found.rows[0]?.n);
  }
  return rows;
}

describe('what is kept no longer', () => {
  test('an application that was never sent goes 21 days after its last change, with everything that hangs on it', async () => {
    now = began;
    const person = await signUp(server);
    const applicant = await openApplication(server, person);
    for (const page of pagesToSubmit().slice(0, 2)) await applicant.leave(page);
    const after = new Date(began.getTime() + 21 * dayMs);
    await expireLeft(db, new Date(after.getTime() - 1000));
    await forgetDue(db, new Date(after.getTime() - 1000));
    expect(await isThere({ applicant })).toBe(true);
    await expireLeft(db, after);
    expect(await rowsOf(applicant.id)).toBeGreaterThan(0);
    await forgetDue(db, after);
    expect([await isThere({ applicant }), await rowsOf(applicant.id)]).toEqual([false, 0]);
  });

  test('a denial is kept for 25 months, and a loan for as long as its ledger', async () => {
    now = began;
    const denied = await submitted('219091006', 'SUBMIT_DENIED');
    const lent = await submitted('219099999', 'SUBMIT_APPROVED');
    await lent.applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    for (const page of pagesToSign()) await lent.applicant.leave(page);
    await lent.person.hear(lent.applicant.id, (body) => body['status'] === 'ORIGINATED');
    const ledger = async (): Promise<unknown> =>
      (
        await sql`select * from loan_ledger where application_id = ${lent.applicant.id}::uuid order by entry, account`.execute(
          db,
        )
      ).rows;
    const before = await ledger();
    await forgetDue(db, new Date('2028-12-20T14:59:59Z'));
    expect(await isThere(denied)).toBe(true);
    await forgetDue(db, new Date('2028-12-20T15:00:01Z'));
    expect([await isThere(denied), await rowsOf(denied.applicant.id)]).toEqual([false, 0]);
    await forgetDue(db, new Date('2040-01-01T00:00:00Z'));
    expect(await isThere(lent)).toBe(true);
    expect(await ledger()).toEqual(before);
  });
});
