import { beforeAll, expect, test } from 'vitest';
import { complaints, fuzz } from './fuzz.ts';
import { buildFrontEnd, frontEndIsStale } from '../../../scripts/lib/front-end.ts';

// The page is one of the doors: a clean checkout has none yet.
beforeAll(async () => {
  if (frontEndIsStale()) await buildFrontEnd(false);
}, 120_000);

test('400 fuzzed bodies over every door find no fault, and nobody else waits for them', async () => {
  const found = await fuzz({ seed: 7, count: 400 });
  // The machine of a test run is shared: the clock's figure is judged by `npm run soak -- fuzz`.
  expect(complaints(found, { cpuMs: 250 })).toEqual([]);
  // The doors behind which there is more: each is reached, and not only by what it turns away at once.
  for (const reached of ['graphql 200', 'rest 200', 'identity 400', 'files 200', 'files 415', 'sockets 200'])
    expect([reached, (found.answers[reached] ?? 0) > 0]).toEqual([reached, true]);
  expect(found.bystander.asked).toBeGreaterThan(20);
}, 240_000);
