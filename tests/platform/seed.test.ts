import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { printout, seed, testPeople } from '../../server/seed/index.ts';
import { start } from './server.ts';
import type { Started } from './server.ts';

let server: Started;
beforeAll(async () => {
  server = await start();
}, 120_000);
afterAll(() => server.stop());

test('every kind of user is among the test people', () => {
  expect(testPeople().map((one) => one.id)).toEqual([
    'new-applicant',
    'returning-online',
    'returning-retail',
    'omni',
    'core-customer',
    'legacy',
    'passwordless',
    'enrollment-user',
    'customer-service-admin',
    'proves-by-phone-or-email',
    'proves-by-phone',
    'proves-by-email',
    'denied-device',
    'pocket-customer',
    'merrow-customer',
    'of-no-brand',
    'of-the-site-before',
    'in-no-group',
    'system-silent',
  ]);
});

test('filling twice makes everybody once, and each signs in with the printed password and is in the group', async () => {
  expect(await seed({ identity: server.identity })).toHaveLength(testPeople().length);
  expect(await seed({ identity: server.identity })).toEqual([]);
  for (const { email, password, groups, attributes } of testPeople()) {
    const { body } = await server.ask('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    });
    // An enrollment session is not for the ordinary log-in.
    if (groups.includes('enrollment.user')) {
      expect(body).toMatchObject({ message: 'Incorrect username or password.' });
      continue;
    }
    const { IdToken } = body['AuthenticationResult'] as { IdToken: string };
    expect(await server.identity.verifyIdToken(IdToken)).toMatchObject({
      email,
      // A token of somebody in no group does not speak of groups.
      ...(groups.length > 0 && { 'cognito:groups': groups }),
      ...attributes,
    });
  }
});

test('seed --print prints the people and the inputs to try as JSON', () => {
  const main = fileURLToPath(new URL('../../server/seed/main.ts', import.meta.url));
  const printed = JSON.parse(execFileSync(process.execPath, [main, '--print'], { encoding: 'utf8' })) as unknown;
  expect(printed).toEqual(printout());
  expect(printout().answers).toMatchObject({ operations: {} });
});
