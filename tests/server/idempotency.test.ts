import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenAt } from '../../server/journeys/acts/act.ts';
import { findApplication, forgetAnswers, link, readActs, writeAct } from '../../server/journeys/acts/store.ts';
import { openApplication, pagesToSubmit, type Applicant } from './support/applicant.ts';
import { boot, graphql, signUp, type Person } from './support/person.ts';
import { startTestServer, testNow, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;
let applicant: Applicant;
beforeAll(async () => {
  server = await startTestServer();
  person = await signUp(server);
  applicant = await openApplication(server, person);
  for (const page of pagesToSubmit()) await applicant.leave(page);
}, 180_000);
afterAll(() => server.stop());

const count = async (operation: string): Promise<number> =>
  (await readActs(server.services.db, applicant.id)).filter((one) => one.operation === operation).length;
const agreements = pagesToSubmit().find(({ step }) => step === 'agreements');
const call = (key: string, more = {}): ReturnType<Person['ask']> =>
  person.ask(
    'saveAgreements',
    { ...agreements?.call?.variables(applicant.id), ...more },
    { key, step: 'agreements', by: { by: 'action', action: 'continue' } },
  );

/** The lender ends an application, as it does with one that was left for three weeks. */
async function expire(db: TestServer['services']['db'], id: string): Promise<void> {
  const row = await findApplication(db, id);
  if (!row) throw new Error(`No application ${id}.`);
  await writeAct(db, link(row, { actor: 'lender', operation: 'expire', body: { closes: true }, now: new Date() }));
}

describe('one press, one act', () => {
  test('the same key and body again is given the first answer, and nothing is done twice', async () => {
    const key = randomUUID();
    const before = await count('saveAgreements');
    const first = await call(key);
    expect(first.errors).toEqual([]);
    expect((await call(key)).data).toEqual(first.data);
    expect(await count('saveAgreements')).toBe(before + 1);
  });

  test('the same key with another body, or of another operation, is an error and changes nothing', async () => {
    const key = randomUUID();
    await call(key);
    const acts = await readActs(server.services.db, applicant.id);
    const other = await call(key, { repaymentMethod: 'OTHER' });
    expect(other.errors[0]?.extensions.code).toBe('IDEMPOTENCY_MISMATCH');
    const submit = await person.ask('submitApplication', { id: applicant.id }, { key });
    expect(submit.errors[0]?.extensions.code).toBe('IDEMPOTENCY_MISMATCH');
    expect(await readActs(server.services.db, applicant.id)).toEqual(acts);
  });

  test('the same holds of a save: its own key, another body', async () => {
    const key = randomUUID();
    const revision = applicant.revision;
    await applicant.save({ 'loan.amount': 25_000 }, {}, { key });
    const again = await applicant.save({ 'loan.amount': 20_000 }, {}, { key, revision });
    expect(again.errors[0]?.extensions.code).toBe('IDEMPOTENCY_MISMATCH');
    const stored = (await person.ask('application', { id: applicant.id })).data?.['application']?.['answers'];
    expect(stored).toMatchObject({ loan: { amount: 25_000 } });
    await applicant.save({ 'loan.amount': 30_000 }, {});
  });

  test('a save that names the one before it goes on from that one alone: not once anything else was written, nor after somebody else’s', async () => {
    const saved = async (amount: number): Promise<{ readonly after: string; readonly revision: number }> => {
      const [after, revision] = [randomUUID(), applicant.revision];
      await applicant.save({ 'loan.amount': amount }, {}, { key: after });
      return { after, revision };
    };
    const follow = async (more: { readonly after: string; readonly revision: number }): Promise<string> =>
      (await applicant.save({ 'loan.amount': 30_000 }, {}, more)).errors[0]?.extensions.code ?? 'saved';
    expect(await follow(await saved(25_000))).toBe('saved');
    const { revision } = await saved(25_000);
    expect(await follow({ after: randomUUID(), revision })).toBe('CONFLICT');
    for (const between of [() => call(randomUUID()), () => saved(20_000)]) {
      const before = await saved(25_000);
      await between();
      expect(await follow(before)).toBe('CONFLICT');
    }
    await saved(30_000);
  });

  test('repeats that come while the first still runs wait for its answer', async () => {
    const key = randomUUID();
    const before = await count('saveAgreements');
    const answers = await Promise.all(Array.from({ length: 6 }, () => call(key)));
    expect(new Set(answers.map((one) => JSON.stringify(one.data))).size).toBe(1);
    expect(answers.flatMap((one) => one.errors)).toEqual([]);
    expect(await count('saveAgreements')).toBe(before + 1);
  });

  test('one key begins one application, and answers alike', async () => {
    const fresh = await signUp(server);
    const definition = (await boot(server)).flows['apply']?.hash ?? '';
    const key = randomUUID();
    const create = (): ReturnType<Person['ask']> =>
      fresh.ask('createApplication', { application: { flow: 'apply', definition } }, { key });
    const [first, ...others] = await Promise.all([create(), create(), create()]);
    const ids = [first, ...others, await create()].map((one) => one?.data?.['createApplication']?.['id']);
    expect(new Set(ids).size).toBe(1);
    const other = await fresh.ask(
      'createApplication',
      { application: { flow: 'apply', definition, channel: 'ONLINE' } },
      { key },
    );
    expect(other.errors[0]?.extensions.code).toBe('IDEMPOTENCY_MISMATCH');
  });

  test('a creation that is repeated after its application has ended is given the first answer, and begins no other', async () => {
    const fresh = await signUp(server);
    const definition = (await boot(server)).flows['apply']?.hash ?? '';
    const key = randomUUID();
    const create = (with_: string): ReturnType<Person['ask']> =>
      fresh.ask('createApplication', { application: { flow: 'apply', definition } }, { key: with_ });
    const first = await create(key);
    const id = String(first.data?.['createApplication']?.['id']);
    await expire(server.services.db, id);
    expect((await create(key)).data).toEqual(first.data);
    const next = await create(randomUUID());
    expect(next.data?.['createApplication']?.['id']).not.toBe(id);
    expect((await create(key)).data).toEqual(first.data);
  });

  test('a creation that only found the draft of another tab is remembered as well: repeated after that has ended, it begins no other', async () => {
    const fresh = await signUp(server);
    const definition = (await boot(server)).flows['apply']?.hash ?? '';
    const create = (key: string, more = {}): ReturnType<Person['ask']> =>
      fresh.ask('createApplication', { application: { flow: 'apply', definition, ...more } }, { key });
    const begun = await create(randomUUID());
    const id = String(begun.data?.['createApplication']?.['id']);
    const key = randomUUID();
    const found = await Promise.all([create(key), create(key), create(key)]);
    expect(found.map(({ data }) => data?.['createApplication']?.['id'])).toEqual([id, id, id]);
    expect((await create(key, { channel: 'ONLINE' })).errors[0]?.extensions.code).toBe('IDEMPOTENCY_MISMATCH');
    await expire(server.services.db, id);
    expect((await create(key)).data).toEqual(found[0]?.data);
    const next = await create(randomUUID());
    expect(next.data?.['createApplication']?.['id']).not.toBe(id);
    expect((await create(key)).data).toEqual(found[0]?.data);
    const acts = await readActs(server.services.db, id);
    expect(acts.filter(({ operation }) => operation === 'createApplication')).toHaveLength(2);
    expect(brokenAt(acts)).toBeUndefined();
  });

  test('a key belongs to its application: the same one of another person is a call of its own', async () => {
    const key = randomUUID();
    await call(key);
    const other = await signUp(server);
    const theirs = await openApplication(server, other);
    for (const page of pagesToSubmit()) await theirs.leave(page);
    const answer = await other.ask('saveAgreements', agreements?.call?.variables(theirs.id) ?? {}, {
      key,
      step: 'agreements',
      by: { by: 'action', action: 'continue' },
    });
    expect(answer.errors).toEqual([]);
  });

  test('an answer is kept sealed and for 24 hours', async () => {
    const key = randomUUID();
    await call(key);
    const kept = await sql<{ answer: string }>`select answer from application_acts where key = ${key}`.execute(
      server.services.db,
    );
    expect(kept.rows[0]?.answer).toMatch(/^[\w-]{100,}$/);
    await sql`update application_acts set at = at - interval '25 hours' where key = ${key}`.execute(server.services.db);
    expect((await call(key)).errors[0]?.extensions.code).toBe('CONFLICT');
  });

  test('after that it is forgotten, the act and its hash stay', async () => {
    const { db } = server.services;
    const key = randomUUID();
    await call(key);
    const before = await readActs(db, applicant.id);
    while (await forgetAnswers(db, new Date(testNow.getTime() + 1000)));
    const left = await sql<{ count: string }>`select count(*) from application_acts where answer is not null`.execute(
      db,
    );
    expect(Number(left.rows[0]?.count)).toBe(0);
    expect(await readActs(db, applicant.id)).toEqual(before);
    expect((await call(key)).errors[0]?.extensions.code).toBe('CONFLICT');
  });

  test('what an operation says must not be done twice is not done without a key, and with one it is done once', async () => {
    const fresh = await signUp(server);
    const theirs = await openApplication(server, fresh);
    for (const page of pagesToSubmit()) await theirs.leave(page);
    const before = await readActs(server.services.db, theirs.id);
    const submit = (key?: string): ReturnType<Person['ask']> =>
      fresh.ask('submitApplication', { id: theirs.id }, key === undefined ? undefined : { key });
    expect((await submit()).errors[0]?.extensions.code).toBe('BAD_INPUT');
    expect(await readActs(server.services.db, theirs.id)).toEqual(before);
    const key = randomUUID();
    const answers = [await submit(key), await submit(key), await submit(key)];
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
    const acts = await readActs(server.services.db, theirs.id);
    expect(acts.filter(({ operation }) => operation === 'submitApplication')).toHaveLength(1);
  });

  test('an envelope that is damaged is bad input, never a call without one', async () => {
    const document = (await boot(server)).operations['submitApplication']?.document ?? '';
    const answer = await graphql(server, document, {
      variables: { id: applicant.id },
      headers: { authorization: person.idToken },
      act: { key: '' },
    });
    expect(answer.errors[0]?.extensions.code).toBe('BAD_INPUT');
  });
});
