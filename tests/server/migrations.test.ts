import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ContentError, problemText } from '../../server/definitions/problems.ts';
import { lacking } from '../../server/definitions/take-over.ts';
import { brokenAt } from '../../server/journeys/acts/act.ts';
import { findApplication, readActs } from '../../server/journeys/acts/store.ts';
import type { Migration } from '../../runtime/core/definition.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { applicantOf, openApplication, pagesToSubmit, submitPage } from './support/applicant.ts';
import { copyContent, edit } from './support/content.ts';
import { boot, signIn, signUp } from './support/person.ts';
import { startTestServer, temporaryFolder } from './support/server.ts';

const contentDir = copyContent();
const dataDir = temporaryFolder();
afterAll(() => {
  for (const folder of [contentDir, dataDir]) rmSync(folder, { recursive: true, force: true });
});

/** What the page of the amount asks beside it; declared by the flow itself. */
const asks = (fields: Readonly<Record<string, JsonObject>>): void => {
  const file = 'flows/apply/steps/amount.json';
  edit(contentDir, file, { from: '"fields": {', to: `"fields": { ${JSON.stringify(fields).slice(1, -1)},` });
  const names = Object.keys(fields).map((name) => `"${name}",`);
  edit(contentDir, file, { from: '"layout": [', to: `"layout": [${names.join('')}` });
};
const text = (bind: string, more: JsonObject = {}): JsonObject => ({ bind, type: 'string', label: bind, ...more });
const migrate = (...moves: readonly JsonObject[]): void =>
  writeFileSync(
    join(contentDir, 'flows/apply/migrations.json'),
    JSON.stringify({ migrations: [{ why: 'The page of the amount was written anew.', moves }] }),
  );

test('an open application is moved when it is opened: a renamed answer stays sealed, a consent to other words is asked again, what was sent stays; without a migration nothing is published', async () => {
  const amount = 'flows/apply/steps/amount.json';
  const types = ['maiden', 'birth', 'color', 'pet'].map((name) => `"${name}": { "type": "string" }`).join(', ');
  edit(contentDir, 'flows/apply/flow.json', {
    from: '"access": "customer",',
    to: `"access": "customer", "answers": { "type": "object", "properties": { "extra": { "type": "object", "properties": { ${types} } } } },`,
  });
  asks({ maiden: text('extra.maiden', { sensitive: true }), color: text('extra.color') });
  const first = await startTestServer({ dataDir, contentDir });
  const pages = pagesToSubmit().map(({ step, answers, ...page }) => ({
    ...page,
    step,
    answers: { ...answers, ...(step === 'amount' && { 'extra.maiden': 'Quetzal', 'extra.color': 'blue' }) },
  }));
  const ana = await signUp(first);
  const begun = await openApplication(first, ana);
  for (const page of pages) await begun.leave(page);
  const ben = await signUp(first);
  const sent = await openApplication(first, ben);
  for (const page of [...pages, submitPage]) await sent.leave(page);

  edit(contentDir, amount, { from: '"maiden":{"bind":"extra.maiden"', to: '"birth":{"bind":"extra.birth"' });
  edit(contentDir, amount, { from: '"color":{"bind":"extra.color"', to: '"pet":{"bind":"extra.pet"' });
  edit(contentDir, amount, { from: '"maiden","color"', to: '"birth","pet"' });
  edit(contentDir, 'flows/apply/steps/consent.json', {
    from: 'I agree to get documents and',
    to: 'Yes: I get documents and want',
  });
  expect(await first.reloadContent()).toEqual([]);
  const lacks = await lacking(first.services.db, first.services.definitions, '2026-11-20');
  expect(lacks.map(problemText)).toEqual([
    `flows/apply/migrations.json:1:1: An open application of payday is on a version that asks "extra.maiden": nobody asks for it in this one.
  Say what becomes of it: { "rename": "extra.maiden", "to": "…" }, { "drop": "extra.maiden", "why": "…" } or { "askAgain": "extra.maiden" }.`,
    expect.stringContaining('"extra.color"'),
  ]);
  await first.stop();
  await expect(startTestServer({ dataDir, contentDir })).rejects.toBeInstanceOf(ContentError);

  migrate(
    { rename: 'extra.maiden', to: 'extra.birth' },
    { drop: 'extra.color', why: 'Nobody reads it.' },
    { default: 'extra.pet', value: 'none' },
  );
  const second = await startTestServer({ dataDir, contentDir });
  const { db } = second.services;
  try {
    const current = (await boot(second)).flows['apply']?.hash;
    const back = await signIn(second, ana.email);
    const [open, twice] = await Promise.all([back.ask('openApplication'), back.ask('openApplication')]);
    const application = open.data?.['openApplication'];
    expect(twice.data?.['openApplication']).toEqual(application);
    expect(application).toMatchObject({ id: begun.id, definition: current, revision: begun.revision + 1 });
    const { answers, journey } = application as Record<'answers' | 'journey', JsonObject>;
    expect(answers['extra']).toEqual({ birth: 'Quetzal', pet: 'none' });
    expect(answers).not.toHaveProperty('additionalAttributes.esignConsent');
    expect(answers).not.toHaveProperty('agreements.application');
    expect(Object.keys(journey).sort()).toEqual(['amount', 'bank', 'bank-manual', 'income', 'personal']);

    const acts = await readActs(db, begun.id);
    expect(brokenAt(acts)).toBeUndefined();
    expect(acts.filter(({ operation }) => operation === 'migrate')).toMatchObject([
      { actor: 'lender', definition: begun.definition, number: acts.length },
    ]);
    expect(JSON.stringify([await findApplication(db, begun.id), acts])).not.toContain('Quetzal');

    // Migrations that were published stand; an earlier version that comes back lets everybody stay where they are.
    const standing = await second.services.definitions.flow(String(current));
    const other = (migrations: readonly Migration[]): ReturnType<typeof lacking> =>
      lacking(
        db,
        {
          currentFlow: (brand, flow, day) => {
            const found = second.services.definitions.currentFlow(brand, flow, day);
            return found && { ...found, hash: 'other' };
          },
          flow: (hash) =>
            Promise.resolve(standing && (hash === 'other' ? { ...standing, steps: {}, migrations } : standing)),
        },
        '2026-11-20',
      );
    expect(await other([])).toEqual([]);
    expect(await other([{ moves: [] }])).toMatchObject([
      { message: 'An open application of payday went by migrations that stand here otherwise now.' },
    ]);

    // A tab that stands on the version of before is told; one that begins anew goes on to the end.
    const tab = await applicantOf(second, back, begun);
    expect((await tab.save({ 'extra.pet': 'cat' }, {})).errors[0]?.extensions).toMatchObject({
      reason: 'definition',
      definition: current,
    });
    const going = await applicantOf(second, back, {
      id: begun.id,
      definition: String(current),
      revision: begun.revision + 1,
    });
    for (const page of [...pages.slice(-2), submitPage]) await going.leave(page);
    await back.hear(begun.id, (body) => body['status'] === 'SUBMIT_APPROVED');

    const his = (await (await signIn(second, ben.email)).ask('openApplication')).data?.['openApplication'];
    expect(his).toMatchObject({ id: sent.id, definition: sent.definition });
  } finally {
    await second.stop();
  }
}, 60_000);
