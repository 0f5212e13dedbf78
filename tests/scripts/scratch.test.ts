import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeLeft } from '../../scripts/lib/scratch.ts';

const HOUR = 60 * 60 * 1000;

test('what a killed run of the tests left goes after a day; what another run uses, and what is no run at all, stays', () => {
  const place = mkdtempSync(join(tmpdir(), 'waymark-scratch-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  for (const name of ['waymark-test-aaaaaa', 'of-somebody-else'])
    mkdirSync(join(place, name, 'database'), { recursive: true });
  const there = () => ['waymark-test-aaaaaa', 'of-somebody-else'].map((name) => existsSync(join(place, name)));
  removeLeft(place, Date.now() + 23 * HOUR);
  expect(there()).toEqual([true, true]);
  removeLeft(place, Date.now() + 25 * HOUR);
  expect(there()).toEqual([false, true]);
});
