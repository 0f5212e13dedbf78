/** Files to sources: every file parsed, filed under its kind. Says nothing yet about what they mean. */
import type { JsonObject } from '../runtime/core/facts.ts';
import { isObject } from './json-types.ts';
import { kindOf } from './kinds.ts';
import { parseJson } from './parse.ts';
import { recordOwn } from './places.ts';
import type { Files, Problem } from './types.ts';

export type Docs = Readonly<Record<string, JsonObject>>;

export interface FlowSource {
  readonly id: string;
  readonly flow: JsonObject;
  readonly steps: Docs;
  readonly dialogs: Docs;
  readonly rules: Docs;
  readonly values: Docs;
  readonly fixtures: Docs;
  readonly migrations?: JsonObject;
}
interface BrandSource {
  readonly id: string;
  readonly brand: JsonObject;
  readonly theme: JsonObject;
  /** Environment to flags. */
  readonly flags: Docs;
  /** Flow to overlay. */
  readonly overlays: Docs;
  readonly app?: JsonObject;
}
export interface DocumentSource {
  readonly file: string;
  readonly idTag: string;
  readonly version: string;
  readonly text: string;
}
export interface Source {
  readonly files: Files;
  /** Path to parsed file, for every JSON file. */
  readonly docs: Docs;
  readonly facts: JsonObject;
  readonly app: JsonObject;
  /** What the runtime's own parts say: `schemas/words.json`. */
  readonly words: JsonObject;
  readonly fragments: Docs;
  readonly operations: Docs;
  readonly graphql: Readonly<Record<string, string>>;
  /** Where an application can stand. */
  readonly statuses: JsonObject;
  readonly answers?: JsonObject;
  readonly widgets: Docs;
  /** Controls of the runtime by name: what their folder says of itself. */
  readonly controls: Docs;
  readonly rules: Docs;
  readonly values: Docs;
  readonly flows: Readonly<Record<string, FlowSource>>;
  readonly brands: Readonly<Record<string, BrandSource>>;
  readonly states: Docs;
  readonly obligations: Docs;
  /** What every journey owes whose pages call for it: `schemas/duties`. */
  readonly duties: Docs;
  readonly documents: readonly DocumentSource[];
}

/** Parses all files. Files that are no part of the language and files that are no JSON are problems. */
export function readSource(files: Files): { readonly source: Source; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const docs: Record<string, JsonObject> = {};
  const documents: DocumentSource[] = [];
  const graphql: Record<string, string> = {};
  for (const [file, text] of Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const kind = kindOf(file);
    if (kind === 'ignored') continue;
    if (kind === 'graphql') graphql[baseName(file)] = text;
    else if (kind === 'document')
      documents.push({
        file,
        idTag: file.split('/')[2] ?? '',
        version: baseName(file),
        text: text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'),
      });
    else if (kind === undefined)
      problems.push({
        file,
        line: 1,
        column: 1,
        code: 'file',
        message: 'This file has no place in the language.',
        fix: 'Move it to where its kind lives (decisions/0002, "Files"), or delete it.',
      });
    else {
      const parsed = parseJson(file, text);
      problems.push(...parsed.problems);
      if (isObject(parsed.value)) {
        if (kind !== 'table') docs[file] = parsed.value;
      } else if (parsed.value !== undefined)
        problems.push({
          file,
          line: 1,
          column: 1,
          code: 'json',
          message: 'This file must hold an object.',
          fix: 'Begin it with { and end it with }.',
        });
    }
  }
  return { source: arrange(files, { docs, documents, graphql }), problems };
}

/** What stands for a file that is not there: empty, but with a place. */
function absent(file: string): JsonObject {
  const doc = {};
  recordOwn(doc, { file, line: 1, column: 1 });
  return doc;
}

function baseName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.'));
}

function arrange(
  files: Files,
  {
    docs,
    documents,
    graphql,
  }: { readonly docs: Docs; readonly documents: DocumentSource[]; readonly graphql: Readonly<Record<string, string>> },
): Source {
  /** Files of a folder by name, not those of its subfolders. */
  const under = (folder: string): Docs =>
    Object.fromEntries(
      Object.keys(docs)
        .filter((file) => file.startsWith(`${folder}/`) && !file.slice(folder.length + 1).includes('/'))
        .map((file) => [baseName(file), docs[file] ?? {}]),
    );
  const names = (folder: string, file: RegExp): string[] => [
    ...new Set(
      Object.keys(docs).flatMap((path) => (path.startsWith(`${folder}/`) ? (file.exec(path)?.[1] ?? []) : [])),
    ),
  ];
  const folders = (folder: string, file: string): Docs =>
    Object.fromEntries(
      Object.keys(docs)
        .filter((path) => path.startsWith(`${folder}/`) && path.endsWith(`/${file}`))
        .map((path) => [path.slice(folder.length + 1, -file.length - 1), docs[path] ?? {}]),
    );
  const flows = names('flows', /^flows\/([^/]+)\/flow\.json$/).map((id) => flowSource(id, docs, under));
  const brands = names('brands', /^brands\/([^/]+)\/brand\.json$/).map((id) => brandSource(id, docs, under));
  return {
    files,
    docs,
    facts: docs['schemas/facts.json'] ?? absent('schemas/facts.json'),
    app: docs['flows/app.json'] ?? absent('flows/app.json'),
    words: docs['schemas/words.json'] ?? absent('schemas/words.json'),
    fragments: under('schemas/values'),
    operations: under('schemas/api/operations'),
    graphql,
    statuses: docs['schemas/api/statuses.json'] ?? absent('schemas/api/statuses.json'),
    ...(docs['schemas/api/answers.json'] ? { answers: docs['schemas/api/answers.json'] } : {}),
    widgets: folders('widgets', 'widget.json'),
    controls: folders('runtime/react/controls', 'control.json'),
    rules: under('flows/rules'),
    values: under('flows/values'),
    flows: Object.fromEntries(flows.map((flow) => [flow.id, flow])),
    brands: Object.fromEntries(brands.map((brand) => [brand.id, brand])),
    states: under('compliance/states'),
    obligations: under('compliance/obligations'),
    duties: under('schemas/duties'),
    documents,
  };
}

function flowSource(id: string, docs: Docs, under: (folder: string) => Docs): FlowSource {
  const folder = `flows/${id}`;
  const migrations = docs[`${folder}/migrations.json`];
  return {
    id,
    flow: docs[`${folder}/flow.json`] ?? {},
    steps: under(`${folder}/steps`),
    dialogs: under(`${folder}/dialogs`),
    rules: under(`${folder}/rules`),
    values: under(`${folder}/values`),
    fixtures: under(`${folder}/fixtures`),
    ...(migrations ? { migrations } : {}),
  };
}
function brandSource(id: string, docs: Docs, under: (folder: string) => Docs): BrandSource {
  const folder = `brands/${id}`;
  const app = docs[`${folder}/app.json`];
  const flags = Object.entries(under(folder)).flatMap(([name, doc]) =>
    name.startsWith('flags.') ? [[name.slice('flags.'.length), doc] as const] : [],
  );
  return {
    id,
    brand: docs[`${folder}/brand.json`] ?? {},
    theme: docs[`${folder}/theme.json`] ?? absent(`${folder}/theme.json`),
    flags: Object.fromEntries(flags),
    overlays: under(`${folder}/flows`),
    ...(app ? { app } : {}),
  };
}
