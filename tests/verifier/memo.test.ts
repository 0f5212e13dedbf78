/** An answer serves another world only when that world says the same of everything that was read for it. */
import { expect, test } from 'vitest';
import { once, watched } from '../../verifier/domain/memo.ts';
import type { FactShape, FactWorld, Tables } from '../../verifier/domain/shape.ts';

const worldOf = (
  shapes: Readonly<Record<string, FactShape>>,
  { tables = {}, today = '2026-11-20' }: { readonly tables?: Tables; readonly today?: string } = {},
): FactWorld => watched({ shapeOf: (path) => shapes[path] ?? {}, tables, today });

/** Asks something that nobody asked before, and gives how often it was worked out for these worlds. */
let asked = 0;
function times(worlds: readonly FactWorld[], read: (world: FactWorld) => unknown): number {
  const question = { kind: 'test', about: [(asked += 1)] };
  let count = 0;
  for (const world of worlds)
    once(world, question, () => {
      count += 1;
      return read(world);
    });
  return count;
}
const ages = worldOf({ age: { minimum: 18 }, state: { enum: ['TX'] } });

test('an answer is worked out once for worlds that say the same of what was read', () => {
  const elsewhere = worldOf({ age: { minimum: 18 }, state: { enum: ['CA'] } }, { today: '2027-01-01' });
  expect(times([ages, ages, elsewhere], (world) => world.shapeOf('age').minimum)).toBe(1);
});

test.each<[string, FactWorld, (world: FactWorld) => unknown]>([
  ['the shape of a fact', worldOf({ age: { minimum: 21 } }), (world) => world.shapeOf('age').minimum],
  ['the day', worldOf({}, { today: '2027-01-01' }), (world) => world.today],
  ['the tables', worldOf({}, { tables: { states: { TX: { abbr: 'TX' } } } }), (world) => Object.keys(world.tables)],
])('another world that differs in %s is asked anew', (_what, other, read) => {
  expect(times([ages, other], read)).toBe(2);
});

test('what was read for an answer inside another counts for the outer one, also where the inner is known', () => {
  const inner = { kind: 'test', about: [(asked += 1)] };
  const within = (world: FactWorld): unknown => once(world, inner, () => world.shapeOf('state').enum);
  within(ages);
  expect(times([ages, worldOf({ age: { minimum: 18 }, state: { enum: ['CA'] } })], within)).toBe(2);
});

test('a world of which nobody notices what is read shares nothing', () => {
  const plain = (): FactWorld => ({ shapeOf: () => ({}), tables: {}, today: '2026-11-20' });
  expect(times([plain(), plain()], (world) => world.today)).toBe(2);
});
