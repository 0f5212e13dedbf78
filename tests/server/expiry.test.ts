/**
 * What nobody goes on with ends of itself, at every status at which somebody is waited for; how long each stands is
 * data.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statuses } from '../../contract/generated/statuses.ts';
import { brokenAt } from '../../server/journeys/acts/act.ts';
import { findApplication, readActs } from '../../server/journeys/acts/store.ts';
import { endingStatuses, keptDays, type Status } from '../../server/status/graph.ts';
import { startTidying } from '../../server/tidy.ts';
import { detail } from '../content/compiled.ts';
import {
  heardAt,
  openApplication,
  pagesToSign,
  pagesToSubmit,
  submitPage,
  type Applicant,
  type Page,
} from './support/applicant.ts';
import { ownersMutations, sampleInput } from './support/operations.ts';
import { signIn, signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const dayMs = 86_400_000;
const began = new Date('2026-11-20T15:00:00Z').getTime();
let now = began;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ with: { clock: () => new Date(now) } });
}, 180_000);
afterAll(() => server.stop());

interface Come {
  readonly person: Person;
  readonly applicant: Applicant;
}
async function filled(pages: readonly Page[]): Promise<Come> {
  now = began;
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  for (const page of pages) await applicant.leave(page);
  return { person, applicant };
}
async function decided(status: Status, more: Parameters<typeof pagesToSubmit>[0] = {}): Promise<Come> {
  const come = await filled([...pagesToSubmit(more), submitPage]);
  await come.person.hear(come.applicant.id, (body) => body['status'] === status);
  await come.applicant.leave(heardAt('transition', status));
  return come;
}
async function signing(pages: readonly Page[], more: Parameters<typeof pagesToSubmit>[0] = {}): Promise<Come> {
  const come = await decided('SUBMIT_APPROVED', more);
  for (const page of pages) await come.applicant.leave(page);
  return come;
}
/** How an application comes to each status at which somebody is waited for. */
const ways: Partial<Record<Status, () => Promise<Come>>> = {
  UNSUBMITTED: () => filled(pagesToSubmit().slice(0, 2)),
  PENDING_PRODUCT_SELECTION: () => decided('PENDING_PRODUCT_SELECTION', { ssn: '219091003' }),
  SUBMIT_APPROVED: () => decided('SUBMIT_APPROVED'),
  PENDING_ESIGN: () => signing(pagesToSign().slice(0, 1)),
  PENDING_ESIGN_DOCUMENT_UPLOAD: async () => {
    const come = await signing(pagesToSign(), { ssn: '219091004' });
    await come.person.hear(come.applicant.id, (body) => body['status'] === 'PENDING_ESIGN_DOCUMENT_UPLOAD');
    return come;
  },
};
const comeTo = async (status: Status): Promise<Come> => {
  const come = await ways[status]?.();
  if (!come) throw new Error(`Nobody knows how an application comes to ${status}: say it in this test.`);
  const row = await findApplication(server.services.db, come.applicant.id);
  expect([status, row?.status, row?.is_open]).toEqual([status, status, true]);
  return come;
};
/** The same person on another day: their session of then is over. */
const back = ({ person }: Come): Promise<Person> => signIn(server, person.email);
const open = async (person: Person): Promise<unknown> =>
  (await person.ask('openApplication')).data?.['openApplication']?.['id'];

test('an application ends of itself wherever somebody is waited for, and nowhere else', () => {
  const waits = Object.entries(statuses).flatMap(([status, { applicant, reviewer }]) =>
    Object.keys(applicant).length + Object.keys(reviewer).length > 0 ? [status] : [],
  );
  expect([...endingStatuses].sort()).toEqual(waits.sort());
});

describe.each(endingStatuses.map((status) => [status, keptDays(status) ?? 0] as const))('at %s', (status, days) => {
  test('it stands to its last second, and then takes nothing and makes way for the next one [const.incompleteApplicationDays]', async () => {
    expect(days).toBe(detail('const.incompleteApplicationDays', 'days'));
    const come = await comeTo(status);
    const { id } = come.applicant;
    now = began + days * dayMs - 1000;
    expect(await open(await back(come))).toBe(id);
    now = began + days * dayMs;
    const person = await back(come);
    expect(await open(person)).toBeUndefined();
    const before = (await readActs(server.services.db, id)).length;
    for (const operation of ownersMutations) {
      const { errors } = await person.ask(operation.name, sampleInput(operation, id), { key: randomUUID() });
      expect([operation.name, errors[0]?.extensions]).toMatchObject([
        operation.name,
        { code: 'REFUSED', reason: 'closed' },
      ]);
    }
    const { revision, definition } = (await findApplication(server.services.db, id)) ?? {};
    const save = { id, flow: 'apply', definition: definition ?? '', revision: revision ?? 0, key: randomUUID() };
    const { errors } = await person.ask('saveJourney', { ...save, changes: { 'loan.amount': 25_000 }, journey: {} });
    expect(errors[0]?.extensions).toMatchObject({ code: 'REFUSED', reason: 'closed' });
    const acts = await readActs(server.services.db, id);
    expect(acts.slice(before).map(({ actor, operation }) => [actor, operation])).toEqual([['lender', 'expire']]);
    expect(brokenAt(acts)).toBeUndefined();
    expect((await openApplication(server, person)).id).not.toBe(id);
  });
});

/** The server tidies once, at an instant. */
async function tidied(env: 'local' | 'qa', at: number): Promise<void> {
  const done = Promise.withResolvers<void>();
  let tick = (): void => undefined;
  const { db } = server.services;
  const stop = startTidying(
    db as Parameters<typeof startTidying>[0],
    { ...server.services.events, tidy: () => Promise.resolve(), relay: () => Promise.resolve(done.resolve()) },
    {
      env,
      clock: () => new Date(at),
      timers: { after: (_, fn) => ((tick = fn), () => undefined) },
      onError: done.reject,
    },
  );
  tick();
  await done.promise;
  stop();
}

test('those whose owners never come back end as well, and their drafts with them; what was changed since stands', async () => {
  const left: Come[] = [];
  for (const status of endingStatuses) left.push(await comeTo(status));
  const used = await comeTo('UNSUBMITTED');
  const { db } = server.services;
  const standing = async (): Promise<readonly (boolean | undefined)[]> =>
    await Promise.all([...left, used].map(async ({ applicant }) => (await findApplication(db, applicant.id))?.is_open));
  now = began + 20 * dayMs;
  const person = await back(used);
  const { revision, definition } = (await findApplication(db, used.applicant.id)) ?? {};
  const save = { id: used.applicant.id, flow: 'apply', definition: definition ?? '', revision: revision ?? 0 };
  const changed = await person.ask('saveJourney', {
    ...save,
    key: randomUUID(),
    changes: { 'personalInformation.firstName': 'Anna' },
    journey: {},
  });
  expect(changed.errors).toEqual([]);
  await tidied('qa', began + 21 * dayMs - 1000);
  expect(new Set(await standing())).toEqual(new Set([true]));
  // On a developer's machine each request may live on a day of its own: the server's says nothing.
  await tidied('local', began + 21 * dayMs);
  expect(new Set(await standing())).toEqual(new Set([true]));
  await tidied('qa', began + 21 * dayMs);
  expect(await standing()).toEqual([...left.map(() => false), true]);
  const drafts = await sql<{ id: string }>`select application_id::text as id from person_drafts`.execute(db);
  for (const { applicant } of left) expect(drafts.rows.map(({ id }) => id)).not.toContain(applicant.id);
});
