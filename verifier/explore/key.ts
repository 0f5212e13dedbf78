/** When two states are one: everything that can still matter is the same. */
import type { CompiledFlow, Field, Step, StepId, Target } from '../../runtime/core/definition.ts';
import type { Journey, OutcomeOf, State } from '../../runtime/core/state.ts';
import type { Facts, JsonObject, Path } from '../../runtime/core/facts.ts';
import { facts, get, walk } from '../../runtime/core/index.ts';
import { overlap, shapeOf } from '../../runtime/core/shape.ts';
import { callsOf } from '../../runtime/core/ways.ts';
import type { Asked, Domain } from './exploration.ts';
import { followersOf, matterOf, passedBefore, PathSet, reachedFrom, type Followers, type Matter, type Unsteady } from './matter.ts';
import { mark, Plan, read, type Fate, type Outlook } from './plan.ts';
import { stepReads, type Bounded, type Reading, type StepReads } from './reads.ts';
import { leavesHalfFilled, stepGraph } from './step-graph.ts';

/** What counts at one place of the flow. */
interface Place {
  readonly plan: Plan;
  readonly asked: readonly { readonly asked: Asked; /** For whom it is. */ readonly scope: Plan; /** What it demands of the facts. */ readonly demand: Plan }[];
  /** Steps whose record, when there is one, may be looked at again. */
  readonly records: readonly { readonly id: StepId; readonly shown: boolean }[];
  readonly inputs: readonly string[];
  /** Numbers of which only the order counts. */
  readonly ordered: readonly Bounded[];
}

/** Roots of facts that events of a journey change; any other fact differs only where the explorer asks it of the world. */
const CHANGING = new Set(['answers', 'results', 'typed', 'route']);

/** Makes the keys of one flow's states. */
export class Keys {
  readonly #flow: CompiledFlow;
  readonly #domain: Domain;
  readonly #reads: ReadonlyMap<StepId, StepReads>;
  readonly #followers: Followers;
  readonly #before: ReadonlyMap<StepId, ReadonlySet<StepId>>;
  readonly #tags: ReadonlySet<string>;
  readonly #leftBefore = new WeakMap<JsonObject, { readonly journey: Journey; readonly world: State['world']; readonly step: StepId; readonly left: ReadonlySet<StepId> }>();
  readonly #arrived = new Map<StepId, Place>();
  readonly #readBefore = new Map<StepId, readonly Field[]>();
  readonly #needs = new Map<StepId, readonly Path[]>();
  readonly #bounded = new Map<string, boolean>();
  readonly #unsure = new Map<StepId, ReadonlySet<StepId>>();
  readonly #filling = new Map<string, Place>();

  readonly #unsteady: readonly Unsteady[];
  /** Answer path to the steps whose record makes a stored answer count again; true where it counts without one. */
  readonly #recalled = new Map<Path, true | readonly StepId[]>();

  constructor(flow: CompiledFlow, domain: Domain, unsteady: readonly Unsteady[] = []) {
    this.#unsteady = unsteady;
    this.#flow = flow;
    this.#domain = domain;
    this.#reads = new Map(Object.values(flow.steps).map((step) => [step.id, stepReads(flow, step, domain.signsIn)]));
    this.#followers = followersOf(stepGraph(flow));
    this.#before = passedBefore(flow, this.#followers);
    this.#tags = new Set([...domain.watched, ...domain.asked.flatMap(({ shown }) => (shown === undefined ? [] : [shown]))]);
  }

  /** Disclosures of which it is remembered that they were shown. */
  get tags(): ReadonlySet<string> {
    return this.#tags;
  }

  /** The key of a state at which the person has just arrived, or that an event left at its page. */
  of(state: State, shown: ReadonlySet<string>): string {
    const { page } = state;
    const place = this.#placeOf(state);
    const busy = page.busy && `${page.busy.source.by}.${page.busy.source.id}.${page.busy.source.event ?? ''}.${page.busy.index}.${lastOf(page.busy.last)}`;
    const waits = Object.values(page.pending).sort();
    return [
      page.step, page.dialog ?? '', page.confirms ?? '', busy ?? '', waits.join(), [...page.loaded].sort().join(), page.cleared.join(), state.visiting === undefined ? '' : 'back',
      this.unasked(state).join(), this.#rest(place, state, shown),
    ].join('\u0000');
  }

  /** The key of a page filled up to its field number `index` (not included): what counts when it is filled on and left. */
  filled(state: State, index: number): string {
    return this.#rest(this.#whileFilling(state.page.step, index, true), state, new Set());
  }

  /** As `filled`, whatever the page's own checks say of it. */
  unchecked(state: State, index: number): string {
    return this.#rest(this.#whileFilling(state.page.step, index, false), state, new Set());
  }

  #whileFilling(step: StepId, index: number, checks: boolean): Place {
    const name = `${step}/${index}/${checks ? '' : 'unchecked'}`;
    let place = this.#filling.get(name);
    if (!place) this.#filling.set(name, (place = this.#placeWhileFilling(step, index, checks)));
    return place;
  }

  /** A page that is filled whole before it is left begins anew whenever it is shown; one that works on a press has its answers. */
  #placeOf({ page }: State): Place {
    const step = this.#flow.steps[page.step] as Step;
    if (page.busy || page.dialog !== undefined) return this.#whileFilling(step.id, step.fieldOrder.length, true);
    if (step.kind === 'form' && !leavesHalfFilled(this.#flow, step)) return this.#whileFilling(step.id, 0, true);
    let place = this.#arrived.get(step.id);
    if (!place) this.#arrived.set(step.id, (place = this.#placeAt(step.id)));
    return place;
  }

  #rest(place: Place, state: State, shown: ReadonlySet<string>): string {
    const seen = facts(this.#flow, state);
    const recalls = (path: Path): boolean => this.#recalls(path, state);
    const parts = [place.plan.part(seen, state.answers, recalls)];
    for (const idTag of this.#domain.watched) parts.push(shown.has(idTag) ? '1' : '0');
    // A page come back to counts the answers it holds from before: an obligation asked there sees them.
    const always = (): boolean => true;
    for (const { asked, scope, demand } of place.asked) {
      const [applies, holds] = asked.scope;
      const kept = asked.shown !== undefined ? shown.has(asked.shown) : holds !== undefined && demand.settled && holds.of(seen) === true;
      if (scope.settled && applies?.of(seen) === false) parts.push('no');
      // At the moment itself it is told whom it was asked for, also where it was kept.
      else if (kept) parts.push(asked.at.includes(state.page.step) ? `ok${scope.part(seen, state.answers, always)}` : 'ok');
      else parts.push(`${asked.passed !== undefined && this.#left(state).has(asked.passed) ? 'passed' : ''}${scope.part(seen, state.answers, always)}${demand.part(seen, state.answers, always)}`);
    }
    for (const { id, shown: told } of place.records) {
      const record = state.journey[id];
      if (record) parts.push(`${id}:${recordMark(this.#flow, id, record)}${told && record.shown ? Object.keys(record.shown).sort().join() : ''}`);
    }
    parts.push(orderOf(place.ordered, seen, state.answers));
    for (const name of place.inputs) parts.push(mark(state.inputs[name]));
    return parts.join('\u0002');
  }

  /** The steps left on the way; while a page is filled that ends the way, the pages before it stay as they were. */
  #left(state: State): ReadonlySet<StepId> {
    const known = this.#leftBefore.get(state.page.before);
    if (known && known.journey === state.journey && known.world === state.world && known.step === state.page.step && state.visiting === undefined) return known.left;
    const left = leftSteps(this.#flow, state);
    if (state.visiting === undefined) this.#leftBefore.set(state.page.before, { journey: state.journey, world: state.world, step: state.page.step, left });
    return left;
  }

  #placeAt(step: StepId): Place {
    const matter = matterOf([step], step, this.#followers, this.#reads, this.#before, this.#unsteady);
    return this.#place(matter, (path) => (matter.open.meets(path) ? 'open' : 'settled'), step, new Set());
  }

  #placeWhileFilling(id: StepId, index: number, checks: boolean): Place {
    const next = this.#followers.get(id) ?? new Set<StepId>();
    const matter = matterOf(next, id, this.#followers, this.#reads, this.#before, this.#unsteady);
    const step = this.#flow.steps[id] as Step;
    const shape = shapeOf(this.#flow, step);
    const todo = shape.fields.slice(index);
    const own = new PathSet();
    shape.assigned.forEach(({ path }) => own.add(`answers.${path}`));
    this.#reads.get(id)?.writes.forEach((path) => !path.startsWith('answers.') && own.add(path));
    const later = new PathSet();
    for (const other of matter.steps) this.#reads.get(other)?.writes.forEach((path) => later.add(path));
    const fate = (path: Path): Fate => {
      const field = todo.find((one) => (path.startsWith('typed.') ? path === `typed.${one.id}` : overlap(path, `answers.${one.bind}`)));
      if (field) return (shape.whens.get(field.id) ?? []).length === 0 ? 'renewed' : 'open';
      return later.meets(path) || own.meets(path) ? 'open' : 'settled';
    };
    return this.#place({ ...matter, steps: new Set([...matter.steps, id]), unsure: new Set([...matter.unsure].filter((one) => one !== id)) }, fate, id, new Set(todo.map((one) => (one.keep === 'never' ? `typed.${one.id}` : `answers.${one.bind}`))), checks);
  }

  /** @param todo facts still to be asked on this page */
  #place(matter: Matter, fateOf: (path: Path) => Fate, at: StepId, todo: ReadonlySet<Path>, checks = true): Place {
    const outlook: Outlook = {
      fateOf, differs: (path) => this.#differs(path), late: (path) => Object.hasOwn(this.#domain.world, path),
      candidates: (path) => this.#domain.world[path] ?? this.#domain.candidates(path),
      together: (paths) => !paths.some((path) => [...todo].some((one) => overlap(one, path))) && this.#asksAll(matter, paths),
    };
    const lasting: Outlook = { ...outlook, fateOf: (path) => (fateOf(path) === 'renewed' ? 'open' : fateOf(path)) };
    const readings: Reading[] = [...this.#domain.kept];
    const asked = this.#askedAt(matter.steps);
    const ordered = new Set<Bounded>();
    const take = (reading: Reading): void => {
      const { bounds, copiedTo } = reading;
      if (bounds && this.#isBounded(`answers.${bounds.bind}`, asked) && bounds.limits.every(({ reads }) => reads.every((path) => !outlook.differs(path) || (fateOf(path) === 'settled' && !outlook.late(path))))) ordered.add(bounds);
      else if (copiedTo === undefined || !reading.reads.every((path) => this.#isBounded(path, asked)) || !this.#isBounded(copiedTo, asked)) readings.push(reading);
    };
    for (const id of [...matter.steps, ...matter.unsure]) {
      const reads = this.#reads.get(id);
      if (!reads) continue;
      const mine = [...reads.entering, ...reads.inside, ...(checks || id !== at ? reads.checks : []), ...this.#disclosures(id, matter)];
      // What is typed and never kept counts on its own page only.
      // A step passed holds, and goes on as it does, unless something it reads changes.
      const counts = (reading: Reading): boolean => matter.steps.has(id) || reading.reads.some((path) => this.#differs(path) && matter.open.meets(path));
      for (const reading of mine) if ((id === at || !reading.reads.some((path) => path.startsWith('typed.'))) && counts(reading)) take(reading);
    }
    return {
      plan: new Plan(readings, outlook),
      asked: asked.map((one) => ({ asked: one, scope: new Plan(one.scope.slice(0, 1), lasting), demand: new Plan(one.scope.slice(1), lasting) })),
      records: [...matter.steps].map((id) => ({ id, shown: this.#disclosures(id, matter).length > 0 })),
      ordered: [...ordered],
      inputs: [...matter.steps].flatMap((id) => this.#reads.get(id)?.sessionResults ?? []),
    };
  }

  /** Conditions of disclosures somebody cares for, and of those a page may owe anew because of an answer given elsewhere. */
  #disclosures(id: StepId, matter: Matter): readonly Reading[] {
    const step = this.#flow.steps[id] as Step;
    const binds = Object.values(step.fields).map(({ bind }) => `answers.${bind}`);
    return (this.#reads.get(id)?.disclosures ?? []).flatMap(({ idTag, readings }) => readings.filter(({ reads }) =>
      this.#tags.has(idTag) || reads.some((path) => this.#differs(path) && matter.open.meets(path) && !binds.includes(path))));
  }

  /** Whether each step that may still change one of these answers asks for all of them, whoever comes there. */
  #asksAll(matter: Matter, paths: readonly Path[]): boolean {
    if (!paths.every((path) => path.startsWith('answers.'))) return false;
    for (const id of matter.steps) {
      const step = this.#flow.steps[id];
      if (!step) continue;
      const shape = shapeOf(this.#flow, step);
      if (shape.assigned.some(({ path }) => paths.some((one) => overlap(one, `answers.${path}`)))) return false;
      const asked = paths.map((path) => shape.fields.filter(({ bind }) => overlap(path, `answers.${bind}`)));
      if (asked.every((fields) => fields.length === 0)) continue;
      if (asked.some((fields) => fields.length !== 1 || fields.some((field) => (shape.whens.get(field.id) ?? []).length > 0))) return false;
    }
    return true;
  }

  #differs(path: Path): boolean {
    return CHANGING.has(path.split('.', 1)[0] ?? '') || Object.keys(this.#domain.world).some((one) => overlap(one, path));
  }

  /** What may still be asked where these steps lie ahead. */
  #askedAt(steps: ReadonlySet<StepId>): readonly Asked[] {
    return this.#domain.asked.filter(({ at }) => at.some((step) => steps.has(step)));
  }

  /** Whether nothing is asked of this answer but that it lies between its limits: then its order among them is all that counts. */
  #isBounded(path: Path, asked: readonly Asked[]): boolean {
    const name = `${path} ${asked.map((one) => this.#domain.asked.indexOf(one)).join()}`;
    let is = this.#bounded.get(name);
    if (is === undefined) {
      const readings = [...this.#reads.values()].flatMap((reads) => [...reads.entering, ...reads.inside, ...reads.checks, ...reads.disclosures.flatMap(({ readings: whens }) => whens)]);
      const met = [...readings, ...this.#domain.kept, ...asked.flatMap(({ scope }) => scope)].filter(({ reads }: Reading) => reads.some((one) => overlap(one, path)));
      this.#bounded.set(name, true);
      is = met.length > 0 && met.every(({ bounds, copiedTo, reads }: Reading) => bounds?.bind === path.slice('answers.'.length) || (copiedTo !== undefined && reads.length === 1 && this.#isBounded(copiedTo, asked)));
      this.#bounded.set(name, is);
    }
    return is;
  }

  /** Whether something of the flow reads this fact. */
  isRead(path: Path): boolean {
    return this.#domain.kept.some(({ reads }) => reads.some((one) => overlap(one, path))) || this.#domain.asked.some(({ scope }) => scope.some(({ reads }) => reads.some((one) => overlap(one, path))))
      || [...this.#reads.values()].some((reads) => [...reads.entering, ...reads.inside, ...reads.checks, ...reads.disclosures.flatMap(({ readings }) => readings)].some((reading) => reading.reads.some((one) => overlap(one, path))));
  }

  /** Whether nothing that can come after this page, obligations included, asks more of the field's answer than that it lies between its limits. */
  bounded(step: StepId, field: Field): boolean {
    return field.dynamic.length > 0 && this.#isBounded(`answers.${field.bind}`, this.#askedAt(this.ahead(step)));
  }

  /** Whether an answer that counts for nothing now may count again without being asked: the page that asks it was left, or it is written otherwise. */
  #recalls(path: Path, state: State): boolean {
    let by = this.#recalled.get(path);
    if (by === undefined) {
      const steps = Object.values(this.#flow.steps);
      const asks = steps.filter((step) => Object.values(step.fields).some(({ bind }) => overlap(`answers.${bind}`, path)));
      const always = steps.some((step) => shapeOf(this.#flow, step).assigned.some((one) => overlap(`answers.${one.path}`, path))) || asks.some((step) => leavesHalfFilled(this.#flow, step));
      this.#recalled.set(path, (by = always ? true : asks.map(({ id }) => id)));
    }
    return by === true || by.some((id) => state.journey[id] !== undefined);
  }

  /** Fields of a page whose answers a step passed before reads: what is answered here may change the way before the page is left. */
  readBefore(id: StepId): readonly Field[] {
    let found = this.#readBefore.get(id);
    if (!found) {
      const earlier = [...(this.#before.get(id) ?? [])].filter((step) => step !== id).flatMap((step) => {
        const reads = this.#reads.get(step);
        return reads ? [...reads.entering, ...reads.inside, ...reads.checks].filter(({ bounds }) => !bounds).flatMap((reading) => reading.reads) : [];
      });
      found = Object.values(this.#flow.steps[id]?.fields ?? {}).filter(({ bind }) => earlier.some((path) => overlap(path, `answers.${bind}`)));
      this.#readBefore.set(id, found);
    }
    return found;
  }

  /** Steps passed before `from` whose way is not the same any more after a move from there. */
  unsteady(from: State, to: State): readonly Unsteady[] {
    const { step: at } = from.page;
    let unsure = this.#unsure.get(at);
    if (!unsure) this.#unsure.set(at, (unsure = matterOf([at], at, this.#followers, this.#reads, this.#before, this.#unsteady).unsure));
    if (unsure.size === 0) return [];
    const [was, is] = [pathOf(this.#flow, from), pathOf(this.#flow, to)];
    return was.flatMap((step, index) => (unsure.has(step) && is[is.indexOf(step) + 1] !== was[index + 1] ? [{ at, step }] : []));
  }

  /** World facts that must be known at the state's page and are not. */
  unasked(state: State): readonly Path[] {
    const seen = facts(this.#flow, state);
    return this.needs(state.page.step).filter((path) => read(seen, path) === undefined);
  }

  /** For each step, and for `start`, the world facts that must be known there: its own reads, and those that decide where it leads. */
  needs(from: StepId | 'start'): readonly Path[] {
    let found = this.#needs.get(from);
    if (!found) this.#needs.set(from, (found = this.#needsAt(from)));
    return found;
  }

  #needsAt(from: StepId | 'start'): readonly Path[] {
    const wanted = new Set<Path>();
    const take = (readings: readonly Reading[]): void => readings.forEach(({ reads }) => reads.forEach((path) => wanted.add(path)));
    const inside = (id: StepId): void => {
      const reads = this.#reads.get(id);
      if (!reads) return;
      take([...reads.inside, ...reads.checks]);
      for (const { idTag, readings } of reads.disclosures) if (this.#tags.has(idTag)) take(readings);
    };
    inside(from);
    take(this.#reads.get(from)?.entering ?? []);
    const passed = new Set<StepId>(this.#followers.get(from) ?? []);
    for (const id of passed) {
      take(this.#reads.get(id)?.entering ?? []);
      this.#domain.asked.forEach(({ at, scope }) => at.includes(id) && take(scope));
      if (this.#flow.steps[id]?.kind !== 'route') continue;
      inside(id);
      this.#followers.get(id)?.forEach((further) => passed.add(further));
    }
    return Object.keys(this.#domain.world).filter((path) => [...wanted].some((one) => overlap(one, path)));
  }

  /** Steps that can come after this one. */
  ahead(step: StepId): ReadonlySet<StepId> {
    return reachedFrom(this.#followers.get(step) ?? [], this.#followers);
  }
}

/** Limits and values by their rank among each other. */
function orderOf(ordered: readonly Bounded[], facts: Facts, answers: JsonObject): string {
  if (ordered.length === 0) return '';
  const all = ordered.flatMap(({ bind, limits }) => [get(facts.answers, bind) ?? get(answers, bind), ...limits.map((limit) => limit.of(facts))]);
  const numbers = [...new Set(all.filter((value) => typeof value === 'number'))].sort((a, b) => a - b);
  return all.map((value) => (typeof value === 'number' ? numbers.indexOf(value) : mark(value))).join();
}

const paths = new WeakMap<State, readonly StepId[]>();
function pathOf(flow: CompiledFlow, state: State): readonly StepId[] {
  let path = paths.get(state);
  if (!path) paths.set(state, (path = walk(flow, state.answers, state.journey, state.world).path));
  return path;
}

/** The steps on the way that were left. */
export function leftSteps(flow: CompiledFlow, state: State): ReadonlySet<StepId> {
  const { path, at } = walk(flow, state.answers, state.journey, state.world);
  return new Set(path.filter((id) => id !== at));
}

const lastOf = (last: OutcomeOf | undefined): string => (last ? `${last.operation}=${last.name}` : '');

/** How a step was left, as far as that tells where it leads: two ways to one target are one. */
function recordMark(flow: CompiledFlow, id: StepId, record: Journey[string]): string {
  const step = flow.steps[id] as Step;
  const led = (target: Target | undefined): string => (target ? JSON.stringify(target) : '');
  const named = (outcome: OutcomeOf | undefined): string => {
    if (!outcome) return '';
    return led(callsOf(flow, step, record).find(({ operation }) => operation === outcome.operation)?.on[outcome.name]) || (outcome.name === 'ok' ? 'ok' : lastOf(outcome));
  };
  switch (record.by) {
    case 'load': return named(record.outcome);
    case 'event': return led(step.listen.find(({ channel }) => channel === record.channel)?.on[record.event]);
    case 'giveUp': return led(step.listen.find(({ channel }) => channel === record.channel)?.onGiveUp);
    case 'timer': return led(step.timers[record.index]?.do);
    case 'link': return `link ${record.index}`;
    case 'action': return `press ${record.action} ${named(record.outcome)}`;
    case 'widget': return `${record.widget} ${record.event} ${named(record.outcome)}`;
    case 'dialog': return `${record.dialog} ${record.action} ${named(record.outcome)}`;
  }
}
