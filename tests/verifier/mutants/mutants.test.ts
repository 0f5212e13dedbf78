/** What `npm test` asks of a share of the mutants, of the content of one brand; `npm run mutants` asks all of all. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectDir, readFiles } from '../../../compile/disk.ts';
import { oneBrand } from '../one-brand.ts';
import { mutantsOf } from './generate.ts';
import { judgeGroup } from './group.ts';
import { baseOf, type Base } from './base.ts';
import { asked, judge } from './judge.ts';
import { obligationOf } from './obligation-of.ts';
import type { Survivors } from './report.ts';
import { share, spread } from './spread.ts';

/** Of those that the list says nothing notices, or nobody sees, how many are asked about. */
const LISTED = 2;

const known = JSON.parse(readFileSync(new URL('./survivors.json', import.meta.url), 'utf8')) as Survivors;
const files = oneBrand(readFiles([projectDir]), 'payday');
const all = mutantsOf(files);
const modules = mkdtempSync(join(tmpdir(), 'waymark-mutants-'));
let base: Base;
beforeAll(async () => {
  base = await baseOf(files, { env: 'local', today: '2026-11-21' }, modules);
}, 240_000);
afterAll(() => rmSync(modules, { recursive: true }));

test('a check or a fixture notices a mutant of each kind that the list does not explain', async () => {
  const mine = share(all, known);
  const kinds = new Set(all.flatMap((mutant) => (obligationOf(mutant) === undefined ? mutant.kind : [])));
  expect(new Set(mine.map(({ kind }) => kind))).toEqual(kinds);
  const unnoticed: string[] = [];
  for (const mutant of mine) if ((await judge(base, mutant)).by === 'nothing') unnoticed.push(mutant.id);
  expect(unnoticed).toEqual([]);
}, 960_000);

test('neither a check nor a fixture notices what the list says nothing notices', async () => {
  const listed = { ...known.equivalent, ...known.alive };
  const mine = spread(
    all.filter((mutant) => Object.hasOwn(listed, mutant.id) && obligationOf(mutant) === undefined),
    LISTED,
  );
  expect(mine.length).toBe(LISTED);
  for (const mutant of mine)
    expect(await judge(base, mutant), `${mutant.id} is noticed: take it off the list in survivors.json`).toMatchObject({
      by: 'nothing',
    });
}, 480_000);

test.each([
  ['a mistake in the content', false],
  ['a weaker obligation', true],
])(
  'walking every way notices %s that it alone is said to notice',
  async (_, ofObligation) => {
    const [mutant] = spread(
      all.filter((one) => Object.hasOwn(known.walked, one.id) && (obligationOf(one) !== undefined) === ofObligation),
      1,
    );
    if (!mutant) throw new Error('survivors.json lists nothing of the kind: run npm run mutants -- --write.');
    const { by, loaded } = await judge(base, mutant);
    expect(by, `${mutant.id} is noticed without walking`).toBe('nothing');
    if (!loaded) throw new Error('What nothing notices was not loaded.');
    const noticed = ofObligation ? (await judgeGroup(base, [mutant]))[0]?.by : asked(base, loaded).by;
    expect(noticed, mutant.id).not.toBe('nothing');
  },
  480_000,
);
