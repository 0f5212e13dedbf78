/** New things of the content, each as files that `check` accepts at once: templates, and what names the new thing. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles } from '../../compile/disk.ts';
import { nextDay } from '../../contract/days.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { root } from './paths.ts';

/** Path below the content folder to the text of the file; a file that is copied as it is stands by its source. */
interface Made {
  readonly written: Readonly<Record<string, string>>;
  readonly copied: Readonly<Record<string, string>>;
}
interface Order {
  /** What the new thing is called; a step `<flow>/<step>`, a state row by the letters of its state. */
  readonly name: string;
  /** Content as it is, later folders over earlier ones. */
  readonly folders: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
}
/** Something that the person who gave the order can mend. */
export class Unmade extends Error {}

interface Kind {
  /** What `--help` says after the kind. */
  readonly says: string;
  readonly name: RegExp;
  readonly make: (order: Order) => Made;
}

const ID = /^[a-z][a-z0-9-]*$/;

/** Kind to how one is made. */
export const KINDS: Readonly<Record<string, Kind>> = {
  brand: { says: '<key> [--title words] [--like brand]', name: ID, make: brand },
  flow: { says: '<flow> [--title words] [--brand brand]', name: ID, make: flow },
  step: {
    says: '<flow>/<step> [--title words] [--after step]',
    name: /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/,
    make: step,
  },
  'state-row': { says: '<two letters> --from <year-month-day>', name: /^[A-Z]{2}$/, make: stateRow },
  disclosure: { says: '<idTag> --on <flow>/<step> [--title words]', name: ID, make: disclosure },
  widget: { says: '<widget> [--title words]', name: ID, make: (order) => filled('widget', order, {}) },
  operation: { says: '<operation>', name: /^[a-z][A-Za-z0-9]*$/, make: (order) => filled('operation', order, {}) },
};

/** A second brand like one that is there: its facts, flags, look and files, under a name and an address of its own. */
function brand({ name, folders, options }: Order): Made {
  const like = options['like'] ?? defaultBrand(folders);
  const facts = read(folders, `brands/${like}/brand.json`);
  const title = titleOf(name, options);
  const names = [facts['name'], facts['friendlyName']].filter((one) => typeof one === 'string');
  const renamed = (value: Json): Json =>
    typeof value === 'string'
      ? names
          .reduce((text, one) => text.replaceAll(one, title), value)
          .replaceAll(`/brands/${like}/`, `/brands/${name}/`)
      : Array.isArray(value)
        ? (value as readonly Json[]).map(renamed)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renamed(inner)]))
          : value;
  const { default: _default, ...others } = facts;
  const own = { ...(renamed(others) as JsonObject), key: name, name: title, friendlyName: title };
  const origin = `${name}.localhost`;
  const written = {
    [`brands/${name}/brand.json`]: json({ ...own, originName: origin, baseDomain: origin, origins: [origin] }),
  };
  const copied: Record<string, string> = {};
  for (const folder of folders)
    for (const file of filesBelow(join(folder, 'brands', like)))
      if (!/^(brand\.json|app\.json|flows\/)/.test(file))
        copied[`brands/${name}/${file}`] = join(folder, 'brands', like, file);
  return { written, copied };
}

/** A flow of two pages with a fixture, offered by one brand. */
function flow(order: Order): Made {
  const brandOf = order.options['brand'] ?? defaultBrand(order.folders);
  const made = filled('flow', order, { brand: brandOf, answers: camel(order.name) });
  const file = `brands/${brandOf}/brand.json`;
  const flows = read(order.folders, file)['flows'];
  if (flows === undefined) return made;
  // A folder that is laid over others says only what it adds to a brand of theirs.
  const isOwn = existsSync(join(order.folders.at(-1) ?? root, file));
  const offered = isOwn
    ? inList(readFileSync(join(order.folders.at(-1) ?? root, file), 'utf8'), { list: 'flows', add: order.name, file })
    : json({ flows: [order.name] });
  return { ...made, written: { ...made.written, [file]: offered } };
}

/** A page of a flow, on its line: after the step that is named, else before the last. */
function step({ name, folders, options }: Order): Made {
  const [flowId = '', id = ''] = name.split('/');
  const file = `flows/${flowId}/flow.json`;
  const { line } = read(folders, file);
  const steps = Array.isArray(line) ? (line as readonly Json[]).map(String) : [];
  const after = options['after'] ?? steps.at(-2) ?? steps[0];
  if (after === undefined || !steps.includes(after))
    throw new Unmade(`The flow has no step "${String(after)}" on its line: ${steps.join(', ')}.`);
  const made = filled('step', { name: id, folders, options }, { flow: flowId });
  return {
    ...made,
    written: { ...made.written, [file]: inList(textOf(folders, file), { list: 'line', add: id, file, after }) },
  };
}

/** A row of a state that begins on a day: the one before, which ends the day before it. Change in it what is new. */
function stateRow({ name, folders, options }: Order): Made {
  const { from } = options;
  const file = `compliance/states/${name}.json`;
  const state = read(folders, file);
  const rows = Array.isArray(state['rows']) ? (state['rows'] as readonly JsonObject[]) : [];
  const last = rows.at(-1);
  if (from === undefined || !/^\d{4}-\d\d-\d\d$/.test(from))
    throw new Unmade('Say from which day the row holds: --from 2027-01-01.');
  if (last === undefined || String(last['from']) >= from)
    throw new Unmade(`The last row of ${name} begins on ${String(last?.['from'])}: name a later day.`);
  const written = [...rows.slice(0, -1), { ...last, until: dayBefore(from) }, { ...last, from, until: null }];
  return { written: { [file]: json({ ...state, rows: written }) }, copied: {} };
}

/** A document, shown at the end of a page. */
function disclosure({ name, folders, options }: Order): Made {
  const [flowId = '', id = ''] = (options['on'] ?? '').split('/');
  if (id === '') throw new Unmade('Say on which page it is shown: --on <flow>/<step>.');
  const file = `flows/${flowId}/steps/${id}.json`;
  const page = read(folders, file);
  const layout = Array.isArray(page['layout']) ? (page['layout'] as readonly Json[]) : [];
  const made = filled('disclosure', { name, folders, options }, {});
  return {
    ...made,
    written: { ...made.written, [file]: json({ ...page, layout: [...layout, { disclosure: name }] }) },
  };
}

/** The files of a template, with its words filled in. */
function filled(kind: string, { name, options }: Order, more: Readonly<Record<string, string>>): Made {
  const folder = join(root, 'scripts', 'templates', kind);
  const title = titleOf(name, options);
  const words: Readonly<Record<string, string>> = { name, title, Component: title.replace(/\W/g, ''), ...more };
  const fill = (text: string): string => text.replace(/__(\w+?)__/g, (whole, word: string) => words[word] ?? whole);
  return {
    written: Object.fromEntries(
      filesBelow(folder).map((file) => [
        fill(file).replace(/\.template$/, ''),
        fill(readFileSync(join(folder, file), 'utf8')),
      ]),
    ),
    copied: {},
  };
}

/** A name in a list of a file, its layout kept: the list stands on one line, as short lists of names do. */
function inList(
  text: string,
  {
    list,
    add,
    file,
    after,
  }: { readonly list: string; readonly add: string; readonly file: string; readonly after?: string },
): string {
  const found = new RegExp(`"${list}": \\[([^\\]]*)\\]`).exec(text);
  if (!found) throw new Unmade(`${file} has no "${list}" to add "${add}" to.`);
  const names = [...(found[1] ?? '').matchAll(/"([^"]+)"/g)].map(([, one = '']) => one);
  if (names.includes(add)) throw new Unmade(`${file} names "${add}" already.`);
  const now = names.toSpliced(after === undefined ? names.length : names.indexOf(after) + 1, 0, add);
  return text.replace(found[0], () => `"${list}": [${now.map((one) => JSON.stringify(one)).join(', ')}]`);
}

/** The text of a file as the folders together have it: a brand is what each of them adds. */
function textOf(folders: readonly string[], file: string): string {
  const text = readFiles([...folders])[file];
  if (text === undefined) throw new Unmade(`There is no ${file}.`);
  return text;
}
const read = (folders: readonly string[], file: string): JsonObject => JSON.parse(textOf(folders, file)) as JsonObject;

function defaultBrand(folders: readonly string[]): string {
  const brands = folders
    .flatMap((folder) => (existsSync(join(folder, 'brands')) ? readdirSync(join(folder, 'brands')) : []))
    .sort();
  const whole = brands.filter((one) => folders.some((folder) => existsSync(join(folder, 'brands', one, 'theme.json'))));
  const found = whole.find((one) => read(folders, `brands/${one}/brand.json`)['default'] === true) ?? whole[0];
  if (found === undefined) throw new Unmade('There is no brand yet: name one with --brand.');
  return found;
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort();
}

const json = (doc: JsonObject): string => `${JSON.stringify(doc, undefined, 2)}\n`;
const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const titleOf = (name: string, options: Order['options']): string =>
  options['title'] ?? name.replace(/^./, (letter) => letter.toUpperCase()).replaceAll('-', ' ');

function dayBefore(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`) - 86_400_000;
  const before = new Date(time).toISOString().slice(0, 10);
  if (nextDay(before) !== day) throw new Unmade(`"${day}" is no day of the calendar.`);
  return before;
}
