/**
 * Answers that something reads, but that no page of any flow asks and nothing sets: whoever reads them never finds one.
 */
import { overlap } from '../../runtime/core/shape.ts';
import { wordsOf } from '../document-words.ts';
import { pieces } from '../emit/text.ts';
import { itemReads, reads } from '../expression-nodes.ts';
import { member, text } from '../json-types.ts';
import { placeOf } from '../places.ts';
import type { Place } from '../types.ts';
import { didYouMean } from '../suggest.ts';
import type { Sight } from '../used.ts';
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

/**
 * Lists that people make, by the path of their answer, with the parts that an item is asked. A list that something sets
 * may have any of its declared parts.
 */
function madeIn({ scenes }: World): ReadonlyMap<string, ReadonlySet<string>> {
  const made = new Map<string, Set<string>>();
  for (const { uses } of scenes)
    for (const { field, parts } of uses.fields) {
      if (field['item'] === undefined) continue;
      const path = `${ROOT}${text(field['bind']) ?? ''}`;
      const known = made.get(path) ?? new Set();
      for (const part of parts) known.add(text(part.field['bind']) ?? '');
      made.set(path, known);
    }
  const sets = scenes.flatMap(({ uses }) => uses.sets.map(({ path }) => `${ROOT}${path.replace(/^answers\./, '')}`));
  for (const path of made.keys()) if (sets.some((one) => overlap(one, path))) made.delete(path);
  return made;
}

/** What is read of the items of lists: by operators over items, and where `item` is one of them. */
function* partsReadIn({ scenes }: World): Generator<Read & { readonly list: string }> {
  const ofItem = (path: string, { over }: Sight, place: Place): readonly (Read & { readonly list: string })[] => {
    const [root, part] = path.split('.');
    const list = text(member(over?.list, 'var'));
    return root === 'item' && part !== undefined && list !== undefined ? [{ list, path: part, place }] : [];
  };
  for (const { uses } of scenes) {
    for (const { expression, sight } of uses.expressions) {
      for (const { list, path, holder, key } of itemReads(expression))
        yield { list, path, place: placeOf(holder, key) };
      for (const { path, holder, key } of reads(expression)) yield* ofItem(path, sight, placeOf(holder, key));
    }
    for (const { text: words, sight, holder, key } of uses.texts)
      for (const piece of pieces(words))
        if (typeof piece !== 'string') yield* ofItem(piece.path, sight, placeOf(holder, key));
  }
}

function* unaskedParts(world: World): Generator<Finding> {
  const made = madeIn(world);
  const told = new Set<string>();
  for (const { list, path, place } of partsReadIn(world)) {
    const [part = ''] = path.split('.');
    const asked = made.get(list);
    const key = `${list} ${part} ${place.file}:${place.line}:${place.column}`;
    if (!asked || asked.has(part) || told.has(key)) continue;
    told.add(key);
    yield {
      ...atPlace(
        place,
        `No item of "${list}" ever has "${part}": its list does not ask it.`,
        didYouMean(part, asked, 'Ask it in "fields" of the item, or read what it is asked.'),
      ),
      cause: `unasked ${list}.${part}`,
    };
  }
}

/** A finding for every reading of such an answer, each place once. */
export const unasked: Concern = function* (world): Generator<Finding> {
  yield* unaskedParts(world);
  const written = writtenIn(world);
  const told = new Set<string>();
  for (const { path, place } of readsIn(world)) {
    const key = `${path} ${place.file}:${place.line}:${place.column}`;
    if (!path.startsWith(ROOT) || written.some((one) => overlap(one, path)) || told.has(key)) continue;
    told.add(key);
    yield {
      ...atPlace(
        place,
        `Nobody ever has the answer "${path}": no page asks it, and nothing sets it.`,
        'Ask it on a page before this one, or read something that is asked.',
      ),
      cause: `unasked ${path}`,
    };
  }
};
