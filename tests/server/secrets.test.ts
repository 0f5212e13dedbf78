import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sensitivePaths } from '../../contract/sensitive.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { readEvidence, type Evidence } from '../../server/journeys/evidence.ts';
import { get, set } from '../../runtime/core/index.ts';
import { sealAnswers, unsealAnswers } from '../../server/journeys/sealing.ts';
import { type Applicant, lentTo } from './support/applicant.ts';
import { graphqlOperations, sampleInput } from './support/operations.ts';
import { signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const ssn = '219094417';
let server: TestServer;
let person: Person;
let applicant: Applicant;
beforeAll(async () => {
  server = await startTestServer({ with: {} });
  person = await signUp(server);
  applicant = await lentTo(server, person, { ssn });
}, 180_000);
afterAll(() => server.stop());

/** The application as the engine reads it, sensitive answers in clear. */
async function evidence(): Promise<Evidence> {
  const read = await readEvidence(server.services, applicant.id);
  if (!read) throw new Error('The application is gone.');
  return read;
}

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

  test('no answer that a field of the definitions calls sensitive stands in any row or line, the signature among them', async () => {
    // Whatever can be asked was asked: what was answered is kept as evidence, too.
    for (const operation of graphqlOperations.filter(({ document }) => /^\s*query\b/.test(document)))
      await person.ask(operation.name, sampleInput(operation, applicant.id));
    const { flow, answers } = await evidence();
    const rows = await everything();
    const log = server.log.join('');
    const sensitive = [...sensitivePaths(flow).keys()].map((path) => [path, get(answers, path)] as const);
    const given = sensitive.filter((one): one is readonly [string, string] => typeof one[1] === 'string');
    expect(given.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        'additionalAttributes.signature',
        'bankingInformation.accountNumber',
        'personalInformation.dateOfBirth',
        'personalInformation.documentNumber',
      ]),
    );
    for (const [path, value] of given)
      expect({ path, inRows: rows.includes(value), inLog: log.includes(value) }).toEqual({
        path,
        inRows: false,
        inLog: false,
      });
  });

  test('every sensitive field of every flow of every brand is sealed, whatever stands in it', async () => {
    const { definitions, sealer } = server.services;
    const { brands } = definitions.content('2026-11-20');
    for (const brand of Object.values(brands))
      for (const { hash, id } of Object.values(brand.flows)) {
        const flow = await definitions.flow(hash);
        if (!flow) throw new Error(`The flow ${id} is not there.`);
        const paths = [...sensitivePaths(flow).keys()];
        // Of every type that JSON has: a number that is sensitive is sealed as a text is.
        for (const value of ['canary', 94_417, true, ['canary'], { canary: 94_417 }]) {
          const answers = paths.reduce<JsonObject>((left, path) => set(left, path, value), {});
          const sealed = await sealAnswers(sealer, answers, { flow, id, stored: {}, clear: {} });
          expect([id, paths.map((path) => Object.keys(get(sealed, path) ?? {}))]).toEqual([
            id,
            paths.map(() => ['$sealed']),
          ]);
          // What is sealed is text of any letters, "true" now and then among them; a value stands after a mark.
          expect(JSON.stringify(sealed)).not.toMatch(/canary|94417|[:,[]true/);
          expect(await unsealAnswers(sealer, id, sealed)).toEqual(answers);
        }
      }
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
