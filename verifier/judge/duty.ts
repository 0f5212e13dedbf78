/** Whether a duty is kept at every moment of the ways that were walked. */
import { truthOf } from '../../compile/operators/evaluate.ts';
import { disclosuresOn } from '../../runtime/core/disclosures.ts';
import { facts, get, own, same, walk } from '../../runtime/core/index.ts';
import type { CompiledFlow, Field, Journey, JsonObject, Path, State, Step } from '../../runtime/core/index.ts';
import { drop, put } from '../../runtime/core/paths.ts';
import { overlap } from '../../runtime/core/shape.ts';
import { validates } from '../../runtime/core/ways.ts';
import type { Claim, Duty, Faults } from '../certificate.ts';
import { partsOf } from './same.ts';
import type { Stride, Walked } from './walk.ts';

/** A move that was walked, between states by their numbers; from nowhere: into the flow. */
export type Way = Walked & { readonly at: number | 'the start'; readonly leads: number | string };
/**
 * What is sure of everybody at a state, so only where it is so after every way there: by place, what is demanded, that
 * nothing ended it, and of each consent that somebody gave it where it is true at all.
 */
type Sure = readonly boolean[];
/** What is demanded was shown, passed or agreed to, and nothing ended that. */
const HELD = 0;
/** Nothing ended it since the page was come to, apart from what is answered on it. */
const CLEAN = 1;
/** The first of the consents. */
const GIVEN = 2;

/** By the same places, what becomes of each: it is so, it is not, or it is so where what has this place was so. */
type Leaves = readonly (boolean | number)[];
const leftOf = (so: Sure, leaves: Leaves): Sure => leaves.map((by) => (typeof by === 'number' ? so[by] === true : by));
/** What two strides leave, one after the other. */
const together = (first: Leaves, then: Leaves): Leaves =>
  then.map((by) => (typeof by === 'number' ? (first[by] ?? false) : by));

/** What is sure at each state of all that may be: the most that every way there leaves. */
function sureAt(ways: readonly Way[], start: Sure, leavesOf: (way: Way) => Leaves) {
  const found = new Map<unknown, Sure>([['the start', start]]);
  const onward = Map.groupBy<unknown, readonly [Way, Leaves]>(
    ways.map((way) => [way, leavesOf(way)] as const),
    ([{ at }]) => at,
  );
  const changed = new Set(found.keys());
  for (const at of changed) {
    changed.delete(at);
    const so = found.get(at) as Sure;
    for (const [{ leads }, leaves] of onward.get(at) ?? []) {
      const before = found.get(leads);
      const left = leftOf(so, leaves).map((one, place) => one && before?.[place] !== false);
      if (before !== undefined && left.every((one, place) => one === before[place])) continue;
      changed.add(leads);
      found.set(leads, left);
    }
  }
  return found;
}

/** Of each stride, what becomes of consents: the same for every duty. */
export class Consents {
  readonly binds: readonly Path[];
  readonly #flow: CompiledFlow;
  readonly #known = new WeakMap<Stride, Leaves>();

  constructor({ flow, consents }: Claim) {
    this.#flow = flow;
    this.binds = consents;
  }

  /** Of each consent that it was given, where it is true at all. */
  after(stride: Stride): Leaves {
    let found = this.#known.get(stride);
    if (!found) this.#known.set(stride, (found = this.binds.map((bind, place) => this.#given(stride, bind, place))));
    return found;
  }

  #given(stride: Stride, bind: Path, place: number): boolean | number {
    if (get(stride.from.answers, bind) === true) return GIVEN + place;
    return get(stride.to.answers, bind) !== true || this.#ticks(stride, bind);
  }

  /** Whether the person ticks this box, which did not arrive ticked. */
  #ticks({ from, deed }: Stride, bind: Path): boolean {
    if (deed.type !== 'answered') return false;
    const field = fieldOf(this.#flow, from, deed.field);
    const told = put({}, field.bind, deed.value);
    return field.default === undefined && get(told, bind) === true;
  }
}
const fieldOf = (flow: CompiledFlow, { page }: State, id: string): Field =>
  (flow.steps[page.step] as Step).fields[id] as Field;

/** What nobody does, and what leads nowhere by itself: opening an address. */
const ASIDE = new Set<Stride['deed']['type']>(['called', 'entered', 'given', 'supposed', 'visited']);

/** A duty asked of a flow. */
export class Asked {
  readonly #flow: CompiledFlow;
  readonly #duty: Duty;
  readonly #consents: Consents | undefined;

  constructor({ flow }: Claim, duty: Duty, consents: Consents) {
    this.#flow = flow;
    this.#duty = duty;
    // Only what must hold reads answers, and so asks who gave them.
    this.#consents = duty.holds === undefined ? undefined : consents;
  }

  /** At how many moments of these ways it is asked, and where it is not kept. */
  over(ways: readonly Way[]): { readonly moments: number; readonly faults: Faults } {
    const leavesOf = (strides: readonly Stride[]): Leaves =>
      strides.map((one) => this.#leaves(one, strides)).reduce(together);
    const start = [false, true, ...(this.#consents?.binds ?? []).map(() => true)];
    const sure = sureAt(ways, start, ({ strides }) => leavesOf(strides));
    const { name, scope, moment } = this.#duty;
    const [round, all] = moment.kind === 'stands' ? [this.#roundIn(ways), ways] : [new Set<unknown>(), []];
    const onward = new Set<unknown>(all.flatMap((way) => this.#onwardBy(way)).filter((at) => !round.has(at)));
    let moments = 0;
    const faults = ways.flatMap(({ at, leads, strides }) =>
      strides.flatMap((stride, index) => {
        if (!this.#isMoment(stride, index === strides.length - 1 ? strides : [])) return [];
        if (!scope.every((one) => truthOf(one, facts(this.#flow, stride.to)) === true)) return [];
        moments += 1;
        const so = leftOf(sure.get(at) as Sure, leavesOf(strides.slice(0, index + 1)));
        return onward.has(leads) || this.#isKept(so, stride.to) ? [] : `${name} is not kept from ${at} to ${leads}`;
      }),
    );
    return { moments, faults };
  }

  /** Where somebody can go on because of this way, or has come to an end: by an address alone nobody goes on. */
  #onwardBy({ at, leads, out, strides, state }: Way): readonly unknown[] {
    if (out || this.#flow.steps[state.page.step]?.outcome !== undefined) return [leads, at];
    return leads !== at && strides.some(({ deed }) => deed.type !== 'visited') ? [at] : [];
  }

  /** States from which calls may lead round for ever, and where nothing else is to be done. */
  #roundIn(ways: readonly Way[]): ReadonlySet<unknown> {
    const acts = ({ strides }: Way): boolean => strides.some(({ deed }) => !ASIDE.has(deed.type));
    const ended = ways.filter(({ state }) => this.#flow.steps[state.page.step]?.outcome !== undefined);
    const rests = new Set<unknown>([...ways.filter(acts).map(({ at }) => at), ...ended.map(({ leads }) => leads)]);
    let round = ways.filter(({ at }) => !rests.has(at));
    for (;;) {
      const from = new Set<unknown>(round.map(({ at }) => at));
      const less = round.filter(({ leads }) => from.has(leads));
      if (less.length === round.length) return from;
      round = less;
    }
  }

  /** What a stride leaves sure. */
  #leaves(stride: Stride, strides: readonly Stride[]): Leaves {
    return [...this.#demandAfter(stride, strides), ...(this.#consents?.after(stride) ?? [])];
  }

  #demandAfter(stride: Stride, [first = stride]: readonly Stride[]): Leaves {
    const { from, deed, to, call, left } = stride;
    const { since } = this.#duty;
    // Who goes on by the address of where they had come leaves no new record, but had the page before their eyes.
    const stays = first.from.page.step === from.page.step;
    const read = deed.type === 'visited' && stays && this.#isAmong(this.#shownOn(from));
    const renewed = read || left.some((id) => this.#renews(id, to));
    if (!since) return [renewed || HELD, false];
    const meets = (path: Path): boolean => since.facts.some((one) => overlap(one, path));
    const answered = deed.type === 'answered' && meets(`answers.${fieldOf(this.#flow, from, deed.field).bind}`);
    const [was, is] = [{ answers: from.answers }, { answers: to.answers }];
    const differs = since.facts.some((path) => !same(get(was, path), get(is, path)));
    const came =
      (deed.type === 'heard' && since.outcomes.includes(deed.event)) ||
      (deed.type === 'called' && (since.outcomes.includes(deed.outcome) || meets(`results.${call?.as}`)));
    const stands = !came && (renewed ? answered || !differs : !answered && !differs);
    return [stands && (renewed ? CLEAN : HELD), from.page.step !== to.page.step || (!came && CLEAN)];
  }

  /** Whether one of the documents is among those shown. */
  #isAmong = (on: object): boolean => this.#duty.tags.some((idTag) => Object.hasOwn(on, idTag));

  /** Whether leaving this step makes what is demanded so. */
  #renews(id: string, { journey, answers }: State): boolean {
    const { shown, passed, boxes } = this.#duty;
    if (shown !== undefined) return this.#isAmong(journey[id]?.shown ?? {});
    const binds = Object.values((this.#flow.steps[id] as Step).fields).map(({ bind }) => bind);
    const agrees = boxes.some((box) => get(answers, box) === true && binds.some((bind) => overlap(box, bind)));
    return (id === passed || agrees) && this.#isCompleted(id, journey[id]);
  }

  /** @param whole the strides of the move, where this is its last: a page is filled before its boxes count */
  #isMoment({ from, deed, to }: Stride, whole: readonly Stride[]): boolean {
    const { moment } = this.#duty;
    const comes =
      moment.kind === 'stands' ? whole.length > 0 : deed.type === 'entered' || from.page.step !== to.page.step;
    if (moment.kind !== 'consents') return moment.steps.has(to.page.step) && comes;
    const isTrue = (state: State | undefined): boolean => get(state?.answers, moment.bind) === true;
    const asks = (id: string, one: string) => moment.fields.some(({ step, field }) => id === step && one === field);
    const ticked = ({ from: { page }, deed: one }: Stride): boolean =>
      one.type === 'answered' && one.value === true && asks(page.step, one.field);
    return whole.some(ticked) || (whole.length > 0 && isTrue(to) && !isTrue(whole[0]?.from));
  }

  #isKept(so: Sure, state: State): boolean {
    const { moment, shown, passed, agreed, since, holds } = this.#duty;
    const seen = facts(this.#flow, state);
    if ((shown !== undefined || since) && so[HELD] !== true) {
      // Where the page of the moment itself may show it, that counts too.
      if (shown === undefined || moment.kind === 'consents' || !moment.ends || !this.#isAmong(this.#shownOn(state)))
        return false;
    }
    if (passed !== undefined) {
      const left = walk(this.#flow, state, state.world).path.slice(0, -1);
      return left.includes(passed) && this.#isCompleted(passed, state.journey[passed]);
    }
    if (agreed !== undefined && own(seen.compliance.documents, agreed) === undefined) return false;
    const nobody = (this.#consents?.binds ?? []).filter((_, place) => so[GIVEN + place] !== true);
    const less = nobody.reduce((all, bind) => drop(all, `answers.${bind}`), seen as unknown as JsonObject);
    return holds === undefined ? shown !== undefined : truthOf(holds, less) === true;
  }

  #shownOn(state: State): object {
    const { step, dialog, seen } = state.page;
    const on = disclosuresOn(this.#flow, this.#flow.steps[step] as Step, { facts: facts(this.#flow, state), dialog });
    return { ...seen, ...on };
  }

  /** Whether a step was left as one that is completed: by a press that asks its fields to hold, or by a widget. */
  #isCompleted(id: string, record: Journey[string] | undefined): boolean {
    const step = this.#flow.steps[id] as Step;
    if (!record || step.fieldOrder.length === 0 || record.by === 'widget') return true;
    if (record.by !== 'dialog') return validates(step, record);
    const opens = step.actions.filter(({ next, calls }) =>
      [...partsOf([next, calls])].some(([, part]) => 'dialog' in part && part.dialog === record.dialog),
    );
    return opens.length > 0 && opens.every((action) => action.validates);
  }
}
