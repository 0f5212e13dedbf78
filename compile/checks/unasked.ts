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
import { reached, valuesIn } from '../reached.ts';
import { didYouMean } from '../suggest.ts';
import type { ExpressionUse, Sight } from '../used.ts';
import type { Scene, World } from '../world.ts';
import { atPlace, type Concern, type Finding } from './check.ts';

const ROOT = 'answers.';

interface Read {
  readonly path: string;
  readonly place: Place;
}

/** Paths that a field is bound to or that something sets, in all these flows: answers outlive a flow. */
function writtenIn(scenes: readonly Scene[]): readonly string[] {
  const paths = scenes.flatMap(({ uses }) => [
    ...uses.fields.map(({ field }) => text(field['bind']) ?? ''),
    ...uses.sets.map(({ path }) => path.replace(/^answers\./, '')),
  ]);
  return [...new Set(paths)].map((path) => `${ROOT}${path}`);
}

function* readsIn({ scenes, documents }: Pick<World, 'scenes' | 'documents'>): Generator<Read> {
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
function madeIn(scenes: readonly Scene[]): ReadonlyMap<string, ReadonlySet<string>> {
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
function* partsReadIn(scenes: readonly Scene[]): Generator<Read & { readonly list: string }> {
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

/** Each reading of a part of an item that its list does not ask, each place once. */
function* unaskedParts(
  scenes: readonly Scene[],
  made: ReadonlyMap<string, ReadonlySet<string>>,
  isMeant: (list: string, part: string) => boolean,
): Generator<Finding> {
  const told = new Set<string>();
  for (const { list, path, place } of partsReadIn(scenes)) {
    const [part = ''] = path.split('.');
    const asked = made.get(list);
    const key = `${list} ${part} ${place.file}:${place.line}:${place.column}`;
    if (!asked || asked.has(part) || !isMeant(list, part) || told.has(key)) continue;
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

/** Each reading of an answer that nobody ever has, each place once. */
function* unaskedReads(read: Iterable<Read>, isLost: (path: string) => boolean, whose: string): Generator<Finding> {
  const told = new Set<string>();
  for (const { path, place } of read) {
    const key = `${path} ${place.file}:${place.line}:${place.column}`;
    if (!path.startsWith(ROOT) || !isLost(path) || told.has(key)) continue;
    told.add(key);
    yield {
      ...atPlace(
        place,
        `Nobody ${whose}ever has the answer "${path}": no page asks it, and nothing sets it.`,
        'Ask it on a page before this one, or read something that is asked.',
      ),
      cause: `unasked ${whose}${path}`,
    };
  }
}

/**
 * The same of what one brand does not ask, and another asks in the same flow: its overlay took it away, and something
 * of the flow still reads it. A condition on the page that asked it may look for it: what it hides is gone with it.
 */
const takenAway: Concern = function* ({ scenes, documents, brands }): Generator<Finding> {
  const inDocuments = documents.flatMap(({ source: { text: words } }) => valuesIn(words));
  for (const brand of Object.values(brands)) {
    const own = scenes.filter((scene) => scene.brand === brand);
    const others = scenes
      .filter(({ brand: of, flow }) => of !== brand && flow && Object.hasOwn(brand.flows, flow.id))
      .map(ofAll);
    const written = writtenIn(own);
    const lost = writtenIn(others).filter((path) => !written.some((one) => overlap(one, path)));
    if (lost.length > 0) {
      const pages = new Map(lost.map((path) => [path, pagesThatAsk(path, others)]));
      const isLost = (path: string): boolean =>
        lost.some((one) => overlap(one, path)) && !written.some((one) => overlap(one, path));
      const looking = own.map((scene) => readers(scene, { pages, inDocuments }));
      yield* unaskedReads(readsIn({ scenes: looking, documents: [] }), isLost, `of the brand "${brand.id}" `);
    }
    const made = madeIn(own);
    const elsewhere = madeIn(others);
    yield* unaskedParts(own, made, (list, part) => elsewhere.get(list)?.has(part) === true);
  }
};

/** A scene without the questions and acts that its brand's overlay brings: only what is the flow's own can be taken. */
function ofAll(scene: Scene): Scene {
  const { uses } = scene;
  const isOfAll = ({ file }: Place): boolean => !file.startsWith('brands/');
  const fields = uses.fields.flatMap((use) =>
    isOfAll(placeOf(use.written))
      ? [{ ...use, parts: use.parts.filter((part) => isOfAll(placeOf(part.written))) }]
      : [],
  );
  const sets = uses.sets.filter(({ holder, key }) => isOfAll(placeOf(holder, key)));
  return { ...scene, uses: { ...uses, fields, sets } };
}

/** The flow and the step of every question that writes an answer. */
function pagesThatAsk(path: string, scenes: readonly Scene[]): ReadonlySet<string> {
  return new Set(
    scenes.flatMap(({ flow, uses }) =>
      uses.fields.flatMap(({ field, step }) =>
        overlap(`${ROOT}${text(field['bind']) ?? ''}`, path) ? [`${flow?.id ?? ''}/${step ?? ''}`] : [],
      ),
    ),
  );
}

/** A scene without the conditions of the pages that asked what is lost, and without the rules that these alone name. */
function readers(
  scene: Scene,
  {
    pages,
    inDocuments,
  }: { readonly pages: ReadonlyMap<string, ReadonlySet<string>>; readonly inDocuments: readonly string[] },
): Scene {
  const asking = new Set([...pages.values()].flatMap((of) => [...of]));
  const isCondition = ({ as, key, step }: ExpressionUse): boolean =>
    as === 'rule' && key === 'when' && asking.has(`${scene.flow?.id ?? ''}/${step ?? ''}`);
  const left = {
    ...scene,
    uses: { ...scene.uses, expressions: scene.uses.expressions.filter((use) => !isCondition(use)) },
  };
  const named = new Set<object>([...Object.values(scene.rules), ...Object.values(scene.values)]);
  const found = reached(left, inDocuments);
  return {
    ...left,
    uses: {
      ...left.uses,
      expressions: left.uses.expressions.filter(({ holder }) => !named.has(holder) || found.has(holder)),
    },
  };
}

/** A finding for every reading of such an answer, each place once. */
export const unasked: Concern = function* (world): Generator<Finding> {
  const { scenes } = world;
  const made = madeIn(scenes);
  yield* unaskedParts(scenes, made, () => true);
  const written = writtenIn(scenes);
  yield* unaskedReads(readsIn(world), (path) => !written.some((one) => overlap(one, path)), '');
  yield* takenAway(world, false);
};
