/**
 * What was sent stands, whole: every answer of the sealed document and every record of a page, at every status there is
 * after the start.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { get } from '../../runtime/core/index.ts';
import type { ActBody } from '../../server/journeys/acts/act.ts';
import { findApplication, readActs } from '../../server/journeys/acts/store.ts';
import { readEvidence } from '../../server/journeys/evidence.ts';
import type { ApplicationRow } from '../../server/journeys/tables.ts';
import { isFinal, start, transitions, type Status } from '../../server/status/graph.ts';
import { createWork } from '../../server/status/steps.ts';
import {
  heardAt,
  openApplication,
  pagesToSign,
  pagesToSubmit,
  submitPage,
  type Applicant,
} from './support/applicant.ts';
import { signUp, type Person } from './support/person.ts';
import { asksAll } from './support/slice.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;
let applicant: Applicant;
/** What the document holds, in clear, by the path of the field that asked it. */
let sent: readonly (readonly [path: string, value: Json])[];
/** The pages that were left before it was sent. */
let left: readonly string[];

beforeAll(async () => {
  server = await startTestServer();
  person = await signUp(server);
  applicant = await openApplication(server, person);
  for (const page of pagesToSubmit()) await applicant.leave(page);
  left = [...Object.keys((await row()).journey), submitPage.step];
  await applicant.leave(submitPage);
  await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
  await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
  for (const page of pagesToSign()) await applicant.leave(page);
  await person.hear(applicant.id, (body) => body['status'] === 'ORIGINATED');
  const { flow, answers } = (await readEvidence(server.services, applicant.id)) ?? {};
  const act = (await readActs(server.services.db, applicant.id)).find(
    ({ operation }) => operation === 'submitApplication',
  );
  const document = (JSON.parse(act?.body ?? '{}') as ActBody).document?.['answers'] as JsonObject;
  sent = Object.keys(flow?.binds ?? {}).flatMap((path) => {
    const value = get(answers ?? {}, path);
    return value === undefined || get(document, path) === undefined ? [] : [[path, value] as const];
  });
}, 180_000);
afterAll(() => server.stop());

async function row(): Promise<ApplicationRow> {
  const found = await findApplication(server.services.db, applicant.id);
  if (!found) throw new Error('The application is gone.');
  return found;
}
/** Another value of the same kind. */
function other(value: Json): Json {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? '1990-01-01' : `${value}x`;
  if (typeof value === 'number') return value + 100;
  if (typeof value === 'boolean') return !value;
  return Object.fromEntries(Object.keys(value as JsonObject).map((key) => [key, false]));
}

const later = (Object.keys(transitions) as Status[]).filter((status) => status !== start);

describe.each(later)('at %s', (status) => {
  test('no answer that was sent is changed or taken back, and no page is asked again', async () => {
    await sql`update applications set status = ${status}, is_open = ${!isFinal(status)} where id = ${applicant.id}::uuid`.execute(
      server.services.db,
    );
    expect(sent.length).toBeGreaterThan(20);
    expect(left.length).toBeGreaterThan(7);
    const { revision, version } = await row();
    const refusals = async (changes: JsonObject, journey: JsonObject): Promise<unknown> => {
      const { errors } = await applicant.save(changes, journey, { revision, key: randomUUID() });
      return errors[0]?.extensions ?? 'taken';
    };
    const reason = isFinal(status) ? 'closed' : 'locked';
    // Of two statuses one changes an answer that the other takes back.
    const turn = later.indexOf(status);
    for (const [at, [path, value]] of sent.entries())
      for (const changed of [other(value), null].filter((_, which) => asksAll || (at + turn) % 2 === which))
        expect([path, changed, await refusals({ [path]: changed }, {})]).toMatchObject([
          path,
          changed,
          { code: 'REFUSED', reason, path },
        ]);
    for (const step of left)
      expect([step, await refusals({}, { [step]: null })]).toMatchObject([
        step,
        { code: 'REFUSED', reason, path: step },
      ]);
    expect((await row()).version).toBe(version);
  });
});

test('underwriting reads the sealed document and nothing else: what stands in the row by then decides nothing', async () => {
  const stands = await row();
  const work = createWork(server.services)['PENDING_UNDERWRITING'];
  const decided = (answers: JsonObject): ReturnType<typeof work> =>
    work({ ...stands, status: 'PENDING_UNDERWRITING', answers });
  const right = await decided(stands.answers);
  expect(right).toMatchObject({ operation: 'decide', status: 'SUBMIT_APPROVED' });
  expect(right.progress?.offer?.principal).toBe(30_000);
  expect(await decided({})).toEqual(right);
  expect(await decided({ incomeInformation: { amountGross: 1 }, loan: { amount: 25_500 } })).toEqual(right);
});
