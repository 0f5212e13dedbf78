import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'waymark-private-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['made', () => undefined],
  [
    'found open to everybody',
    (dataDir: string) => {
      mkdirSync(dataDir);
      chmodSync(dataDir, 0o777);
    },
  ],
])('the folder of the embedded database, %s, is its owner’s alone', async (what, before) => {
  const dataDir = join(folder, what);
  before(dataDir);
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  await database.close();
  expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('700');
});
