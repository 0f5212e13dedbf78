/**
 * A page is judged by what held when it was served, ten minutes ago at most: over midnight, when a document gets a new
 * version.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { servedMs } from '../../server/definitions/ahead.ts';
import { findApplication } from '../../server/journeys/acts/store.ts';
import { copyContent } from './support/content.ts';
import { openApplication, pagesToSubmit } from './support/applicant.ts';
import { signUp } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

/** Midnight in Eastern time. */
const midnight = new Date('2026-12-01T05:00:00Z').getTime();
const [page] = pagesToSubmit();
const tag = page?.shown?.[0] ?? '';
let now = midnight - 60_000;
let server: TestServer;
const content = copyContent();

beforeAll(async () => {
  const folder = join(content, 'compliance', 'disclosures', tag);
  const first = readFileSync(join(folder, '1.md'), 'utf8');
  writeFileSync(join(folder, '1.md'), first.replace('until: null', 'until: 2026-11-30'));
  const second = first.replace(/^from: .*$/m, 'from: 2026-12-01');
  writeFileSync(join(folder, '2.md'), `${second}\n\nThe office has moved.\n`);
  server = await startTestServer({ contentDir: content, with: { clock: () => new Date(now) } });
  await server.services.definitions.prepare('2026-12-01');
}, 180_000);
afterAll(async () => {
  await server?.stop();
  rmSync(content, { recursive: true, force: true });
});

test.each([
  [servedMs - 1000, 'yesterday', 'taken'],
  [servedMs + 1000, 'yesterday', 'notShown'],
  [servedMs + 1000, 'today', 'taken'],
] as const)('%i ms after midnight a page that showed the text of %s is %s', async (later, shownOn, right) => {
  now = midnight - 60_000;
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  expect((await applicant.save(page?.answers ?? {}, {})).errors).toEqual([]);
  const days = { yesterday: '2026-11-30', today: '2026-12-01' };
  const { documents } = await server.services.definitions.compliance('payday', days[shownOn]);
  const before = await findApplication(server.services.db, applicant.id);
  now = midnight + later;
  const { errors } = await person.ask(page?.call?.operation ?? '', page?.call?.variables(applicant.id), {
    key: randomUUID(),
    step: page?.step ?? '',
    by: { by: 'action', action: 'continue' },
    shown: { [tag]: documents[tag]?.hash ?? '' },
  });
  if (right === 'taken') return expect(errors).toEqual([]);
  expect(errors[0]?.extensions).toMatchObject({ code: 'REFUSED', reason: right, path: tag });
  return expect(await findApplication(server.services.db, applicant.id)).toEqual(before);
});
