import { beforeAll, expect, test } from 'vitest';
import { complaints, fuzz } from './fuzz.ts';
import { buildFrontEnd, frontEndIsStale } from '../../../scripts/lib/front-end.ts';

// The page is one of the doors: a clean checkout has none yet.
beforeAll(async () => {
  if (frontEndIsStale()) await buildFrontEnd(false);
}, 120_000);

test('400 fuzzed bodies over every door find no fault, and nobody else waits for them', async () => {
  expect(complaints(await fuzz({ seed: 7, count: 400 }), 250)).toEqual([]);
}, 240_000);
