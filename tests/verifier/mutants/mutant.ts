/** Content with one small mistake in it, as an analyst or a compliance officer might make it. */
import type { Files } from '../../../compile/types.ts';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import { isObject, put, type Path } from './edit.ts';

export interface Mutant {
  /** Says what it is, e.g. `apply/personal: disclosure texas-occc-notice dropped`; no two are called the same. */
  readonly id: string;
  /** Family of the mistake, a row of the table. */
  readonly kind: string;
  /** The changed files alone. A file that is gone is the empty text. */
  readonly change: Files;
}

/** One JSON file of the content. */
export interface Doc {
  readonly file: string;
  /** Shortest name a reader knows it by: `apply/personal`, `rule apply/is-employed`, `state TX`. */
  readonly name: string;
  readonly json: JsonObject;
}

/** The files in which mistakes are made, parsed, by kind. */
export interface Content {
  readonly flows: readonly Doc[];
  readonly steps: readonly Doc[];
  readonly dialogs: readonly Doc[];
  /** Named rules and derived values. */
  readonly rules: readonly Doc[];
  readonly states: readonly Doc[];
  readonly obligations: readonly Doc[];
  /** All parsed JSON that may hold an `enum`: for another value of the same list. */
  readonly enums: readonly (readonly Json[])[];
}

/** Makes the mistakes of one family. */
export type Family = (content: Content) => Iterable<Mutant>;

/** Sorts the content's files by what may go wrong in them. */
export function readContent(files: Files): Content {
  const docs = (pattern: RegExp, name: (found: RegExpExecArray) => string): Doc[] =>
    Object.entries(files).flatMap(([file, text]) => {
      const found = pattern.exec(file);
      const json = found ? (JSON.parse(text) as Json) : undefined;
      return found && isObject(json) ? [{ file, name: name(found), json }] : [];
    });
  const all = Object.entries(files).filter(
    ([file]) => file.endsWith('.json') && !file.includes('/fixtures/') && !file.startsWith('schemas/meta/'),
  );
  return {
    flows: docs(/^flows\/([^/]+)\/flow\.json$/, ([, flow = '']) => flow),
    steps: docs(/^flows\/([^/]+)\/steps\/([^/]+)\.json$/, ([, flow = '', step = '']) => `${flow}/${step}`),
    dialogs: docs(
      /^flows\/([^/]+)\/dialogs\/([^/]+)\.json$/,
      ([, flow = '', dialog = '']) => `${flow}/dialog ${dialog}`,
    ),
    rules: [
      ...docs(
        /^flows\/(?:([^/]+)\/)?rules\/([^/]+)\.json$/,
        ([, flow = 'all flows', rule = '']) => `${flow}/rule ${rule}`,
      ),
      ...docs(
        /^flows\/(?:([^/]+)\/)?values\/([^/]+)\.json$/,
        ([, flow = 'all flows', value = '']) => `${flow}/value ${value}`,
      ),
    ],
    states: docs(/^compliance\/states\/([^/]+)\.json$/, ([, state = '']) => `state ${state}`),
    obligations: docs(/^compliance\/obligations\/([^/]+)\.json$/, ([, name = '']) => `obligation ${name}`),
    enums: all.flatMap(([, text]) => enumsOf(JSON.parse(text) as Json)),
  };
}

function enumsOf(value: Json): (readonly Json[])[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(enumsOf);
  if (!isObject(value)) return [];
  const own = value['enum'];
  return [...(Array.isArray(own) ? [own as readonly Json[]] : []), ...Object.values(value).flatMap(enumsOf)];
}

/** Content with one file changed. */
export function mutant({ kind, what }: { readonly kind: string; readonly what: string }, doc: Doc, json: Json): Mutant {
  return { id: `${doc.name}: ${what}`, kind, change: { [doc.file]: JSON.stringify(json, undefined, 2) } };
}
/** Content with one value of one file changed; undefined takes it away. */
export function edited(
  { kind, what }: { readonly kind: string; readonly what: string },
  doc: Doc,
  { path, given }: { readonly path: Path; readonly given: Json | undefined },
): Mutant {
  return mutant({ kind, what }, doc, put(doc.json, path, given));
}
