/** Operations that nobody has built yet, at the server's door: the same rules as for those that are. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileContent } from '../../compile/index.ts';
import { readFiles } from '../../compile/disk.ts';
import { root } from '../content/compiled.ts';
import { graphql } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const folder = join(root, 'tests/constructs/places');
const ask = 'query nextPayment($benefit: JSON) { nextPayment(benefit: $benefit) }';
let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ contentDir: `+${folder}` })), 180_000);
afterAll(() => server.stop());

describe('a stand-in', () => {
  test('answers by its inputs, on the day of the request', async () => {
    expect((await graphql(server, ask, { variables: { benefit: 'rent' } })).data).toEqual({
      nextPayment: {
        outcome: 'ok',
        value: { amount: 12_500, dueOn: '2026-11-20', status: 'DUE', applicationState: 'GRANTED' },
      },
    });
    expect((await graphql(server, ask, { variables: { benefit: 'heating' } })).data).toEqual({
      nextPayment: { outcome: 'none', value: null },
    });
  });
  test('takes what its input schema says and nothing else', async () => {
    for (const benefit of ['water', 1, {}, [], true])
      expect((await graphql(server, ask, { variables: { benefit } })).errors[0]?.extensions.code).toBe('BAD_INPUT');
    const more = await graphql(server, '{ nextPayment(benefit: "rent", month: 3) }');
    expect(more.errors[0]?.extensions.code).toBe('BAD_INPUT');
  });
  test('is the client’s own document, so production would run nothing else', () => {
    expect(server.services.definitions.content('2026-11-20').operations['nextPayment']?.document).toBe(
      'query nextPayment($benefit: JSON) { nextPayment(benefit: $benefit) }',
    );
  });
  test('is refused in production, where it stands', () => {
    const { problems, content } = compileContent(readFiles([root, folder]), { env: 'prod', today: '2026-11-20' });
    expect(content).toBeUndefined();
    expect(problems.map(({ code, file, line }) => `${code} ${file}:${line}`)).toContain(
      'stand-in schemas/api/operations/nextPayment.json:4',
    );
  });
  test('tells no page what it would answer', async () => {
    const boot = await (await fetch(`${server.address}/definitions/boot.json?brand=payday`)).text();
    expect(boot).toContain('nextPayment');
    expect(boot).not.toContain('12500');
  });
});
