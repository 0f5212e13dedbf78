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
/** What is sure of everybody at a state: so only where it is so after every way there. */
type Sure = ReadonlySet<string>;
/** What is demanded was shown, passed or agreed to, and nothing ended that. */
const HELD = 'what is demanded';
/** Nothing ended it since the page was come to, apart from what is answered on it. */
const CLEAN = 'nothing ended it';

/** What is sure at each state of all that may be: the most that every way there leaves. */
function sureAt(ways: readonly Way[], all: Sure, after: (so: Sure, way: Way) => Sure) {
  const found = new Map<unknown, Sure>([['the start', new Set([...all].filter((one) => one !== HELD))]]);
  const onward = Map.groupBy<unknown, Way>(ways, ({ at }) => at);
  const changed = new Set(found.keys());
  for (const at of changed) {
    changed.delete(at);
    for (const way of onward.get(at) ?? []) {
      const before = found.get(way.leads);
      const left = new Set([...after(found.get(at) as Sure, way)].filter((one) => (before ?? all).has(one)));
      if (left.size !== before?.size) changed.add(way.leads);
      found.set(way.leads, left);
    }
  }
  return found;
}

/** What is sure of consents, the same for every duty. */
const givenAt = new WeakMap<readonly Way[], ReturnType<typeof sureAt>>();

/** What nobody does, and what leads nowhere by itself: opening an address. */
const ASIDE = new Set<Stride['deed']['type']>(['called', 'entered', 'given', 'supposed', 'visited']);

/** A duty asked of a flow. */
export class Asked {
  readonly #flow: CompiledFlow;
  readonly #duty: Duty;
  readonly #consents: readonly Path[];

  constructor({ flow, consents }: Claim, duty: Duty) {
    this.#flow = flow;
    this.#duty = duty;
    this.#consents = consents;
  }

  /** At how many moments of these ways it is asked, and where it is not kept. */
  over(ways: readonly Way[]): { readonly moments: number; readonly faults: Faults } {
    const { name, scope, moment, shown, since } = this.#duty;
    const demand = (so: Sure, { strides }: Pick<Way, 'strides'>, end?: number): Sure =>
      strides.slice(0, end).reduce((now, one) => new Set(this.#heldAfter(now, one, strides)), so);
    const consents = (so: Sure, { strides }: Pick<Way, 'strides'>): Sure => strides.reduce(this.#consentsAfter, so);
    const held = sureAt(shown !== undefined || since ? ways : [], new Set([HELD, CLEAN]), demand);
    const given = givenAt.get(ways) ?? sureAt(ways, new Set(this.#consents), consents);
    givenAt.set(ways, given);
    const [round, all] = moment.kind === 'stands' ? [this.#roundIn(ways), ways] : [new Set<unknown>(), []];
    const onward = new Set<unknown>(all.flatMap((way) => this.#onwardBy(way)).filter((at) => !round.has(at)));
    let moments = 0;
    const faults = ways.flatMap(({ at, leads, strides }) =>
      strides.flatMap((stride, index) => {
        if (!this.#isMoment(stride, index === strides.length - 1 ? strides : [])) return [];
        if (!scope.every((one) => truthOf(one, facts(this.#flow, stride.to)) === true)) return [];
        moments += 1;
        const before = consents(given.get(at) as Sure, { strides: strides.slice(0, index + 1) });
        const so = new Set([...before, ...demand(held.get(at) ?? before, { strides }, index + 1)]);
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

  /** What is sure of each consent after a stride: that it was given where it is true at all. */
  #consentsAfter = (so: Sure, by: Stride): Sure => {
    const isGiven = (bind: Path): boolean =>
      get(by.from.answers, bind) === true ? so.has(bind) : get(by.to.answers, bind) !== true || this.#ticks(by, bind);
    return new Set(this.#consents.filter(isGiven));
  };

  /** What is sure of the demand. */
  #heldAfter(so: Sure, stride: Stride, [first = stride]: readonly Stride[]): readonly string[] {
    const { from, deed, to, call, left } = stride;
    const { since } = this.#duty;
    // Who goes on by the address of where they had come leaves no new record, but had the page before their eyes.
    const stays = deed.type === 'visited' && first.from.page.step === from.page.step;
    const renewed = (stays && this.#isAmong(this.#shownOn(from))) || left.some((id) => this.#renews(id, to));
    if (!since) return renewed || so.has(HELD) ? [HELD] : [];
    const meets = (path: Path): boolean => since.facts.some((one) => overlap(one, path));
    const answered = deed.type === 'answered' && meets(`answers.${this.#fieldOf(from, deed.field).bind}`);
    const [was, is] = [{ answers: from.answers }, { answers: to.answers }];
    const differs = since.facts.some((path) => !same(get(was, path), get(is, path)));
    const came =
      (deed.type === 'heard' && since.outcomes.includes(deed.event)) ||
      (deed.type === 'called' && (since.outcomes.includes(deed.outcome) || meets(`results.${call?.as}`)));
    const stands = renewed ? so.has(CLEAN) && (answered || !differs) : so.has(HELD) && !answered && !differs;
    const clean = from.page.step !== to.page.step || (so.has(CLEAN) && !came);
    return [...(stands && !came ? [HELD] : []), ...(clean ? [CLEAN] : [])];
  }

  /** Whether one of the documents is among those shown. */
  #isAmong = (on: object): boolean => this.#duty.tags.some((idTag) => Object.hasOwn(on, idTag));
  #fieldOf = ({ page }: State, id: string) => (this.#flow.steps[page.step] as Step).fields[id] as Field;

  /** Whether the person ticks this box, which did not arrive ticked. */
  #ticks({ from, deed }: Stride, bind: Path): boolean {
    if (deed.type !== 'answered') return false;
    const field = this.#fieldOf(from, deed.field);
    return field.default === undefined && get(put({}, field.bind, deed.value), bind) === true;
  }

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
    // Where the page of the moment itself may show it, that counts too.
    const mayShow = shown !== undefined && moment.kind !== 'consents' && moment.ends;
    const isWanting = (shown !== undefined || since) && !so.has(HELD);
    if (isWanting && !(mayShow && this.#isAmong(this.#shownOn(state)))) return false;
    if (passed !== undefined) {
      const left = walk(this.#flow, state, state.world).path.slice(0, -1);
      return left.includes(passed) && this.#isCompleted(passed, state.journey[passed]);
    }
    if (agreed !== undefined && own(seen.compliance.documents, agreed) === undefined) return false;
    const nobody = this.#consents.filter((bind) => !so.has(bind));
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
