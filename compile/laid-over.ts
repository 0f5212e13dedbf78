/** Content folders laid over each other: what a file of one makes of that of the one below, and what gets lost. */
import { parse, type ValueNode } from '@humanwhocodes/momoa';
import type { JsonObject } from '../runtime/core/facts.ts';
import { canonical, isObject, list } from './json-types.ts';
import { parseJson } from './parse.ts';
import { keyPlace } from './places.ts';
import type { Files, Problem } from './types.ts';

/** Tables to which a content folder adds: what it says of a member counts, all others stand. */
const TABLE = /^(schemas\/(facts|words)|schemas\/api\/answers|brands\/[^/]+\/brand)\.json$/;

/** What is added below what is there. */
const isAdded = (file: string): boolean => file === 'schemas/api/schema.graphql';
const isTable = (file: string): boolean => TABLE.test(file);

/**
 * The text of a file of one folder over that of the folders before it. What the folder says itself stays where it
 * stands, so that a problem in it is told at its line: what the folders before say is put in front of the closing
 * braces.
 */
export function laidOver(file: string, before: string | undefined, text: string): string {
  if (before === undefined || before === text) return text;
  if (isAdded(file)) return `${before}\n${text}`;
  if (!isTable(file)) return text;
  const [ours, theirs] = [before, text].map((one) => parseJson(file, one).value);
  if (!isObject(ours) || !isObject(theirs)) return text;
  const inserted = [...missing(ours, parse(text, { ranges: true }).body)];
  return inserted
    .toSorted((one, other) => other.at - one.at)
    .reduce((all, { at, words }) => all.slice(0, at) + words + all.slice(at), text);
}

interface Insertion {
  /** Offset in the text. */
  readonly at: number;
  readonly words: string;
}

/** What an object of the folders before has and this one has not, down through the objects that both have. */
function* missing(ours: JsonObject, theirs: ValueNode): Generator<Insertion> {
  if (theirs.type !== 'Object') return;
  const said = new Map(
    theirs.members.map((one) => [one.name.type === 'String' ? one.name.value : one.name.name, one.value]),
  );
  const members: string[] = [];
  for (const [key, value] of Object.entries(ours)) {
    const own = said.get(key);
    if (own === undefined) members.push(`${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    // A folder that adds a flow says which brand offers it; those that the brand offers already stay.
    else if (key === 'flows' && own.type === 'Array') {
      const listed = new Set(own.elements.map(({ value: one }) => (one.type === 'String' ? one.value : undefined)));
      const left = list(value).filter((one) => typeof one === 'string' && !listed.has(one));
      yield* inFrontOfEnd(
        own,
        left.map((one) => JSON.stringify(one)),
        own.elements.length,
      );
    } else if (isObject(value)) yield* missing(value, own);
  }
  yield* inFrontOfEnd(theirs, members, theirs.members.length);
}

/** Puts words in front of the closing brace or bracket. */
function* inFrontOfEnd({ range }: ValueNode, words: readonly string[], many: number): Generator<Insertion> {
  if (words.length === 0 || range === undefined) return;
  yield { at: range[1] - 1, words: `${many > 0 ? ', ' : ''}${words.join(', ')}` };
}

/** A folder by the name it was given, and what lies in it. */
interface Folder {
  readonly name: string;
  readonly files: Files;
}

/**
 * Every file, and of a table to which folders add every member, that two folders say differently. What they are laid
 * over together is none of them: to say that otherwise is what they are for.
 * @param folders those laid over it, the later over the earlier
 */
export function shadowed(folders: readonly Folder[]): readonly Problem[] {
  return folders.flatMap((over, i) =>
    Object.entries(over.files).flatMap(([file, text]): readonly Problem[] => {
      const under = folders.slice(0, i).findLast(({ files }) => Object.hasOwn(files, file));
      const before = under?.files[file];
      if (under === undefined || before === undefined || before === text || isAdded(file)) return [];
      if (!isTable(file))
        return [
          told(
            { file, line: 1, column: 1 },
            `The folders ${under.name} and ${over.name} both have this file, and only ${over.name} counts: what ${under.name} says in it is lost.`,
          ),
        ];
      const [ours, theirs] = [before, text].map((one) => parseJson(file, one).value);
      if (!isObject(ours) || !isObject(theirs)) return [];
      return [...saidTwice(ours, theirs)].map(({ key, holder }) =>
        told(
          keyPlace(holder, key),
          `The folders ${under.name} and ${over.name} both say "${key}", and only ${over.name} counts.`,
        ),
      );
    }),
  );
}

const told = (place: Pick<Problem, 'file' | 'line' | 'column'>, message: string): Problem => ({
  file: place.file,
  line: place.line,
  column: place.column,
  code: 'shadowed-file',
  message,
  fix: 'Say all of it in one of the two folders, and take it out of the other.',
});

/** Members that two objects have with different values; what a brand offers is added up and is none. */
function* saidTwice(
  ours: JsonObject,
  theirs: JsonObject,
): Generator<{ readonly key: string; readonly holder: JsonObject }> {
  for (const [key, value] of Object.entries(theirs)) {
    const before = ours[key];
    if (before === undefined || key === 'flows' || key === '$schema' || canonical(before) === canonical(value))
      continue;
    if (isObject(before) && isObject(value)) yield* saidTwice(before, value);
    else yield { key, holder: theirs };
  }
}
