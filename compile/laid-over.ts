/** Content folders laid over each other: what a file of one makes of that of the one below, and what gets lost. */
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

/** The text of a file of one folder over that of the folders before it. */
export function laidOver(file: string, before: string | undefined, text: string): string {
  if (before === undefined || before === text) return text;
  if (isAdded(file)) return `${before}\n${text}`;
  if (!isTable(file)) return text;
  const [ours, theirs] = [before, text].map((one) => parseJson(file, one).value);
  return isObject(ours) && isObject(theirs) ? JSON.stringify(merged(ours, theirs), undefined, 2) : text;
}

function merged(ours: JsonObject, theirs: JsonObject): JsonObject {
  const both = Object.entries(theirs).map(([key, value]) => {
    const before = ours[key];
    return [key, isObject(before) && isObject(value) ? merged(before, value) : value] as const;
  });
  // A folder that adds a flow says which brand offers it; those that the brand offers already stay.
  const flows = [...list(ours['flows']), ...list(theirs['flows'])];
  return { ...ours, ...Object.fromEntries(both), ...(flows.length > 0 && { flows: [...new Set(flows)] }) };
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
