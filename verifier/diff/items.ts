/** Everything a page shows, asks and sends, each with the conditions it stands under. */
import { itemsInside } from '../../compile/emit/layout.ts';
import { KEYWORDS } from '../../compile/field-source.ts';
import { canonical, entries, isObject, list, member, text } from '../../compile/json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Logic } from '../domain/atoms.ts';
import type { Flat } from './flat.ts';
import { lookupsIn } from './rows.ts';

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

export const keyOf = (item: Item): string => [item.kind, item.page, item.name, item.part].join('\u0000');
/** Every piece of logic the item depends on. */
export const logicsOf = (item: Item): readonly Logic[] => [
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
export function itemsOf(flat: Flat, page: string, doc: JsonObject, written: JsonObject): PageItems {
  const made = new Page(flat, page);
  made.read(doc, written);
  return made;
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
    kind: Kind,
    name: string,
    part: string,
    whens: readonly Logic[],
    value: Json,
    more: { readonly logic?: Logic; readonly inText?: readonly Logic[]; readonly written?: string } = {},
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
      if (doc[key] !== undefined) this.#add(kind, '', '', top, doc[key] ?? null, this.#said(written[key]));
    };
    said('title', 'title');
    said('address', 'path');
    said('kind', 'kind');
    said('access', 'access');
    said('outcome', 'outcome');
    const stage = list(this.#flat.flow['stages']).find((one) => member(one, 'id') === doc['stage']);
    if (isObject(stage))
      this.#add(
        'stage',
        '',
        '',
        stage['hiddenWhen'] === undefined ? top : [{ '!': [stage['hiddenWhen']] }],
        stage['title'] ?? null,
      );
    const shown = new Map<string, readonly Logic[]>();
    this.#calls('load', doc['load'], top);
    this.#layout(list(doc['layout']), list(written['layout']), top, shown);
    for (const [id, field] of entries(doc['fields'])) {
      const source = member(written['fields'], id);
      if (isObject(field)) this.#field(id, field, isObject(source) ? source : {}, shown.get(id) ?? top);
    }
    for (const [index, check] of list(doc['checks']).entries()) {
      if (isObject(check))
        this.#add(
          'checkText',
          canonical(check['assert']),
          '',
          top,
          [check['message'] ?? null, check['at'] ?? null],
          this.#said(member(list(written['checks'])[index], 'message')),
        );
    }
    for (const [index, action] of list(doc['actions']).entries()) {
      const source = list(written['actions'])[index];
      if (isObject(action)) this.#action(action, isObject(source) ? source : {});
    }
    for (const listen of list(doc['listen'])) {
      if (!isObject(listen)) continue;
      const { on, channel, onGiveUp, ...rest } = listen;
      this.#add('listen', text(channel) ?? '', '', top, rest);
      for (const [outcome, target] of entries(on)) this.#target(text(channel) ?? '', outcome, target, top);
      if (onGiveUp !== undefined) this.#target(text(channel) ?? '', '', onGiveUp, top);
    }
    for (const [index, timer] of list(doc['timers']).entries())
      this.#add('timer', String(index), '', top, member(timer, 'afterMs') ?? null);
    for (const choice of list(doc['next'])) this.#target('', targetName(choice), choice, top);
  }

  #said(written: Json | undefined): { readonly inText: readonly Logic[]; readonly written?: string } {
    return typeof written === 'string' ? { inText: this.#flat.logicIn(written), written } : { inText: [] };
  }

  #layout(
    items: readonly Json[],
    written: readonly Json[],
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
                    '')
                : item,
            ),
      );
      if (!isObject(item)) continue;
      const source = written[index];
      const whens = item['when'] === undefined ? above : [...above, item['when']];
      for (const as of ['copy', 'heading', 'note', 'warning']) {
        const said = text(item[as]);
        if (said !== undefined) this.#add('words', said, '', whens, said, this.#said(member(source, as)));
      }
      if (text(item['disclosure']) !== undefined) {
        const consent = text(item['consent']);
        this.#add('disclosure', text(item['disclosure']) ?? '', '', whens, consent ?? null);
        if (consent !== undefined) shown.set(consent, whens);
      }
      if (item['summary'] !== undefined) this.#add('summary', '', '', whens, item['summary']);
      const inside = itemsInside(item);
      if (inside.length > 0) {
        const title = text(item['title']);
        if (title !== undefined) this.#add('words', title, '', whens, title, this.#said(member(source, 'title')));
        this.#layout(inside, isObject(source) ? itemsInside(source) : [], whens, shown);
      }
      if (item['link'] !== undefined)
        this.#add('link', text(item['link']) ?? '', '', whens, withoutWays(item), this.#said(member(source, 'link')));
      if (item['widget'] !== undefined || item['repeat'] !== undefined) this.#widget(item, whens, shown);
    }
  }

  #widget(item: JsonObject, whens: readonly Logic[], shown: Map<string, readonly Logic[]>): void {
    const name = text(item['id']) ?? text(item['of']) ?? text(item['widget']) ?? '';
    const { events, when: _when, options, ...rest } = item;
    if (text(item['field']) !== undefined) shown.set(text(item['field']) ?? '', whens);
    this.#add('widget', name, '', whens, rest);
    for (const [key, option] of entries(options)) this.#valued('widget', name, key, whens, option);
    for (const [event, reaction] of entries(events)) {
      this.#calls(`${name}.${event}`, member(reaction, 'calls'), whens);
      this.#add('widget', name, `on ${event}`, whens, member(reaction, 'set') ?? null);
      for (const choice of list(member(reaction, 'next')))
        this.#target(`${name}.${event}`, targetName(choice), choice, whens);
    }
  }

  /** A value that may be logic: kept as logic when a row of a table decides it. */
  #valued(kind: Kind, name: string, part: string, whens: readonly Logic[], value: Json): void {
    if (lookupsIn(value).length > 0) this.#add(kind, name, part, whens, null, { logic: value });
    else this.#add(kind, name, part, whens, value);
  }

  #field(id: string, field: JsonObject, written: JsonObject, above: readonly Logic[]): void {
    const whens = field['when'] === undefined ? above : [...above, field['when']];
    this.#add('field', id, '', whens, true);
    const required = field['required'] ?? true;
    if (isObject(required)) this.#add('required', id, '', whens, null, { logic: { '===': [required, true] } });
    else this.#add('required', id, '', whens, required);
    if (isObject(field['choices'])) this.#add('choices', id, '', whens, field['choices']);
    for (const choice of list(field['choices'])) {
      if (!isObject(choice)) continue;
      const { when, value, ...words } = choice;
      this.order.push(`${id} ${canonical(value)}`);
      this.#add('choice', id, canonical(value), when === undefined ? whens : [...whens, when], words);
    }
    for (const key of ['label', 'hint', 'placeholder']) {
      if (field[key] !== undefined)
        this.#add('fieldText', id, key, whens, field[key] ?? null, this.#said(written[key]));
    }
    for (const [keyword, message] of entries(field['messages']))
      this.#add(
        'fieldText',
        id,
        `message ${keyword}`,
        whens,
        message,
        this.#said(member(written['messages'], keyword)),
      );
    for (const [key, value] of Object.entries(field)) {
      if (TOLD.has(key) || (key === 'enum' && field['choices'] !== undefined)) continue;
      if (!LIMITS.has(key)) {
        for (const [part, inner] of key === 'options' ? entries(value) : [['', value] as const])
          this.#valued('fieldWay', id, part === '' ? key : `${key}.${part}`, whens, inner);
      } else if (isObject(value) && KEYWORDS_OF_FACTS.has(key))
        this.#add('limit', id, key, whens, null, { logic: value });
      else this.#add('limit', id, key, whens, value);
    }
  }

  #action(action: JsonObject, written: JsonObject): void {
    const { id, when, label, busyLabel, calls, next, ...ways } = action;
    const name = text(id) ?? '';
    this.order.push(`press ${name}`);
    const whens: readonly Logic[] = when === undefined ? [] : [when];
    this.#add('action', name, '', whens, true);
    for (const [part, said] of Object.entries({ label, busyLabel })) {
      if (said !== undefined) this.#add('actionText', name, part, whens, said, this.#said(written[part]));
    }
    for (const [part, way] of Object.entries(ways)) this.#add('actionWay', name, part, whens, way);
    this.#calls(name, calls, whens);
    for (const choice of list(next)) this.#target(name, targetName(choice), choice, whens);
  }

  #calls(from: string, calls: Json | undefined, above: readonly Logic[]): void {
    for (const call of list(calls)) {
      if (!isObject(call)) continue;
      const { when, on, call: operation, ...rest } = call;
      const whens = when === undefined ? above : [...above, when];
      this.#add('call', from, text(operation) ?? '', whens, rest);
      for (const [outcome, target] of entries(on))
        this.#target(from, `${text(operation) ?? ''} ${outcome}`, target, whens);
    }
  }

  /** What a target says and hands on; where it leads is found by going there. */
  #target(from: string, part: string, target: Json, whens: readonly Logic[]): void {
    if (isObject(target)) this.#add('target', from, part, whens, withoutWays(target));
  }
}

/** Keywords whose object form is logic; every other keyword's object is a schema. */
const KEYWORDS_OF_FACTS = new Set(['pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'const']);

function withoutWays(target: JsonObject): JsonObject {
  const {
    to: _to,
    leave: _leave,
    dialog: _dialog,
    stay: _stay,
    reopen: _reopen,
    signOut: _signOut,
    then: _then,
    when: _when,
    ...rest
  } = target;
  return rest;
}

function targetName(target: Json): string {
  for (const key of ['to', 'leave', 'dialog', 'reopen'])
    if (member(target, key) !== undefined) return canonical(member(target, key));
  return member(target, 'stay') !== undefined ? 'stay' : 'signOut';
}
