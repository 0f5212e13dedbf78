import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
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

const ssn = '219094417';
let server: TestServer;
let person: Person;
let applicant: Applicant;
beforeAll(async () => {
  server = await startTestServer({ with: {} });
  person = await signUp(server);
  applicant = await openApplication(server, person);
  for (const page of pagesToSubmit({ ssn })) await applicant.leave(page);
  await applicant.leave(submitPage);
  await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
  await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
  for (const page of pagesToSign()) await applicant.leave(page);
  await person.hear(applicant.id, (body) => body['status'] === 'ORIGINATED');
}, 180_000);
afterAll(() => server.stop());

/** Every value of every table, as text. */
async function everything(): Promise<string> {
  const tables = await sql<{
    name: string;
  }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
    server.services.db,
  );
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await sql<{ row: string }>`select to_jsonb(one)::text as row from ${sql.table(name)} as one`.execute(
      server.services.db,
    );
    texts.push(...rows.rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

describe('nothing sensitive in clear', () => {
  test('neither social security number nor account number stands in any row', async () => {
    const rows = await everything();
    expect(rows).toContain('Ortiz'); // the search sees what is there
    expect(rows).not.toContain(ssn);
    expect(rows).not.toContain('000123456789');
    expect(rows).not.toContain(person.idToken);
  });

  test('no line of the log names the person, a number or a token', () => {
    const log = server.log.join('');
    for (const secret of [ssn, '000123456789', person.idToken, person.email, 'Ortiz', 'Marigold42'])
      expect(log).not.toContain(secret);
  });

  test('the owner gets the last four characters only', async () => {
    const application = (await person.ask('application', { id: applicant.id })).data?.['application'] as JsonObject;
    const answers = application['answers'] as { personalInformation: JsonObject; bankingInformation: JsonObject };
    expect(answers.personalInformation['documentNumber']).toEqual({ sealed: '4417' });
    expect(answers.bankingInformation['accountNumber']).toEqual({ sealed: '6789' });
    expect(answers.personalInformation['firstName']).toBe('Ana');
    expect(JSON.stringify(application)).not.toContain(ssn);
  });
});
