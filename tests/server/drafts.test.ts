/**
 * Drafts beside the loan application, at the server's door: one open of each name and person, one store and one lock.
 * The content is a journey of another kind (tests/generality/hardship), laid over the project's own.
 */
import { randomUUID } from 'node:crypto';
import { on, once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { channels, closings, readStatusMessage, registration, socketPath } from '../../contract/channels.ts';
import { standingOf } from '../../contract/standing.ts';
import { readFiles } from '../../compile/disk.ts';
import { stateFields } from '../../compile/fields-from.ts';
import { isObject, list, member } from '../../compile/json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { get, isDraft } from '../../runtime/core/index.ts';
import { brokenAt, type ActBody } from '../../server/journeys/acts/act.ts';
import { fold, nothing } from '../../server/journeys/acts/fold.ts';
import { findApplication, readActs } from '../../server/journeys/acts/store.ts';
import { expireLeft } from '../../server/journeys/expiry.ts';
import { root } from '../content/compiled.ts';
import { openApplication } from './support/applicant.ts';
import { ownersMutations, ownersQueries, sampleInput } from './support/operations.ts';
import { boot, graphql, signIn, signUp, type Answer, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const dayMs = 86_400_000;
const began = new Date('2026-11-20T15:00:00Z').getTime();
let now = began;
let server: TestServer;
beforeAll(async () => {
  const contentDir = `+${overlays.join(':')}`;
  server = await startTestServer({ contentDir, with: { clock: () => new Date(now) } });
}, 180_000);
afterAll(() => server.stop());

const flow = 'hardship';
const overlays = ['tests/generality/hardship', 'tests/constructs/state-columns'].map((folder) => join(root, folder));
const answers = {
  'hardship.stateCode': 'TX',
  'hardship.bills': [{ to: 'Landlord', amount: 120_000 }],
  'hardship.kind': 'PLAN',
  'hardship.monthly': 20_000,
};
const send = { kind: 'PLAN', bills: 120_000 };

const made = (answer: Answer): JsonObject => (answer.data?.['createApplication']?.['application'] ?? {}) as JsonObject;
async function begin(person: Person, key = randomUUID(), of = flow): Promise<JsonObject> {
  const definition = (await boot(server)).flows[of]?.hash ?? '';
  return made(await person.ask('createApplication', { application: { flow: of, definition } }, { key }));
}
const openOf = async (person: Person, draft?: string): Promise<JsonObject | null | undefined> =>
  (await person.ask('openApplication', draft === undefined ? {} : { draft })).data?.['openApplication'];
async function save(
  person: Person,
  draft: JsonObject,
  { changes = {}, journey = {} }: { readonly changes?: JsonObject; readonly journey?: JsonObject },
): Promise<Answer> {
  const row = await findApplication(server.services.db, String(draft['id']));
  return await person.ask('saveJourney', {
    id: String(draft['id']),
    flow: String(draft['flow']),
    definition: String(draft['definition']),
    revision: row?.revision ?? 0,
    key: randomUUID(),
    changes,
    journey,
  });
}
const pressed = { by: 'action', action: 'continue' };
/** A draft with all its pages left but the last. */
async function filled(): Promise<{ readonly person: Person; readonly draft: JsonObject; readonly id: string }> {
  now = began;
  const person = await signUp(server);
  const draft = await begin(person);
  expect(
    (await save(person, draft, { changes: answers, journey: { bills: pressed, relief: pressed } })).errors,
  ).toEqual([]);
  return { person, draft, id: String(draft['id']) };
}
const press = (action: string, step: string) => ({ key: randomUUID(), step, by: { by: 'action' as const, action } });
const sent = async (person: Person, id: string, act = press('send', 'review')): Promise<Answer> =>
  await person.ask('sendHardship', { id, ...send }, act);
const settled = async (person: Person, id: string): Promise<Answer> =>
  await person.ask(
    'settleHardship',
    { id, ...send },
    { key: randomUUID(), step: 'answer', by: { by: 'load' } as never },
  );
const left = { by: 'action', action: 'send', outcome: { operation: 'sendHardship', name: 'ok' } };
const statusOf = async (id: string): Promise<string | undefined> =>
  (await findApplication(server.services.db, id))?.draft?.status;
const why = ({ errors: [error] }: Answer): string =>
  [error?.extensions.code, error?.extensions.reason, error?.extensions.path].filter(Boolean).join(' ');

describe('a draft', () => {
  test('is begun beside the loan application, whichever came first, and neither locks its owner out of the other', async () => {
    now = began;
    for (const loanFirst of [true, false]) {
      const person = await signUp(server);
      const loan = loanFirst ? await openApplication(server, person) : undefined;
      const draft = await begin(person);
      expect(draft).toMatchObject({ flow, draft: flow, status: 'OPEN' });
      const { id } = loan ?? (await openApplication(server, person));
      expect(await openOf(person)).toMatchObject({ id, flow: 'apply', draft: null, status: 'UNSUBMITTED' });
      expect(await openOf(person, flow)).toMatchObject({ id: draft['id'], flow });
      expect((await begin(person))['id']).toBe(draft['id']);
      expect((await openApplication(server, person)).id).toBe(id);
    }
  });
  test('is one for each name and person, begun by many presses at once', async () => {
    now = began;
    const [one, other] = [await signUp(server), await signUp(server)];
    const all = await Promise.all(Array.from({ length: 30 }, (_, which) => begin(which % 2 === 0 ? one : other)));
    expect(new Set(all.map(({ id }) => id)).size).toBe(2);
    expect(all[0]?.['id']).not.toBe(all[1]?.['id']);
  });
  test('is the one begun last where several of one name came to their end at one instant', async () => {
    const { person, draft } = await filled();
    let last = draft;
    for (let round = 0; round < 5; round += 1) {
      const id = String(last['id']);
      expect((await sent(person, id)).errors).toEqual([]);
      expect((await save(person, last, { journey: { review: left } })).errors).toEqual([]);
      expect((await settled(person, id)).errors).toEqual([]);
      expect(await openOf(person, flow)).toMatchObject({ id, status: 'ARRANGED' });
      last = await begin(person);
      expect(last['id']).not.toBe(id);
      expect(await openOf(person, flow)).toMatchObject({ id: last['id'], status: 'OPEN' });
      expect(
        (await save(person, last, { changes: answers, journey: { bills: pressed, relief: pressed } })).errors,
      ).toEqual([]);
    }
  });
  test('answers nobody but its owner, and no operation about a loan application; nor does one about a draft change that', async () => {
    const { person, draft, id } = await filled();
    const stranger = await signUp(server);
    const loan = await openApplication(server, person);
    const about = [...ownersMutations, ...ownersQueries].filter(({ draft: named }) => named === undefined);
    expect(about.length).toBeGreaterThan(8);
    for (const operation of about)
      expect([operation.name, why(await person.ask(operation.name, sampleInput(operation, id)))]).toEqual([
        operation.name,
        'FORBIDDEN',
      ]);
    expect((await person.ask('application', { id })).data?.['application']).toMatchObject({ id, flow });
    for (const operation of ['sendHardship', 'settleHardship']) {
      expect(why(await person.ask(operation, { id: loan.id, ...send }, press('send', 'review')))).toBe('FORBIDDEN');
      for (const one of [id, randomUUID()])
        expect(why(await stranger.ask(operation, { id: one, ...send }, press('send', 'review')))).toBe('FORBIDDEN');
    }
    expect(why(await stranger.ask('application', { id }))).toBe('FORBIDDEN');
    expect(why(await save(stranger, draft, { changes: { 'hardship.bills': [{ to: 'Landlord', amount: 100 }] } }))).toBe(
      'FORBIDDEN',
    );
    expect(await openOf(stranger, flow)).toBeNull();
    await expect(person.hear(id, () => true)).rejects.toThrow('Forbidden');
  });
  test('is led on by its operations alone, at the statuses they say, and once', async () => {
    const { person, draft, id } = await filled();
    expect(why(await settled(person, id))).toBe('REFUSED notReached review');
    const act = press('send', 'review');
    const first = await sent(person, id, act);
    expect([first.errors, await statusOf(id)]).toEqual([[], 'SENT']);
    expect((await sent(person, id, act)).data).toEqual(first.data);
    expect(why(await save(person, draft, { changes: { 'hardship.bills': [{ to: 'Landlord', amount: 100 }] } }))).toBe(
      'REFUSED locked hardship.bills',
    );
    expect((await save(person, draft, { journey: { review: left } })).errors).toEqual([]);
    expect((await settled(person, id)).errors).toEqual([]);
    const row = await findApplication(server.services.db, id);
    expect([row?.draft, row?.is_open]).toEqual([{ name: flow, status: 'ARRANGED', keptDays: null }, false]);
    expect((await settled(person, id)).errors).toEqual([]);
    expect(why(await sent(person, id))).toBe('REFUSED locked review');
    expect(why(await save(person, draft, { changes: { 'hardship.bills': [{ to: 'Landlord', amount: 100 }] } }))).toBe(
      'REFUSED closed hardship.bills',
    );
    const acts = await readActs(server.services.db, id);
    expect(brokenAt(acts)).toBeUndefined();
    const folded = acts.reduce((so, { body, at }) => fold(so, JSON.parse(body) as ActBody, at), nothing);
    expect(JSON.parse(JSON.stringify(await findApplication(server.services.db, id)))).toMatchObject({ ...folded });
    expect(acts.filter(({ operation }) => operation === 'sendHardship')).toHaveLength(1);
    // Its last page comes back for a day; then the next one may be begun.
    expect(await openOf(person, flow)).toMatchObject({ id, status: 'ARRANGED' });
    now = began + dayMs;
    const again = await signIn(server, person.email);
    expect(await openOf(again, flow)).toBeNull();
    expect((await begin(again))['id']).not.toBe(id);
  });
  test('tells its owner over its own channel where it stands, at once and at each move, and closes at its end', async () => {
    const { person, draft, id } = await filled();
    const told = async (whose: Person, name: 'draft' | 'application', input: JsonObject) => {
      const channel = channels[name];
      if (!channel) throw new Error(`The contract has no channel ${name}.`);
      const url = `${server.address.replace('http', 'ws')}${socketPath(channel, whose.idToken)}`;
      const socket = new WebSocket(url, { origin: server.address });
      const heard = on(socket, 'message');
      const closed = once(socket, 'close');
      await once(socket, 'open');
      socket.send(registration(channel, input));
      const next = async (): Promise<unknown> => {
        const { value = [] } = await heard.next();
        const text = String(value[0]);
        return readStatusMessage(text) ?? JSON.parse(text);
      };
      return { next, closed, close: () => socket.close() };
    };
    const own = await told(person, 'draft', { draftId: id });
    expect(await own.next()).toEqual({ status: 'OPEN' });
    const no = { message: 'Forbidden' };
    const stranger = await told(await signUp(server), 'draft', { draftId: id });
    const asLoan = await told(person, 'application', { applicationId: id });
    expect([await stranger.next(), await asLoan.next()]).toEqual([no, no]);
    expect((await sent(person, id)).errors).toEqual([]);
    expect(await own.next()).toEqual({ status: 'SENT' });
    expect((await save(person, draft, { journey: { review: left } })).errors).toEqual([]);
    expect((await settled(person, id)).errors).toEqual([]);
    expect(await own.next()).toEqual({ status: 'ARRANGED' });
    expect((await own.closed)[0]).toBe(closings.normal);
    for (const other of [stranger, asLoan]) other.close();
  });
  test('is not led on by a call that does not end with ok, nor by one whose arguments are made up', async () => {
    const { person, draft, id } = await filled();
    const few = { kind: 'PLAN', bills: 40_000 };
    expect(why(await person.ask('sendHardship', { id, ...few }, press('send', 'review')))).toBe(
      'REFUSED notTheArgument bills',
    );
    expect(
      (await save(person, draft, { changes: { 'hardship.bills': [{ to: 'Landlord', amount: few.bills }] } })).errors,
    ).toEqual([]);
    expect((await person.ask('sendHardship', { id, ...few }, press('send', 'review'))).errors).toEqual([]);
    expect((await save(person, draft, { journey: { review: left } })).errors).toEqual([]);
    const answer = await person.ask('settleHardship', { id, ...few });
    expect(answer.data).toEqual({ settleHardship: { outcome: 'declined', value: null } });
    expect(await statusOf(id)).toBe('SENT');
  });
  test('stands as many days at each status as its flow says, to the last second; a loan application beside it stands as long as ever', async () => {
    const definition = (await boot(server)).flows[flow]?.hash ?? '';
    const { saves } = (await server.services.definitions.flow(definition)) ?? { saves: 'none' };
    const kept = isDraft(saves) ? Object.entries(saves.statuses) : [];
    expect(kept.map(([status, { keptDays }]) => [status, keptDays])).toEqual([
      ['OPEN', 14],
      ['SENT', 60],
      ['ARRANGED', undefined],
    ]);
    const { db } = server.services;
    for (const [status, { keptDays }] of kept) {
      if (keptDays === undefined) continue;
      for (const byTidying of [true, false]) {
        const { person, id } = await filled();
        const loan = await openApplication(server, person);
        if (status === 'SENT') await sent(person, id);
        expect(await statusOf(id)).toBe(status);
        now = began + keptDays * dayMs - 1000;
        if (byTidying) await expireLeft(db, new Date(now));
        expect((await findApplication(db, id))?.is_open).toBe(true);
        expect(await openOf(await signIn(server, person.email), flow)).toMatchObject({ id });
        now = began + keptDays * dayMs;
        if (byTidying) await expireLeft(db, new Date(now));
        const back = await signIn(server, person.email);
        expect(await openOf(back, flow)).toBeNull();
        expect(why(await sent(back, id))).toBe('REFUSED closed');
        expect((await begin(back))['id']).not.toBe(id);
        expect((await findApplication(db, loan.id))?.is_open).toBe(keptDays < 21 || !byTidying);
      }
    }
  });
});

test('who wants nobody to follow them is not asked what hangs on it, and the lock goes by the header of the request', async () => {
  const { person, draft, id } = await filled();
  const row = async () => await findApplication(server.services.db, id);
  const { operations } = await boot(server);
  const wants = async (more: Readonly<Record<string, string>>): Promise<Answer> =>
    await graphql(server, operations['saveJourney']?.document ?? '', {
      variables: {
        id,
        flow,
        definition: String(draft['definition']),
        revision: (await row())?.revision ?? 0,
        key: randomUUID(),
        changes: { 'hardship.wantsNews': true },
        journey: {},
      },
      headers: { authorization: person.idToken, ...more },
    });
  expect(why(await wants({ 'sec-gpc': '1' }))).toBe('REFUSED notAsked hardship.wantsNews');
  // The header has one value that says yes.
  for (const said of ['0', 'true', ''] as const) expect((await wants({ 'sec-gpc': said })).errors).toEqual([]);
});

test('what an operation does to a draft is data: its statuses are those of the flow that keeps it', () => {
  const { operations } = server.services.definitions.content('2026-11-20');
  const about = Object.values(operations).filter(
    ({ draft, application }) => draft !== undefined && application === undefined,
  );
  expect(about.map(({ name }) => name).filter((name) => name.endsWith('Hardship'))).toEqual([
    'sendHardship',
    'settleHardship',
  ]);
  for (const operation of about)
    for (const from of operation.from ?? []) expect(standingOf(operation, from)).toMatchObject({ may: true });
});

/** What the row of each served state asks, by the name of its column; a name alone is described by another row. */
function askedByState(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.values(states).flatMap((state) => {
      const row = list(state['rows']).find((one) => member(one, 'served') === true && member(one, 'until') === null);
      const columns = isObject(row) ? Object.entries(row).filter(([name]) => name.endsWith('Fields')) : [];
      const tags = columns.flatMap(([, fields]) => list(fields).map((one) => String(member(one, 'idTag') ?? one)));
      return row === undefined ? [] : [[String(state['abbr']), tags] as const];
    }),
  );
}
const states: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  Object.entries(readFiles([root, ...overlays])).flatMap(([file, text]) =>
    file.startsWith('compliance/states/') ? [[file, JSON.parse(text) as JsonObject] as const] : [],
  ),
);
/** An answer that the field takes, as it says itself. */
function fitting(field: JsonObject): Json {
  const choices = list(field['choices']).map((one) => member(one, 'value') ?? null);
  const first = field['const'] ?? list(field['examples'])[0] ?? choices[0];
  if (field['type'] === 'array') return choices.slice(0, 1);
  return first ?? (field['type'] === 'boolean' ? true : field['type'] === 'string' ? 'Sample' : 1);
}

describe('what states ask from columns of their rows', () => {
  test('passes the door in every state that is served and asks it, from whatever column, and in no other', async () => {
    now = began;
    const person = await signUp(server);
    const draft = await begin(person, randomUUID(), 'relief');
    const described = stateFields(states);
    const asked = askedByState();
    expect(asked.size).toBeGreaterThan(5);
    expect(new Set([...asked.values()].flat()).size).toBeGreaterThan(2);
    for (const [state, tags] of asked) {
      const lives = { changes: { 'contactInformation.address.stateCode': state }, journey: { state: pressed } };
      expect([state, (await save(person, draft, lives)).errors]).toEqual([state, []]);
      for (const tag of [...described.keys()].filter((one) => !tags.includes(one))) {
        const given = { changes: { [`relief.${tag}`]: fitting(described.get(tag) ?? {}) } };
        expect([state, tag, why(await save(person, draft, given))]).toEqual([
          state,
          tag,
          `REFUSED notAsked relief.${tag}`,
        ]);
      }
      const changes = Object.fromEntries(tags.map((tag) => [`relief.${tag}`, fitting(described.get(tag) ?? {})]));
      const answer = await save(person, draft, { changes, journey: { more: pressed } });
      expect([state, answer.errors]).toEqual([state, []]);
      const kept = (await openOf(person, 'relief'))?.['answers'];
      for (const [path, value] of Object.entries(changes))
        expect([state, path, get(kept, path)]).toEqual([state, path, value]);
    }
  });
});
