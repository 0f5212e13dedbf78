/** Every way out of every step, with what takes it and which conditions it stands under. Read from the resolved content, so each condition has its place. */
import type { Source } from '../../compile/content.ts';
import { itemsInside } from '../../compile/emit/layout.ts';
import { entries, isObject, list, member, text } from '../../compile/json-types.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { rulesOf, type PlacedRule } from '../rules/placed.ts';

/** What a person or the world does to take a way. */
export type By =
  /** A button; in a dialog that a button, an outcome or an event of the step opened. */
  | { readonly kind: 'press'; readonly action: string; readonly label: string; readonly dialog?: string }
  /** A call of the step itself came back, or there is nothing to wait for. */
  | { readonly kind: 'load' }
  | { readonly kind: 'event'; readonly channel: string; readonly event: string }
  | { readonly kind: 'giveUp'; readonly channel: string }
  | { readonly kind: 'timer'; readonly index: number; readonly afterMs: number }
  | { readonly kind: 'widget'; readonly widget: string; readonly event: string }
  | { readonly kind: 'link'; readonly index: number; readonly label: string }
  /** The flow is entered. */
  | { readonly kind: 'enter' };

/** Where a way leads. */
export type To =
  | { readonly kind: 'step'; readonly step: string }
  | { readonly kind: 'flow'; readonly flow: string; readonly step: string }
  | { readonly kind: 'leave'; readonly address: string }
  | { readonly kind: 'signOut' };

/** A condition a way stands under, and which way it must come out; "not true" includes unknown. */
export interface Ask {
  readonly rule: PlacedRule;
  readonly holds: boolean;
}

export interface Way {
  /** Id of a step, or `START`. */
  readonly from: string;
  readonly to: To;
  readonly by: By;
  /** The call's outcome that leads there. */
  readonly outcome?: { readonly operation: string; readonly name: string };
  /** Conditions of the choice: its own, and the earlier ones of its list that do not hold. */
  readonly choice: readonly Ask[];
  /** Conditions of the steps of the line it enters or passes by. */
  readonly entry: readonly Ask[];
  /** The steps it leads back to are asked again. */
  readonly again: boolean;
  /** Goes on along the line: no choice names the step. */
  readonly onward: boolean;
}

/** The pseudo-step from which a flow is entered. */
export const START = '';

/** Every way of the flow, in the order of its steps. Expects content that `check` accepts. */
export function waysOf(source: Source, flow: ResolvedFlow): readonly Way[] {
  return new Reader(source, flow).all();
}

/** Lays a target aside for the step being read. */
type Add = (target: JsonObject, choice: readonly Ask[]) => void;

class Reader {
  readonly #source: Source;
  readonly #flow: ResolvedFlow;
  readonly #line: readonly string[];
  readonly #rules = new Map<object, PlacedRule>();
  #found: Way[] = [];

  constructor(source: Source, flow: ResolvedFlow) {
    this.#source = source;
    this.#flow = flow;
    this.#line = list(flow.flow['line']).filter((id): id is string => typeof id === 'string');
    for (const rule of rulesOf(flow)) if (rule.key === 'when') this.#rules.set(rule.holder, rule);
  }

  all(): readonly Way[] {
    this.#enter(START, this.#line[0], { by: { kind: 'enter' }, choice: [], again: false, onward: true });
    for (const [id, step] of Object.entries(this.#flow.steps)) this.#step(id, step);
    return this.#found;
  }

  /** A way to a step of this flow: one of the line that is skipped leads on to the next. */
  #enter(from: string, step: string | undefined, rest: Pick<Way, 'by' | 'outcome' | 'choice' | 'again' | 'onward'>): void {
    const place = step === undefined ? -1 : this.#line.indexOf(step);
    const passed: Ask[] = [];
    for (const id of place < 0 ? (step === undefined ? [] : [step]) : this.#line.slice(place)) {
      const doc = this.#flow.steps[id];
      const rule = doc && place >= 0 ? this.#rules.get(doc) : undefined;
      this.#found.push({ ...rest, from, to: { kind: 'step', step: id }, entry: rule ? [...passed, { rule, holds: true }] : [...passed] });
      if (!rule) return;
      passed.push({ rule, holds: false });
    }
  }

  #target(from: string, by: By, outcome: Way['outcome'], target: JsonObject, choice: readonly Ask[], open: readonly string[] = []): void {
    const rest = { from, by, choice, entry: [], again: false, onward: false, ...(outcome && { outcome }) };
    const to = text(target['to']);
    const leave = text(target['leave']);
    const dialog = text(target['dialog']);
    if (to !== undefined) {
      const [flow = '', step] = to.split('/');
      if (step === undefined) this.#enter(from, flow, rest);
      else if (flow === this.#flow.id) this.#enter(from, step, rest);
      else this.#found.push({ ...rest, to: { kind: 'flow', flow, step } });
    } else if (leave !== undefined) this.#found.push({ ...rest, to: { kind: 'leave', address: leave } });
    else if (target['signOut'] === true) this.#found.push({ ...rest, to: { kind: 'signOut' } });
    else if (target['reopen'] !== undefined) {
      // The walk stops again at the first step that was reopened.
      const first = list(target['reopen']).filter((id): id is string => typeof id === 'string')[0];
      if (first !== undefined) this.#found.push({ ...rest, to: { kind: 'step', step: first }, again: true });
    } else if (dialog !== undefined && !open.includes(dialog)) this.#dialog(from, dialog, choice, [...open, dialog]);
  }

  #dialog(from: string, id: string, choice: readonly Ask[], open: readonly string[]): void {
    for (const action of list(this.#flow.dialogs[id]?.['actions'])) {
      if (!isObject(action)) continue;
      const by: By = { kind: 'press', action: text(action['id']) ?? '', label: text(action['label']) ?? '', dialog: id };
      this.#calls(list(action['calls']), (operation, name, target) => this.#target(from, by, { operation, name }, target, choice, open));
      this.#choices(action['next'], (target, asks) => this.#target(from, by, undefined, target, [...choice, ...asks], open));
    }
  }

  #step(id: string, step: JsonObject): void {
    const kind = text(step['kind']) ?? 'form';
    for (const action of list(step['actions'])) if (isObject(action)) this.#action(id, step, action);
    this.#calls(list(step['load']), (operation, name, target) => this.#target(id, { kind: 'load' }, { operation, name }, target, []));
    if (kind !== 'form') this.#choices(step['next'], (target, asks) => this.#target(id, { kind: 'load' }, undefined, target, asks));
    for (const listen of list(step['listen'])) {
      const channel = text(member(listen, 'channel')) ?? '';
      for (const [event, target] of entries(member(listen, 'on'))) if (isObject(target)) this.#target(id, { kind: 'event', channel, event }, undefined, target, []);
      const giveUp = member(listen, 'onGiveUp');
      if (isObject(giveUp)) this.#target(id, { kind: 'giveUp', channel }, undefined, giveUp, []);
    }
    for (const [index, timer] of list(step['timers']).entries()) {
      const does = member(timer, 'do');
      if (isObject(does)) this.#target(id, { kind: 'timer', index, afterMs: Number(member(timer, 'afterMs')) }, undefined, does, []);
    }
    this.#layout(id, list(step['layout']), { index: 0 }, []);
  }

  #action(id: string, step: JsonObject, action: JsonObject): void {
    const by: By = { kind: 'press', action: text(action['id']) ?? '', label: text(action['label']) ?? '' };
    const own = this.#own(action);
    const confirm = text(action['confirm']);
    if (confirm !== undefined) this.#dialog(id, confirm, own, [confirm]);
    const calls = list(action['calls']);
    this.#calls(calls, (operation, name, target) => this.#target(id, by, { operation, name }, target, own));
    if (!this.#goesOn(calls)) return;
    const left = this.#choices(action['next'], (target, asks) => this.#target(id, by, undefined, target, [...own, ...asks]));
    const place = this.#line.indexOf(id);
    const ends = text(step['outcome']) !== undefined;
    if (left && place >= 0 && !ends && (text(step['kind']) ?? 'form') === 'form') this.#enter(id, this.#line[place + 1], { by, choice: [...own, ...left], again: false, onward: true });
  }

  /** The condition of a holder, as something that holds. */
  #own(holder: JsonObject): readonly Ask[] {
    const rule = this.#rules.get(holder);
    return rule ? [{ rule, holds: true }] : [];
  }

  #layout(id: string, items: readonly Json[], links: { index: number }, around: readonly Ask[]): void {
    for (const item of items) {
      if (!isObject(item)) continue;
      const here = [...around, ...this.#own(item)];
      this.#layout(id, itemsInside(item), links, here);
      const link = text(item['link']);
      if (link !== undefined) this.#target(id, { kind: 'link', index: links.index++, label: link }, undefined, item, here);
      const widget = text(item['id']) ?? text(item['widget']) ?? text(item['of']) ?? '';
      for (const [event, reaction] of entries(item['events'])) {
        if (!isObject(reaction)) continue;
        const by: By = { kind: 'widget', widget, event };
        this.#calls(list(reaction['calls']), (operation, name, target) => this.#target(id, by, { operation, name }, target, here));
        this.#choices(reaction['next'], (target, asks) => this.#target(id, by, undefined, target, [...here, ...asks]));
      }
    }
  }

  #calls(calls: readonly Json[], add: (operation: string, name: string, target: JsonObject) => void): void {
    for (const call of calls) for (const [name, target] of entries(member(call, 'on'))) if (isObject(target)) add(text(member(call, 'call')) ?? '', name, target);
  }

  /** Whether calls can all come back in a way that names no target. */
  #goesOn(calls: readonly Json[]): boolean {
    return calls.every((call) => {
      const operation = this.#source.operations[text(member(call, 'call')) ?? ''];
      const plain = operation?.['outcomeAt'] === undefined || member(operation['outcomes'], 'ok') !== undefined;
      return plain && member(member(call, 'on'), 'ok') === undefined;
    });
  }

  /** Each choice with the earlier ones denied; gives those denials when no choice is without a condition, else undefined. */
  #choices(choices: Json | undefined, add: Add): readonly Ask[] | undefined {
    const before: Ask[] = [];
    for (const choice of list(choices)) {
      if (!isObject(choice)) continue;
      const rule = this.#rules.get(choice);
      add(choice, rule ? [...before, { rule, holds: true }] : [...before]);
      if (!rule) return undefined;
      before.push({ rule, holds: false });
    }
    return before;
  }
}
