/** When two states are one: everything that can still matter is the same. */
import type { Call, CompiledFlow, Compute, Field, Step, StepId } from '../../../runtime/core/definition.ts';
import type { Journey, State } from '../../../runtime/core/state.ts';
import type { JsonObject, Path } from '../../../runtime/core/facts.ts';
import { facts, walk } from '../../../runtime/core/index.ts';
import { overlap, shapeOf } from '../../../runtime/core/shape.ts';
import { leadsWithin } from '../../../runtime/core/targets.ts';
import type { Again, Asked, Domain, Memory, Node, Passage } from '../exploration.ts';
import { allReadings, Bounded } from './bounded.ts';
import { followersOf, passedBefore, reachedFrom, type Followers, type Ground } from './matter.ts';
import { locksIn, needsAt } from './needs.ts';
import { Places, type Place } from './place.ts';
import { mark, read } from './plan.ts';
import { changedBy, stepReads } from './reads.ts';
import { lastOf, recordMark } from './record.ts';
import { isCompleted } from '../../../runtime/core/completed.ts';
import { deferredIn, NOTHING, toldOf, type Laters } from './later.ts';
import { pathOf as pathOfField } from './order.ts';
import { BY_ADDRESS, followersWithin, leavesHalfFilled, stepGraph, targetsOf } from '../step-graph.ts';

/** Steps that bring a fact, around which somebody may come to where it is read. */
interface Around {
  readonly by: ReadonlySet<StepId>;
  readonly path: Path;
}

/** Makes the keys of one flow's states. */
export class Keys {
  readonly #flow: CompiledFlow;
  readonly #domain: Domain;
  readonly #ground: Ground;
  readonly #places: Places;
  readonly #memories: ReadonlyMap<string, Memory>;
  readonly #tags: ReadonlySet<string>;
  readonly #leftBefore = new WeakMap<
    JsonObject,
    {
      readonly journey: Journey;
      readonly world: State['world'];
      readonly step: StepId;
      readonly left: readonly StepId[];
    }
  >();
  readonly #readBefore = new Map<StepId, readonly Field[]>();
  readonly #isRead = new Map<Path, boolean>();
  readonly #needs = new Map<StepId, readonly Path[]>();
  readonly #bounded: Bounded;
  readonly #onward = new Map<StepId, ReadonlySet<StepId>>();
  /** Answer path to the steps whose record makes a stored answer count again; true where it counts without one. */
  readonly #recalled = new Map<Path, true | readonly StepId[]>();

  readonly #deferred: ReadonlySet<string>;
  readonly #dueAt = new Map<StepId, ReadonlySet<Path>>();
  readonly #met = new Map<string, boolean>();
  readonly #aside = new Map<string, string>();
  /** Step to those that can directly follow it without opening an address. */
  readonly #ways: Followers;
  readonly #isQueryRead: boolean;
  readonly #mayDrawBack: boolean;

  /** @param again steps seen to come again though a person had passed them */
  constructor(flow: CompiledFlow, domain: Domain, again: Again) {
    this.#flow = flow;
    this.#domain = domain;
    const graph = stepGraph(flow);
    const followers = followersOf(graph);
    this.#ways = followersOf({ edges: graph.edges.filter(({ by }) => by !== BY_ADDRESS) });
    this.#ground = {
      followers,
      reads: new Map(Object.values(flow.steps).map((step) => [step.id, stepReads(flow, step, changedBy(domain))])),
      before: passedBefore(flow, followers),
      again,
    };
    this.#memories = new Map(domain.asked.flatMap(({ memory }) => (memory ? [[memory.name, memory] as const] : [])));
    this.#tags = new Set([...this.#memories.values()].flatMap(({ tags }) => tags));
    this.#deferred = deferredIn(flow, domain, this.#ground);
    this.#bounded = new Bounded(flow, domain, this.#ground);
    this.#places = new Places(flow, domain, {
      ground: this.#ground,
      bounded: this.#bounded,
      tags: this.#tags,
      late: new Set(
        [...this.#deferred].map((name) => {
          const [step = '', field = ''] = name.split('/');
          return `answers.${flow.steps[step]?.fields[field]?.bind ?? ''}`;
        }),
      ),
    });
    this.#isQueryRead = this.isRead('route.query');
    this.#mayDrawBack = this.#isQueryRead || Object.keys(flow.steps).some((id) => this.#isAskedOfOwn(id));
  }

  /** What is remembered after a passage. */
  remembered(before: ReadonlySet<string>, passage: Passage): ReadonlySet<string> {
    const after = [...this.#memories].flatMap(([name, memory]) =>
      memory.after(before.has(name), passage) ? name : [],
    );
    return after.length === before.size && after.every((name) => before.has(name)) ? before : new Set(after);
  }

  /** Whether something done at a step may end what is remembered now and may still be asked for at another. */
  endsAt(step: Step, at: StepId, remembered: ReadonlySet<string>): boolean {
    return this.#places
      .askedAt(this.stepsAt(at))
      .some(({ memory }) => memory !== undefined && remembered.has(memory.name) && memory.endsAt?.(step) === true);
  }

  /** Whether the way goes on behind the page as it stands: it was left, and holds. */
  isPassed(state: State): boolean {
    return pathOf(this.#flow, state).at(-1) !== state.page.step;
  }

  /** Whether the page was gone back to, is passed, or was left and holds no more: with other answers it may. */
  #standing(state: State): string {
    if (state.visiting !== undefined) return 'back';
    if (this.isPassed(state)) return 'passed';
    return state.journey[state.page.step] === undefined ? '' : 'left';
  }

  /** Whether something is asked at a step that must be so again since a change. */
  isAskedAnew(step: StepId): boolean {
    return this.#domain.asked.some(({ at, memory }) => memory?.endsAt !== undefined && at.includes(step));
  }

  /**
   * Whether something answered otherwise at a step would have made a step that was left since, or the step itself, do
   * otherwise: what is set, and which calls are made. One that is off the way now may come onto it again. A cookie of
   * which nothing here reads is laid anew to no end: the time until somebody counts as idle is no step's.
   */
  undoes(step: StepId, state: State): boolean {
    const writes = [...(this.#ground.reads.get(step)?.writes ?? [])].filter(
      (path) => !path.startsWith('cookies.') || this.isRead(path),
    );
    const left = leftSteps(this.#flow, state);
    const before = left.slice(0, Math.max(left.indexOf(step), 0));
    return Object.keys(state.journey).some(
      (id) =>
        !before.includes(id) &&
        [...(this.#ground.reads.get(id)?.once ?? [])].some((path) => writes.some((one) => overlap(one, path))),
    );
  }

  /**
   * Whether something answered otherwise at a step may lead by another way to a step that reads what came only since:
   * answers that are asked later count for nothing there, but what a call brought stays known.
   */
  meetsNews(step: StepId, state: State): boolean {
    const left = leftSteps(this.#flow, state);
    const before = left.slice(0, Math.max(left.indexOf(step), 0));
    const since = new Set([...Object.keys(state.journey).filter((id) => !before.includes(id)), state.page.step]);
    return [...since].some((id) => this.#toldAt(id).some((path) => this.#isMetAround(step, path, since)));
  }

  /**
   * Whether a step was left as a call came out that it makes as it comes: whoever goes back has it made again, and what
   * it brings then is known behind the step, which stays left as it was.
   */
  asksAgain(id: StepId, { journey }: State): boolean {
    const loads = this.#flow.steps[id]?.load ?? [];
    return journey[id]?.by === 'load' && loads.some(({ as }) => as !== undefined && this.isRead(`results.${as}`));
  }

  /**
   * Whether going back to a step that was left may lead to something that cannot be had by answering otherwise at once.
   */
  isWorthGoingBack(id: StepId, state: State): boolean {
    return (
      this.undoes(id, state) ||
      this.meetsNews(id, state) ||
      this.asksAgain(id, state) ||
      this.mayLock(id) ||
      this.#drawsBack(id, state)
    );
  }

  /**
   * Steps that were left and are off the way now, and that set an answer which a step on the way asks for: whoever
   * gives it anew there may bring them back, and they stay as they were left.
   */
  #setAside(state: State): string {
    const left = leftSteps(this.#flow, state);
    const aside = Object.keys(state.journey).filter((id) => !left.includes(id) && id !== state.page.step);
    if (aside.length === 0) return '';
    const name = [left, aside.sort()].join('|');
    let found = this.#aside.get(name);
    if (found === undefined) {
      const asked = left.flatMap((id) => Object.values(this.#flow.steps[id]?.fields ?? {}).map(pathOfField));
      const sets = (id: StepId): boolean =>
        this.#ground.reads.get(id)?.sets.some(({ to }) => asked.some((one) => overlap(one, to))) ?? false;
      this.#aside.set(name, (found = aside.filter(sets).join()));
    }
    return found;
  }

  /** Steps that were left to which it is worth going back though nothing that counts here says so: whether they are. */
  #drawBack(state: State): readonly StepId[] {
    return this.#mayDrawBack ? leftSteps(this.#flow, state).filter((id) => this.#drawsBack(id, state)) : [];
  }
  #drawsBack(id: StepId, state: State): boolean {
    return this.#isAskedOfOwn(id) || this.#dropsQuery(id, state);
  }

  /** Whether anything can be done at a step otherwise: a page with one way on and nothing to say has none. */
  #mayTurn(step: StepId): boolean {
    return (this.#ground.reads.get(step)?.writes.size ?? 0) > 0 || (this.#ways.get(step)?.size ?? 0) > 1;
  }

  /** What is known for good once a step was come to or left, answers apart. */
  #toldAt(id: StepId): readonly Path[] {
    return [...(this.#ground.reads.get(id)?.writes ?? [])].filter((path) => !path.startsWith('answers.'));
  }

  /**
   * Whether a fact is read at a step that can be come to from this one around all those of these that bring it. What an
   * address opens is opened without going back as well: it counts where something there reads what this step asks. What
   * the step itself asks for as it comes was known there before.
   */
  #isMetAround(step: StepId, path: Path, since: ReadonlySet<StepId>): boolean {
    const by = new Set([...since].filter((id) => this.#toldAt(id).some((one) => overlap(one, path))));
    const name = `${step} ${path} ${[...by].sort().join()}`;
    let is = this.#met.get(name);
    if (is === undefined) {
      const writes = [...(this.#ground.reads.get(step)?.writes ?? [])];
      const asks = writes.filter((one) => one.startsWith('answers.'));
      const reads = (id: StepId, paths: readonly Path[]): boolean =>
        paths.some((one) => this.#isAskedOf(id, one) || (!by.has(id) && this.#isDecidedBy(id, one)));
      const ahead = this.#reachedAround(step, { by, path });
      const opened = Object.values(this.#flow.steps).flatMap(({ id, entry }) => {
        const there = entry && ahead.size > 1 ? [...this.#reachedAround(id, { by, path })] : [];
        return there.some((one) => reads(one, asks)) ? there : [];
      });
      const isLoaded = (this.#flow.steps[step]?.load ?? []).some(({ as }) => as && overlap(`results.${as}`, path));
      is =
        this.#isAskedOf(step, path) ||
        (!isLoaded && this.#mayTurn(step) && [...ahead, ...opened].some((id) => reads(id, [path])));
      this.#met.set(name, is);
    }
    return is;
  }

  /**
   * What can be come to from a step without opening an address, as far as it does not lie behind one of these; of the
   * ways from the step itself those on which the fact is brought anew are none.
   */
  #reachedAround(from: StepId, { by, path }: Around): ReadonlySet<StepId> {
    const brings = ({ call, name }: { readonly call: Call; readonly name: string }): boolean =>
      call.as !== undefined &&
      overlap(`results.${call.as}`, path) &&
      this.#domain.results(call, name).every((value) => value !== undefined);
    const step = this.#flow.steps[from];
    const first = step && by.has(from) ? followersWithin(this.#flow, step, brings) : this.#ways.get(from);
    const reached = new Set([from, ...(first ?? [])]);
    for (const id of reached) if (id !== from && !by.has(id)) this.#ways.get(id)?.forEach((next) => reached.add(next));
    return reached;
  }

  /** Whether something is asked of a fact of whoever comes to a step. */
  #isAskedOf(id: StepId, path: Path, counts: (asked: Asked) => boolean = () => true): boolean {
    const asked = this.#domain.asked.filter((one) => !one.apart && one.at.includes(id) && counts(one));
    return asked.flatMap(({ scope }) => scope).some(({ reads }) => reads.some((one) => overlap(one, path)));
  }

  /**
   * Whether a button of a step puts another query in the place of the one that is read: who goes back and on by an
   * address keeps it.
   */
  #dropsQuery(id: StepId, { world: { route } }: State): boolean {
    const step = this.#flow.steps[id];
    return (
      step !== undefined &&
      this.#isQueryRead &&
      Object.keys(route.query).length > 0 &&
      targetsOf(this.#flow, step).some(({ target }) => leadsWithin(this.#flow, target))
    );
  }

  /** Whether whoever comes back to a step is asked of answers that the step itself asks for. */
  #isAskedOfOwn(id: StepId, counts: (asked: Asked) => boolean = () => true): boolean {
    const writes = [...(this.#ground.reads.get(id)?.writes ?? [])];
    return writes.some((path) => path.startsWith('answers.') && this.#isAskedOf(id, path, counts));
  }

  /** The same of whoever comes: what is typed there stays where they go back before they leave it. */
  asksOfTyped(id: StepId): boolean {
    return this.#isAskedOfOwn(id, ({ arrives }) => arrives === true);
  }

  /** Whether a fact decides something at a step. */
  #isDecidedBy(id: StepId, path: Path): boolean {
    const { entering = [], inside = [], checks = [], sets = [], disclosures = [] } = this.#ground.reads.get(id) ?? {};
    return [
      ...entering,
      ...inside,
      ...checks,
      ...sets.map(({ value }) => value),
      ...disclosures.flatMap(({ idTag, readings }) => (this.#tags.has(idTag) ? readings : [])),
    ].some(({ reads }) => reads.some((one) => overlap(one, path)));
  }

  /**
   * Whether something done at a step may bring a lock: how it was left before then stands, wherever it leads now.
   */
  mayLock(step: StepId): boolean {
    const writes = [...(this.#ground.reads.get(step)?.writes ?? [])];
    return locksIn(this.#flow, this.#domain).some(({ reads }) =>
      reads.some((path) => writes.some((one) => overlap(one, path))),
    );
  }

  /** Whether a step makes more than the answers to its own questions: something is set, or a call brings something. */
  makes(step: StepId): boolean {
    const { sets = [], writes = [] } = this.#ground.reads.get(step) ?? {};
    return sets.length > 0 || [...writes].some((path) => !path.startsWith('answers.'));
  }

  /** Whether the answer of a field is told apart where it first matters, and not on its page. */
  isDeferred(step: Step, field: Field): boolean {
    return this.#deferred.has(`${step.id}/${field.id}`);
  }

  /** The first open answer that something done at a step looks at; undefined where none does. */
  dueAt(step: StepId, later: Laters): Path | undefined {
    let wanted = this.#dueAt.get(step);
    if (!wanted) {
      const { inside = [], checks = [], sets = [], disclosures = [] } = this.#ground.reads.get(step) ?? {};
      const asked = this.#domain.asked.filter(({ at }) => at.includes(step)).flatMap(({ scope }) => scope);
      const own = inside.filter(
        ({ reads, limits }) =>
          limits === undefined ||
          !Object.values(this.#flow.steps[step]?.fields ?? {}).some(
            (field) => reads[0] === pathOfField(field) && this.#deferred.has(`${step}/${field.id}`),
          ),
      );
      wanted = new Set(
        [
          ...own,
          ...checks,
          ...sets.map(({ value }) => value),
          ...disclosures.flatMap(({ readings }) => readings),
          ...asked,
        ].flatMap(({ reads }) => reads),
      );
      this.#dueAt.set(step, wanted);
    }
    return firstOf(later, [wanted]);
  }

  /**
   * The first open answer that decided where a move led: whether each step that was skipped or come to is on the way.
   */
  dueFor(from: State, to: State, later: Laters): Path | undefined {
    if (later.size === 0) return undefined;
    const was = pathOf(this.#flow, from);
    const fresh = pathOf(this.#flow, to).filter((id) => !was.includes(id));
    const here = to.page.step;
    const line = this.#flow.line;
    const place = (id: StepId): number => line.indexOf(id);
    const last = Math.max(place(here), ...fresh.map(place));
    const silent = fresh.filter((id) => id !== here);
    const looked = [from.page.step, ...silent]
      .flatMap((id) => [...(this.#ground.followers.get(id) ?? [])])
      .filter((id) => place(id) <= last)
      .sort((a, b) => place(a) - place(b));
    const readings = (id: StepId, parts: readonly ('entering' | 'inside' | 'checks')[]): readonly Path[] =>
      parts.flatMap((part) => (this.#ground.reads.get(id)?.[part] ?? []).flatMap(({ reads }) => reads));
    const arrived = this.#domain.asked
      .filter(({ at }) => here !== from.page.step && at.includes(here))
      .flatMap(({ scope }) => scope.flatMap(({ reads }) => reads));
    const documents = (this.#ground.reads.get(here)?.disclosures ?? []).flatMap(({ readings: list }) =>
      list.flatMap(({ reads }) => reads),
    );
    return firstOf(later, [
      ...looked.map((id) => readings(id, ['entering'])),
      ...silent.map((id) => readings(id, ['entering', 'inside', 'checks'])),
      readings(here, ['entering']),
      arrived,
      documents,
    ]);
  }

  /**
   * The key of a state at which the person has just arrived, or that an event left at its page.
   * @param later answers that are not told apart yet: whatever they are, the state is one
   */
  of(full: State, remembered: ReadonlySet<string>, later: Laters = NOTHING): string {
    return this.keyOf(full, { remembered, later }).key;
  }

  /** The key, as `of`, and what is asked of this person and kept for good. */
  keyOf(
    full: State,
    { remembered, later }: Pick<Node, 'remembered' | 'later'>,
  ): { readonly key: string; readonly keeps: readonly Asked[] } {
    const { page } = full;
    const keeps: Asked[] = [];
    const busy =
      page.busy &&
      `${Object.values(page.busy.source).join('.')}.${page.busy.index}.${lastOf(page.busy.last)}${page.busy.call === '' ? '.early' : ''}`;
    const waits = Object.values(page.pending).sort();
    const key = [
      page.step,
      page.dialog ?? '',
      page.confirms ?? '',
      Object.keys(page.seen ?? {})
        .sort()
        .join(),
      busy ?? '',
      waits.join(),
      [...page.loaded].sort().join(),
      page.cleared.join(),
      [...(page.awaits ?? [])].sort().join(),
      this.#standing(full),
      full.start ?? '',
      this.#setAside(full),
      this.#drawBack(full).join(),
      this.unasked(full).join(),
      [...later.keys()].sort().join(),
      this.#rest(this.#placeOf(full), full, { remembered, later, keeps }),
    ].join('\u0000');
    return { key, keeps };
  }

  /**
   * The key of a page filled up to its field number `index` (not included): what counts when it is filled on and left.
   */
  filled(state: State, index: number, later: Laters = NOTHING): string {
    const place = this.#places.filled(state, { index, checks: true });
    const rest = this.#rest(place, state, { remembered: new Set(), later, keeps: [] });
    return later.size === 0 ? rest : `${[...later.keys()].join()} ${rest}`;
  }

  /** As `filled`, whatever the page's own checks say of it. */
  unchecked(state: State, index: number): string {
    return this.#rest(this.#places.filled(state, { index, checks: false }), state, {
      remembered: new Set(),
      later: NOTHING,
      keeps: [],
    });
  }

  /**
   * A page that is filled whole before it is left begins anew whenever it is shown; one that works on a press has its
   * answers.
   */
  #placeOf(state: State): Place {
    const { page } = state;
    const step = this.#flow.steps[page.step] as Step;
    if (page.busy || page.dialog !== undefined)
      return this.#places.filled(state, { index: step.fieldOrder.length, checks: true });
    if (step.kind === 'form' && !leavesHalfFilled(this.#flow, step))
      return this.#places.filled(state, { index: 0, checks: true });
    return this.#places.arrived(step.id);
  }

  /** @param keeps takes what is asked of this person and kept for good */
  #rest(
    place: Place,
    state: State,
    { remembered, later, keeps }: Pick<Node, 'remembered' | 'later'> & { readonly keeps: Asked[] },
  ): string {
    const whole = facts(this.#flow, state);
    const isOpen = later.size > 0;
    const seen = isOpen
      ? (toldOf(whole as unknown as JsonObject, later, 'answers.') as unknown as typeof whole)
      : whole;
    const answers = isOpen ? toldOf(state.answers, later, '') : state.answers;
    const recalls = (path: Path): boolean => this.#recalls(path, state);
    const left = place.needsWay ? this.#left(state) : [];
    const open: Asked[] = [];
    const parts: string[] = [];
    // A page come back to counts the answers it holds from before: an obligation asked there sees them.
    const always = (): boolean => true;
    for (const one of place.asked) {
      const { asked, scope, demand } = one;
      const [applies, holds] = asked.scope;
      const known = asked.memory === undefined || remembered.has(asked.memory.name);
      const kept =
        known &&
        asked.passed === undefined &&
        (holds === undefined
          ? asked.memory !== undefined
          : demand.settled && demand.knows(seen) && holds.of(seen) === true);
      if ((scope.settled && scope.knows(seen) && applies?.of(seen) === false) || scope.isNever(seen)) {
        parts.push('no');
        continue;
      }
      if (kept && one.lasts && scope.knows(seen) && asked.settles) {
        parts.push('no');
        keeps.push(asked);
        continue;
      }
      open.push(asked);
      // Also where it was kept it counts for whom it is, so that it is known whether anybody it is for was asked.
      if (kept) parts.push(`ok${scope.part(seen, answers, always)}`);
      else
        parts.push(
          `${asked.memory && known ? 'known' : ''}${asked.passed !== undefined && left.includes(asked.passed) && isCompleted(this.#flow, asked.passed, state.journey[asked.passed]) ? 'passed' : ''}${scope.part(seen, answers, always)}${demand.part(seen, answers, always)}`,
        );
    }
    const { plan, stays } = place.counting(open);
    parts.push(plan.part(seen, answers, recalls));
    for (const { id, shown } of place.records) {
      const record = state.journey[id];
      if (record)
        parts.push(
          `${id}:${recordMark(this.#flow, id, record)}${shown && record.shown ? Object.keys(record.shown).sort().join() : ''}`,
        );
    }
    for (const id of left) {
      const counts = stays.get(id)?.(seen) === true ? undefined : place.passed.get(id);
      const record = state.journey[id];
      if (counts !== undefined) parts.push(`>${id}${counts && record ? recordMark(this.#flow, id, record) : ''}`);
    }
    for (const name of place.inputs) parts.push(mark(state.inputs[name]));
    return parts.join('\u0002');
  }

  /** The steps left on the way; while a page is filled that ends the way, the pages before it stay as they were. */
  #left(state: State): readonly StepId[] {
    const {
      journey,
      world,
      page: { step, before },
    } = state;
    const known = this.#leftBefore.get(before);
    if (
      known &&
      known.journey === journey &&
      known.world === world &&
      known.step === step &&
      state.visiting === undefined
    )
      return known.left;
    const left = leftSteps(this.#flow, state);
    if (state.visiting === undefined) this.#leftBefore.set(before, { journey, world, step, left });
    return left;
  }

  /** Whether something of the flow reads this fact. */
  isRead(path: Path): boolean {
    const known = this.#isRead.get(path);
    if (known !== undefined) return known;
    const sets = [...this.#ground.reads.values()].flatMap((reads) => reads.sets.map(({ value }) => value));
    const found = [
      ...this.#domain.kept,
      ...this.#domain.asked.flatMap(({ scope }) => scope),
      ...sets,
      ...(this.#flow.locks ?? []).map(({ when }) => when),
      ...allReadings(this.#ground),
    ].some(({ reads }) => reads.some((one) => overlap(one, path)));
    this.#isRead.set(path, found);
    return found;
  }

  /**
   * Whether nothing that can come after this page, obligations included, asks more of the field's answer than that it
   * lies between its limits.
   */
  bounded(step: StepId, field: Field): boolean {
    const ahead = reachedFrom(this.#ground.followers.get(step) ?? [], this.#ground.followers);
    return field.dynamic.length > 0 && this.#bounded.has(`answers.${field.bind}`, this.#places.askedAt(ahead));
  }

  /** Limits of the fields to whose answers something copies this field's. */
  limitsCopiedTo({ bind }: Field): readonly Compute[] {
    const to = this.#bounded.copiesOf(`answers.${bind}`);
    if (to.length === 0) return [];
    return Object.values(this.#flow.steps)
      .flatMap(({ fields }) => Object.values(fields))
      .filter((field) => to.includes(`answers.${field.bind}`))
      .flatMap(({ dynamic }) => dynamic.map(({ limit }) => limit));
  }

  /**
   * Whether an answer that counts for nothing now may count again without being asked: the page that asks it was left,
   * or it is written otherwise.
   */
  #recalls(path: Path, state: State): boolean {
    let by = this.#recalled.get(path);
    if (by === undefined) {
      const steps = Object.values(this.#flow.steps);
      const asks = steps.filter((step) =>
        Object.values(step.fields).some(({ bind }) => overlap(`answers.${bind}`, path)),
      );
      const always =
        steps.some((step) => shapeOf(this.#flow, step).assigned.some((one) => overlap(`answers.${one.path}`, path))) ||
        asks.some((step) => leavesHalfFilled(this.#flow, step));
      this.#recalled.set(path, (by = always ? true : asks.map(({ id }) => id)));
    }
    return by === true || by.some((id) => state.journey[id] !== undefined);
  }

  /** Whether the field's answer counts also where it was not asked, because something else writes it. */
  countsUnasked(field: Field): boolean {
    return Object.values(this.#flow.steps).some((step) =>
      shapeOf(this.#flow, step).assigned.some(({ path }) => overlap(path, field.bind)),
    );
  }

  /**
   * Fields of a page whose answers a step passed before reads: what is answered here may change the way before the page
   * is left.
   */
  readBefore(id: StepId): readonly Field[] {
    let found = this.#readBefore.get(id);
    if (!found) {
      const earlier = [...(this.#ground.before.get(id) ?? [])]
        .filter((step) => step !== id)
        .flatMap((step) => {
          const reads = this.#ground.reads.get(step);
          return reads
            ? [...reads.entering, ...reads.inside, ...reads.checks]
                .filter(({ bounds }) => bounds === undefined)
                .flatMap((reading) => reading.reads)
            : [];
        });
      found = Object.values(this.#flow.steps[id]?.fields ?? {}).filter(({ bind }) =>
        earlier.some((path) => overlap(path, `answers.${bind}`)),
      );
      this.#readBefore.set(id, found);
    }
    return found;
  }

  /** Steps that may come while a person is at this step, or after it, those that come again included. */
  stepsAt(step: StepId): ReadonlySet<StepId> {
    return this.#places.matterAt(step).steps;
  }

  /** This step and those after it. */
  onward(step: StepId): ReadonlySet<StepId> {
    let found = this.#onward.get(step);
    if (!found) this.#onward.set(step, (found = reachedFrom([step], this.#ground.followers)));
    return found;
  }

  /** Steps that a move brought onto the way, or back to the person, though these keys take them for passed. */
  surprises(from: State, to: State): readonly StepId[] {
    const { unsure, turning, steps } = this.#places.matterAt(from.page.step);
    return unsure.size + turning.size === 0 ? [] : unforeseen(this.#flow, { from, to }, steps);
  }

  /** World facts that must be known at the state's page and are not. */
  unasked(state: State): readonly Path[] {
    const needed = this.needs(state.page.step);
    if (needed.length === 0) return [];
    const seen = facts(this.#flow, state);
    return needed.filter((path) => read(seen, path) === undefined);
  }

  /** For each step, and for `start`, the world facts that must be known there. */
  needs(from: StepId | 'start'): readonly Path[] {
    let found = this.#needs.get(from);
    if (!found) {
      const terrain = { flow: this.#flow, domain: this.#domain };
      found = needsAt(from, terrain, { ground: this.#ground, tags: this.#tags });
      this.#needs.set(from, found);
    }
    return found;
  }
}

/**
 * Steps on the way of `to` that were not on that of `from`, and the one the person came to, as far as they are none of
 * these.
 */
export function unforeseen(
  flow: CompiledFlow,
  { from, to }: { readonly from: State; readonly to: State },
  foreseen: ReadonlySet<StepId>,
): readonly StepId[] {
  const was = pathOf(flow, from);
  return [...new Set([...pathOf(flow, to).filter((id) => !was.includes(id)), to.page.step])].filter(
    (id) => !foreseen.has(id),
  );
}

/** The first open answer among facts that are read, in the order in which they are looked at. */
function firstOf(later: Laters, looked: readonly Iterable<Path>[]): Path | undefined {
  for (const some of looked)
    for (const path of some) for (const bind of later.keys()) if (overlap(path, `answers.${bind}`)) return bind;
  return undefined;
}

const paths = new WeakMap<State, readonly StepId[]>();
/** The steps on the way, in order, the unfinished one last. */
export function pathOf(flow: CompiledFlow, state: State): readonly StepId[] {
  let path = paths.get(state);
  if (!path) paths.set(state, (path = walk(flow, state, state.world).path));
  return path;
}

/** The steps on the way that were left. */
export const leftSteps = (flow: CompiledFlow, state: State): readonly StepId[] => pathOf(flow, state).slice(0, -1);
