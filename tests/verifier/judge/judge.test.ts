import { expect, test } from 'vitest';
import { judge } from '../../../verifier/judge/judge.ts';
import { casesOf, wrongs } from './cases.ts';
import { contentHash } from '../../../compile/emit/module.ts';
import type { Mutation } from './mutate.ts';
import { mutations, survivors } from './mutants.ts';

test('P20 the judge says of each duty what exploring says of it, and follows no certificate that leaves something out', async () => {
  const cases = await casesOf();
  expect(cases.length).toBeGreaterThan(25);
  const constructs = cases.filter(({ isWhole }) => isWhole);
  expect(constructs.map(({ name }) => name.split(' ')[0])).toEqual(['dialogs', 'lists', 'places', 'listening']);
  expect(wrongs(judge, cases)).toEqual([]);
}, 240_000);

/**
 * `npm run soak -- judge` tries them all and lists what survives. These are some of each part of the judge, chosen by
 * what they are: a line that is added elsewhere chooses no others.
 */
const EVERY = 49;
const isChosen = ({ file, was, is }: Mutation): boolean =>
  file !== 'same.ts' && Number.parseInt(contentHash(`${file} ${was} ${is}`).slice(0, 8), 16) % EVERY === 0;
test('mutants of the judge that follow moves, offers and duties are noticed', async () => {
  const chosen = mutations.filter(isChosen);
  expect(new Set(chosen.map(({ file }) => file)).size).toBeGreaterThan(2);
  expect((await survivors(chosen)).map(({ file, was }) => `${file}: ${was.replaceAll(/\s+/g, ' ')}`)).toEqual([]);
}, 600_000);
