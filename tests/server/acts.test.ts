import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenAt, type ActBody } from '../../server/journeys/acts/act.ts';
import { fold, nothing } from '../../server/journeys/acts/fold.ts';
import { findApplication, know, readActs } from '../../server/journeys/acts/store.ts';
import { appendTrail } from '../../server/journeys/trail.ts';
import { lentTo, openApplication, pagesToSubmit } from './support/applicant.ts';
import { signUp, type Person } from './support/person.ts';
import { startTestServer, testNow, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  person = await signUp(server);
  const applicant = await lentTo(server, person);
  id = applicant.id;
}, 180_000);
afterAll(() => server.stop());

describe('an application is a chain of acts', () => {
  test('its row is the fold of its acts, to the last column', async () => {
    const acts = await readActs(server.services.db, id);
    const row = await findApplication(server.services.db, id);
    const folded = acts.reduce((so, { body, at }) => fold(so, JSON.parse(body) as ActBody, at), nothing);
    const { id: _, version, head, attempt: __, ...kept } = row ?? { id, version: 0, head: '', attempt: 0 };
    expect({ ...kept }).toEqual(folded);
    expect({ version, head }).toEqual({ version: acts.length, head: acts.at(-1)?.hash });
  });

  test('what the person did and what the lender did stand in it, in order', async () => {
    const acts = await readActs(server.services.db, id);
    expect(brokenAt(acts)).toBeUndefined();
    expect(acts[0]?.operation).toBe('createApplication');
    const lenders = acts.filter(({ actor }) => actor === 'lender').map(({ operation }) => operation);
    expect(lenders).toEqual(['takeIn', 'decide', 'takeInSignature', 'validate', 'originate']);
    const binding = acts
      .map(({ operation }) => operation)
      .filter((one) => /^(submit|decide|esign|originate)/.test(one));
    expect(binding).toEqual(['submitApplication', 'decide', 'esignApplication', 'originate']);
  });

  test('the submission holds what was sent: relevant answers sealed, versions and texts by hash, the time', async () => {
    const acts = await readActs(server.services.db, id);
    const act = acts.find(({ operation }) => operation === 'submitApplication');
    const { document } = JSON.parse(act?.body ?? '{}') as ActBody;
    expect(document).toMatchObject({
      definition: act?.definition,
      compliance: expect.stringMatching(/^[\w-]{8,}$/) as unknown,
      at: testNow.toISOString(),
      shown: { personal: { 'texas-occc-notice': expect.any(String) as unknown } },
      answers: {
        loan: { amount: 30_000 },
        personalInformation: { documentNumber: { $sealed: expect.any(String) as unknown } },
      },
    });
  });

  test('nothing sensitive stands in it in clear', async () => {
    const all = JSON.stringify(await readActs(server.services.db, id));
    for (const secret of ['219099999', '000123456789', '12345678"']) expect(all).not.toContain(secret);
  });

  test('an act of which any member was edited shows, whichever act and member it is; but the answer, all that is kept of it is a member', async () => {
    const acts = await readActs(server.services.db, id);
    const columns = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_name = 'application_acts'`.execute(server.services.db);
    const kept = columns.rows.map(({ name }) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
    expect(kept.filter((name) => name !== 'answer').sort()).toEqual(Object.keys(acts[0] ?? {}).sort());
    const edited = (value: unknown): unknown => (typeof value === 'number' ? value + 1 : `${String(value ?? '')}x`);
    for (const [at, act] of acts.entries())
      for (const [member, value] of Object.entries(act))
        expect([at, member, brokenAt(acts.with(at, { ...act, [member]: edited(value) }))]).toEqual([
          at,
          member,
          at + 1,
        ]);
  });

  test('what was done before it was there counts for its owner, and for nobody else who sat in the same session', async () => {
    const { db } = server.services;
    const { owner, brand } = (await findApplication(db, id)) ?? { owner: '', brand: '' };
    const done = [owner, randomUUID(), undefined].flatMap((who) =>
      ['mine', 'another', undefined].flatMap((session) =>
        [brand, 'another'].map((on) => ({
          owner: who,
          session,
          brand: on,
          operation: `${who ?? ''} ${session ?? ''} ${on}`,
        })),
      ),
    );
    for (const one of done) await appendTrail(db, { ...one, actor: undefined, name: 'ok', value: null });
    const known = await know(db, id, { key: undefined, session: 'mine' });
    const made = new Set(done.map(({ operation }) => operation));
    expect(
      known?.earlier
        .map(({ operation }) => operation)
        .filter((one) => made.has(one))
        .sort(),
    ).toEqual(
      done
        .filter((one) => one.brand === brand && (one.owner ?? (one.session === 'mine' ? owner : undefined)) === owner)
        .map(({ operation }) => operation)
        .sort(),
    );
  });

  test('an act that was taken out, put in or moved shows', async () => {
    const acts = await readActs(server.services.db, id);
    expect(brokenAt(acts.filter((_, at) => at !== 2))).toBe(3);
    expect(brokenAt([...acts.slice(0, 2), ...acts.slice(1)])).toBe(3);
  });

  test('a row edited in the database itself shows when the chain is read', async () => {
    const fresh = await signUp(server);
    const applicant = await openApplication(server, fresh);
    for (const page of pagesToSubmit().slice(0, 2)) await applicant.leave(page);
    const { db } = server.services;
    await sql`update application_acts set body = replace(body, '30000', '90000') where application_id = ${applicant.id}::uuid`.execute(
      db,
    );
    const acts = await readActs(db, applicant.id);
    const first = acts.find(({ body }) => body.includes('90000'))?.number;
    expect(first).toBeGreaterThan(1);
    expect(brokenAt(acts)).toBe(first);
  });

  test('reading the same answer again writes nothing', async () => {
    const before = (await readActs(server.services.db, id)).length;
    await person.ask('applicationState', { id });
    const once = (await readActs(server.services.db, id)).length;
    for (let again = 0; again < 3; again += 1) await person.ask('applicationState', { id });
    expect(once - before).toBeLessThanOrEqual(1);
    expect((await readActs(server.services.db, id)).length).toBe(once);
  });

  test('acts at the same moment stand one after the other, and one submission is one', async () => {
    const fresh = await signUp(server);
    const applicant = await openApplication(server, fresh);
    for (const page of pagesToSubmit()) await applicant.leave(page);
    const once = async (): Promise<unknown> =>
      (await fresh.ask('submitApplication', { id: applicant.id }, { key: randomUUID() })).errors;
    await Promise.all(Array.from({ length: 8 }, once));
    const acts = await readActs(server.services.db, applicant.id);
    expect(brokenAt(acts)).toBeUndefined();
    expect(
      acts.filter(({ operation, body }) => operation === 'submitApplication' && body.includes('document')),
    ).toHaveLength(1);
  });
});
