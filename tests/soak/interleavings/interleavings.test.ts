import { describe, expect, test } from 'vitest';
import { postgresIsHere } from '../../../scripts/lib/postgres.ts';
import { ownDatabase } from '../database.ts';
import { interleavings } from './interleavings.ts';

test('two tabs at one server: what comes at once is done once, and whoever loses is told', async () => {
  const found = await interleavings({ seed: 3, count: 3, faults: false });
  expect(found).toMatchObject({ complaints: [], applications: 3 });
}, 300_000);

describe.runIf(postgresIsHere())('two servers on one PostgreSQL', () => {
  test.each([
    ['as they are', false],
    ['with NOTIFY off, and every tenth commit giving way to another one', true],
  ])(
    '%s: what comes at once is done once, whoever loses is told, and news come through',
    async (_, faults) => {
      const database = await ownDatabase();
      try {
        const found = await interleavings({ seed: 1, count: 3, faults, databaseUrl: database.url });
        expect(found.complaints).toEqual([]);
        expect(Object.keys(found.races).sort()).toEqual([
          'one creation twice',
          'one press several times',
          'submit against save',
          'submit against submit',
          'submit against withdraw',
          'two creations',
          'two saves on one revision',
        ]);
      } finally {
        await database.remove();
      }
    },
    300_000,
  );
});
