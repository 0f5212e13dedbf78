/** Every way from step to step of a resolved flow, with its place: the transitions a fixture can take. */
import { itemsInside } from '../../compile/emit/layout.ts';
import { actionAt } from '../../compile/header.ts';
import { entries, isObject, list, text } from '../../compile/json-types.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { fallsThrough, followers } from '../explore/step-graph.ts';

export interface PlacedWay {
  /** The id by which an instrumented flow tells that it was taken, e.g. `step/personal/action/continue/next/0`. */
  readonly id: string;
  /** `placeOf(holder, key)` (compile/places.ts) is where its target stands. */
  readonly holder: object;
  readonly key: string | number;
  readonly step?: string;
  readonly dialog?: string;
  /** What takes it, e.g. `press continue` or `submitApplication gives DECLINED`. */
  readonly by: string;
  /** Where it leads, e.g. `to amount`. */
  readonly leads: string;
}

/** Every way of the flow, in the order of its steps, then its dialogs. Expects content that `check` accepts. */
export function waysOf(resolved: ResolvedFlow, flow: CompiledFlow): readonly PlacedWay[] {
  const reader = new Reader();
  for (const [id, step] of Object.entries(resolved.steps)) {
    reader.page({ step: id }, `step/${id}`, step);
    const compiled = flow.steps[id];
    if (compiled && fallsThrough(compiled))
      for (const to of followers(flow, id))
        reader.add({ step: id }, { id: alongLine(id, to), holder: step, key: 'id', by: 'going on', leads: `to ${to}` });
  }
  for (const [id, dialog] of Object.entries(resolved.dialogs)) reader.page({ dialog: id }, `dialog/${id}`, dialog);
  return reader.found;
}

/** The way from a page to a step after it on the main line, taken when nothing else was decided. */
export const alongLine = (from: string, to: string): string => `step/${from}/line/${to}`;

type Where = Pick<PlacedWay, 'step' | 'dialog'>;

interface Found {
  readonly at: string;
  readonly by: string;
  readonly where: Where;
}
class Reader {
  readonly found: PlacedWay[] = [];

  add(where: Where, way: Omit<PlacedWay, 'step' | 'dialog'>): void {
    this.found.push({ ...way, ...where });
  }

  page(where: Where, at: string, page: JsonObject): void {
    this.#calls(page, 'load', { at: `${at}/load`, by: 'on entry', where });
    for (const action of list(page['actions'])) {
      if (!isObject(action)) continue;
      const id = actionAt(at, action);
      const by = `press ${String(action['id'])}`;
      this.#calls(action, 'calls', { at: `${id}/calls`, by, where });
      this.#next(action, { at: `${id}/next`, by, where });
    }
    this.#next(page, { at: `${at}/next`, by: 'by rule', where });
    for (const [index, listen] of list(page['listen']).entries()) {
      if (!isObject(listen)) continue;
      this.#on(listen, { at: `${at}/listen/${index}`, by: 'event', where });
      if (listen['onGiveUp'] !== undefined)
        this.add(where, {
          id: `${at}/listen/${index}/giveUp`,
          holder: listen,
          key: 'onGiveUp',
          by: 'no event in time',
          leads: leadsTo(listen['onGiveUp']),
        });
    }
    for (const [index, timer] of list(page['timers']).entries()) {
      if (isObject(timer))
        this.add(where, {
          id: `${at}/timer/${index}`,
          holder: timer,
          key: 'do',
          by: `after ${Number(timer['afterMs']) / 1000} s`,
          leads: leadsTo(timer['do']),
        });
    }
    this.#layout(list(page['layout']), `${at}/layout`, where);
  }
  #layout(items: readonly Json[], at: string, where: Where): void {
    for (const [index, item] of items.entries()) {
      if (!isObject(item)) continue;
      const id = `${at}/${index}`;
      this.#layout(itemsInside(item), id, where);
      if (item['link'] !== undefined)
        this.add(where, {
          id: `${id}/link`,
          holder: item,
          key: 'link',
          by: `the link "${text(item['link']) ?? ''}"`,
          leads: leadsTo(item),
        });
      for (const [event, reaction] of entries(item['events'])) {
        if (!isObject(reaction)) continue;
        const by = `${String(item['widget'] ?? item['of'])}: ${event}`;
        this.#calls(reaction, 'calls', { at: `${id}/${event}/calls`, by, where });
        this.#next(reaction, { at: `${id}/${event}/next`, by, where });
      }
    }
  }
  #calls(holder: JsonObject, key: string, { at, by, where }: Found): void {
    for (const [index, call] of list(holder[key]).entries())
      if (isObject(call)) this.#on(call, { at: `${at}/${index}`, by: `${by}: ${String(call['call'])} gives`, where });
  }
  #on(holder: JsonObject, { at: id, by, where }: Found): void {
    const { on } = holder;
    if (isObject(on))
      for (const [outcome, target] of entries(on))
        this.add(where, {
          id: `${id}/on/${outcome}`,
          holder: on,
          key: outcome,
          by: `${by} ${outcome}`,
          leads: leadsTo(target),
        });
  }
  #next(holder: JsonObject, { at, by, where }: Found): void {
    const choices = list(holder['next']);
    for (const [index, choice] of choices.entries())
      if (isObject(choice))
        this.add(where, { id: `${at}/${index}`, holder: choices, key: index, by, leads: leadsTo(choice) });
  }
}

function leadsTo(target: Json | undefined): string {
  if (!isObject(target)) return 'nowhere';
  if (typeof target['to'] === 'string') return `to ${target['to']}`;
  if (typeof target['leave'] === 'string') return `away to ${target['leave']}`;
  if (typeof target['handOff'] === 'string') return `away to ${target['handOff']} with a form`;
  if (typeof target['dialog'] === 'string') return `to the dialog ${target['dialog']}`;
  if (target['reopen'] !== undefined) return `back to ${list(target['reopen']).join(', ')}`;
  if (target['reload'] === true) return 'to the page loaded anew';
  if (target['return'] === true) return 'back to where the person was led away from';
  return target['signOut'] === true ? 'out of the account' : 'to the same page';
}
