/** Whether a duty is kept at every moment of the ways that were walked. */
import { truthOf } from '../../compile/operators/evaluate.ts';
import { isCompleted } from '../../runtime/core/completed.ts';
import { disclosuresOn, mayShow } from '../../runtime/core/disclosures.ts';
import { facts, get, own, same, walk } from '../../runtime/core/index.ts';
import type { Field, JsonObject, LayoutItem, Path, State, Step } from '../../runtime/core/index.ts';
import { drop, put } from '../../runtime/core/paths.ts';
import { overlap } from '../../runtime/core/shape.ts';
import type { Claim, Duty, Faults } from '../certificate.ts';
import { surelyAt } from './same.ts';
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
  readonly #claim: Claim;
  readonly #duty: Duty;

  constructor(claim: Claim, duty: Duty) {
    [this.#claim, this.#duty] = [claim, duty];
  }

  /** At how many moments of these ways it is asked, and where it is not kept. */
  over(ways: readonly Way[]): { readonly moments: number; readonly faults: Faults } {
    const { name, scope, moment, shown, since } = this.#duty;
    const demand = (so: Sure, { strides }: Pick<Way, 'strides'>, end?: number): Sure =>
      strides.slice(0, end).reduce((now, one) => new Set(this.#heldAfter(now, one, strides)), so);
    const consents = (so: Sure, { strides }: Pick<Way, 'strides'>): Sure => strides.reduce(this.#consentsAfter, so);
    const held = sureAt(shown !== undefined || since ? ways : [], new Set([HELD, CLEAN]), demand);
    const given = givenAt.get(ways) ?? sureAt(ways, new Set(this.#claim.consents), consents);
    givenAt.set(ways, given);
    const sure = ({ at, strides }: Way, end: number): Sure => {
      const before = consents(given.get(at) as Sure, { strides: strides.slice(0, end) });
      return new Set([...before, ...demand(held.get(at) ?? before, { strides }, end)]);
    };
    const [round, all] = moment.kind === 'stands' ? [this.#roundIn(ways), ways] : [new Set<unknown>(), []];
    const onward = new Set<unknown>(all.flatMap((way) => this.#onwardBy(way)).filter((at) => !round.has(at)));
    const coming = ways.flatMap((way) =>
      way.strides.flatMap((stride, index) => {
        const whole = index === way.strides.length - 1 ? way.strides : [];
        return this.#isMoment(stride, whole) ? { way, to: stride.to, end: index + 1 } : [];
      }),
    );
    // Whoever the duty is for and is taken for somebody whom it is not for keeps it there: at its moment nobody asks.
    const into = Map.groupBy<unknown, Way>(scope.length > 0 ? ways : [], ({ leads }) => leads);
    const before = new Set<unknown>(coming.map(({ way }) => way.at));
    for (const at of before) for (const way of into.get(at) ?? []) before.add(way.at);
    const isFor = (state: State, seen: unknown = facts(this.#claim.flow, state)): boolean =>
      scope.every((one) => truthOf(one, seen) === true);
    const others = [...into].flatMap(([leads, made]) => {
      const [first, ...rest] = before.has(leads) ? made : [];
      const open = Object.keys(this.#claim.certificate.states[Number(leads)]?.open ?? {});
      const surely = ({ state }: Way) => isFor(state) && isFor(state, surelyAt(this.#claim.flow, state, open));
      if (!first || surely(first)) return [];
      return rest.filter(surely).map((way) => ({ way, to: way.state, end: way.strides.length }));
    });
    const asked = [...coming.filter((one) => isFor(one.to)), ...others];
    const lost = asked.filter(({ way, end, to }) => !onward.has(way.leads) && !this.#isKept(sure(way, end), to));
    const faults = lost.map(({ way: { at, leads } }) => `${name} is not kept from ${at} to ${leads}`);
    return { moments: asked.length, faults };
  }

  /** Where somebody can go on because of this way, or has come to an end: by an address alone nobody goes on. */
  #onwardBy({ at, leads, out, strides, state }: Way): readonly unknown[] {
    if (out || this.#claim.flow.steps[state.page.step]?.outcome !== undefined) return [leads, at];
    return leads !== at && strides.some(({ deed }) => deed.type !== 'visited') ? [at] : [];
  }

  /** States from which calls may lead round for ever, and where nothing else is to be done. */
  #roundIn(ways: readonly Way[]): ReadonlySet<unknown> {
    const acts = ({ strides }: Way): boolean => strides.some(({ deed }) => !ASIDE.has(deed.type));
    const ended = ways.filter(({ state }) => this.#claim.flow.steps[state.page.step]?.outcome !== undefined);
    const rests = new Set<unknown>([...ways.filter(acts).map(({ at }) => at), ...ended.map(({ leads }) => leads)]);
    const shrunk = (round: readonly Way[]): ReadonlySet<unknown> => {
      const from = new Set<unknown>(round.map(({ at }) => at));
      const less = round.filter(({ leads }) => from.has(leads));
      return less.length === round.length ? from : shrunk(less);
    };
    return shrunk(ways.filter(({ at }) => !rests.has(at)));
  }

  /** What is sure of each consent after a stride: that it was given where it is true at all. */
  #consentsAfter = (so: Sure, by: Stride): Sure => {
    const isGiven = (bind: Path): boolean =>
      get(by.from.answers, bind) === true ? so.has(bind) : get(by.to.answers, bind) !== true || this.#ticks(by, bind);
    return new Set(this.#claim.consents.filter(isGiven));
  };

  /** What is sure of the demand. */
  #heldAfter(so: Sure, stride: Stride, [first = stride]: readonly Stride[]): readonly string[] {
    const { from, deed, to, call, left } = stride;
    const { since } = this.#duty;
    // Who goes on by the address of where they had come leaves no new record, but had the page before their eyes.
    const goesOn = deed.type === 'visited' && deed.step === walk(this.#claim.flow, from, from.world).at;
    const stays = goesOn && first.from.page.step === from.page.step;
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
  #fieldOf = ({ page }: State, id: string) => (this.#claim.flow.steps[page.step] as Step).fields[id] as Field;

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
    const binds = Object.values((this.#claim.flow.steps[id] as Step).fields).map(({ bind }) => bind);
    const agrees = boxes.some((box) => get(answers, box) === true && binds.some((bind) => overlap(box, bind)));
    return (id === passed || agrees) && isCompleted(this.#claim.flow, id, journey[id]);
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
    const seen = facts(this.#claim.flow, state);
    // Where the page of the moment itself may show it, that counts too.
    const ends = moment.kind !== 'consents' && moment.ends && moment.steps.has(state.page.step);
    const isWanting = (shown !== undefined || since) && !so.has(HELD);
    if (isWanting && !(shown !== undefined && ends && this.#isAmong(this.#shownOn(state)))) return false;
    if (passed !== undefined) {
      const left = walk(this.#claim.flow, state, state.world).path.slice(0, -1);
      return left.includes(passed) && isCompleted(this.#claim.flow, passed, state.journey[passed]);
    }
    if (agreed !== undefined && own(seen.compliance.documents, agreed) === undefined) return false;
    const nobody = this.#claim.consents.filter((bind) => !so.has(bind));
    const less = nobody.reduce((all, bind) => drop(all, `answers.${bind}`), seen as unknown as JsonObject);
    return holds === undefined ? shown !== undefined : truthOf(holds, less) === true;
  }

  #shownOn(state: State): object {
    const [{ flow }, { step, dialog, seen }] = [this.#claim, state.page];
    return { ...seen, ...disclosuresOn(flow, flow.steps[step] as Step, { facts: facts(flow, state), dialog }) };
  }
}

/** Whether a document says what it must, and the pages that show it the figures. */
export function isWhole({ flow, texts }: Claim, { shown, agreed, contains, figures }: Duty): boolean {
  const text = texts[String(shown ?? agreed)] ?? '';
  const said = text.split('{{').map((part) => part.split(/[|}]/)[0]?.trim());
  const pages = Object.values(flow.steps).filter((step) => shown !== undefined && mayShow(flow, step, shown));
  const stands = (path: Path): boolean => pages.length > 0 && pages.every(({ layout }) => isOn(layout, path));
  return contains.every((one) => text.includes(one)) && figures.every((one) => said.includes(one) || stands(one));
}

/** Whether something that always stands on the page reads this fact. */
const isOn = (layout: readonly LayoutItem[], path: Path): boolean =>
  layout.some((item) => {
    if (item.kind === 'field' || item.when) return false;
    if (item.kind === 'group') return !item.folded && !item.aside && isOn(item.items, path);
    const told = item.kind === 'widget' ? Object.values(item.options) : item.kind === 'copy' ? [item.text] : [];
    return told.some((one) => typeof one !== 'string' && one.reads.includes(path));
  });
