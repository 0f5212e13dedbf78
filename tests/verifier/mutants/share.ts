/** What `npm test` asks of a share of the mutants; `npm run mutants` asks all. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { projectDir, readFiles } from '../../../compile/disk.ts';
import { mutantsOf } from './generate.ts';
import { judgeGroup } from './group.ts';
import { baseOf } from './base.ts';
import { asked, judge } from './judge.ts';
import type { Mutant } from './mutant.ts';
import { obligationOf } from './obligation-of.ts';
import type { Survivors } from './report.ts';
import { share, spread } from './spread.ts';

/** Of those that the list says nothing notices, or nobody sees, how many each half asks about. */
const LISTED = 1;

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
    expect(mine.length).toBeGreaterThan(6);
    const unnoticed: string[] = [];
    for (const mutant of mine)
      if (!explained.has(mutant.id) && (await judge(await base, mutant)).by === 'nothing') unnoticed.push(mutant.id);
    expect(unnoticed).toEqual([]);
  }, 480_000);

  test('neither a check nor a fixture notices what the list says nothing notices', async () => {
    const listed = { ...known.equivalent, ...known.alive };
    const mine = mineOf(
      spread(
        all.filter((mutant) => Object.hasOwn(listed, mutant.id) && obligationOf(mutant) === undefined),
        LISTED * 2,
      ),
    );
    expect(mine.length).toBe(LISTED);
    for (const mutant of mine)
      expect(
        await judge(await base, mutant),
        `${mutant.id} is noticed: take it off the list in survivors.json`,
      ).toMatchObject({ by: 'nothing' });
  }, 480_000);

  test(`walking every way notices ${which === 0 ? 'a mistake in the content' : 'a weaker obligation'} that it alone is said to notice`, async () => {
    const [mutant] = spread(
      all.filter((one) => Object.hasOwn(known.walked, one.id) && (obligationOf(one) === undefined) === (which === 0)),
      1,
    );
    if (!mutant) throw new Error('survivors.json lists nothing of the kind: run npm run mutants -- --write.');
    const { by, loaded } = await judge(await base, mutant);
    const noticed =
      loaded && which === 0
        ? asked(await base, loaded).by
        : loaded
          ? (await judgeGroup(await base, [mutant]))[0]?.by
          : by;
    expect(noticed, mutant.id).not.toBe('nothing');
  }, 480_000);
}
