/** A way through an exploration as a fixture: who the person is, the acts in order, how each call ends. Pure. */
import type { CompiledFlow, Step } from '../../runtime/core/definition.ts';
import { nothingKnown, type Json, type JsonObject } from '../../runtime/core/facts.ts';
import { appearsAfterMs } from '../../runtime/core/appears.ts';
import { facts, filesOf, get, guard, own, same, set, text, type World } from '../../runtime/core/index.ts';
import { isObject } from '../../runtime/core/paths.ts';
import type { CallEffect } from './exploration.ts';
import type { Act, Leg, Move, Node } from './search/explore.ts';
import { inFixture } from '../fixture/files.ts';
import { links } from '../fixture/layout.ts';
import { personFacts, STRANGER, type Person, type Product } from '../fixture/product.ts';
import { wordFor } from '../fixture/typed.ts';

/** One stretch of a way: where it begins and what happens there. */
export interface Stretch {
  readonly from: Node;
  readonly move: Move;
}
export interface Way {
  /** The node it begins with; what was given there holds from the start. */
  readonly start: Node;
  readonly stretches: readonly Stretch[];
}
export interface Composed {
  readonly given: JsonObject;
  readonly do: readonly JsonObject[];
  /** Whether the reference back end can be brought to every outcome by what the fixture types. */
  readonly documented: boolean;
}

/** The stretches from the start of the exploration to a node. */
export function wayTo(node: Node): Way {
  const stretches: Stretch[] = [];
  let at = node;
  for (let before = at.parent; before && at.move; at = before, before = at.parent)
    stretches.unshift({ from: before, move: at.move });
  return { start: at, stretches };
}

/** The stretches from the start of the exploration to the end of a leg. */
export function wayAlong(leg: Leg): Way {
  const { start, stretches } = wayTo(leg.from);
  return { start, stretches: [...stretches, { from: leg.from, move: leg.move }] };
}

/** Where a fixture plays. */
interface Setting {
  readonly product: Product;
  readonly flow: CompiledFlow;
  /** What somebody without an account types for an email, so that no two fixtures are the same person. */
  readonly email: string;
}

/**
 * The fixture that goes this way.
 * @param values whether calls bring exactly what they brought in the exploration, where the table of answers has
 *   something else
 */
export function compose(setting: Setting, { start, stretches }: Way, values: boolean): Composed {
  const script = new Script(setting);
  script.move(start, start.move ?? { acts: [] }, undefined);
  for (const [index, { from, move }] of stretches.entries()) script.move(from, move, stretches[index + 1]?.from);
  return script.finish(start, values);
}

/** A world of which nothing is known but that the device is online. */
const NOWHERE: World = { ...nothingKnown, device: { isOnline: true } };

class Script {
  readonly #product: Product;
  readonly #flow: CompiledFlow;
  readonly #email: string;
  readonly #acts: JsonObject[] = [];
  readonly #answers: Record<string, { outcome: string; value: Json | undefined }[]> = {};
  #given: Readonly<Record<string, Json>> = {};
  #at: string | undefined;

  constructor({ product, flow, email }: Setting) {
    this.#product = product;
    this.#flow = flow;
    this.#email = email;
  }

  /** @param next where the way goes on, as far as it is known */
  move(from: Node, { acts, outcome }: Move, next: Node | undefined): void {
    if (outcome) {
      this.#answer(outcome.operation, outcome.outcome, outcome.value);
    }
    // A fixture has calls answered at once, also those that the way leaves unanswered: made together with one whose
    // answer leads away, or under way while the person goes on.
    const answered = outcome && from.pending.find(({ call }) => call.operation === outcome.operation);
    const isOver = next !== undefined || acts.some((act) => !('given' in act) && !('earlier' in act));
    for (const one of isOver ? from.pending : [])
      if (one !== answered && next?.pending.some(({ id }) => id === one.id) !== true) this.#unanswered(from, one);
    for (const act of acts) this.#act(from, act);
  }
  #answer(operation: string, outcome: string, value: Json | undefined): void {
    (this.#answers[operation] ??= []).push({ outcome, value });
  }
  /** What the way leaves unanswered brings what is known already, if anything is: no page is changed by that. */
  #unanswered({ state }: Node, { call: { operation, as } }: CallEffect): void {
    const known = as === undefined ? undefined : own(state.world.results, as);
    const before = this.#answers[operation]?.findLast(({ value }) => value !== undefined && same(value, known));
    this.#answer(operation, before?.outcome ?? usualOf(this.#product, operation), before?.value);
  }

  #act(from: Node, act: Act): void {
    if ('given' in act) {
      this.#given = { ...this.#given, ...act.given };
      return;
    }
    if ('earlier' in act) return this.#earlier(act.earlier);
    // Back from where the way led out, as the browser's button goes.
    if ('returnsFrom' in act) {
      this.#acts.push({ back: true });
      this.#at = undefined;
      return;
    }
    if ('visits' in act) {
      this.#acts.push({ visit: `${this.#flow.id}/${act.visits}` });
      this.#at = undefined;
      return;
    }
    const here = `${this.#flow.id}/${from.step}`;
    const step = this.#flow.steps[from.step];
    const at = this.#at === here ? {} : { at: here };
    this.#at = here;
    if ('answer' in act)
      this.#acts.push({
        at: here,
        answer: Object.fromEntries(Object.entries(act.answer).map(([id, value]) => [id, this.#typed(step, id, value)])),
      });
    else if ('press' in act) this.#acts.push({ ...at, press: act.press });
    else if ('dialog' in act) this.#acts.push({ ...at, dialog: act.dialog });
    else if ('widget' in act)
      this.#acts.push({
        ...at,
        widget: act.widget,
        event: act.event,
        ...(act.payload !== undefined && { payload: act.payload }),
        ...('item' in act && typeof act.item === 'number' && { item: act.item }),
      });
    else if ('event' in act) this.#acts.push({ ...at, event: act.event });
    else if ('follow' in act) this.#acts.push({ ...at, link: this.#words(from, step, act) });
    else if ('giveUp' in act)
      this.#acts.push({
        ...at,
        elapse: step?.listen.find(({ channel }) => channel === act.giveUp)?.giveUpAfterSeconds ?? 0,
      });
    else if ('elapsed' in act)
      this.#acts.push({
        ...at,
        elapse: step ? secondsOf(this.#flow, step, { timer: act.elapsed, state: from.state }) : 0,
      });
  }
  /** What was answered before is what it turns out to have been. */
  #earlier({ at, field, value }: Extract<Act, { readonly earlier: unknown }>['earlier']): void {
    const page = `${this.#flow.id}/${at}`;
    const index = this.#acts.findLastIndex((act) => act['at'] === page && isObject(act['answer']));
    const act = this.#acts[index];
    if (!act || !isObject(act['answer'])) return;
    const { [field]: _, ...others } = act['answer'];
    const answer =
      value === undefined ? others : { ...others, [field]: this.#typed(this.#flow.steps[at], field, value) };
    this.#acts[index] = { ...act, answer };
  }
  #words(
    from: Node,
    step: Step | undefined,
    { follow, inside, item }: Extract<Act, { readonly follow: number }>,
  ): string {
    const layout = inside === undefined ? step?.layout : this.#flow.dialogs[inside]?.layout;
    const link = links(layout ?? [])[follow];
    const seen = facts(this.#flow, from.state);
    return link ? text(link.text, item === undefined ? seen : { ...seen, item }) : '';
  }
  /** A secret by its word (a number of a person's is none); the email of a stranger is the fixture's own. */
  #typed(step: Step | undefined, id: string, value: Json): Json {
    const field = step?.fields[id];
    const code = field?.control === 'code' || field?.autocomplete === 'one-time-code';
    if (field?.keep === 'never' && (code || field.control === 'password'))
      return { typed: wordFor(value) ?? (code ? 'code' : 'wrong-password') };
    if (field?.file) return { files: filesOf(field, value).map(inFixture) };
    return field?.control === 'email' && !this.#product.people.some((person) => person.email === value)
      ? this.#email
      : value;
  }

  finish(start: Node, values: boolean): Composed {
    const { person, ...given } = this.#person(start);
    const told = this.#told(values);
    const first =
      this.#acts.length === 0 && start.step !== this.#flow.line[0]
        ? [{ at: `${this.#flow.id}/${start.step}` }]
        : this.#acts;
    return {
      given: {
        person,
        ...(Object.keys(told.outcomes).length > 0 && { outcomes: told.outcomes }),
        ...(Object.keys(told.values).length > 0 && { values: told.values }),
        ...given,
      },
      do: first,
      // A seeded person brings along whatever is stored for them, which nobody writes down here.
      documented:
        told.documented &&
        person === STRANGER &&
        Object.keys(told.values).length === 0 &&
        Object.keys(given).every((root) => root === 'query' || root === 'cookies'),
    };
  }

  /** The test person who is nearest to what the way supposes, and the facts in which they differ. */
  #person(start: Node): { readonly person: string; readonly [root: string]: Json } {
    const signedIn = this.#given['session.isAuthenticated'] ?? this.#flow.access !== 'public';
    const told = Object.entries(this.#given);
    const differs = (person: Person | undefined): readonly (readonly [string, Json])[] => {
      const known: JsonObject = {
        ...personFacts(person, { brand: this.#product.facts, hasOpenApplication: false }),
        flags: this.#product.flags,
        brand: this.#product.facts,
      };
      // A fact that is missing is asked as null; of whoever has none nothing needs to be said.
      return told.filter(([path, value]) => !same(get(known, path) ?? null, value));
    };
    const people =
      signedIn === true && this.#flow.access !== 'public'
        ? this.#product.people.filter(({ id }) => id !== STRANGER)
        : [undefined];
    const [nearest] = people
      .map((person) => ({ person, rest: differs(person), strange: this.#strange(start, person) }))
      .sort((a, b) => a.strange - b.strange || a.rest.length - b.rest.length || knownOf(a) - knownOf(b));
    const rest = (nearest?.rest ?? told).reduce<JsonObject>(
      (all, [path, value]) => set(all, path.replace(/^route\.query\./, 'query.'), value),
      {},
    );
    const session = rest['session'];
    return {
      person: nearest?.person?.id ?? STRANGER,
      ...rest,
      ...(isObject(session) && session['isAuthenticated'] === true && { session: { ...session, access: 'customer' } }),
    };
  }

  /**
   * How little somebody is one of those whom the flow is for: 2 where a guard keeps them from its pages, as it does
   * customers of another brand; 1 for staff on a page of customers.
   */
  #strange({ step }: Node, person: Person | undefined): number {
    const { facts: brand, flags, app } = this.#product;
    const theirs = personFacts(person, { brand, hasOpenApplication: false });
    const route = { ...NOWHERE.route, flow: this.#flow.id };
    const world = this.#supposed({ ...NOWHERE, ...theirs, brand, flags, route });
    if (guard(app, this.#flow, { step, facts: { ...world, answers: {}, typed: {} }, mayReload: false })) return 2;
    return world.session['access'] === this.#flow.access ? 0 : 1;
  }

  /** A world in which everything is so that the way supposes. */
  #supposed(world: World): World {
    return Object.entries(this.#given).reduce<JsonObject>(
      (all, [path, value]) => set(all, path, value),
      world as unknown as JsonObject,
    ) as unknown as World;
  }

  /** Whether the input by which the back end gives an answer is typed on the way. */
  #types(row: Json | undefined): boolean {
    const input = isObject(row) ? own(row, 'input') : undefined;
    return Object.entries(isObject(input) ? input : {}).every(([field, value]) =>
      this.#acts.some(({ answer }) => isObject(answer) && same(own(answer, field), value)),
    );
  }

  /**
   * The outcomes by operation, as short as can be: what a call answers without being told is not told, and the last
   * repeats.
   */
  #told(values: boolean): {
    readonly outcomes: Record<string, string[]>;
    readonly values: Record<string, (Json | null)[]>;
    readonly documented: boolean;
  } {
    const outcomes: Record<string, string[]> = {};
    const brought: Record<string, (Json | null)[]> = {};
    let documented = true;
    for (const [operation, answers] of Object.entries(this.#answers)) {
      const table = tableOf(this.#product, operation);
      const usual = usualOf(this.#product, operation);
      const keys = answers.map(({ outcome, value }) => {
        const fitting = Object.keys(table).filter((key) => key.split('/')[0] === outcome);
        const exact = fitting.find((key) => same(own(table[key] as JsonObject, 'value'), value));
        return { key: exact ?? fitting[0] ?? outcome, exact: exact !== undefined, known: fitting.length > 0, value };
      });
      const list = keys.map(({ key }) => key);
      while (list.length > 1 && list.at(-1) === list.at(-2)) list.pop();
      if (list.length > 1 || list[0] !== usual) outcomes[operation] = list;
      if (keys.some(({ key, known }) => !known || key !== usual || !this.#types(table[key]))) documented = false;
      const told = keys.map(({ exact, known, value }) =>
        value === undefined || exact || (known && !values) ? null : value,
      );
      while (told.at(-1) === null) told.pop();
      if (told.length > 0) brought[operation] = told;
    }
    return { outcomes, values: brought, documented };
  }
}

function tableOf({ answers }: Product, operation: string): JsonObject {
  const rows = own(answers, operation);
  return isObject(rows) ? rows : {};
}
/** What a call answers when the fixture says nothing of it. */
function usualOf(product: Product, operation: string): string {
  const table = tableOf(product, operation);
  return own(table, 'ok') === undefined ? (Object.keys(table)[0] ?? 'ok') : 'ok';
}

/** How much is known of a test person: of two who suit a way alike the plainer one goes it. */
const knownOf = ({ person }: { readonly person: Person | undefined }): number =>
  Object.keys(person?.attributes ?? {}).length;

/** How long a timer of the page runs: one of the step, or of what appears after a time. */
const secondsOf = (
  flow: CompiledFlow,
  step: Step,
  { timer, state }: { readonly timer: number; readonly state: Node['state'] },
): number =>
  (step.timers[timer]?.afterMs ?? appearsAfterMs(step, timer - step.timers.length, facts(flow, state))) / 1000;
