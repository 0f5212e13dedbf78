/** Everything a page shows, asks and sends, each with the conditions it stands under. */
import { identical } from '../../compile/operators/same/index.ts';
import { itemKind, itemsInside } from '../../compile/emit/layout.ts';
import { KEYWORDS } from '../../compile/field-source.ts';
import { canonical, entries, isObject, list, member, text } from '../../compile/json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Logic } from '../domain/atoms.ts';
import { type PlacedRule, rulesOf } from '../rules/placed.ts';
import { type Both, type ChangedRows, type Flat, lookupsIn, variableReads } from './flat.ts';

/** What an item is; one sentence of the report for each. */
export type Kind =
  | 'title'
  | 'address'
  | 'kind'
  | 'access'
  | 'stage'
  | 'outcome'
  | 'words'
  | 'disclosure'
  | 'summary'
  | 'link'
  | 'widget'
  | 'field'
  | 'required'
  | 'choice'
  | 'choices'
  | 'limit'
  | 'fieldText'
  | 'fieldWay'
  | 'checkText'
  | 'action'
  | 'actionText'
  | 'actionWay'
  | 'enabled'
  | 'pageWay'
  | 'call'
  | 'target'
  | 'listen'
  | 'timer';

export interface Item {
  readonly kind: Kind;
  /** The step, or `dialog/<id>`. */
  readonly page: string;
  /** The field, disclosure, button, call or text it is about. */
  readonly name: string;
  /** A part of it: a keyword, a choice's value, an outcome. */
  readonly part: string;
  /** All must be true for the item to be there. */
  readonly whens: readonly Logic[];
  /** What it says or does: a constant, or logic when it depends on facts. */
  readonly value: Json;
  readonly logic?: Logic;
  /** Logic of the values its text shows. */
  readonly inText: readonly Logic[];
  /** Its text as the analyst wrote it. */
  readonly written?: string;
  /** Place on the page, from 0. */
  readonly place: number;
}

/** What an item is a part of: it is told with it when that comes or goes. */
export function holderOf(item: Item): { readonly kind: Kind; readonly name: string } | undefined {
  switch (item.kind) {
    case 'required':
    case 'choice':
    case 'choices':
    case 'limit':
    case 'fieldText':
    case 'fieldWay':
      return { kind: 'field', name: item.name };
    case 'actionText':
    case 'actionWay':
    case 'enabled':
      return { kind: 'action', name: item.name };
    case 'call':
    case 'target':
      return item.name.includes('.')
        ? { kind: 'widget', name: item.name.split('.')[0] ?? '' }
        : item.name === 'load' || item.name === ''
          ? undefined
          : { kind: 'action', name: item.name };
    default:
      return undefined;
  }
}

const keyOf = (item: Item): string => [item.kind, item.page, item.name, item.part].join('\u0000');
/** Every piece of logic the item depends on. */
const logicsOf = (item: Item): readonly Logic[] => [
  ...item.whens,
  ...(item.logic === undefined ? [] : [item.logic]),
  ...item.inText,
];

/** Keywords of a field that are told as a limit. */
const LIMITS = new Set<string>([...KEYWORDS, 'minimum', 'maximum']);
/** Keys of a field told elsewhere. */
const TOLD = new Set([
  'when',
  'required',
  'choices',
  'label',
  'hint',
  'placeholder',
  'messages',
  'title',
  'type',
  '$ref',
]);

export interface PageItems {
  readonly items: readonly Item[];
  /** What stands below what: questions, documents, texts, links, buttons and choices, by names that stay. */
  readonly order: readonly string[];
}

/** All items of a page, a step or a dialog: in flat form, and as it was written. */
export function itemsOf(
  flat: Flat,
  page: string,
  { doc, written }: { readonly doc: JsonObject; readonly written: JsonObject },
): PageItems {
  const made = new Page(flat, page);
  made.read(doc, written);
  return made;
}

interface Part {
  readonly kind: Kind;
  readonly name: string;
  readonly part: string;
}
class Page {
  readonly items: Item[] = [];
  readonly order: string[] = [];
  readonly #flat: Flat;
  readonly #page: string;

  constructor(flat: Flat, page: string) {
    this.#flat = flat;
    this.#page = page;
  }

  #add(
    { kind, name, part }: Part,
    whens: readonly Logic[],
    {
      value,
      more = {},
    }: {
      readonly value: Json;
      readonly more?: { readonly logic?: Logic; readonly inText?: readonly Logic[]; readonly written?: string };
    },
  ): void {
    this.items.push({
      kind,
      page: this.#page,
      name,
      part,
      whens,
      value,
      inText: [],
      place: this.items.length,
      ...more,
    });
  }

  /** `doc` is the page in flat form, `written` as the analyst wrote it. */
  read(doc: JsonObject, written: JsonObject): void {
    const top: readonly Logic[] = [];
    const said = (kind: Kind, key: string): void => {
      if (doc[key] !== undefined)
        this.#add({ kind, name: '', part: '' }, top, { value: doc[key] ?? null, more: this.#said(written[key]) });
    };
    said('title', 'title');
    said('address', 'path');
    said('kind', 'kind');
    said('access', 'access');
    said('outcome', 'outcome');
    const stage = list(this.#flat.flow['stages']).find((one) => member(one, 'id') === doc['stage']);
    if (isObject(stage))
      this.#add(
        { kind: 'stage', name: '', part: '' },
        stage['hiddenWhen'] === undefined ? top : [{ '!': [stage['hiddenWhen']] }],
        { value: stage['title'] ?? null },
      );
    const shown = new Map<string, readonly Logic[]>();
    this.#calls('load', doc['load'], top);
    this.#layout({ items: list(doc['layout']), written: list(written['layout']) }, top, shown);
    for (const [id, field] of entries(doc['fields'])) {
      const source = member(written['fields'], id);
      if (isObject(field)) this.#field(id, { field, written: isObject(source) ? source : {} }, shown.get(id) ?? top);
    }
    for (const [index, check] of list(doc['checks']).entries()) {
      if (isObject(check))
        this.#add({ kind: 'checkText', name: canonical(check['assert']), part: '' }, top, {
          value: [check['message'] ?? null, check['at'] ?? null],
          more: this.#said(member(list(written['checks'])[index], 'message')),
        });
    }
    for (const [index, action] of list(doc['actions']).entries()) {
      const source = list(written['actions'])[index];
      if (isObject(action)) this.#action(action, isObject(source) ? source : {});
    }
    for (const listen of list(doc['listen'])) {
      if (!isObject(listen)) continue;
      const { on, channel, onGiveUp, ...rest } = listen;
      this.#add({ kind: 'listen', name: text(channel) ?? '', part: '' }, top, { value: rest });
      for (const [outcome, target] of entries(on))
        this.#target({ from: text(channel) ?? '', part: outcome }, target, top);
      if (onGiveUp !== undefined) this.#target({ from: text(channel) ?? '', part: '' }, onGiveUp, top);
    }
    for (const [index, timer] of list(doc['timers']).entries()) {
      this.#add({ kind: 'timer', name: String(index), part: '' }, top, { value: member(timer, 'afterMs') ?? null });
      this.#target({ from: 'timer', part: String(index) }, member(timer, 'do') ?? null, top);
    }
    for (const choice of list(doc['next'])) this.#target({ from: '', part: targetName(choice) }, choice, top);
    this.#rest('', without(doc, OF_PAGE), top);
  }

  /** Settings that no other item tells, each by its name: what a new word of the language says is told at once. */
  #rest(of: string, rest: JsonObject, whens: readonly Logic[]): void {
    for (const [key, value] of entries(rest))
      this.#add({ kind: 'pageWay', name: of, part: `${of} ${key}`.trim() }, whens, { value });
  }

  #said(written: Json | undefined): { readonly inText: readonly Logic[]; readonly written?: string } {
    return typeof written === 'string' ? { inText: this.#flat.logicIn(written), written } : { inText: [] };
  }

  #layout(
    { items, written }: { readonly items: readonly Json[]; readonly written: readonly Json[] },
    above: readonly Logic[],
    shown: Map<string, readonly Logic[]>,
  ): void {
    for (const [index, item] of items.entries()) {
      if (typeof item === 'string') shown.set(item, above);
      this.order.push(
        typeof item === 'string'
          ? item
          : canonical(
              isObject(item)
                ? (item['disclosure'] ??
                    item['link'] ??
                    item['id'] ??
                    item['copy'] ??
                    item['heading'] ??
                    item['note'] ??
                    item['warning'] ??
                    item['title'] ??
                    item['of'] ??
                    item['widget'] ??
                    itemKind(item) ??
                    '')
                : item,
            ),
      );
      if (!isObject(item)) continue;
      const source = written[index];
      const whens = item['when'] === undefined ? above : [...above, item['when']];
      for (const as of ['copy', 'heading', 'note', 'warning']) {
        const said = text(item[as]);
        if (said !== undefined)
          this.#add({ kind: 'words', name: said, part: '' }, whens, {
            value: said,
            more: this.#said(member(source, as)),
          });
      }
      if (text(item['disclosure']) !== undefined) {
        const consent = text(item['consent']);
        this.#add({ kind: 'disclosure', name: text(item['disclosure']) ?? '', part: '' }, whens, {
          value: consent ?? null,
        });
        if (consent !== undefined) shown.set(consent, whens);
      }
      if (item['summary'] !== undefined)
        this.#add({ kind: 'summary', name: '', part: '' }, whens, { value: item['summary'] });
      const inside = itemsInside(item);
      if (item['widget'] === undefined && item['repeat'] === undefined && item['link'] === undefined)
        this.#rest(text(item['title']) ?? '', without(item, OF_ITEM), whens);
      if (inside.length > 0) {
        const title = text(item['title']);
        if (title !== undefined)
          this.#add({ kind: 'words', name: title, part: '' }, whens, {
            value: title,
            more: this.#said(member(source, 'title')),
          });
        this.#layout({ items: inside, written: isObject(source) ? itemsInside(source) : [] }, whens, shown);
      }
      if (item['link'] !== undefined)
        this.#add({ kind: 'link', name: text(item['link']) ?? '', part: '' }, whens, {
          value: withoutWays(item),
          more: this.#said(member(source, 'link')),
        });
      if (item['widget'] !== undefined || item['repeat'] !== undefined) this.#widget(item, whens, shown);
    }
  }

  #widget(item: JsonObject, whens: readonly Logic[], shown: Map<string, readonly Logic[]>): void {
    const name = text(item['id']) ?? text(item['of']) ?? text(item['widget']) ?? '';
    const { events, when: _when, options, ...rest } = without(item, INSIDE);
    if (text(item['field']) !== undefined) shown.set(text(item['field']) ?? '', whens);
    this.#add({ kind: 'widget', name, part: '' }, whens, { value: rest });
    for (const [key, option] of entries(options)) this.#valued({ kind: 'widget', name, part: key }, whens, option);
    for (const [event, reaction] of entries(events)) {
      this.#calls(`${name}.${event}`, member(reaction, 'calls'), whens);
      this.#add({ kind: 'widget', name, part: `on ${event}` }, whens, {
        value: isObject(reaction) ? without(reaction, OF_REACTION) : null,
      });
      for (const choice of list(member(reaction, 'next')))
        this.#target({ from: `${name}.${event}`, part: targetName(choice) }, choice, whens);
    }
  }

  /** A value that may be logic: kept as logic when a row of a table decides it. */
  #valued({ kind, name, part }: Part, whens: readonly Logic[], value: Json): void {
    if (lookupsIn(value).length > 0) this.#add({ kind, name, part }, whens, { value: null, more: { logic: value } });
    else this.#add({ kind, name, part }, whens, { value });
  }

  #field(
    id: string,
    { field, written }: { readonly field: JsonObject; readonly written: JsonObject },
    above: readonly Logic[],
  ): void {
    const whens = field['when'] === undefined ? above : [...above, field['when']];
    this.#add({ kind: 'field', name: id, part: '' }, whens, { value: true });
    const required = field['required'] ?? true;
    if (isObject(required))
      this.#add({ kind: 'required', name: id, part: '' }, whens, {
        value: null,
        more: { logic: identical<Json>(required, true) },
      });
    else this.#add({ kind: 'required', name: id, part: '' }, whens, { value: required });
    if (isObject(field['choices']))
      this.#add({ kind: 'choices', name: id, part: '' }, whens, { value: field['choices'] });
    for (const choice of list(field['choices'])) {
      if (!isObject(choice)) continue;
      const { when, value, ...words } = choice;
      this.order.push(`${id} ${canonical(value)}`);
      this.#add({ kind: 'choice', name: id, part: canonical(value) }, when === undefined ? whens : [...whens, when], {
        value: words,
      });
    }
    if (notTaken(field).length > 0)
      this.#add({ kind: 'fieldWay', name: id, part: 'choices that are refused' }, whens, { value: notTaken(field) });
    for (const key of ['label', 'hint', 'placeholder']) {
      if (field[key] !== undefined)
        this.#add({ kind: 'fieldText', name: id, part: key }, whens, {
          value: field[key] ?? null,
          more: this.#said(written[key]),
        });
    }
    for (const [keyword, message] of entries(field['messages']))
      this.#add({ kind: 'fieldText', name: id, part: `message ${keyword}` }, whens, {
        value: message,
        more: this.#said(member(written['messages'], keyword)),
      });
    for (const [key, value] of Object.entries(field)) {
      if (TOLD.has(key) || (key === 'enum' && field['choices'] !== undefined)) continue;
      if (!LIMITS.has(key)) {
        for (const [part, inner] of key === 'options' ? entries(value) : [['', value] as const])
          this.#valued({ kind: 'fieldWay', name: id, part: part === '' ? key : `${key}.${part}` }, whens, inner);
      } else if (isObject(value) && KEYWORDS_OF_FACTS.has(key))
        this.#add({ kind: 'limit', name: id, part: key }, whens, { value: null, more: { logic: value } });
      else this.#add({ kind: 'limit', name: id, part: key }, whens, { value });
    }
  }

  #action(action: JsonObject, written: JsonObject): void {
    const { id, when, label, busyLabel, calls, next, ...ways } = action;
    const { when: pressed, ...enabled } = isObject(ways['enabled']) ? ways['enabled'] : {};
    const name = text(id) ?? '';
    this.order.push(`press ${name}`);
    const whens: readonly Logic[] = when === undefined ? [] : [when];
    this.#add({ kind: 'action', name, part: '' }, whens, { value: true });
    for (const [part, said] of Object.entries({ label, busyLabel })) {
      if (said !== undefined)
        this.#add({ kind: 'actionText', name, part }, whens, { value: said, more: this.#said(written[part]) });
    }
    this.#add({ kind: 'enabled', name, part: '' }, whens, {
      value: true,
      ...(pressed !== undefined && { more: { logic: identical<Json>(pressed, true) } }),
    });
    for (const [part, way] of Object.entries({ ...ways, ...(ways['enabled'] !== undefined && { enabled }) }))
      this.#add({ kind: 'actionWay', name, part }, whens, { value: way });
    this.#calls(name, calls, whens);
    for (const choice of list(next)) this.#target({ from: name, part: targetName(choice) }, choice, whens);
  }

  #calls(from: string, calls: Json | undefined, above: readonly Logic[]): void {
    for (const call of list(calls)) {
      if (!isObject(call)) continue;
      const { when, on, call: operation, ...rest } = call;
      const whens = when === undefined ? above : [...above, when];
      this.order.push(`call ${text(operation) ?? ''} ${from}`);
      this.#add({ kind: 'call', name: from, part: text(operation) ?? '' }, whens, { value: rest });
      for (const [outcome, target] of entries(on))
        this.#target({ from, part: `${text(operation) ?? ''} ${outcome}` }, target, whens);
    }
  }

  /** What a target says, hands on and asks anew; where it leads is found by going there. */
  #target(
    { from, part }: { readonly from: string; readonly part: string },
    target: Json,
    whens: readonly Logic[],
  ): void {
    if (!isObject(target)) return;
    const anew = list(target['reopen']).map(String).sort();
    const value = { ...withoutWays(target), ...(anew.length > 0 && { reopen: anew }) };
    this.#add({ kind: 'target', name: from, part }, whens, { value });
  }
}

/** Keys of a page, an item, a reaction that are told in their own way. */
const OF_PAGE = new Set([
  'id',
  'kind',
  'path',
  'stage',
  'title',
  'when',
  'access',
  'load',
  'fields',
  'layout',
  'checks',
  'actions',
  'listen',
  'timers',
  'next',
  'outcome',
]);
const INSIDE = new Set(['group', 'aside', 'oneOf', 'layout']);
const OF_ITEM = new Set([
  ...INSIDE,
  'copy',
  'heading',
  'note',
  'warning',
  'title',
  'when',
  'id',
  'disclosure',
  'consent',
  'summary',
  'action',
]);
const OF_REACTION = new Set(['calls', 'next']);
const without = (value: JsonObject, keys: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(entries(value).filter(([key]) => !keys.has(key)));

/** Values that are offered and not taken: of a list of values beside choices this alone is seen. */
function notTaken(field: JsonObject): readonly Json[] {
  const taken = list(field['enum']).map(canonical);
  const offered = list(field['choices']).map((choice) => member(choice, 'value') ?? null);
  return taken.length === 0 ? [] : offered.filter((value) => !taken.includes(canonical(value)));
}

/** Keywords whose object form is logic; every other keyword's object is a schema. */
const KEYWORDS_OF_FACTS = new Set(['pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'const']);

function withoutWays(target: JsonObject): JsonObject {
  const {
    to: _to,
    leave: _leave,
    handOff: _handOff,
    dialog: _dialog,
    stay: _stay,
    reopen: _reopen,
    signOut: _signOut,
    reload: _reload,
    return: _return,
    then: _then,
    when: _when,
    ...rest
  } = target;
  return rest;
}

function targetName(target: Json): string {
  for (const key of ['to', 'leave', 'handOff', 'dialog'])
    if (member(target, key) !== undefined) return canonical(member(target, key));
  return ['reopen', 'stay', 'reload', 'return'].find((key) => member(target, key) !== undefined) ?? 'signOut';
}

// What of a flow is written differently in two versions: decisions and items, with the facts they read. Names and order
// of keys do not count.

export interface ChangedItem {
  readonly page: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}
export interface Changed {
  /**
   * Conditions that differ, of either version: those that decide where people go, what they are asked and what they may
   * leave.
   */
  readonly decisions: readonly { readonly rule: PlacedRule; readonly side: 'before' | 'after' }[];
  readonly items: readonly ChangedItem[];
  readonly pages: Both<ReadonlyMap<string, PageItems>>;
}

export function changedIn(before: Flat, after: Flat, rows: ChangedRows): Changed {
  const pages = { before: pagesOf(before), after: pagesOf(after) };
  const items = [...new Set([...pages.before.keys(), ...pages.after.keys()])].flatMap((page) => {
    const [was, is] = [pages.before.get(page), pages.after.get(page)];
    return was && is ? changedItems(page, { before: was.items, after: is.items }, rows) : [];
  });
  return { decisions: changedDecisions(before, after, rows), items, pages };
}

function pagesOf(flat: Flat): ReadonlyMap<string, PageItems> {
  const found = new Map<string, PageItems>();
  for (const [id, doc] of Object.entries(flat.steps))
    found.set(id, itemsOf(flat, id, { doc, written: flat.written.get(id) ?? {} }));
  for (const [id, doc] of Object.entries(flat.dialogs))
    found.set(`dialog/${id}`, itemsOf(flat, `dialog/${id}`, { doc, written: flat.resolved.dialogs[id] ?? {} }));
  return found;
}

function changedItems(
  page: string,
  { before, after }: Both<readonly Item[]>,
  rows: ChangedRows,
): readonly ChangedItem[] {
  const [was, is] = [byKey(before), byKey(after)];
  const found: ChangedItem[] = [];
  for (const [key, item] of was) {
    const other = is.get(key);
    if (!other || itemMark(item) !== itemMark(other) || [item, other].some((one) => logicsOf(one).some(rows.affects)))
      found.push({ page, before: item, after: other });
  }
  for (const [key, item] of is) if (!was.has(key)) found.push({ page, before: undefined, after: item });
  return found;
}

/** The same thing twice on a page (two equal notes, say) gets a number. */
function byKey(items: readonly Item[]): ReadonlyMap<string, Item> {
  const found = new Map<string, Item>();
  for (const item of items) {
    let key = keyOf(item);
    while (found.has(key)) key += '+';
    found.set(key, item);
  }
  return found;
}

const itemMark = (item: Item): string =>
  canonical([[...item.whens].map(canonical).sort(), item.value, (item.logic as Json) ?? null]);

/** Conditions of plain words are told with the words. */
const DECIDES = new Set<PlacedRule['decides']>([
  'step',
  'field',
  'item',
  'required',
  'choice',
  'check',
  'action',
  'call',
  'next',
]);

function changedDecisions(before: Flat, after: Flat, rows: ChangedRows): Changed['decisions'] {
  const [was, is] = [decisionsOf(before), decisionsOf(after)];
  const count = (marked: readonly { mark: string }[]): Map<string, number> =>
    marked.reduce((all, { mark }) => all.set(mark, (all.get(mark) ?? 0) + 1), new Map<string, number>());
  const [wasCount, isCount] = [count(was), count(is)];
  const differs = ({ mark, rule }: { mark: string; rule: PlacedRule }): boolean =>
    wasCount.get(mark) !== isCount.get(mark) || rows.affects(rule.logic);
  return [
    ...was.filter(differs).map(({ rule }) => ({ rule, side: 'before' as const })),
    ...is.filter(differs).map(({ rule }) => ({ rule, side: 'after' as const })),
  ];
}

/**
 * A decision is the same when the same is decided by the same logic after the same others; what stands around it is a
 * decision of its own.
 */
function decisionsOf(flat: Flat): readonly { readonly mark: string; readonly rule: PlacedRule }[] {
  return rulesOf(flat.resolved).flatMap((rule) => {
    if (!DECIDES.has(rule.decides)) return [];
    const holder = rule.decides === 'next' && isObject(rule.holder) ? withoutKey(rule.holder, String(rule.key)) : null;
    const before = rule.after.map(({ logic }) => canonical(logic));
    return [
      {
        mark: canonical([
          rule.decides,
          rule.step ?? '',
          rule.dialog ?? '',
          rule.field ?? '',
          canonical(rule.logic),
          holder,
          before,
        ]),
        rule,
      },
    ];
  });
}
function withoutKey(holder: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(holder).filter(([name]) => name !== key));
}

/** The facts that tell for whom a decision differs. */
export function factsOfDecision({ logic, after }: PlacedRule): ReadonlySet<string> {
  return variableReads([logic, ...after.map((rule) => rule.logic)]);
}
export function factsOfItem({ before, after }: Pick<ChangedItem, 'before' | 'after'>): ReadonlySet<string> {
  return variableReads(logicsOfItem({ before, after }));
}
export function logicsOfItem({ before, after }: Pick<ChangedItem, 'before' | 'after'>): readonly Logic[] {
  return [...(before ? logicsOf(before) : []), ...(after ? logicsOf(after) : [])];
}
