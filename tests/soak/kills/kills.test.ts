import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresIsHere } from '../../../scripts/lib/postgres.ts';
import type { TemporaryDatabase } from '../../platform/postgres.ts';
import { ownDatabase } from '../database.ts';
import { kills } from './kills.ts';

test('two kills under load, on the embedded database: nothing acknowledged is lost, nothing is done twice', async () => {
  const found = await kills({ seed: 1, kills: 2 });
  expect(found.complaints).toEqual([]);
  expect(found.kills).toBeGreaterThanOrEqual(2);
  expect(found.unanswered).toBeGreaterThan(0);
}, 600_000);

describe.runIf(postgresIsHere())('on PostgreSQL', () => {
  let database: TemporaryDatabase;
  beforeAll(async () => {
    database = await ownDatabase();
  });
  afterAll(() => database.remove());

  test('two kills of two servers under load: the other one goes on where one died, and nothing is lost or done twice', async () => {
    const found = await kills({ seed: 1, kills: 2, databaseUrl: database.url });
    expect(found.complaints).toEqual([]);
    expect(found.kills).toBeGreaterThanOrEqual(2);
    expect(found.unanswered).toBeGreaterThan(0);
  }, 600_000);
});
