/**
 * Every way out of every step, with what takes it and which conditions it stands under. Read from the resolved content,
 * so each condition has its place.
 */
import type { Source } from '../../compile/content.ts';
import { actionAt } from '../../compile/header.ts';
import { itemsInside } from '../../compile/emit/layout.ts';
import { canonical, entries, isObject, list, member, text } from '../../compile/json-types.ts';
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
  | { readonly kind: 'widget'; readonly widget: string; readonly event: string; readonly dialog?: string }
  | { readonly kind: 'link'; readonly index: number; readonly label: string; readonly dialog?: string }
  /** The flow is entered. */
  | { readonly kind: 'enter' };

/** Where a way leads. */
export type To =
  | { readonly kind: 'step'; readonly step: string }
  | { readonly kind: 'flow'; readonly flow: string; readonly step: string }
  | { readonly kind: 'leave'; readonly address: string }
  | { readonly kind: 'signOut' | 'reload' | 'return' };

/** A condition a way stands under, and which way it must come out; "not true" includes unknown. */
export interface Ask {
  readonly rule: PlacedRule;
  readonly holds: boolean;
}

export interface Way {
  /**
   * The same id by which coverage counts it (verifier/cover/ways.ts), e.g. `step/personal/action/continue/next/0`; a
   * target that may be skipped gives several ways of one id.
   */
  readonly id: string;
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
type Add = (id: string, target: JsonObject, choice: readonly Ask[]) => void;

interface Leading {
  readonly from: string;
  readonly by: By;
  readonly outcome: Way['outcome'];
  readonly choice: readonly Ask[];
  readonly open?: readonly string[];
}
class Reader {
  readonly #source: Source;
  readonly #flow: ResolvedFlow;
  readonly #line: readonly string[];
  readonly #rules = new Map<object, PlacedRule>();
  #found: Way[] = [];

  constructor(source: Source, flow: ResolvedFlow) {
    this.#source = source;
    this.#flow = flow;
    this.#line = list(flow.flow['line']).filter((one): one is string => typeof one === 'string');
    for (const rule of rulesOf(flow)) if (rule.key === 'when') this.#rules.set(rule.holder, rule);
  }

  all(): readonly Way[] {
    this.#enter(START, this.#line[0], { id: 'enter', by: { kind: 'enter' }, choice: [], again: false, onward: true });
    for (const [id, step] of Object.entries(this.#flow.steps)) this.#step(id, step);
    return this.#found;
  }

  /** A way to a step of this flow: one of the line that is skipped leads on to the next. */
  #enter(
    from: string,
    step: string | undefined,
    rest: Pick<Way, 'id' | 'by' | 'outcome' | 'choice' | 'again' | 'onward'>,
  ): void {
    const place = step === undefined ? -1 : this.#line.indexOf(step);
    const passed: Ask[] = [];
    for (const id of place < 0 ? (step === undefined ? [] : [step]) : this.#line.slice(place)) {
      const doc = this.#flow.steps[id];
      const rule = doc && place >= 0 ? this.#rules.get(doc) : undefined;
      // A step under the very condition by which another was just passed cannot be entered.
      if (rule && passed.some((ask) => canonical(ask.rule.logic) === canonical(rule.logic))) continue;
      this.#found.push({
        ...rest,
        id: rest.onward && from !== START ? `step/${from}/line/${id}` : rest.id,
        from,
        to: { kind: 'step', step: id },
        entry: rule ? [...passed, { rule, holds: true }] : [...passed],
      });
      if (!rule) return;
      passed.push({ rule, holds: false });
    }
  }

  #target(id: string, { from, by, outcome, choice, open = [] }: Leading, target: JsonObject): void {
    const rest = { id, from, by, choice, entry: [], again: false, onward: false, ...(outcome && { outcome }) };
    const to = text(target['to']);
    const leave = text(target['leave']) ?? text(target['handOff']);
    const dialog = text(target['dialog']);
    if (to !== undefined) {
      const [flow = '', step] = to.split('/');
      if (step === undefined) this.#enter(from, flow, rest);
      else if (flow === this.#flow.id) this.#enter(from, step, rest);
      else this.#found.push({ ...rest, to: { kind: 'flow', flow, step } });
    } else if (leave !== undefined) this.#found.push({ ...rest, to: { kind: 'leave', address: leave } });
    else if (target['signOut'] === true) this.#found.push({ ...rest, to: { kind: 'signOut' } });
    else if (target['reload'] === true) this.#found.push({ ...rest, to: { kind: 'reload' } });
    else if (target['return'] === true) this.#found.push({ ...rest, to: { kind: 'return' } });
    else if (target['reopen'] !== undefined) {
      // The walk stops again at the first step that was reopened.
      const first = list(target['reopen']).filter((one): one is string => typeof one === 'string')[0];
      if (first !== undefined) this.#found.push({ ...rest, to: { kind: 'step', step: first }, again: true });
    } else if (dialog !== undefined && !open.includes(dialog))
      this.#dialog(from, dialog, { choice, open: [...open, dialog] });
  }

  #dialog(
    from: string,
    id: string,
    { choice, open }: { readonly choice: readonly Ask[]; readonly open: readonly string[] },
  ): void {
    for (const action of list(this.#flow.dialogs[id]?.['actions'])) {
      if (!isObject(action)) continue;
      const by: By = {
        kind: 'press',
        action: text(action['id']) ?? '',
        label: text(action['label']) ?? '',
        dialog: id,
      };
      const at = `dialog/${id}/action/${by.action}`;
      this.#calls(list(action['calls']), `${at}/calls`, (way, outcome, target) =>
        this.#target(way, { from, by, outcome, choice, open }, target),
      );
      this.#choices(action['next'], `${at}/next`, (way, target, asks) =>
        this.#target(way, { from, by, outcome: undefined, choice: [...choice, ...asks], open }, target),
      );
    }
    this.#layout(
      { step: from, at: `dialog/${id}/layout`, around: choice, dialog: { dialog: id }, open },
      list(this.#flow.dialogs[id]?.['layout']),
      { index: 0 },
    );
  }

  #step(id: string, step: JsonObject): void {
    const at = `step/${id}`;
    const kind = text(step['kind']) ?? 'form';
    for (const action of list(step['actions'])) if (isObject(action)) this.#action(id, step, action);
    this.#calls(list(step['load']), `${at}/load`, (way, outcome, target) =>
      this.#target(way, { from: id, by: { kind: 'load' }, outcome, choice: [] }, target),
    );
    if (kind !== 'form')
      this.#choices(step['next'], `${at}/next`, (way, target, asks) =>
        this.#target(way, { from: id, by: { kind: 'load' }, outcome: undefined, choice: asks }, target),
      );
    for (const [index, listen] of list(step['listen']).entries()) {
      const channel = text(member(listen, 'channel')) ?? '';
      const own = `${at}/listen/${index}`;
      for (const [event, target] of entries(member(listen, 'on')))
        if (isObject(target))
          this.#target(
            `${own}/on/${event}`,
            { from: id, by: { kind: 'event', channel, event }, outcome: undefined, choice: [] },
            target,
          );
      const giveUp = member(listen, 'onGiveUp');
      if (isObject(giveUp))
        this.#target(
          `${own}/giveUp`,
          { from: id, by: { kind: 'giveUp', channel }, outcome: undefined, choice: [] },
          giveUp,
        );
    }
    for (const [index, timer] of list(step['timers']).entries()) {
      const does = member(timer, 'do');
      if (isObject(does))
        this.#target(
          `${at}/timer/${index}`,
          {
            from: id,
            by: { kind: 'timer', index, afterMs: Number(member(timer, 'afterMs')) },
            outcome: undefined,
            choice: [],
          },
          does,
        );
    }
    this.#layout({ step: id, at: `${at}/layout`, around: [] }, list(step['layout']), { index: 0 });
  }

  #action(id: string, step: JsonObject, action: JsonObject): void {
    const by: By = { kind: 'press', action: text(action['id']) ?? '', label: text(action['label']) ?? '' };
    const at = actionAt(`step/${id}`, action);
    const own = this.#own(action);
    const confirm = text(action['confirm']);
    if (confirm !== undefined) this.#dialog(id, confirm, { choice: own, open: [confirm] });
    const calls = list(action['calls']);
    this.#calls(calls, `${at}/calls`, (way, outcome, target) =>
      this.#target(way, { from: id, by, outcome, choice: own }, target),
    );
    if (!this.#goesOn(calls)) return;
    const left = this.#choices(action['next'], `${at}/next`, (way, target, asks) =>
      this.#target(way, { from: id, by, outcome: undefined, choice: [...own, ...asks] }, target),
    );
    const place = this.#line.indexOf(id);
    const ends = text(step['outcome']) !== undefined;
    if (left && place >= 0 && !ends && (text(step['kind']) ?? 'form') === 'form')
      this.#enter(id, this.#line[place + 1], { id: at, by, choice: [...own, ...left], again: false, onward: true });
  }

  /** The condition of a holder, as something that holds. */
  #own(holder: JsonObject): readonly Ask[] {
    const rule = this.#rules.get(holder);
    return rule ? [{ rule, holds: true }] : [];
  }

  #layout(
    {
      step,
      at,
      around,
      dialog,
      open = [],
    }: {
      readonly step: string;
      readonly at: string;
      readonly around: readonly Ask[];
      /** The dialog whose layout it is, and those that were opened on the way to it. */
      readonly dialog?: { readonly dialog: string };
      readonly open?: readonly string[];
    },
    items: readonly Json[],
    links: { index: number },
  ): void {
    for (const [index, item] of items.entries()) {
      if (!isObject(item)) continue;
      const id = `${at}/${index}`;
      const here = [...around, ...this.#own(item)];
      this.#layout({ step, at: id, around: here, open, ...(dialog && { dialog }) }, itemsInside(item), links);
      const link = text(item['link']);
      if (link !== undefined)
        this.#target(
          `${id}/link`,
          {
            from: step,
            by: { kind: 'link', index: links.index++, label: link, ...dialog },
            outcome: undefined,
            choice: here,
            open,
          },
          item,
        );
      const widget = text(item['id']) ?? text(item['widget']) ?? text(item['of']) ?? '';
      for (const [event, reaction] of entries(item['events'])) {
        if (!isObject(reaction)) continue;
        const by: By = { kind: 'widget', widget, event, ...dialog };
        this.#calls(list(reaction['calls']), `${id}/${event}/calls`, (way, outcome, target) =>
          this.#target(way, { from: step, by, outcome, choice: here, open }, target),
        );
        this.#choices(reaction['next'], `${id}/${event}/next`, (way, target, asks) =>
          this.#target(way, { from: step, by, outcome: undefined, choice: [...here, ...asks], open }, target),
        );
      }
    }
  }

  #calls(
    calls: readonly Json[],
    at: string,
    add: (id: string, outcome: NonNullable<Way['outcome']>, target: JsonObject) => void,
  ): void {
    for (const [index, call] of calls.entries()) {
      const operation = text(member(call, 'call')) ?? '';
      for (const [name, target] of entries(member(call, 'on')))
        if (isObject(target)) add(`${at}/${index}/on/${name}`, { operation, name }, target);
    }
  }

  /** Whether calls can all come back in a way that names no target. */
  #goesOn(calls: readonly Json[]): boolean {
    return calls.every((call) => {
      const operation = this.#source.operations[text(member(call, 'call')) ?? ''];
      const plain = operation?.['outcomeAt'] === undefined || member(operation['outcomes'], 'ok') !== undefined;
      return plain && member(member(call, 'on'), 'ok') === undefined;
    });
  }

  /**
   * Each choice with the earlier ones denied; gives those denials when no choice is without a condition, else
   * undefined.
   */
  #choices(choices: Json | undefined, at: string, add: Add): readonly Ask[] | undefined {
    const before: Ask[] = [];
    for (const [index, choice] of list(choices).entries()) {
      if (!isObject(choice)) continue;
      const rule = this.#rules.get(choice);
      add(`${at}/${index}`, choice, rule ? [...before, { rule, holds: true }] : [...before]);
      if (!rule) return undefined;
      before.push({ rule, holds: false });
    }
    return before;
  }
}
