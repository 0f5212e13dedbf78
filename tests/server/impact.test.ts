/**
 * What `impact` tells of a database that people stand in is what comes about when they come back: a loan application
 * and drafts, moved by a server that was given the other version.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpOf, fromDatabase, fromFile } from '../../cli/impact/applications.ts';
import { laterOf } from '../../cli/impact/later.ts';
import { loadContent } from '../../cli/products.ts';
import { readFiles } from '../../compile/disk.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { easternDate } from '../../contract/days.ts';
import { operatorOver } from '../../server/operator.ts';
import { brokenAt } from '../../server/journeys/acts/act.ts';
import { findApplication, readActs } from '../../server/journeys/acts/store.ts';
import { readEvidence } from '../../server/journeys/evidence.ts';
import { replay } from '../../verifier/replay/replay.ts';
import { createTally, type Impact } from '../../verifier/impact/impact.ts';
import { root } from '../content/compiled.ts';
import { openApplication, pagesToSubmit, submitPage } from './support/applicant.ts';
import { copyContent, edit } from './support/content.ts';
import { boot, signUp, type Person } from './support/person.ts';
import { startTestServer, temporaryFolder, testNow, type TestServer } from './support/server.ts';

const contentDir = copyContent();
const file = join(temporaryFolder(), 'open.json');
const write = (name: string, doc: object): void => {
  mkdirSync(join(contentDir, 'flows/moving', name, '..'), { recursive: true });
  writeFileSync(join(contentDir, 'flows/moving', name), JSON.stringify(doc));
};
const actions = [{ id: 'continue', label: 'Continue' }];
const text = (bind: string, more: JsonObject = {}): JsonObject => ({ bind, type: 'string', label: bind, ...more });
/** Where they moved to and how to write to them, under these paths. */
function moving(at: string, ways: readonly string[], migrations?: readonly object[]): void {
  const isLater = migrations !== undefined;
  const within = `Tell us within ${isLater ? 60 : 30} days.`;
  mkdirSync(join(contentDir, 'compliance/disclosures/moving-notice'), { recursive: true });
  writeFileSync(
    join(contentDir, 'compliance/disclosures/moving-notice/1.md'),
    `---\nidTag: moving-notice\ntitle: When you move\ntype: notice\nfrom: 2026-01-01\nuntil: null\n---\n${within}\n`,
  );
  const types = { street: { type: 'string' }, town: { type: 'string' } };
  write('flow.json', {
    id: 'moving',
    title: 'You have moved',
    base: '/moving',
    access: 'customer',
    saves: { draft: 'moving', statuses: { OPEN: { keptDays: 21 }, TOLD: {} } },
    line: isLater ? ['where', 'plan', 'told'] : ['where', 'house', 'plan', 'told'],
    outcomes: ['told'],
    answers: { type: 'object', properties: { [at]: { type: 'object', properties: types }, plan: { type: 'string' } } },
  });
  write('steps/where.json', {
    id: 'where',
    kind: 'form',
    title: isLater ? 'Your new home' : 'Where do you live now?',
    fields: { street: text(`${at}.street`, { sensitive: true }), town: text(`${at}.town`) },
    layout: ['street', 'town'],
    actions,
  });
  if (isLater) rmSync(join(contentDir, 'flows/moving/steps/house.json'));
  else
    write('steps/house.json', {
      id: 'house',
      kind: 'form',
      title: 'Your house',
      layout: [
        { copy: 'How {{brand.friendlyName}} knows it.' },
        { copy: 'In Texas from 18 years.', when: { '==': [{ lookup: ['states', 'TX', 'minimumAge'] }, 18] } },
        { disclosure: 'moving-notice' },
      ],
      actions,
    });
  const choices = ways.map((value) => ({ value, label: value }));
  write('steps/plan.json', {
    id: 'plan',
    kind: 'form',
    title: 'How shall we write?',
    fields: { plan: text('plan', { choices }) },
    layout: ['plan'],
    actions,
  });
  write('steps/told.json', {
    id: 'told',
    kind: 'form',
    title: 'Thank you',
    outcome: 'told',
    layout: [{ copy: 'We write.' }],
  });
  if (migrations) write('migrations.json', { migrations });
}

let server: TestServer;
let impact: readonly Impact[];
/** Those with a draft: one at its end, one at its first page. */
let done: { readonly person: Person; readonly id: string };
let begun: typeof done;
let loan: { readonly person: Person; readonly id: string };
const left = { by: 'action', action: 'continue' };
const secrets = ['12 Elm Street', 'Quietville', 'Ana', 'Ortiz', '219099999', '500 Congress Avenue', '000123456789'];

async function draft(changes: JsonObject, journey: JsonObject): Promise<typeof done> {
  const person = await signUp(server);
  const definition = (await boot(server)).flows['moving']?.hash ?? '';
  const created = await person.ask(
    'createApplication',
    { application: { flow: 'moving', definition } },
    { key: randomUUID() },
  );
  const made = created.data?.['createApplication']?.['application'] as JsonObject;
  const id = String(made['id']);
  const of = { id, flow: 'moving', definition, revision: Number(made['revision']), key: randomUUID() };
  expect((await person.ask('saveJourney', { ...of, changes, journey })).errors).toEqual([]);
  return { person, id };
}
const open = async ({ person }: typeof done, name?: string): Promise<JsonObject> =>
  (await person.ask('openApplication', name === undefined ? {} : { draft: name })).data?.[
    'openApplication'
  ] as JsonObject;

beforeAll(async () => {
  edit(contentDir, 'brands/payday/brand.json', { from: '"flows": [', to: '"flows": ["moving", ' });
  moving('moving', ['mail', 'fax']);
  server = await startTestServer({ contentDir });
  const where = { 'moving.street': '12 Elm Street', 'moving.town': 'Quietville' };
  const { documents } = await server.services.definitions.compliance('payday', '2026-11-20');
  const shown = { 'moving-notice': documents['moving-notice']?.hash ?? '' };
  done = await draft({ ...where, plan: 'fax' }, { where: left, house: { ...left, shown }, plan: left });
  begun = await draft(where, {});
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  for (const page of pagesToSubmit().slice(0, 3)) await applicant.leave(page);
  loan = { person, id: applicant.id };
  const other = await openApplication(server, await signUp(server));
  for (const page of [...pagesToSubmit(), submitPage]) await other.leave(page);

  moving(
    'home',
    ['mail', 'email'],
    [{ why: 'Nobody has a fax.', moves: [{ move: 'moving', to: 'home' }, { askAgain: 'plan' }] }],
  );
  edit(contentDir, 'brands/payday/brand.json', {
    from: '"friendlyName": "Larkfield"',
    to: '"friendlyName": "Otherfield"',
  });
  edit(contentDir, 'compliance/states/TX.json', { from: '"minimumAge": 18', to: '"minimumAge": 19' });
  const asked = { why: 'Limits are new.', moves: [{ askAgain: 'loan.amount' }] };
  writeFileSync(join(contentDir, 'flows/apply/migrations.json'), JSON.stringify({ migrations: [asked] }));
  const operator = operatorOver(server.services, () => testNow);
  const options = { env: 'local', today: easternDate(testNow) } as const;
  const load = await loadContent(readFiles([root, contentDir]), options);
  if (!('loaded' in load)) throw new Error(JSON.stringify(load.problems));
  const tallied = async (all: ReturnType<typeof fromDatabase>): Promise<readonly Impact[]> => {
    const tally = createTally((brand, flow) => laterOf(load.loaded.products[brand], flow));
    for await (const { one, before, now } of all) tally.add(one, before, now);
    return tally.result().toSorted((a, b) => (a.flow < b.flow ? -1 : 1));
  };
  impact = await tallied(fromDatabase(operator));
  writeFileSync(file, JSON.stringify(await dumpOf(operator, testNow)));
  expect(await tallied(fromFile(file, options))).toEqual(impact);
  expect(await server.reloadContent()).toEqual([]);
}, 120_000);
afterAll(async () => {
  await server.stop();
  for (const folder of [contentDir, join(file, '..')]) rmSync(folder, { recursive: true, force: true });
});

const changes = (flow: string): readonly (readonly [string, string, number])[] =>
  impact
    .filter((one) => one.flow === flow)
    .flatMap((one) => one.changes.map(({ kind, what, applications }) => [kind, what, applications] as const));

describe('what impact tells of the applications of a database', () => {
  test('is told of a loan application and of drafts, from the database and from a dump alike', () => {
    expect(
      impact.map(({ flow, applications, sent, moves, lacks }) => ({ flow, applications, sent, moves, lacks })),
    ).toEqual([
      { flow: 'apply', applications: 2, sent: 1, moves: true, lacks: [] },
      { flow: 'moving', applications: 2, sent: 0, moves: true, lacks: [] },
    ]);
    expect(changes('moving')).toEqual([
      ['stays', 'where', 1],
      ['sentBack', 'told > plan', 1],
      ['askedAnew', 'plan', 1],
    ]);
    expect(changes('apply')).toContainEqual(['sentBack', 'bank > amount', 1]);
    expect(changes('apply')).toContainEqual(['metAgain', 'income', 1]);
    expect(changes('apply')).toContainEqual(['askedAnew', 'loan.amount', 1]);
  });

  test('names nobody: neither what is told nor the dump holds what a person wrote', async () => {
    const dump = JSON.stringify(
      await dumpOf(
        operatorOver(server.services, () => testNow),
        testNow,
      ),
    );
    const told = JSON.stringify(impact);
    expect(secrets.filter((secret) => dump.includes(secret) || told.includes(secret))).toEqual([]);
    expect(dump).toContain(done.id);
  });

  test('comes about when they come back: a draft and a loan application are moved where it was told', async () => {
    const current = (await boot(server)).flows;
    expect(await open(done, 'moving')).toMatchObject({
      id: done.id,
      definition: current['moving']?.hash,
      answers: { home: { street: '12 Elm Street', town: 'Quietville' } },
      journey: { where: left },
      // Told to whoever had no page open, until they do something.
      askedAgain: ['plan', 'house'],
    });
    const back = await open(begun, 'moving');
    expect(back).toMatchObject({ answers: { home: { town: 'Quietville' } }, journey: {} });
    const again = await open(loan);
    expect(again).toMatchObject({ id: loan.id, definition: current['apply']?.hash });
    expect(Object.keys(again['journey'] as JsonObject)).toEqual(['personal']);

    // The draft was moved by one act of the lender; its answers are sealed under their new paths, and it is kept on.
    const acts = await readActs(server.services.db, done.id);
    expect(brokenAt(acts)).toBeUndefined();
    expect(acts.filter(({ operation }) => operation === 'migrate')).toMatchObject([
      { actor: 'lender', number: acts.length },
    ]);
    const row = await findApplication(server.services.db, done.id);
    expect(row).toMatchObject({ is_open: true, draft: { name: 'moving', status: 'OPEN', keptDays: 21 } });
    expect(JSON.stringify([row, acts])).not.toContain('12 Elm Street');
    const going = await done.person.ask('saveJourney', {
      id: done.id,
      flow: 'moving',
      definition: current['moving']?.hash ?? '',
      revision: row?.revision ?? 0,
      key: randomUUID(),
      changes: { plan: 'email' },
      journey: { plan: left },
    });
    expect(going.errors).toEqual([]);
    expect(await open(done, 'moving')).toMatchObject({ askedAgain: null });
    expect((await open(done, 'moving'))['journey']).toEqual({ where: left, plan: left });
  });
});

describe('what replay shows of a journey that went on in a later version', () => {
  const evidence = async () => {
    const found = await readEvidence(server.services, done.id);
    if (!found) throw new Error('The draft that was just made is not found.');
    return found;
  };

  test('is each page as it was shown, its words, documents, state row and brand of then, a page that is gone included', async () => {
    const pages = replay(await evidence());
    expect(pages.map(({ step, kind, title }) => [step, kind, title].join(' '))).toEqual([
      'where left Where do you live now?',
      'house left Your house',
      'plan left How shall we write?',
      'plan again How shall we write?',
      'house again Your house',
      'plan left How shall we write?',
      'told current Thank you',
    ]);
    expect(pages.flatMap(({ not }) => not)).toEqual([]);
    const said = (index: number): readonly string[] =>
      (pages[index]?.words ?? []).map(({ as, text: one }) => `${as}: ${one}`);
    expect(said(1)).toEqual([
      'copy: How Larkfield knows it.',
      'copy: In Texas from 18 years.',
      'heading: When you move',
      'document: Tell us within 30 days.',
      'button: Continue',
    ]);
    expect(said(2)[0]).toBe('question: plan (one of: mail, fax): fax');
    expect(said(5)[0]).toBe('question: plan (one of: mail, email): email');
  });

  test('keeps sealed what is sensitive, in the answers of every version', async () => {
    const all = JSON.stringify(replay(await evidence()));
    expect(all).toContain('moving.street: \\"[redacted]\\"');
    expect(all).not.toContain('12 Elm Street');
  });

  test('says so where a version is in no archive, or what was served then was not kept', async () => {
    const found = await evidence();
    const [first] = replay({ ...found, versions: {} });
    expect(first).toMatchObject({ step: 'where', words: [], not: [expect.stringContaining('is in no archive')] });
    const older = found.left.map((one) => ({ ...one, ...(one.over && { over: { ...one.over, isKept: false } }) }));
    expect(replay({ ...found, left: older })[1]?.not).toEqual([expect.stringContaining('was not kept')]);
    const other = replay({ ...found, contents: {} });
    expect(other[1]?.words).toContainEqual({ as: 'unkept', text: expect.stringContaining('moving-notice') as unknown });
  });
});
