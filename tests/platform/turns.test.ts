import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Turns } from '../../server/database/turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that is done when the test says so, and what has begun so far. */
function works(turns: Turns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    among: (name: string): Promise<void> =>
      turns.among(() => {
        begun.push(name);
        return new Promise<void>((resolve) => void ends.set(name, resolve));
      }),
    end: async (name: string): Promise<void> => {
      ends.get(name)?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test('statements do not wait for each other, up to sixteen; the next begins when one ends, in the order they came', async () => {
  const { among, begun, end } = works(new Turns(1000));
  const names = Array.from({ length: 18 }, (_, index) => `${index}`);
  const all = Promise.all(names.map(among));
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(names.slice(0, 16));
  await end('7');
  expect(begun).toEqual(names.slice(0, 17));
  for (const name of names) await end(name);
  await all;
  expect(begun).toEqual(names);
});

test('a transaction waits for those before it, and those behind it wait for its end', async () => {
  const turns = new Turns(1000);
  const { among, begun, end } = works(turns);
  const before = among('before');
  const transaction = turns.alone();
  const behind = among('behind');
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['before']);
  await end('before');
  await before;
  const giveBack = await transaction;
  expect(begun).toEqual(['before']);
  giveBack();
  giveBack(); // a second time it gives nothing away that is somebody else's
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['before', 'behind']);
  const next = turns.alone();
  giveBack();
  await end('behind');
  await behind;
  (await next)();
});

test('work that fails gives its turn back', async () => {
  const turns = new Turns(1000);
  await expect(turns.among(() => Promise.reject(new Error('no such table')))).rejects.toThrow('no such table');
  (await turns.alone())();
});

test('who waits for longer than allowed is told, and keeps nobody up', async () => {
  const turns = new Turns(1000);
  const { among, begun, end } = works(turns);
  const long = among('long');
  const waited = expect(turns.alone()).rejects.toThrow('Waited 1000 ms');
  await vi.advanceTimersByTimeAsync(500);
  const behind = among('behind');
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['long']);
  await vi.advanceTimersByTimeAsync(500);
  await waited;
  expect(begun).toEqual(['long', 'behind']);
  await end('long');
  await end('behind');
  await Promise.all([long, behind]);
});
