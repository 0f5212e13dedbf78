/**
 * A step with `pages` becomes a step of the compiled flow for each page (decisions/0021): what is written on it is
 * spread over them, and whatever names it leads to its first page, or means all of them.
 */
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import type { Docs } from './content.ts';
import { readsOf, readsOfRule, touches } from './checks/unfolded.ts';
import { both } from './emit/writer.ts';
import { placeFields } from './emit/fields.ts';
import { pieces } from './emit/text.ts';
import { entries, isObject, list, member, text } from './json-types.ts';
import { hasPlace, inheritPlaces, movePlace } from './places.ts';
import type { ResolvedFlow } from './resolve.ts';
import { Collector } from './uses.ts';

/** The id of the compiled step of a page. No step that is written has a point in its id. */
const pageId = (step: string, page: string): string => `${step}.${page}`;

/** The step that was written, by the id of a compiled one. */
export const writtenStep = (id: string): string => id.split('.')[0] ?? id;

/** Ids of the pages of a step as it is written, in their order; none where it has no pages. */
function pagesOf(step: JsonObject | undefined): readonly string[] {
  return list(step?.['pages']).flatMap((page) => text(member(page, 'id')) ?? []);
}

/** `flow/step` of every step with pages, and the ids of its pages in their order. */
function pagesIn(flows: Readonly<Record<string, ResolvedFlow>>): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.values(flows).flatMap(({ id: flow, steps, written = steps }) =>
      Object.entries(written).flatMap(([id, step]) => {
        const pages = pagesOf(step);
        return pages.length === 0 ? [] : [[`${flow}/${id}`, pages.map((page) => pageId(id, page))] as const];
      }),
    ),
  );
}

/** A brand's flows with every step that has pages spread, and everything that names such a step led to its pages. */
export function spreadPages(flows: Readonly<Record<string, ResolvedFlow>>, fragments: Docs): typeof flows {
  const paged = pagesIn(flows);
  if (paged.size === 0) return flows;
  return Object.fromEntries(
    Object.values(flows).map((flow) => {
      const named = naming(paged, flow.id);
      const steps: Record<string, JsonObject> = {};
      for (const [id, step] of Object.entries(flow.steps)) {
        const own = named(step);
        if (pagesOf(step).length === 0) steps[id] = own;
        else for (const [page, doc] of spread(id, own, { flow, fragments })) steps[page] = doc;
      }
      inheritPlaces(steps, flow.steps);
      const dialogs = Object.fromEntries(Object.entries(flow.dialogs).map(([id, dialog]) => [id, named(dialog)]));
      return [flow.id, { ...flow, flow: onLine(flow, paged), steps, dialogs, written: flow.steps }];
    }),
  );
}

/** app.json with every target that names a step with pages led to its first. */
export function leadToPages(app: JsonObject, flows: Readonly<Record<string, ResolvedFlow>>): JsonObject {
  const paged = pagesIn(flows);
  return paged.size === 0 ? app : naming(paged, '')(app);
}

/** Lists of steps, each of which means all its pages. */
const LISTS = new Set(['reopen', 'summary']);

/**
 * Gives a document in which a target to a step with pages leads to its first page, and a list of steps holds all pages;
 * parts without such a name stay the same objects.
 */
function naming(paged: ReadonlyMap<string, readonly string[]>, flow: string): <T extends Json>(value: T) => T {
  const placeOfStep = (name: string): { readonly before: string; readonly place: string } => {
    const [first = '', second] = name.split('/');
    return second === undefined ? { before: '', place: `${flow}/${first}` } : { before: `${first}/`, place: name };
  };
  const pages = (name: Json): readonly string[] | undefined =>
    typeof name === 'string' ? paged.get(placeOfStep(name).place) : undefined;
  const change = (value: Json, key = ''): Json => {
    if (typeof value === 'string') {
      const [first] = key === 'to' ? (pages(value) ?? []) : [];
      return first === undefined ? value : `${placeOfStep(value).before}${first}`;
    }
    if (Array.isArray(value)) {
      const all = value as readonly Json[];
      if (LISTS.has(key) && all.some((item) => pages(item))) return unfolded(all, (item) => pages(item) ?? [item]);
      const made = all.map((item) => change(item));
      if (made.every((item, i) => item === all[i])) return value;
      inheritPlaces(made, all);
      return made;
    }
    if (!isObject(value)) return value;
    const made = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner, name)]));
    if (Object.entries(made).every(([name, inner]) => inner === value[name])) return value;
    inheritPlaces(made, value);
    return made;
  };
  return (value) => change(value) as typeof value;
}

/** flow.json with the pages of a step in its place on the line. */
function onLine({ id, flow }: ResolvedFlow, paged: ReadonlyMap<string, readonly string[]>): JsonObject {
  const line = unfolded(list(flow['line']), (step) => paged.get(`${id}/${String(step)}`) ?? [step]);
  const [start] = paged.get(`${id}/${String(flow['start'])}`) ?? [];
  const made: JsonObject = { ...flow, line, ...(start !== undefined && { start }) };
  inheritPlaces(made, flow);
  return made;
}

/** What of a step is spread over its pages, or is no page's; all else each page has. */
const SPREAD = new Set([
  '$schema',
  'id',
  'path',
  'title',
  'contentDelayMs',
  'says',
  'when',
  'entry',
  'load',
  'fields',
  'layout',
  'pages',
  'checks',
  'actions',
  'listen',
  'timers',
  'next',
  'outcome',
]);

type Names = Pick<ResolvedFlow, 'rules' | 'values'>;

/** A step of the compiled flow for each page. */
function* spread(
  id: string,
  step: JsonObject,
  { flow, fragments }: { readonly flow: ResolvedFlow; readonly fragments: Docs },
): Generator<readonly [string, JsonObject]> {
  const pages = list(step['pages']).filter((page): page is JsonObject => isObject(page));
  const asked = pages.map((page) => fieldsOf(page));
  const fields = entries(step['fields']);
  const binds = (index: number): readonly string[] =>
    fields.flatMap(([name, field]) =>
      asked[index]?.has(name) ? [`answers.${text(member(field, 'bind')) ?? ''}`, `typed.${name}`] : [],
    );
  const checksAt = list(step['checks']).map((check) => {
    const reads = readsOfRule(member(check, 'assert'), flow);
    return pages.findLastIndex((_, i) => binds(i).some((bind) => reads.some((read) => touches(read, bind))));
  });
  const actions = list(step['actions']);
  const last = pages.length - 1;
  const onward = continueOf(actions);
  const shared = Object.fromEntries(Object.entries(step).filter(([key]) => !SPREAD.has(key)));
  const isOnLine = list(flow.flow['line']).includes(id);
  const made = pages.map((page, index): JsonObject => {
    const name = pageId(id, text(page['id']) ?? '');
    const own = fields.filter(
      ([field]) => asked[index]?.has(field) || (index === last && !asked.some((one) => one.has(field))),
    );
    const when = both(step['when'], page['when']);
    const next = pages[index + 1];
    const doc: Record<string, Json> = {
      id: name,
      kind: step['kind'] ?? 'form',
      path: [text(step['path']) ?? id, text(page['id']) ?? ''].filter((part) => part !== '').join('/'),
      ...shared,
      ...(index === 0 ? pick(step, ['entry']) : {}),
      ...pick(page, ['title']),
      ...(when !== undefined && { when }),
      fields: kept(step['fields'], own),
      layout: page['layout'] ?? [],
      checks: items(step['checks'], (_, i) => (checksAt[i] === -1 ? last : checksAt[i]) === index),
      page: {
        of: id,
        ...pick(step, ['title']),
        ...(index === 0 && { path: step['path'] ?? id }),
        ...(next && { onward: onward.id }),
      },
      actions: next
        ? [
            ...place([continueFor(page, onward, isOnLine ? undefined : pageId(id, text(next['id']) ?? ''))], page),
            ...actions.filter((action) => !validates(action)).map((action) => copy(action)),
          ]
        : (step['actions'] ?? []),
    };
    placeDoc(doc, step, page);
    return doc;
  });
  const loads = loadsFor(list(step['load']), made, { names: flow, fragments });
  for (const [index, doc] of made.entries()) {
    const own = items(step['load'], (_, i) => loads[i]?.has(index) === true).map((call) => copy(call));
    const whole = own.length > 0 ? { ...doc, load: place(own, step) } : doc;
    if (whole !== doc) inheritPlaces(whole, doc);
    yield [String(doc['id']), whole];
  }
}

/** Ids of the fields that stand on a page. */
export function fieldsOf(page: JsonObject): ReadonlySet<string> {
  const placed = new Map<string, Json | undefined>();
  placeFields(list(page['layout']), undefined, placed);
  return new Set(placed.keys());
}

/** Whether an action asks the page to hold: the default of a primary one. */
export function validates(action: Json): boolean {
  const style = member(action, 'style') ?? 'primary';
  return (member(action, 'validates') ?? style === 'primary') === true;
}

/** The button of all pages but the last: the id and words of the step's first action that validates. */
function continueOf(actions: readonly Json[]): JsonObject & { readonly id: string } {
  const own = actions.find((action) => validates(action));
  return {
    ...(isObject(own) ? pick(own, ['label', 'busyLabel']) : {}),
    id: text(member(own, 'id')) ?? 'continue',
  };
}
function continueFor(page: JsonObject, onward: JsonObject, to: string | undefined): JsonObject {
  const { busyLabel: _, ...own } = onward;
  return {
    ...own,
    style: 'primary',
    ...(page['continue'] !== undefined && { label: page['continue'] }),
    ...(to !== undefined && { next: place([place({ to }, page)], page) }),
  };
}

/**
 * For each load the pages that make it: those that read what it brings, where that lives with the page or the session;
 * where the server keeps it, the first of them that everybody sees; the first page, where none reads it.
 */
function loadsFor(
  loads: readonly Json[],
  pages: readonly JsonObject[],
  { names, fragments }: { readonly names: Names; readonly fragments: Docs },
): readonly ReadonlySet<number>[] {
  const reads = pages.map((page) => readsOfPage(page, names, fragments));
  const wanted = loads.map(() => new Set<number>());
  const wants = (call: Json, read: readonly string[]): boolean => {
    const as = text(member(call, 'as'));
    return as !== undefined && read.some((path) => touches(path, `results.${as}`));
  };
  loads.forEach((call, i) =>
    reads.forEach((read, index) => {
      if (wants(call, read)) wanted[i]?.add(index);
    }),
  );
  // A load whose input another one brings comes after it, on the same page.
  for (let i = loads.length - 1; i >= 0; i -= 1) {
    const call = loads[i] as Json;
    const own = wanted[i] as Set<number>;
    if (own.size === 0) own.add(0);
    if (member(call, 'keeps') === 'application') {
      const first = Math.min(...own);
      own.clear();
      own.add(pages.findLastIndex((page, index) => index <= first && page['when'] === pages[0]?.['when']));
    }
    const inputs = [...Object.values(objectOf(member(call, 'with'))), member(call, 'when')].flatMap((part) =>
      typeof part === 'string' ? readsOfRule(part, names) : readsOf(part, names),
    );
    loads.slice(0, i).forEach((earlier, j) => {
      if (wants(earlier, inputs)) own.forEach((index) => wanted[j]?.add(index));
    });
  }
  return wanted;
}

function readsOfPage(page: JsonObject, names: Names, fragments: Docs): readonly string[] {
  const uses = new Collector(fragments);
  uses.step(String(page['id']), page);
  return [
    ...uses.expressions.flatMap(({ expression, as }) =>
      as === 'rule' ? readsOfRule(expression, names) : readsOf(expression, names),
    ),
    ...uses.texts.flatMap((use) =>
      pieces(use.text).flatMap((piece) => (typeof piece === 'string' ? [] : readsOf({ var: piece.path }, names))),
    ),
  ];
}

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

function pick(from: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));
}

/** Some members of an object, each at its place. */
function kept(whole: Json | undefined, some: readonly (readonly [string, Json])[]): JsonObject {
  const made = Object.fromEntries(some);
  if (isObject(whole)) inheritPlaces(made, whole);
  return made;
}
/** Some items of a list, each at its place. */
const items = (whole: Json | undefined, wanted: (item: Json, index: number) => boolean): readonly Json[] =>
  unfolded(list(whole), (item, index) => (wanted(item, index) ? [item] : []));

/** A list of what each item becomes, which stands where the item does. */
function unfolded(all: readonly Json[], become: (item: Json, index: number) => readonly Json[]): readonly Json[] {
  const made: Json[] = [];
  if (hasPlace(all)) inheritPlaces(made, all);
  all.forEach((item, i) => {
    for (const one of become(item, i)) {
      made.push(one);
      if (hasPlace(all)) movePlace(made, made.length - 1, { from: all, fromName: i });
    }
  });
  return made;
}
/** A thing of its own with the same places: by one object on several pages their rules would be mixed up. */
export function copy<T extends Json>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  const made = Array.isArray(value)
    ? (value as readonly Json[]).map((item) => copy(item))
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copy(inner)]));
  inheritPlaces(made, value);
  return made as unknown as T;
}
/** What the compiler made stands where the thing stands that it was made for. */
function place<T extends object>(made: T, at: object): T {
  inheritPlaces(made, at);
  return made;
}
/** A page's document stands where the page does, and what it has of the step where that says it. */
function placeDoc(doc: JsonObject, step: JsonObject, page: JsonObject): void {
  inheritPlaces(doc, page);
  for (const key of Object.keys(step))
    if (!['id', 'title', 'layout', 'pages'].includes(key) && (key !== 'when' || page['when'] === undefined))
      movePlace(doc, key, { from: step, fromName: key });
  for (const key of ['when', 'fields', 'layout', 'checks', 'actions', 'page'])
    if (typeof doc[key] === 'object' && doc[key] !== null) ensurePlaced(doc[key], page);
}
/** Objects of the compiler's own making get a place; what a file brought has one. */
function ensurePlaced(value: object, at: object): void {
  if (hasPlace(value)) return;
  inheritPlaces(value, at);
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) ensurePlaced(inner, at);
}
