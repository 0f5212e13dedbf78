/** What `npm test` asks of a share of the mutants; `npm run mutants` asks all. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { projectDir, readFiles } from '../../../compile/disk.ts';
import { mutantsOf } from './generate.ts';
import { asked, baseOf, judge } from './judge.ts';
import type { Mutant } from './mutant.ts';
import type { Survivors } from './report.ts';
import { share, spread } from './spread.ts';

/** Of those that only walking every way notices, how many are asked, in each half. */
const WALKED = 1;

const known = JSON.parse(readFileSync(new URL('./survivors.json', import.meta.url), 'utf8')) as Survivors;
const explained = new Set(Object.values(known).flatMap((of) => Object.keys(of as Readonly<Record<string, string>>)));

/** Defines the tests of one half of the share; two files, so that two cores work on them. */
export function half(which: 0 | 1): void {
  const files = readFiles([projectDir]);
  const all = mutantsOf(files);
  const modules = mkdtempSync(join(tmpdir(), 'waymark-mutants-'));
  const base = baseOf(files, { env: 'local', today: '2026-11-21' }, modules);
  afterAll(() => rmSync(modules, { recursive: true }));
  const mineOf = (of: readonly Mutant[]): readonly Mutant[] => of.filter((_, index) => index % 2 === which);

  test('a check or a fixture notices every mutant of the share that the list does not explain', async () => {
    const mine = mineOf(share(all));
    expect(mine.length).toBeGreaterThan(30);
    const unnoticed: string[] = [];
    for (const mutant of mine) if (!explained.has(mutant.id) && (await judge(await base, mutant)).by === 'nothing') unnoticed.push(mutant.id);
    expect(unnoticed).toEqual([]);
  }, 240_000);

  test('walking every way notices what it alone is said to notice', async () => {
    const mine = mineOf(spread(all.filter(({ id }) => Object.hasOwn(known.walked, id)), WALKED * 2));
    expect(mine.length).toBe(WALKED);
    for (const mutant of mine) {
      const { by, loaded } = await judge(await base, mutant);
      expect(loaded ? asked(await base, loaded, mutant).by : by, mutant.id).not.toBe('nothing');
    }
  }, 240_000);
}
