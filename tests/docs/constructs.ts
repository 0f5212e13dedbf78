/**
 * Every word that a file of the language may say, as the meta schemas have it, with a file that says it: a construct, a
 * trial, or where none of them needs it the project's own content.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { projectDir } from '../../compile/disk.ts';
import { isObject, list } from '../../compile/json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { pages } from './follow.ts';

/** Kind of file to what tells one by its path below a content folder. */
const KINDS: Readonly<Record<string, { readonly title: string; readonly path: RegExp }>> = {
  flow: { title: 'A journey: `flows/<flow>/flow.json`', path: /^flows\/[^/]+\/flow\.json$/ },
  step: { title: 'A page: `flows/<flow>/steps/<step>.json`', path: /^flows\/[^/]+\/steps\// },
  dialog: { title: 'A dialog: `flows/<flow>/dialogs/<dialog>.json`', path: /^flows\/[^/]+\/dialogs\// },
  operation: { title: 'An operation: `schemas/api/operations/<name>.json`', path: /^schemas\/api\/operations\// },
  app: { title: 'What holds everywhere: `flows/app.json`', path: /^flows\/app\.json$/ },
  overlay: {
    title: 'What a brand does differently: `brands/<brand>/flows/<flow>.json`',
    path: /^brands\/[^/]+\/flows\//,
  },
  migrations: {
    title: 'What becomes of answers of earlier versions: `flows/<flow>/migrations.json`',
    path: /^flows\/[^/]+\/migrations\.json$/,
  },
  obligation: { title: 'A duty: `compliance/obligations/<name>.json`', path: /^compliance\/obligations\// },
  fixture: { title: 'A written journey: `flows/<flow>/fixtures/<name>.json`', path: /^flows\/[^/]+\/fixtures\// },
};
/** What several kinds of files say alike: a definition of common.schema.json to its heading. */
const SHARED: Readonly<Record<string, string>> = {
  layoutItem: 'On a page: an item of a `layout`',
  field: 'A question: in `fields`',
  action: 'A button: in `actions`',
  call: 'A call: in `load` or `calls`',
  target: 'Where something leads: a target',
};

export interface Construct {
  /** The words one comes through, from the kind of file or of what it shares. */
  readonly name: string;
  readonly under: string;
  readonly says: string;
}

/** Through a schema: where one is, who is told, and which definitions were gone through already. */
interface Tour {
  readonly place: {
    readonly under: string;
    /** Words from `under` on. */
    readonly path: readonly string[];
  };
  readonly visit: (construct: Construct) => void;
  readonly seen: Set<string>;
}

const schemas = Object.fromEntries(
  readdirSync(join(projectDir, 'schemas/meta')).map((name) => [name, readObject(join('schemas/meta', name))]),
);
function readObject(file: string): JsonObject {
  const doc = JSON.parse(readFileSync(join(projectDir, file), 'utf8')) as Json;
  return isObject(doc) ? doc : {};
}
const properties = (schema: Json | undefined): JsonObject =>
  isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
const LEADS = ['to', 'leave', 'dialog', 'reopen'];
const TARGETS = new Set(Object.keys(properties(definition('target'))));

function definition(name: string): Json | undefined {
  const { definitions } = schemas['common.schema.json'] ?? {};
  return isObject(definitions) ? definitions[name] : undefined;
}

/** What a document says, by the schema of its kind; without a document, all that one may say, each definition once. */
function walk(schema: Json | undefined, doc: Json | undefined, to: Tour): void {
  if (!isObject(schema)) return;
  const { place, visit, seen } = to;
  const all = doc === undefined;
  const { $ref } = schema;
  if (typeof $ref === 'string') {
    const name = /^common\.schema\.json#\/definitions\/(\w+)$/.exec($ref)?.[1];
    if (name === undefined || name === 'logic' || name === 'text') return;
    const shared = name === 'choice' || name === 'link' ? 'target' : Object.hasOwn(SHARED, name) ? name : undefined;
    if (all && seen.has(name)) return;
    if (all) seen.add(name);
    walk(definition(name), doc, shared === undefined ? to : { ...to, place: { under: shared, path: [] } });
    return;
  }
  for (const key of ['allOf', 'anyOf', 'oneOf'])
    for (const one of list(schema[key])) if (all || fits(one, doc)) walk(one, doc, to);
  if (isObject(schema['then']) && (all || fits(schema['if'], doc))) walk(schema['then'], doc, to);
  for (const one of list(doc)) walk(schema['items'], one, to);
  if (all) walk(schema['items'], undefined, to);
  for (const [word, one] of Object.entries(properties(schema))) {
    if (!all && !(isObject(doc) && Object.hasOwn(doc, word))) continue;
    const says = isObject(one) && typeof one['description'] === 'string' ? one['description'] : '';
    if (word === '$schema' || says === 'As in JSON Schema.') continue;
    // A link, a way and a route of errors are targets with something more.
    const isTarget = TARGETS.has(word) && LEADS.every((lead) => Object.hasOwn(properties(schema), lead));
    const at = { ...place, ...(isTarget ? { under: 'target', path: [word] } : { path: [...place.path, word] }) };
    visit({ under: at.under, name: at.path.join('.'), says: says === '' ? describe(one) : says });
    walk(one, isObject(doc) ? doc[word] : undefined, { ...to, place: at });
  }
  const more = schema['additionalProperties'];
  if (isObject(doc)) {
    for (const [word, one] of Object.entries(doc)) if (!Object.hasOwn(properties(schema), word)) walk(more, one, to);
  } else if (all) walk(more, undefined, to);
}

function describe(schema: Json | undefined): string {
  const name = isObject(schema) && typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
  const shared = name === undefined ? undefined : definition(name);
  return isObject(shared) && typeof shared['description'] === 'string' ? shared['description'] : '';
}

/** Whether an alternative of a schema may be meant by a document: by its type and what it demands. */
function fits(schema: Json | undefined, doc: Json | undefined): boolean {
  if (!isObject(schema)) return true;
  const { type, required } = schema;
  const is = Array.isArray(doc) ? 'array' : typeof doc;
  const types = typeof type === 'string' ? [type] : list(type);
  if (types.length > 0 && !types.includes(is)) return false;
  if (list(required).some((word) => !isObject(doc) || !Object.hasOwn(doc, String(word)))) return false;
  return list(schema['anyOf']).length === 0 || list(schema['anyOf']).some((one) => fits(one, doc));
}

const FOLDERS: readonly string[] = [
  ...['tests/constructs', 'tests/trials'].flatMap((room) =>
    readdirSync(join(projectDir, room), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(room, name))
      .sort(),
  ),
  'tests/generality/hardship',
];

const kindOf = (file: string): string | undefined => Object.entries(KINDS).find(([, { path }]) => path.test(file))?.[0];

/** Files of a content folder that the language describes, with their kinds, in order. */
function filesOf(folder: string): readonly (readonly [file: string, kind: string])[] {
  return ['flows', 'brands', 'compliance', 'schemas']
    .filter((room) => existsSync(join(projectDir, folder, room)))
    .flatMap((room) =>
      readdirSync(join(projectDir, folder, room), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.json'))
        .map((file) => join(room, file))
        .sort(),
    )
    .flatMap((file) => {
      const kind = kindOf(file);
      return kind === undefined ? [] : [[file, kind] as const];
    });
}

/** All constructs, by the heading they stand under. */
export function constructs(): readonly Construct[] {
  const found = new Map<string, Construct>();
  for (const under of Object.keys(KINDS))
    walk(schemas[`${under}.schema.json`], undefined, {
      place: { under, path: [] },
      visit: (one) => void (found.has(nameOf(one)) || found.set(nameOf(one), one)),
      seen: new Set(),
    });
  return [...found.values()];
}
/** `<under>: <name>` */
export const nameOf = ({ under, name }: Construct): string => `${under}: ${name}`;

/** Construct to the files that say it: constructs and trials first, then the project's own content, pages of docs/. */
export function examples(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const take = (under: string, doc: JsonObject, file: string): void =>
    walk(schemas[`${under}.schema.json`], doc, {
      place: { under, path: [] },
      visit: (one) => void found.set(nameOf(one), [...(found.get(nameOf(one)) ?? []), file]),
      seen: new Set(),
    });
  /** What a brand sets in app.json is said in the words of app.json: the first of an address, and what is set whole. */
  const takeSet = (set: JsonObject, file: string): void => {
    const words = Object.entries(set).map(([address, value]) => [address.split('/')[0] ?? '', value] as const);
    take('app', Object.fromEntries(words), file);
  };
  for (const folder of [...FOLDERS, '']) {
    for (const [file, kind] of filesOf(folder)) take(kind, readObject(join(folder, file)), join(folder, file));
    const brands = join(folder, 'brands');
    for (const brand of existsSync(join(projectDir, brands)) ? readdirSync(join(projectDir, brands)).sort() : []) {
      const file = join(brands, brand, 'app.json');
      const { set } = existsSync(join(projectDir, file)) ? readObject(file) : {};
      if (isObject(set)) takeSet(set, file);
    }
  }
  for (const { name, sections } of pages())
    for (const act of sections.flatMap(({ acts }) => acts)) {
      if (act.kind !== 'file' || !act.file.endsWith('.json')) continue;
      const kind = kindOf(act.file) ?? kindOf(act.file.replace(/^[^/]+\//, ''));
      const doc = JSON.parse(act.text) as JsonObject;
      if (kind !== undefined) take(kind, doc, `docs/${name}`);
      else if (isObject(doc['set'])) takeSet(doc['set'], `docs/${name}`);
    }
  return found;
}

/**
 * The page docs/constructs.md.
 * @param before the page as it is: an example that still is one stays, so that a new file changes nothing
 */
export function page(before: string): string {
  const shown = examples();
  const rows = before
    .split('\n## ')
    .flatMap((part) =>
      [...part.matchAll(/^\| `(.+?)` .*\]\(([^)]+)\) \|$/gm)].map(
        ([, word, to = '']) => [`${part.split('\n')[0]} ${word}`, join('docs', to)] as const,
      ),
    );
  const kept = new Map(rows);
  const all = constructs();
  const section = (under: string, title: string): string => {
    const said = all
      .filter((one) => one.under === under)
      .map((one) => {
        const files = shown.get(nameOf(one)) ?? [];
        const file = files.find((path) => path === kept.get(`${title} ${one.name}`)) ?? files[0];
        const example = file === undefined ? '' : `[${exampleName(file)}](${relative('docs', file)})`;
        return `| \`${one.name}\` | ${one.says.replaceAll('|', '\\|')} | ${example} |`;
      });
    return `## ${title}\n\n| word | says | example |\n|---|---|---|\n${said.join('\n')}\n`;
  };
  return [
    '# All constructs\n',
    'Every word that a file may say, with a file that says it. Made by `tests/docs/constructs.test.ts` from `schemas/meta/` and the files: `npx vitest run tests/docs/constructs.test.ts -u` writes it anew. Conditions and values are made of [operators](operators.md).\n',
    ...Object.entries(SHARED).map(([under, title]) => section(under, title)),
    ...Object.entries(KINDS).map(([under, { title }]) => section(under, title)),
    `## Folders to read whole\n\nEach is content that is laid over the project's own: \`CONTENT_DIR=+tests/constructs/lists npm start\`.\n\n| folder | its journeys |\n|---|---|\n${FOLDERS.map((folder) => `| [${folder}](../${folder}) | ${titles(folder)} |`).join('\n')}\n`,
  ].join('\n');
}

const exampleName = (file: string): string =>
  file.startsWith('docs/')
    ? file
    : file.startsWith('tests/')
      ? `${file.split('/').slice(1, 3).join('/')}: ${basename(file, '.json')}`
      : file;

/** The titles of the flows of a folder: what its journeys are about. */
const titles = (folder: string): string =>
  filesOf(folder)
    .filter(([, kind]) => kind === 'flow')
    .map(([file]) => String(readObject(join(folder, file))['title']))
    .join('; ');
