/**
 * Answers that something reads, but that no page of any flow asks and nothing sets: whoever reads them never finds one.
 */
import { overlap } from '../../runtime/core/shape.ts';
import { wordsOf } from '../document-words.ts';
import { pieces } from '../emit/text.ts';
import { reads } from '../expression-nodes.ts';
import { text } from '../json-types.ts';
import { placeOf } from '../places.ts';
import type { Place } from '../types.ts';
import type { World } from '../world.ts';
import { atPlace, type Concern, type Finding } from './check.ts';

const ROOT = 'answers.';

interface Read {
  readonly path: string;
  readonly place: Place;
}

/** Paths that a field is bound to or that something sets, in any flow of any brand: answers outlive a flow. */
function writtenIn({ scenes }: World): readonly string[] {
  const paths = scenes.flatMap(({ uses }) => [
    ...uses.fields.map(({ field }) => text(field['bind']) ?? ''),
    ...uses.sets.map(({ path }) => path.replace(/^answers\./, '')),
  ]);
  return [...new Set(paths)].map((path) => `${ROOT}${path}`);
}

function* readsIn({ scenes, documents }: World): Generator<Read> {
  const named = (words: string): readonly string[] =>
    pieces(words).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.path]));
  for (const { uses } of scenes) {
    for (const { expression } of uses.expressions)
      for (const { path, holder, key } of reads(expression)) yield { path, place: placeOf(holder, key) };
    for (const { text: words, holder, key } of uses.texts)
      for (const path of named(words)) yield { path, place: placeOf(holder, key) };
  }
  for (const document of documents)
    for (const { text: words, place } of wordsOf(document)) for (const path of named(words)) yield { path, place };
}

/** A finding for every reading of such an answer, each place once. */
export const unasked: Concern = function* (world): Generator<Finding> {
  const written = writtenIn(world);
  const told = new Set<string>();
  for (const { path, place } of readsIn(world)) {
    const key = `${path} ${place.file}:${place.line}:${place.column}`;
    if (!path.startsWith(ROOT) || written.some((one) => overlap(one, path)) || told.has(key)) continue;
    told.add(key);
    yield atPlace(
      place,
      `Nobody ever has the answer "${path}": no page asks it, and nothing sets it.`,
      'Ask it on a page before this one, or read something that is asked.',
    );
  }
};
