/** The maps of stores: what stands where, over every state and any set of stores. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Mark } from '../../widgets/store-map/marks.ts';
import { draw, HEIGHT, marksDrawn, nearAt, WIDTH } from '../../widgets/store-map/states.ts';
import type { Store } from '../../widgets/store-map/stores.ts';
import { marksAt, partsAt } from '../../widgets/store-map/tiles.ts';
import stores from '../../server/stores/stores.json' with { type: 'json' };

/** Drawn on a phone of 320 pixels, and as wide as it may be. */
const [narrow, wide] = [nearAt(), nearAt(WIDTH)];
const store = (number: string, lat: number, lng: number): Store => ({ number, name: number, at: { lat, lng } });
// A few of each state: every set of them is drawn.
const all = stores.stores
  .filter((_, index) => index % 24 === 0)
  .map(({ storeNumber, latitude, longitude }) => store(storeNumber, latitude, longitude));

test('without stores it shows the country, with all its borders', () => {
  const { land, borders, marks } = draw([], narrow);
  expect(marks).toEqual([]);
  // Alaska and Hawaii lie beside the others; every state is at least one closed line.
  expect(land.split('Z').length).toBeGreaterThan(51);
  expect(borders.length).toBeGreaterThan(1000);
});

test('each store stands on the map once, alone or among those too near to be told apart', () => {
  const subsets = all.map((_, index) => all.slice(index)).concat(all.map((one) => [one]));
  for (const some of subsets) {
    const { marks } = draw(some, wide);
    expect(
      marks
        .flatMap((mark) => mark.stores)
        .map(({ number }) => number)
        .sort(),
    ).toEqual(some.map(({ number }) => number).sort());
    for (const { x, y } of marks) {
      expect(x > 0 && x < WIDTH).toBe(true);
      expect(y > 0 && y < HEIGHT).toBe(true);
    }
    for (const [index, one] of marks.entries())
      for (const other of marks.slice(index + 1))
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(wide);
  }
});

test('one store has land and a border around it, and the name of its state', () => {
  const { land, borders, names } = draw(all.slice(0, 1), narrow);
  expect(names.map(({ name }) => name)).toContain('Missouri');
  expect(land).toContain('Z');
  expect(borders).toContain('L');
});

test('looking nearer and nearer comes to each store, except those in one house', () => {
  const reached: string[] = [];
  const look = (some: readonly Store[], depth: number): void => {
    expect(depth).toBeLessThan(16);
    for (const mark of marksDrawn(some, narrow)) {
      if (mark.stores.length === 1) reached.push(mark.stores[0]?.number ?? '');
      else if (marksDrawn(mark.stores, narrow).length > 1) look(mark.stores, depth + 1);
    }
  };
  const streets = [store('a', 30.27, -97.741), store('b', 30.274, -97.741), store('c', 30.27, -97.741)];
  look([...all, store('d', 30.274, -97.735), streets[1] as Store], 0);
  expect(reached.sort()).toEqual([...all.map(({ number }) => number), 'b', 'd'].sort());
  const [house] = marksDrawn([streets[0] as Store, streets[2] as Store], narrow);
  expect(marksDrawn(house?.stores ?? [], narrow).length).toBe(1);
});

/** Towns of any size: a few stores anywhere in the 48 states, and some a few houses, streets or miles from them. */
const towns = fc
  .array(
    fc.record({
      lat: fc.double({ min: 25, max: 49, noNaN: true }),
      lng: fc.double({ min: -124, max: -67, noNaN: true }),
      around: fc.array(
        fc.record({
          up: fc.double({ min: -1, max: 1, noNaN: true }),
          right: fc.double({ min: -1, max: 1, noNaN: true }),
          size: fc.constantFrom(0, 0.0001, 0.001, 0.01, 0.1, 1),
        }),
        { maxLength: 6 },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((found) =>
    found
      .flatMap(({ lat, lng, around }) => [
        [lat, lng] as const,
        ...around.map(({ up, right, size }) => [lat + up * size, lng + right * size] as const),
      ])
      .map(([lat, lng], index) => store(String(index), lat, lng)),
  );
/** The squares of so many pixels around any two marks lie apart, and each store is on one mark. */
function apart(
  marks: readonly Mark[],
  { of, scale, size }: Readonly<{ of: readonly Store[]; scale: number; size: number }>,
): void {
  expect(marks.flatMap((mark) => mark.stores).length).toBe(of.length);
  for (const [index, one] of marks.entries())
    for (const other of marks.slice(index + 1))
      expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) * scale).toBeGreaterThanOrEqual(size);
}

test('wherever stores stand and however wide the drawing is, no two marks have 24 pixels in common, and none of a nearer look', () => {
  fc.assert(
    fc.property(towns, fc.integer({ min: 200, max: WIDTH }), (some, pixels) => {
      const near = nearAt(pixels);
      const marks = marksDrawn(some, near);
      apart(marks, { of: some, scale: pixels / WIDTH, size: 24 });
      for (const mark of marks)
        if (mark.stores.length > 1)
          apart(marksDrawn(mark.stores, near), { of: mark.stores, scale: pixels / WIDTH, size: 24 });
    }),
    { numRuns: 500 },
  );
});

test('at every zoom of a map of tiles no two pins have the 44 pixels of a finger in common, and the next zoom tells those of a pin apart', () => {
  fc.assert(
    fc.property(towns, fc.integer({ min: 4, max: 20 }), (some, zoom) => {
      const marks = marksAt(some, zoom);
      apart(marks, { of: some, scale: 1, size: 44 });
      for (const mark of marks) {
        const nearer = mark.stores.length === 1 ? undefined : partsAt(mark, zoom);
        if (nearer === undefined) continue;
        expect(marksAt(mark.stores, nearer).length).toBeGreaterThan(1);
        expect(marksAt(mark.stores, nearer - 1).length).toBe(1);
      }
    }),
    { numRuns: 500 },
  );
});
