/** Everything a flow (or app.json) refers to, with the place where it stands: what the checks look at. */
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import type { Docs } from './content.ts';
import { fieldSource, isDynamic, DYNAMIC } from './field-source.ts';
import { entries, isObject, list, member, text } from './json-types.ts';
import { placeFields } from './emit/fields.ts';
import { itemKind, itemsInside } from './emit/layout.ts';
import { both } from './emit/writer.ts';
import type { declaredWords } from './words.ts';
import type {
  CallUse,
  ClearUse,
  ExpressionUse,
  FieldUse,
  HeardUse,
  ItemUse,
  SetUse,
  Sight,
  TargetUse,
  TextUse,
  Use,
  Uses,
} from './used.ts';

export type * from './used.ts';

const NOTHING: Sight = { typed: [], item: false, payload: false, arithmetic: false };

/** A question of an item sees the item as a repeat over the answer would. */
const insideOf = (field: JsonObject, sight: Sight): Sight => ({
  ...sight,
  item: true,
  over: { list: { var: `answers.${String(field['bind'])}` }, sight },
});

export class Collector implements Uses {
  readonly expressions: ExpressionUse[] = [];
  readonly texts: TextUse[] = [];
  readonly targets: TargetUse[] = [];
  readonly calls: CallUse[] = [];
  readonly fields: FieldUse[] = [];
  readonly items: ItemUse[] = [];
  readonly sets: SetUse[] = [];
  readonly clears: ClearUse[] = [];
  readonly heard: HeardUse[] = [];
  readonly #fragments: Docs;
  #step: string | undefined;
  #dialog: string | undefined;
  #around: readonly Json[] = [];

  constructor(fragments: Docs) {
    this.#fragments = fragments;
  }

  #at(holder: object, key: string | number, sight: Sight): Use {
    return {
      holder,
      key,
      sight,
      around: this.#around,
      ...(this.#step === undefined ? {} : { step: this.#step }),
      ...(this.#dialog === undefined ? {} : { dialog: this.#dialog }),
    };
  }
  /** Collects what stands in something that has a condition. */
  #inside(when: Json | undefined, collect: () => void): void {
    const before = this.#around;
    if (when !== undefined) this.#around = [...before, when];
    collect();
    this.#around = before;
  }
  rule(holder: JsonObject, key: string, sight: Sight = NOTHING): void {
    const expression = holder[key];
    if (expression !== undefined) this.expressions.push({ ...this.#at(holder, key, sight), expression, as: 'rule' });
  }
  value(holder: JsonObject | readonly Json[], key: string | number, sight: Sight = NOTHING): void {
    const expression = (holder as Readonly<Record<string, Json>>)[key];
    if (expression !== undefined) this.expressions.push({ ...this.#at(holder, key, sight), expression, as: 'value' });
  }
  members(holder: JsonObject, key: string, sight: Sight = NOTHING): void {
    const of = holder[key];
    if (isObject(of)) for (const name of Object.keys(of)) this.value(of, name, sight);
  }
  words(holder: JsonObject, key: string, sight: Sight = NOTHING): void {
    const words = holder[key];
    if (typeof words === 'string') this.texts.push({ ...this.#at(holder, key, sight), text: words });
  }
  target(holder: object, key: string | number, from: Sight = NOTHING): void {
    const { problem, ...sight } = from;
    const target = (holder as Readonly<Record<string | number, Json>>)[key];
    if (!isObject(target)) return;
    this.targets.push({ ...this.#at(holder, key, sight), target });
    for (const part of ['carry', 'hash', 'query', 'with']) this.members(target, part, sight);
    this.value(target, 'url', sight);
    const quotes = problem !== undefined && target['stay'] === true;
    this.words(target, 'message', quotes ? { ...sight, problem } : sight);
    this.words(target, 'otherwise', sight);
    if (isObject(target['track'])) this.members(target['track'], 'with', quotes ? { ...sight, problem } : sight);
    const { tells } = target;
    if (isObject(tells)) {
      this.calls.push({ ...this.#at(target, 'tells', sight), call: tells, from: 'told' });
      this.members(tells, 'with', sight);
      this.rule(tells, 'when', sight);
    }
    this.#sets(target, 'target', sight);
    this.#clears(target, { kind: 'stay' }, sight);
    this.target(target, 'then', sight);
  }
  choices(holder: JsonObject, key: string, sight: Sight = NOTHING): void {
    const choices = list(holder[key]);
    for (const [i, choice] of choices.entries()) {
      if (isObject(choice)) this.rule(choice, 'when', sight);
      this.#inside(member(choice, 'when'), () => this.target(choices, i, sight));
    }
  }
  #calls(
    holder: JsonObject,
    key: string,
    { from, sight }: { readonly from: CallUse['from']; readonly sight: Sight },
  ): void {
    const calls = list(holder[key]);
    for (const [i, call] of calls.entries()) {
      if (!isObject(call)) continue;
      this.calls.push({ ...this.#at(calls, i, sight), call, from });
      this.members(call, 'with', sight);
      this.rule(call, 'when', sight);
      const on = call['on'];
      const problem = String(call['call']);
      if (isObject(on))
        this.#inside(call['when'], () => {
          for (const outcome of Object.keys(on))
            this.target(on, outcome, outcome === 'ok' ? sight : { ...sight, problem });
        });
    }
  }
  #sets(act: JsonObject, from: SetUse['from'], sight: Sight): void {
    const set = act['set'];
    this.members(act, 'set', sight);
    if (isObject(set))
      for (const [path, value] of Object.entries(set))
        this.sets.push({ ...this.#at(set, path, sight), path, value, act, from });
  }
  #clears(holder: JsonObject, from: ClearUse['from'], sight: Sight): void {
    const paths = list(holder['clears']);
    for (const [index, path] of paths.entries())
      this.clears.push({ ...this.#at(paths, index, sight), path: String(path), from });
  }
  #reactions(holder: JsonObject, sight: Sight): void {
    const widget = text(holder['widget']) ?? text(holder['of']);
    for (const [event, reaction] of entries(holder['events'])) {
      if (!isObject(reaction)) continue;
      const seen = { ...sight, payload: true, told: { event, ...(widget !== undefined && { widget }) } };
      this.#sets(reaction, 'event', seen);
      this.#clears(reaction, { kind: 'act', act: reaction }, seen);
      this.#calls(reaction, 'calls', { from: 'event', sight: seen });
      this.choices(reaction, 'next', seen);
    }
  }
  layout(items: readonly Json[], sight: Sight): void {
    for (const [i, item] of items.entries()) {
      const kind = isObject(item) ? itemKind(item) : undefined;
      if (!isObject(item) || kind === undefined) continue;
      this.items.push({ ...this.#at(items, i, sight), item, kind });
      const inside =
        kind === 'repeat' ? { ...sight, item: true, over: { list: item['repeat'] ?? null, sight } } : sight;
      this.rule(item, 'when', inside);
      this.#inside(item['when'], () => {
        for (const key of ['copy', 'heading', 'note', 'warning', 'title', 'link', 'label'])
          this.words(item, key, inside);
        this.value(item, 'appearsAfterMs', inside);
        if (kind === 'link') this.target(items, i, inside);
        if (kind === 'repeat') {
          this.value(item, 'repeat', sight);
          this.words(item, 'empty', sight);
        }
        this.members(item, 'options', inside);
        this.#reactions(item, inside);
        this.layout(itemsInside(item), inside);
      });
    }
  }
  #actions(holder: JsonObject, sight: Sight): void {
    for (const action of list(holder['actions'])) {
      if (!isObject(action)) continue;
      this.rule(action, 'when', sight);
      this.#inside(action['when'], () => {
        this.words(action, 'label', sight);
        this.words(action, 'busyLabel', sight);
        this.value(action, 'appearsAfterMs', sight);
        if (isObject(action['enabled'])) {
          this.rule(action['enabled'], 'when', sight);
          this.words(action['enabled'], 'why', sight);
        }
        this.#sets(action, 'action', sight);
        this.#clears(action, { kind: 'act', act: action }, sight);
        this.#calls(action, 'calls', { from: 'action', sight });
        this.choices(action, 'next', sight);
      });
    }
  }
  /** @param placed the conditions of the groups the field stands in */
  #field(
    fields: JsonObject,
    id: string,
    { placed, sight }: { readonly placed: Json | undefined; readonly sight: Sight },
  ): void {
    const written = fields[id];
    if (!isObject(written)) return;
    const field = fieldSource(written, this.#fragments);
    const parts = this.#questionsOf(field, sight);
    this.#inside(placed, () => this.fields.push({ ...this.#at(fields, id, sight), id, field, written, parts }));
    this.#clears(written, { kind: 'field', id }, sight);
    this.rule(field, 'when', sight);
    this.#inside(both(placed, field['when']), () => this.#partsOf(field, sight));
  }
  #partsOf(field: JsonObject, sight: Sight): void {
    for (const key of ['label', 'hint', 'placeholder']) this.words(field, key, sight);
    if (isObject(field['messages']))
      for (const key of Object.keys(field['messages'])) this.words(field['messages'], key, sight);
    if (typeof field['required'] !== 'boolean') this.rule(field, 'required', sight);
    this.value(field, 'default', sight);
    this.members(field, 'options', sight);
    for (const keyword of DYNAMIC) if (isDynamic(field, keyword)) this.value(field, keyword, sight);
    if (isObject(field['item'])) this.#itemOf(field['item'], insideOf(field, sight));
    const choices = field['choices'];
    if (isObject(choices)) this.value(choices, 'from', sight);
    for (const choice of list(choices)) {
      if (!isObject(choice)) continue;
      this.rule(choice, 'when', sight);
      this.#inside(choice['when'], () => {
        this.words(choice, 'label', sight);
        this.words(choice, 'hint', sight);
      });
    }
  }
  /** The questions that a list asks of each of its items. */
  #questionsOf(field: JsonObject, sight: Sight): readonly FieldUse[] {
    const fields = member(field['item'], 'fields');
    return entries(fields).flatMap(([id, written]) =>
      isObject(written) && isObject(fields)
        ? [
            {
              ...this.#at(fields, id, insideOf(field, sight)),
              id,
              field: fieldSource(written, this.#fragments),
              written,
              parts: [],
            },
          ]
        : [],
    );
  }
  #itemOf(item: JsonObject, inside: Sight): void {
    this.words(item, 'title', inside);
    const parts = item['fields'];
    for (const [, written] of entries(parts)) {
      if (!isObject(written)) continue;
      const part = fieldSource(written, this.#fragments);
      this.rule(part, 'when', inside);
      this.#inside(part['when'], () => this.#partsOf(part, inside));
    }
    for (const check of list(item['checks'])) {
      if (!isObject(check)) continue;
      this.rule(check, 'assert', inside);
      this.#inside(check['assert'], () => this.words(check, 'message', inside));
    }
  }
  step(id: string, step: JsonObject): void {
    this.#step = id;
    const fields = isObject(step['fields']) ? step['fields'] : {};
    const typed = Object.keys(fields).filter((name) => {
      const field = fields[name];
      return isObject(field) && fieldSource(field, this.#fragments)['keep'] === 'never';
    });
    const own = { ...NOTHING, typed };
    this.rule(step, 'when');
    if (typeof step['entry'] !== 'boolean') this.rule(step, 'entry');
    this.#inside(step['when'], () => this.#partsOfStep(step, fields, own));
    this.#step = undefined;
  }
  #partsOfStep(step: JsonObject, fields: JsonObject, own: Sight): void {
    this.words(step, 'title');
    this.#calls(step, 'load', { from: 'load', sight: NOTHING });
    const placed = new Map<string, Json | undefined>();
    placeFields(list(step['layout']), undefined, placed);
    for (const name of Object.keys(fields)) this.#field(fields, name, { placed: placed.get(name), sight: NOTHING });
    this.layout(list(step['layout']), own);
    for (const check of list(step['checks'])) {
      if (!isObject(check)) continue;
      this.rule(check, 'assert', own);
      this.#inside(check['assert'], () => this.words(check, 'message', own));
    }
    this.#actions(step, own);
    this.choices(step, 'next');
    for (const listen of list(step['listen'])) {
      if (!isObject(listen)) continue;
      this.members(listen, 'with');
      const on = listen['on'];
      if (isObject(on)) for (const event of Object.keys(on)) this.target(on, event, { ...NOTHING, payload: true });
      for (const key of ['onGiveUp', 'onError', 'onEnd']) this.target(listen, key);
      const as = listen['as'];
      if (typeof as === 'string') this.heard.push({ ...this.#at(listen, 'as', NOTHING), as });
    }
    for (const timer of list(step['timers'])) if (isObject(timer)) this.target(timer, 'do');
  }
  dialog(id: string, dialog: JsonObject): void {
    this.#dialog = id;
    this.words(dialog, 'title');
    this.layout(list(dialog['layout']), NOTHING);
    this.#actions(dialog, NOTHING);
    this.#dialog = undefined;
  }
  named(rules: Docs, values: Docs): void {
    for (const doc of Object.values(rules)) this.rule(doc, 'rule');
    for (const doc of Object.values(values)) this.value(doc, 'value', { ...NOTHING, arithmetic: true });
  }
  obligation(obligation: JsonObject): void {
    this.rule(obligation, 'when');
    this.rule(obligation, 'holds');
  }
  stages(flow: JsonObject): void {
    for (const stage of list(flow['stages'])) {
      if (!isObject(stage)) continue;
      this.rule(stage, 'hiddenWhen');
      this.#inside(stage['hiddenWhen'], () => this.words(stage, 'title'));
    }
  }
  locks(flow: JsonObject): void {
    for (const lock of list(flow['locks'])) {
      if (!isObject(lock)) continue;
      this.rule(lock, 'when');
      this.#inside(lock['when'], () => this.words(lock, 'why'));
    }
  }
  app(app: JsonObject, declared: ReturnType<typeof declaredWords>): void {
    for (const [part, table] of entries(app['words']))
      for (const [name] of entries(table))
        this.words(table as JsonObject, name, { ...NOTHING, here: declared[part]?.[name]?.here ?? {} });
    const session = app['session'];
    if (isObject(session)) this.#calls(session, 'load', { from: 'load', sight: NOTHING });
    for (const key of ['guards', 'home', 'afterSignIn', 'errors']) this.choices(app, key);
    for (const key of ['signIn', 'stepUp', 'unknownPath']) this.target(app, key);
    const idle = app['idle'];
    if (isObject(idle)) {
      this.value(idle, 'afterSeconds');
      this.value(idle, 'countdownSeconds');
      this.choices(idle, 'exits');
    }
    for (const part of ['header', 'footer']) {
      this.layout(list(member(app[part], 'layout')), NOTHING);
      const links = list(member(app[part], 'links'));
      for (const [i, link] of links.entries()) {
        if (!isObject(link)) continue;
        this.rule(link, 'when');
        this.#inside(link['when'], () => {
          this.words(link, 'text');
          this.target(links, i);
        });
      }
    }
    this.members(app, 'addresses');
  }
}
