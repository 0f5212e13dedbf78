/** Every condition of a resolved flow with its place, what it decides, and what holds whenever it is asked. */
import { itemsInside } from '../../compile/emit/layout.ts';
import { actionAt } from '../../compile/header.ts';
import { entries, isObject, list, member, text } from '../../compile/json-types.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { readsOf, unfold, type Logic, type Names } from '../domain/atoms.ts';

/** What a condition decides. */
export type Decides =
  /** Whether a step is on the way. */
  | 'step'
  /** Whether a field, or a group or other item of the page, is shown. */
  | 'field'
  | 'item'
  /** Whether a field must be answered. */
  | 'required'
  /** Whether a choice of a field is offered. */
  | 'choice'
  /** Whether the page's answers fit together. */
  | 'check'
  /** Whether a button is there. */
  | 'action'
  /** Whether a call is made. */
  | 'call'
  /** Where the way goes. */
  | 'next'
  /** Whether a stage is left out of the progress. */
  | 'stage';

export interface PlacedRule {
  /**
   * Names the condition within its flow, e.g. `step/personal/field/spouseFirstName/when`; stable while its surroundings
   * keep their names and order.
   */
  readonly id: string;
  readonly decides: Decides;
  /** `placeOf(holder, key)` (compile/places.ts) is its file, line and column. */
  readonly holder: object;
  readonly key: string | number;
  readonly step?: string;
  readonly dialog?: string;
  /** The field it belongs to, when it is a field's own. */
  readonly field?: string;
  /** The question of an item that it belongs to, when it stands inside a list that the person makes (`field`). */
  readonly part?: string;
  /** As it is written: the name of a rule, or json-logic. */
  readonly written: Json;
  /** json-logic with named rules and values unfolded. */
  readonly logic: Logic;
  /**
   * Conditions that are true whenever this one is asked: those of the step, the groups and the field or action around
   * it, outermost first.
   */
  readonly within: readonly PlacedRule[];
  /** Conditions before it in the same list of ways, all not true when this one is asked. */
  readonly after: readonly PlacedRule[];
}

/** Looks up the flow's named rules and values. */
export function namesOf(resolved: Pick<ResolvedFlow, 'rules' | 'values'>): Names {
  return {
    rule: (name) => member(resolved.rules[name], 'rule'),
    value: (name) => member(resolved.values[name], 'value'),
  };
}

export interface Placed {
  /** Every condition, in the order of the flow's steps, then its dialogs and stages. */
  readonly rules: readonly PlacedRule[];
  /** `step/field` to the conditions that are true whenever the field is shown, outermost first. */
  readonly fields: ReadonlyMap<string, readonly PlacedRule[]>;
  /** The conditions inside the items of lists that the person makes: they read the item as `item`. */
  readonly inItems: readonly PlacedRule[];
}

/** The conditions of the flow, and those under which its fields are shown. Expects content that `check` accepts. */
export function placedIn(resolved: ResolvedFlow): Placed {
  const reader = new Reader(namesOf(resolved));
  for (const [id, step] of Object.entries(resolved.steps)) reader.step(id, step);
  for (const [id, dialog] of Object.entries(resolved.dialogs)) reader.dialog(id, dialog);
  for (const stage of list(resolved.flow['stages'])) if (isObject(stage)) reader.stage(stage);
  return { rules: reader.found, fields: reader.fields, inItems: reader.inItems };
}

/**
 * Every condition of the flow, in the order of its steps, then its dialogs and stages. Expects content that `check`
 * accepts.
 */
export function rulesOf(resolved: ResolvedFlow): readonly PlacedRule[] {
  return placedIn(resolved).rules;
}

/**
 * The conditions of a brand's app.json: of guards and destinations (`next`, each after those before it), of error
 * routes, and of links (`item`).
 * @param names rules and values that all flows share
 */
export function rulesOfApp(app: JsonObject, names: Names): readonly PlacedRule[] {
  const reader = new Reader(names);
  reader.app(app);
  return reader.found;
}

type Where = Pick<PlacedRule, 'step' | 'dialog' | 'field' | 'part'>;

interface Decision {
  readonly id: string;
  readonly decides: Decides;
  readonly where: Where;
  readonly within: readonly PlacedRule[];
  readonly after?: readonly PlacedRule[];
}
interface Around {
  readonly at: string;
  readonly where: Where;
  readonly within: readonly PlacedRule[];
}
class Reader {
  readonly found: PlacedRule[] = [];
  readonly fields = new Map<string, readonly PlacedRule[]>();
  readonly inItems: PlacedRule[] = [];
  readonly #names: Names;

  constructor(names: Names) {
    this.#names = names;
  }

  /**
   * Takes down `holder[key]` where it is a condition; gives what then holds inside: `within` and the condition itself.
   */
  #rule(holder: JsonObject, key: string, { id, decides, where, within, after = [] }: Decision): readonly PlacedRule[] {
    const written = holder[key];
    if (typeof written !== 'string' && !isObject(written)) return within;
    const rule: PlacedRule = {
      id,
      decides,
      holder,
      key,
      ...where,
      written,
      logic: unfold(typeof written === 'string' ? { rule: written } : written, this.#names),
      within,
      after,
    };
    (where.part === undefined ? this.found : this.inItems).push(rule);
    return [...within, rule];
  }

  step(id: string, step: JsonObject): void {
    const at = `step/${id}`;
    const where = { step: id };
    const within = this.#rule(step, 'when', { id: `${at}/when`, decides: 'step', where, within: [] });
    if (typeof step['entry'] !== 'boolean')
      this.#rule(step, 'entry', { id: `${at}/entry`, decides: 'step', where, within: [] });
    this.#calls(step, 'load', { at: `${at}/load`, where, within });
    const shown = new Map<string, readonly PlacedRule[]>();
    this.#layout(list(step['layout']), { at: `${at}/layout`, where, within }, shown);
    for (const [name, field] of entries(step['fields'])) {
      if (!isObject(field)) continue;
      const own = { ...where, field: name };
      const asked = this.#rule(field, 'when', {
        id: `${at}/field/${name}/when`,
        decides: 'field',
        where: own,
        within: shown.get(name) ?? within,
      });
      this.fields.set(`${id}/${name}`, asked);
      this.#partsOf(field, { at: `${at}/field/${name}`, where: own, within: asked });
      if (isObject(field['item']))
        this.#item(field['item'], { at: `${at}/field/${name}/item`, where: own, within: asked });
    }
    for (const [index, check] of list(step['checks']).entries())
      if (isObject(check)) this.#rule(check, 'assert', { id: `${at}/check/${index}`, decides: 'check', where, within });
    this.#actions(step, { at, where, within });
    this.#next(step, 'next', { at: `${at}/next`, where, within });
  }
  /** What a field asks once it is there: whether it must be answered, which choices it offers. */
  #partsOf(field: JsonObject, { at, where, within }: Around): void {
    this.#rule(field, 'required', { id: `${at}/required`, decides: 'required', where, within });
    for (const choice of list(field['choices']))
      if (isObject(choice))
        this.#rule(choice, 'when', {
          id: `${at}/choice/${String(choice['value'])}`,
          decides: 'choice',
          where,
          within,
        });
  }
  #item(item: JsonObject, { at, where, within }: Around): void {
    for (const [name, part] of entries(item['fields'])) {
      if (!isObject(part)) continue;
      const own = { at: `${at}/${name}`, where: { ...where, part: name } };
      const asked = this.#rule(part, 'when', { id: `${own.at}/when`, decides: 'field', where: own.where, within });
      this.#partsOf(part, { ...own, within: asked });
    }
    for (const [index, check] of list(item['checks']).entries())
      if (isObject(check))
        this.#rule(check, 'assert', {
          id: `${at}/check/${index}`,
          decides: 'check',
          where: { ...where, part: String(check['at']) },
          within,
        });
  }
  dialog(id: string, dialog: JsonObject): void {
    const where = { dialog: id };
    this.#layout(list(dialog['layout']), { at: `dialog/${id}/layout`, where, within: [] }, new Map());
    this.#actions(dialog, { at: `dialog/${id}`, where, within: [] });
  }
  stage(stage: JsonObject): void {
    this.#rule(stage, 'hiddenWhen', { id: `stage/${String(stage['id'])}`, decides: 'stage', where: {}, within: [] });
  }
  app(app: JsonObject): void {
    if (isObject(app['session'])) this.#calls(app['session'], 'load', { at: 'app/session', where: {}, within: [] });
    for (const key of ['guards', 'home', 'afterSignIn'])
      this.#next(app, key, { at: `app/${key}`, where: {}, within: [] });
    if (isObject(app['idle'])) this.#next(app['idle'], 'exits', { at: 'app/idle/exits', where: {}, within: [] });
    this.#routes(list(app['errors']).filter(isObject));
    for (const part of ['header', 'footer']) {
      const at = `app/${part}/layout`;
      this.#layout(list(member(app[part], 'layout')), { at, where: {}, within: [] }, new Map());
      for (const [index, link] of list(member(app[part], 'links')).entries())
        if (isObject(link))
          this.#rule(link, 'when', { id: `app/${part}/${index}`, decides: 'item', where: {}, within: [] });
    }
  }
  /**
   * An error route is chosen by the kind of error first: of those before it only such need be false as are for every
   * kind that it is for.
   */
  #routes(routes: readonly JsonObject[]): void {
    const before: PlacedRule[] = [];
    for (const [index, route] of routes.entries()) {
      const wider = before.filter(({ holder }) =>
        list(route['on']).every((outcome) => list((holder as JsonObject)['on']).includes(outcome)),
      );
      this.#rule(route, 'when', { id: `app/errors/${index}`, decides: 'next', where: {}, within: [], after: wider });
      const last = this.found.at(-1);
      if (last?.holder === route) before.push(last);
    }
  }
  #actions(holder: JsonObject, { at, where, within }: Around): void {
    for (const action of list(holder['actions'])) {
      if (!isObject(action)) continue;
      const id = actionAt(at, action);
      const seen = this.#rule(action, 'when', { id: `${id}/when`, decides: 'action', where, within });
      const { enabled } = action;
      const offered = isObject(enabled)
        ? this.#rule(enabled, 'when', { id: `${id}/enabled`, decides: 'action', where, within: seen })
        : seen;
      this.#calls(action, 'calls', { at: `${id}/calls`, where, within: offered });
      this.#next(action, 'next', { at: `${id}/next`, where, within: offered });
    }
  }
  #calls(holder: JsonObject, key: string, { at, where, within }: Around): void {
    for (const [index, call] of list(holder[key]).entries())
      if (isObject(call))
        this.#rule(call, 'when', {
          id: `${at}/${index}`,
          decides: 'call',
          where,
          within: still(within, holder, index > 0),
        });
  }
  #next(holder: JsonObject, key: string, { at, where, within: around }: Around): void {
    const within = still(around, holder, list(holder['calls']).length > 0);
    const before: PlacedRule[] = [];
    for (const [index, choice] of list(holder[key]).entries()) {
      if (!isObject(choice)) continue;
      this.#rule(choice, 'when', { id: `${at}/${index}`, decides: 'next', where, within, after: [...before] });
      const last = this.found.at(-1);
      if (last?.holder === choice) before.push(last);
    }
  }
  /** `shown` learns for each field what holds where it stands. */
  #layout(items: readonly Json[], { at, where, within }: Around, shown: Map<string, readonly PlacedRule[]>): void {
    for (const [index, item] of items.entries()) {
      if (typeof item === 'string') shown.set(item, within);
      if (!isObject(item)) continue;
      const id = `${at}/${index}`;
      const inside = this.#rule(item, 'when', { id: `${id}/when`, decides: 'item', where, within });
      for (const key of ['consent', 'field']) {
        const field = text(item[key]);
        if (field !== undefined) shown.set(field, inside);
      }
      this.#layout(itemsInside(item), { at: id, where, within: inside }, shown);
      for (const [event, reaction] of entries(item['events'])) {
        if (!isObject(reaction)) continue;
        this.#calls(reaction, 'calls', { at: `${id}/${event}/calls`, where, within: inside });
        this.#next(reaction, 'next', { at: `${id}/${event}/next`, where, within: inside });
      }
    }
  }
}

/** Facts that a call may change: who is signed in, what the server knows. */
const CHANGING = new Set(['session', 'application', 'draft', 'customer', 'results']);

/** Those conditions that are still sure when an action or event has set its answers and, with `called`, made calls. */
function still(within: readonly PlacedRule[], holder: JsonObject, called: boolean): readonly PlacedRule[] {
  const set = entries(holder['set']).map(([path]) => `answers.${path.replace(/^answers\./, '')}`);
  const changes = (path: string): boolean =>
    (called && CHANGING.has(path.split('.')[0] ?? '')) ||
    set.some((one) => path === one || path.startsWith(`${one}.`) || one.startsWith(`${path}.`));
  return within.filter(({ logic }) => ![...readsOf(logic)].some(changes));
}
