/** What the runtime itself says: fixed texts of its parts, of controls and of widgets, none of which stands in code. */
import type { CompiledApp } from './app-definition.ts';
import { text } from './express.ts';
import { nothingKnown, type Facts, type JsonObject } from './facts.ts';
import type { Spoken } from './generated/words.ts';

/** What a word is said about, where it is said about something. */
type About<W extends keyof Spoken> = Spoken[W] extends null ? readonly [] : readonly [here: Spoken[W]];

/** A word of a part of the runtime, ready to read. */
export type Say = <W extends keyof Spoken>(word: W, ...about: About<W>) => string;
/** A word of one control or widget, by the name that its folder gives it. */
export type SayOwn = (word: string, here?: JsonObject) => string;

/** Says the words of an app for a brand. Throws on a word that its folder does not declare. */
export function sayer(
  { words }: Pick<CompiledApp, 'words'>,
  brand: JsonObject,
): { readonly say: Say; readonly own: (folder: string) => SayOwn } {
  const find = (word: string, here: JsonObject | undefined): string => {
    const found = words[word];
    if (found === undefined)
      throw new Error(`Nothing says "${word}": give it a text in schemas/words.json, or in "words" of its folder.`);
    const seen: Facts & { readonly here?: JsonObject } = { ...nothingKnown, brand, ...(here && { here }) };
    return text(found, seen);
  };
  return {
    say: (word, ...[here]) => find(word, here ?? undefined),
    own: (folder) => (word, here) => find(`${folder}.${word}`, here),
  };
}
