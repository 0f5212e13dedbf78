/**
 * What the runtime itself says: `schemas/words.json` for its own parts, the `words` of their folder for a control and a
 * widget, and over both what app.json says otherwise.
 */
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import type { Source } from './content.ts';
import { entries, isObject, member, text } from './json-types.ts';
import { hasPlace, inheritPlaces, movePlace } from './places.ts';
import type { Files } from './types.ts';

const SCHEMA = 'schemas/meta/words.schema.json';

/** Names that a word may read as `here.<name>`, with the JSON type of each. */
export type Here = Readonly<Record<string, string>>;
interface DeclaredWord {
  /** Where it stands. */
  readonly says: string;
  readonly here: Here;
}
/** By part (a part of the runtime, a control or a widget), then by name. */
type Declared = Readonly<Record<string, Readonly<Record<string, DeclaredWord>>>>;

const hereOf = (reads: Json | undefined): Here =>
  Object.fromEntries(entries(reads).map(([name, type]) => [name, text(type) ?? 'string']));

let parsed: { readonly of: string; readonly words: Declared } | undefined;

/** The words of the runtime's own parts, as the schema of `schemas/words.json` demands them. */
export function ownWords(files: Files): Declared {
  const of = files[SCHEMA] ?? '{}';
  if (parsed?.of === of) return parsed.words;
  const schema = JSON.parse(of) as JsonObject;
  const words = Object.fromEntries(
    entries(schema['properties']).flatMap(([part, one]) => {
      const inside = member(one, 'properties');
      return inside === undefined ? [] : [[part, tableOf(inside, 'description', 'x-reads')] as const];
    }),
  );
  parsed = { of, words };
  return words;
}

function tableOf(words: Json | undefined, says: string, reads: string): Readonly<Record<string, DeclaredWord>> {
  return Object.fromEntries(
    entries(words).map(([name, word]) => [
      name,
      { says: text(member(word, says)) ?? '', here: hereOf(member(word, reads)) },
    ]),
  );
}

/** Folders that may have words of their own. */
const folders = ({ controls, widgets }: Source): readonly (readonly [string, JsonObject])[] =>
  Object.entries({ ...controls, ...widgets });

/** Every word there is. */
export function declaredWords(source: Source): Declared {
  const own = Object.fromEntries(folders(source).map(([name, doc]) => [name, tableOf(doc['words'], 'says', 'reads')]));
  return { ...own, ...ownWords(source.files) };
}

/** app.json with every word: those it does not say itself are the standard ones, at the places where they stand. */
export function withWords(source: Source): JsonObject {
  const { app } = source;
  const said = app['words'];
  const words: Record<string, Json> = {};
  const standard: Record<string, JsonObject> = {};
  for (const [part, table] of entries(source.words)) if (isObject(table)) standard[part] = table;
  for (const [name, doc] of folders(source)) {
    const table = doc['words'];
    if (isObject(table)) standard[name] = textsOf(table);
  }
  for (const part of new Set([...Object.keys(standard), ...entries(said).map(([name]) => name)])) {
    const before = standard[part];
    const over = member(said, part);
    const whole: JsonObject = { ...before, ...(isObject(over) ? over : {}) };
    inheritPlaces(whole, before ?? (isObject(over) ? over : app), isObject(over) ? over : undefined);
    words[part] = over === undefined || isObject(over) ? whole : over;
  }
  const made: JsonObject = { ...app, words };
  inheritPlaces(made, app);
  if (isObject(said) && hasPlace(said)) inheritPlaces(words, said);
  else inheritPlaces(words, source.words);
  return made;
}

/** The texts of a folder's words, each at its place. */
function textsOf(table: JsonObject): JsonObject {
  const texts: Record<string, Json> = {};
  inheritPlaces(texts, table);
  for (const [name, word] of Object.entries(table)) {
    if (!isObject(word) || word['text'] === undefined) continue;
    texts[name] = word['text'];
    movePlace(texts, name, { from: word, fromName: 'text' });
  }
  return texts;
}
