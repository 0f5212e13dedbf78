import { expect, test } from 'vitest';
import { complaints, fuzz } from './fuzz.ts';

test('400 fuzzed bodies over every door find no fault, and nobody else waits for them', async () => {
  expect(complaints(await fuzz({ seed: 7, count: 400 }), 250)).toEqual([]);
}, 240_000);
