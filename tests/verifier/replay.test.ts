import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { verb } from '../../cli/verbs/replay.ts';
import { sensitivePaths } from '../../contract/sensitive.ts';
import { get } from '../../runtime/core/index.ts';
import { openDatabase } from '../../server/database/index.ts';
import { readEvidence } from '../../server/journeys/evidence.ts';
import { replay, type ReplayedPage } from '../../verifier/replay/replay.ts';
import { heardAt, openApplication, pagesToSign, pagesToSubmit, submitPage } from '../server/support/applicant.ts';
import { signUp } from '../server/support/person.ts';
import { startTestServer, temporaryFolder, testNow, type TestServer } from '../server/support/server.ts';

const SSN = '219099999';
const ACCOUNT = '000123456789';
const dataDir = temporaryFolder();
let server: TestServer;
let id: string;
let pages: readonly ReplayedPage[];
/** What the definitions call sensitive and the applicant answered, by path. */
let sensitive: readonly (readonly [string, string])[];
let running = true;
/** What was printed while the server ran. */
let beside = '';

beforeAll(async () => {
  server = await startTestServer({ dataDir, config: { databaseUrl: undefined } });
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  id = applicant.id;
  for (const page of pagesToSubmit({ ssn: SSN })) await applicant.leave(page);
  await applicant.leave(submitPage);
  await person.hear(id, (body) => body['status'] === 'SUBMIT_APPROVED');
  await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
  for (const page of pagesToSign()) await applicant.leave(page);
  // The last of the loan's own steps is taken after the answer to the last page: what both commands print waits for it.
  await person.hear(id, (body) => body['status'] === 'ORIGINATED');
  const found = await readEvidence(server.services, id);
  if (!found) throw new Error('The application that was just made is not found.');
  pages = replay(found);
  sensitive = [...sensitivePaths(found.flow).keys()].flatMap((path): (readonly [string, string])[] => {
    const value = get(found.answers, path);
    // What was signed is the name, which pages say aloud.
    const isSecret = (typeof value === 'string' || typeof value === 'number') && value !== 'Ana Ortiz';
    return isSecret ? [[path, String(value)]] : [];
  });
}, 180_000);
afterAll(async () => {
  if (running) await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const pageOf = (step: string): ReplayedPage => {
  const page = pages.find((one) => one.step === step);
  if (!page) throw new Error(`The replay lacks ${step}.`);
  return page;
};

/** What the command prints, and how it ends. */
async function run(...names: string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const spies = (['out', 'err'] as const).map((to) =>
    vi
      .spyOn(to === 'out' ? process.stdout : process.stderr, 'write')
      .mockImplementation((text) => ((written[to] += String(text)), true)),
  );
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('DATABASE_URL', undefined);
  try {
    return { code: await verb({ verb: 'replay', names, json: false, content: [], options: {} }), ...written };
  } finally {
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
  }
}

describe('a journey that was made', () => {
  test('comes back page by page in the order it was left, and where it stands', () => {
    expect(pages.map(({ step, kind }) => `${step} ${kind}`)).toEqual([
      'personal left',
      'amount left',
      'income left',
      'bank left',
      'bank-manual left',
      'consent left',
      'agreements left',
      'submit left',
      'transition left',
      'approved-agreements left',
      'esign left',
      'hold-esign current',
    ]);
    expect(pageOf('personal')).toMatchObject({
      title: 'Tell us about yourself',
      path: '/application/personal',
      how: 'by the button "Continue", after savePersonalInformation answered "ok"',
      at: testNow.toISOString(),
    });
    expect(pageOf('transition').how).toBe('when "submit approved" was heard');
  });

  test('says which version of which document was on the page, and when', () => {
    const [notice] = pageOf('personal').disclosures;
    expect(notice).toMatchObject({
      idTag: 'texas-occc-notice',
      at: testNow.toISOString(),
      version: expect.any(String) as unknown,
      title: expect.any(String) as unknown,
      hash: expect.stringMatching(/^[\w-]{8,}$/) as unknown,
    });
    expect(pageOf('approved-agreements').disclosures.map(({ idTag }) => idTag)).toEqual(['tila-box']);
    expect(pageOf('amount').disclosures).toEqual([]);
  });

  test('tells the questions of the page with their answers, and no question that was not asked', () => {
    const asked = Object.fromEntries(
      pageOf('personal').questions.map(({ label, answer, says }) => [label, says ?? answer]),
    );
    expect(asked).toMatchObject({
      'First name': 'Ana',
      State: expect.anything() as unknown,
      'Kind of ID': 'Driver license',
    });
    expect(asked).not.toHaveProperty('Marital status');
    expect(pageOf('amount').questions.map(({ says, answer }) => says ?? answer)).toEqual(['Payday loan', 30_000]);
  });

  test('hides what is sensitive wherever it stands', () => {
    expect(pageOf('personal').questions.find(({ label }) => label === 'Social Security number')?.answer).toBe(
      '[redacted]',
    );
    expect(pageOf('esign').questions.find(({ field }) => field === 'signature')?.answer).toBe('[redacted]');
    expect(pageOf('bank-manual').questions.find(({ label }) => label === 'Account number')?.answer).toBe('[redacted]');
    const all = JSON.stringify(pages);
    expect(sensitive.map(([, value]) => value)).toEqual(expect.arrayContaining([SSN, ACCOUNT]));
    expect(sensitive.filter(([, value]) => all.includes(value)).map(([path]) => path)).toEqual([]);
  });

  test('tells what the calls of a page answered', () => {
    expect(pageOf('personal').calls.map(({ operation, outcome }) => `${operation} ${outcome}`)).toContain(
      'savePersonalInformation ok',
    );
    expect(pageOf('approved-agreements').calls.map(({ operation, outcome }) => `${operation} ${outcome}`)).toContain(
      'loanOffer ok',
    );
    expect(pageOf('transition').calls.map(({ outcome }) => outcome)).toContain('SUBMIT_APPROVED');
  });
});

describe('the command', () => {
  test('prints the journey beside the running server that holds the embedded database', async () => {
    const { code, out } = await run(id);
    expect(code).toBe(0);
    for (const { title, step } of pages) expect(out).toContain(`${title} (${step}, `);
    expect(out).toContain('Social Security number');
    expect(sensitive.filter(([, value]) => out.includes(value)).map(([path]) => path)).toEqual([]);
    beside = out;
    expect(await run('00000000-0000-4000-8000-000000000000')).toMatchObject({ code: 1, out: '' });
  });

  test('prints the journey once the server has stopped, hides what is sensitive, and writes down who looked', async () => {
    await server.stop();
    running = false;
    const { code, out } = await run(id);
    expect(code).toBe(0);
    for (const { title, step } of pages) expect(out).toContain(`${title} (${step}, `);
    expect(out).toMatch(/Social Security number.*: "\[redacted\]"/);
    expect(sensitive.filter(([, value]) => out.includes(value)).map(([path]) => path)).toEqual([]);
    expect(await run('00000000-0000-4000-8000-000000000000')).toMatchObject({ code: 1, out: '' });
    const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir });
    const looks = await sql<{
      command: string;
    }>`select command from application_looks where application_id = ${id}::uuid`.execute(db);
    await close();
    expect(looks.rows).toEqual([{ command: 'replay' }, { command: 'replay' }]);
    expect(out).toBe(beside);
  }, 60_000);

  test('says where there is no database, and makes none', async () => {
    vi.stubEnv('DATA_DIR', '/nowhere');
    vi.stubEnv('DATABASE_URL', undefined);
    const error = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    try {
      expect(await verb({ verb: 'replay', names: [id], json: false, content: [], options: {} })).toBe(2);
      expect(error.mock.calls.join('')).toContain('There is no database in /nowhere.');
    } finally {
      vi.unstubAllEnvs();
      error.mockRestore();
    }
  });
});
