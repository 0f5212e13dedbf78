import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { play } from './simulate.ts';

test('the same seed gives the same trace, again and in another process', async () => {
  const first = await play(7);
  expect((await play(7)).trace).toEqual(first.trace);
  const main = fileURLToPath(new URL('../soak/seeds/main.ts', import.meta.url));
  const told = execFileSync(process.execPath, [main, '--seed', '7', '--count', '1', '--trace'], { encoding: 'utf8' });
  expect(told.split('\n')).toEqual(expect.arrayContaining([...first.trace]));
  expect(told).toContain(`seed 7: ${first.hash}`);
}, 300_000);
