import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { ContentError, problemText } from '../../server/definitions/problems.ts';
import { copyContent, edit } from './support/content.ts';
import { applicantOf, openApplication, pagesToSubmit, submitPage } from './support/applicant.ts';
import { boot, signIn, signUp } from './support/person.ts';
import { startTestServer, temporaryFolder } from './support/server.ts';

const dataDir = temporaryFolder();
const contentDir = copyContent();
afterAll(() => {
  for (const folder of [dataDir, contentDir]) rmSync(folder, { recursive: true, force: true });
});

describe('versions, over restarts', () => {
  test('an application goes on with the definition it began with when the content has changed; a new one begins with the new; one in the middle of its decision is decided', async () => {
    const first = await startTestServer({ dataDir, contentDir, with: { paceMs: 3000 } });
    const person = await signUp(first);
    const begun = await openApplication(first, person);
    const [personal, ...later] = pagesToSubmit();
    if (personal) await begun.leave(personal);
    const waiting = await signUp(first);
    const inBetween = await openApplication(first, waiting);
    for (const page of [...pagesToSubmit(), submitPage]) await inBetween.leave(page);
    await waiting.hear(inBetween.id, (body) => body['status'] === 'PENDING_UNDERWRITING');
    const text = await (await fetch(`${first.address}/definitions/${begun.definition}.js`)).text();
    await first.stop();

    edit(contentDir, 'flows/apply/steps/bank.json', {
      from: '"title": "Your bank account"',
      to: '"title": "Where shall the money go?"',
    });
    rmSync(`${dataDir}/definitions`, { recursive: true });
    const second = await startTestServer({ dataDir, contentDir });
    try {
      const current = (await boot(second)).flows['apply']?.hash;
      expect(current).not.toBe(begun.definition);
      const served = await fetch(`${second.address}/definitions/${begun.definition}.js`);
      expect(served.headers.get('cache-control')).toContain('immutable');
      expect(await served.text()).toBe(text);
      expect(
        (await fetch(`${second.address}/definitions/${/\.\/(kit-\w+)\.js/.exec(text)?.[1] ?? ''}.js`)).status,
      ).toBe(200);

      const back = await signIn(second, person.email);
      const open = (await back.ask('openApplication')).data?.['openApplication'];
      expect(open).toMatchObject({ id: begun.id, definition: begun.definition, revision: begun.revision });
      const going = await applicantOf(second, back, begun);
      for (const page of [...later, submitPage]) await going.leave(page);
      await back.hear(begun.id, (body) => body['status'] === 'SUBMIT_APPROVED');

      expect((await openApplication(second, await signUp(second))).definition).toBe(current);

      // The other one was being decided when the server stopped.
      const decided = await (await signIn(second, waiting.email)).hear(
        inBetween.id,
        (body) => body['status'] === 'SUBMIT_APPROVED',
      );
      expect(decided.at(-1)).toEqual({ status: 'SUBMIT_APPROVED', applicationState: 'APPROVED' });
    } finally {
      await second.stop();
    }
  }, 240_000);

  test('wrong content is told with its place and keeps the last good version serving', async () => {
    const wrong = copyContent();
    const server = await startTestServer({ contentDir: wrong });
    try {
      const before = await boot(server);
      edit(wrong, 'flows/apply/steps/bank.json', { from: '"kind": "form"', to: '"kind": "fform"' });
      const problems = await server.reloadContent();
      expect(problems.length).toBeGreaterThan(0);
      expect(problemText(problems[0] as (typeof problems)[number])).toMatch(
        /^flows\/apply\/steps\/bank\.json:\d+:\d+: .+\n {2}.+/,
      );
      expect(await boot(server)).toEqual(before);
      edit(wrong, 'flows/apply/steps/bank.json', { from: '"kind": "fform"', to: '"kind": "form"' });
      edit(wrong, 'flows/apply/steps/bank.json', {
        from: '"title": "Your bank account"',
        to: '"title": "Your account"',
      });
      expect(await server.reloadContent()).toEqual([]);
      expect((await boot(server)).flows['apply']?.hash).not.toBe(before.flows['apply']?.hash);
    } finally {
      await server.stop();
    }
    edit(wrong, 'flows/apply/steps/bank.json', { from: '"kind": "form"', to: '"kind": "fform"' });
    await expect(startTestServer({ contentDir: wrong })).rejects.toBeInstanceOf(ContentError);
    rmSync(wrong, { recursive: true, force: true });
  }, 240_000);
});
