import { expect, test } from 'vitest';
import { answersWithin } from '../../server/http/within.ts';

test('a database that answers, fails, or never answers: ready, not ready, not ready', async () => {
  expect(await answersWithin(60_000, () => Promise.resolve())).toBe(true);
  expect(await answersWithin(60_000, () => Promise.reject(new Error('53100')))).toBe(false);
  expect(await answersWithin(1, () => new Promise(() => undefined))).toBe(false);
});
