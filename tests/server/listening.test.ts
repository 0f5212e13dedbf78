/** Whoever begins to listen while an application moves. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openApplication, pagesToSubmit, submitPage } from './support/applicant.ts';
import { signUp } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 180_000);
afterAll(() => server.stop());

test('a move between the reading of where an application stands and the listening to it is told', async () => {
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  for (const page of pagesToSubmit()) await applicant.leave(page);
  const executor = server.services.db.getExecutor();
  const query = executor.executeQuery.bind(executor);
  let read = (): void => undefined;
  let goOn = (): void => undefined;
  const isRead = new Promise<void>((resolve) => (read = resolve));
  const movedOn = new Promise<void>((resolve) => (goOn = resolve));
  // The first that reads the application is the socket: what it read is held back until the application has moved.
  const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(async (asked) => {
    const result = await query(asked);
    if (asked.sql.endsWith(' from applications where id = $1::uuid')) {
      spy.mockRestore();
      read();
      await movedOn;
    }
    return result;
  });
  const heard = person.hear(applicant.id, ({ status }) => status === 'SUBMIT_APPROVED');
  await isRead;
  await applicant.leave(submitPage);
  await person.hear(applicant.id, ({ status }) => status === 'SUBMIT_APPROVED');
  goOn();
  expect((await heard).map(({ status }) => status)).toEqual(['UNSUBMITTED', 'SUBMIT_APPROVED']);
});
