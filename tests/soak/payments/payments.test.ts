import { expect, test } from 'vitest';
import { payments } from './payments.ts';

test('four payments, each asked for five times at once while the server is killed: taken once or not at all, and the ledger has what was taken', async () => {
  const found = await payments({ seed: 3, count: 4 });
  expect(found).toMatchObject({ complaints: [], payments: 4 });
  expect(found.unanswered).toBeGreaterThan(0);
  expect(found.states['taken']).toBeGreaterThan(0);
}, 600_000);
