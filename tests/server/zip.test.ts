import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stateNames } from '../../server/lending/states.ts';
import { statesOfZip } from '../../server/lending/zip.ts';

const { prefixes } = JSON.parse(
  readFileSync(new URL('../../server/lending/zip3-states.json', import.meta.url), 'utf8'),
) as { prefixes: Record<string, string[]> };

test('every one of the thousand first three digits has the states whose ranges it lies in, their first and last among them, by name', () => {
  const right: Record<string, Set<string>> = {};
  for (const [state, ranges] of Object.entries(prefixes))
    for (const range of ranges) {
      const [low = 0, high = low] = range.split('-').map(Number);
      expect([range, low <= high]).toEqual([range, true]);
      for (let at = low; at <= high; at += 1) (right[String(at).padStart(3, '0')] ??= new Set()).add(state);
    }
  const all = Array.from({ length: 1000 }, (_, at) => String(at).padStart(3, '0'));
  const found = all.map((prefix) => [prefix, statesOfZip(`${prefix}99`)] as const);
  expect(
    found.map(
      ([prefix, states]) =>
        `${prefix} ${states
          .map(({ abbr }) => abbr)
          .sort()
          .join()}`,
    ),
  ).toEqual(all.map((prefix) => `${prefix} ${[...(right[prefix] ?? [])].sort().join()}`));
  expect(found.flatMap(([, states]) => states).filter(({ abbr, name }) => name !== stateNames[abbr])).toEqual([]);
  expect(Object.keys(right).length).toBeGreaterThan(900);
});
