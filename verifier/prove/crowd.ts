/**
 * Why there are so many situations that not all could be looked at: where they stand, and what tells them apart. Pure.
 */
import { isObject, leaves } from '../../runtime/core/paths.ts';
import type { Json } from '../../runtime/core/facts.ts';
import type { Node } from '../explore/exploration.ts';
import type { Survey } from '../explore/survey.ts';
import { listed } from '../../compile/english.ts';
import { wordsOf } from '../words/words.ts';

/** Fewer situations are no crowd: somebody stopped before anything could be said. */
const CROWD = 1_000;
/** Situations of a page whose facts are looked at. */
const LOOKED = 4_000;
/** So many facts are named. */
const NAMED = 3;

/**
 * The page at which most situations stand and the facts that have most values there: `12,345 of the 20,000 found stand
 * at "Choose a smaller loan", and differ by the state (7 values) and the amount (2)`. Without a full stop; undefined
 * where there is no crowd, or no fact makes it.
 */
export function crowdIn({ exploration, source, resolved }: Survey): string | undefined {
  const { nodes } = exploration;
  if (nodes.length < CROWD) return undefined;
  const [page, there] = [...Map.groupBy(nodes, ({ step }) => step)].reduce<readonly [string, readonly Node[]]>(
    (most, one) => (one[1].length > most[1].length ? one : most),
    ['', []],
  );
  const values = new Map<string, Set<string>>();
  for (const { state } of there.slice(0, LOOKED))
    for (const root of ['answers', 'results'] as const)
      for (const [path, value] of leaves(root === 'answers' ? state.answers : objectsOf(state.world.results)))
        values.set(`${root}.${path}`, (values.get(`${root}.${path}`) ?? new Set<string>()).add(JSON.stringify(value)));
  const told = [...values]
    .filter(([, several]) => several.size > 1)
    .sort((one, other) => other[1].size - one[1].size)
    .slice(0, NAMED);
  if (told.length === 0) return undefined;
  const words = wordsOf(source, resolved);
  const count = (number: number): string => number.toLocaleString('en-US');
  const facts = told.map(
    ([path, several], index) => `${words.fact(path)} (${count(several.size)}${index === 0 ? ' values' : ''})`,
  );
  return `${count(there.length)} of the ${count(nodes.length)} found stand at "${words.step(page)}", and differ by ${listed(facts, 'and')}: let fewer limits, comparisons and conditions hang on these, or on several of them at once`;
}

const objectsOf = (results: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> =>
  Object.fromEntries(Object.entries(results).filter(([, value]) => isObject(value)));
