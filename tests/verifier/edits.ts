/**
 * Small contents of one construct each, and the edits an analyst could make to everything they say: each member that
 * the language knows is made otherwise in each way that fits its value, the first file that has it.
 */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadContent, type Loaded } from '../../cli/products.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import type { Files } from '../../compile/index.ts';
import { canonical, isObject, list, member } from '../../compile/json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { differencesOf } from '../../verifier/diff/differences.ts';
import { put, type Path } from './mutants/edit.ts';

const options = { env: 'local', today: '2026-11-21' } as const;
const parsed = (text: string | undefined): JsonObject => JSON.parse(text ?? '{}') as JsonObject;

/** What a construct needs of the project beside its own files. */
const SHARED = [
  'schemas/',
  'widgets/',
  'runtime/',
  'brands/payday/',
  'compliance/states/OH',
  'compliance/states/TX',
  'compliance/states/WI',
  'compliance/disclosures/',
  'compliance/agreements/',
  'flows/rules/maintenance-is-on',
  'flows/rules/is-signed-in',
  'flows/rules/is-signed-out',
];

/** The flows of a folder of tests/constructs with one brand and an app.json of a few lines. */
function contentOf(folder: string): Files {
  const project = readFiles([projectDir]);
  const own = readFiles([folder]);
  const [flow = ''] = list(parsed(own['brands/payday/brand.json'])['flows']).map(String);
  const { start, line } = parsed(own[`flows/${flow}/flow.json`]);
  const first = `${flow}/${String(start ?? list(line)[0])}`;
  const app = parsed(project['flows/app.json']);
  const files: Record<string, string> = {};
  for (const [file, text] of Object.entries(project)) {
    if (!SHARED.some((path) => file.startsWith(path))) continue;
    // Documents of the whole product speak of facts that a small content has not.
    files[file] = /^compliance\/(disclosures|agreements)\//.test(file)
      ? text.replace(/^(states|products|brands):.*\n/gm, '').replace(/(\n---\n)[^]*$/, '$1\nWords.\n')
      : text;
  }
  for (const [file, text] of Object.entries(own)) {
    if (file.includes('/fixtures/')) continue;
    files[file] =
      file === 'brands/payday/brand.json'
        ? JSON.stringify({ ...parsed(project[file]), ...parsed(text) })
        : text.replaceAll('login/credentials', first);
  }
  files['flows/app.json'] = JSON.stringify({
    home: [{ to: first }],
    signIn: { leave: 'not-found' },
    unknownPath: { leave: 'not-found' },
    errors: [{ on: ['unauthenticated', 'unavailable', 'failed'], leave: 'not-found' }],
    header: { links: [{ text: 'Home', leave: 'root' }] },
    footer: { links: [{ text: 'Help', leave: 'get-answers' }] },
    addresses: app['addresses'],
    applications: app['applications'],
  });
  return files;
}

/** Members whose own members are names that the content gives. */
const NAMED = new Set([
  'fields',
  'on',
  'events',
  'with',
  'carry',
  'query',
  'hash',
  'options',
  'messages',
  'set',
  'statuses',
  'supplies',
  'properties',
  'addresses',
  'answers',
  'words',
]);
/** Members that hold json-logic, which is told by its meaning: it is negated, and not taken apart. */
const LOGIC = new Set(['when', 'assert', 'required', 'hiddenWhen', 'entry', 'rule', 'value']);
/** What speaks to the reader of a file, and what a value is for the editor. */
const REMARKS = new Set(['$schema', '$ref', 'says', 'description', 'examples']);

function* placesIn(value: Json, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null || LOGIC.has(String(path.at(-1)))) return;
  if ('var' in value) return;
  for (const [key, inner] of Object.entries(value))
    if (!REMARKS.has(key)) yield* placesIn(inner, [...path, Array.isArray(value) ? Number(key) : key]);
}
const at = (value: Json, path: Path): Json =>
  path.reduce<Json>(
    (inner, key) => (Array.isArray(inner) ? inner[Number(key)] : member(inner, String(key))) ?? null,
    value,
  );

/** `steps: fields.<>.file.maxBytes`: the same for the same word of the language. */
function wordAt(file: string, path: Path): string {
  const kind = /^flows\/[^/]+\/(flow\.json|[a-z]+)/.exec(file)?.[1] ?? file.replace(/[^/]*$/, '');
  const names = path.map((key, index) =>
    typeof key === 'number' ? '*' : NAMED.has(String(path[index - 1])) ? '<>' : key,
  );
  return `${kind}: ${names.slice(-4).join('.')}`;
}

/** Other values that could stand in the place of one; undefined takes it away. */
function* others(value: Json, key: string): Generator<Json | undefined> {
  if (LOGIC.has(key) && typeof value !== 'boolean' && typeof value !== 'number')
    yield { '!': [typeof value === 'string' ? { rule: value } : value] };
  if (typeof value === 'boolean') yield !value;
  if (typeof value === 'number') yield value + 1;
  if (typeof value === 'string') yield `${value} again`;
  if (Array.isArray(value) && value.length > 1) {
    yield [...(value as readonly Json[])].reverse();
    yield value.slice(0, -1);
  }
  if (isObject(value) && 'var' in value) yield 'abc';
  yield undefined;
}

/** What may be said of an edit: what differs or is noted, or that what was compiled is the same. */
export interface Edited {
  /** The word of the language, the file, and how it was changed. */
  readonly edit: string;
  readonly said: readonly string[];
  /** Whether the compiled content is the same: the edit says the same otherwise. */
  readonly same: boolean;
}

/**
 * Every edit of a construct's own files that check accepts, with what diff says of it.
 * @param every only each so many-th member
 * @param known words of the language that were changed already: each is changed once over all folders
 */
export async function editsOf(folder: string, known: Set<string>, every = 1): Promise<readonly Edited[]> {
  const files = contentOf(folder);
  const before = await loaded(files);
  if (!before) throw new Error(`${basename(folder)} is no content of its own: say in SHARED what it needs.`);
  const found: Edited[] = [];
  const own = Object.keys(files).filter(
    (file) => file.endsWith('.json') && (existsSync(join(folder, file)) || file === 'flows/app.json'),
  );
  for (const file of own.filter((one) => !/^(brands|schemas)\/[a-z]+(\/brand)?\.json$|facts\.json$/.test(one))) {
    const doc = parsed(files[file]);
    for (const path of [...placesIn(doc)].filter((_, index) => index % every === 0)) {
      const word = wordAt(file, path);
      for (const other of others(at(doc, path), String(path.at(-1)))) {
        const edit = `${word} ${other === undefined ? 'taken out' : typeof other}`;
        if (known.has(edit)) continue;
        const after = await loaded({ ...files, [file]: JSON.stringify(put(doc, path, other)) });
        if (!after) continue;
        known.add(edit);
        const { differences, notes } = differencesOf(before, after);
        found.push({
          edit: `${edit} (${file} ${path.join('.')})`,
          said: [...differences.map(({ sentence }) => sentence), ...notes],
          same: mark(before) === mark(after),
        });
      }
    }
  }
  return found;
}

/** What check says of a construct with one member of one file made otherwise, or taken out. */
export async function problemsOf(
  folder: string,
  { file, path, other }: { readonly file: string; readonly path: Path; readonly other: Json | undefined },
): Promise<readonly string[]> {
  const files = contentOf(folder);
  const load = await loadContent({ ...files, [file]: JSON.stringify(put(parsed(files[file]), path, other)) }, options);
  return 'problems' in load ? load.problems.map(({ message }) => message) : [];
}

async function loaded(files: Files): Promise<Loaded | undefined> {
  const load = await loadContent(files, options);
  return 'loaded' in load ? load.loaded : undefined;
}

/** What was compiled, without its hashes. */
const mark = ({ products }: Loaded): string =>
  canonical(
    JSON.parse(
      JSON.stringify(products, (_, value: unknown) => (typeof value === 'function' ? String(value) : value)),
    ) as Json,
  );
