/** The drawn map: what stands where, over every state and any set of stores. */
import { expect, test } from 'vitest';
import { draw, HEIGHT, partsApart, WIDTH } from '../../widgets/store-map/states.ts';
import type { Store } from '../../widgets/store-map/stores.ts';
import stores from '../../server/stores/stores.json' with { type: 'json' };

const store = (number: string, lat: number, lng: number): Store => ({ number, name: number, at: { lat, lng } });
// A few of each state: every set of them is drawn.
const all = stores.stores
  .filter((_, index) => index % 24 === 0)
  .map(({ storeNumber, latitude, longitude }) => store(storeNumber, latitude, longitude));

test('without stores it shows the country, with all its borders', () => {
  const { land, borders, marks } = draw([]);
  expect(marks).toEqual([]);
  // Alaska and Hawaii lie beside the others; every state is at least one closed line.
  expect(land.split('Z').length).toBeGreaterThan(51);
  expect(borders.length).toBeGreaterThan(1000);
});

test('each store stands on the map once, alone or among those too near to be told apart', () => {
  const subsets = all.map((_, index) => all.slice(index)).concat(all.map((one) => [one]));
  for (const some of subsets) {
    const { marks } = draw(some);
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
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(50);
  }
});

test('one store has land and a border around it, and the name of its state', () => {
  const { land, borders, names } = draw(all.slice(0, 1));
  expect(names.map(({ name }) => name)).toContain('Missouri');
  expect(land).toContain('Z');
  expect(borders).toContain('L');
});

test('looking nearer and nearer comes to each store, except those in one house', () => {
  const reached: string[] = [];
  const look = (some: readonly Store[], depth: number): void => {
    expect(depth).toBeLessThan(12);
    for (const mark of draw(some).marks) {
      if (mark.stores.length === 1) reached.push(mark.stores[0]?.number ?? '');
      else if (partsApart(mark)) look(mark.stores, depth + 1);
    }
  };
  const streets = [store('a', 30.27, -97.741), store('b', 30.274, -97.741), store('c', 30.27, -97.741)];
  look([...all, store('d', 30.274, -97.735), streets[1] as Store], 0);
  expect(reached.sort()).toEqual([...all.map(({ number }) => number), 'b', 'd'].sort());
  const [house] = draw([streets[0] as Store, streets[2] as Store]).marks;
  expect(house !== undefined && partsApart(house)).toBe(false);
});
