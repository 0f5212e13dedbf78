/** What of a state counts at one place of the flow: while a person stands at a page, or has filled a part of it. */
import type { CompiledFlow, Field, Lock, Step, StepId } from '../../../runtime/core/definition.ts';
import type { Facts, Json, Path } from '../../../runtime/core/facts.ts';
import { lockAt, locksOf } from '../../../runtime/core/lock.ts';
import { overlap, shapeOf, type StepShape } from '../../../runtime/core/shape.ts';
import type { State } from '../../../runtime/core/state.ts';
import { afterSetting } from './copies.ts';
import type { Asked, Domain } from '../exploration.ts';
import { locksIn } from './needs.ts';
import type { Bounded, Hanging } from './bounded.ts';
import { Kinds, offeredTo } from './kinds.ts';
import { matterOf, PathSet, type Ground, type Matter } from './matter.ts';
import { fieldsInOrder, pathOf } from './order.ts';
import { mark, Plan, read, type Fate, type Outlook } from './plan.ts';
import type { Reading } from './reads.ts';

/** What counts of the flow itself, as long as these questions may still be asked of somebody. */
interface Counting {
  readonly plan: Plan;
  /** Of some of the steps passed: whether they stay as they were left, whatever becomes of what they read. */
  readonly stays: ReadonlyMap<StepId, (facts: Facts) => boolean>;
}

/** A question that may be asked from here on. */
interface AskedHere {
  readonly asked: Asked;
  /** For whom it is. */
  readonly scope: Plan;
  /** What it demands of the facts. */
  readonly demand: Plan;
  /** Whether nothing that it hangs on can be otherwise by the time it is asked. */
  readonly lasts: boolean;
}

export interface Place {
  /**
   * Of the questions that are asked of nobody like this any more none needs anything told apart: a number of which only
   * a limit of another state asks more than that it lies between its own is one of all that do.
   */
  readonly counting: (open: readonly Asked[]) => Counting;
  readonly asked: readonly AskedHere[];
  /** Steps whose record, when there is one, may be looked at again. */
  readonly records: readonly { readonly id: StepId; readonly shown: boolean }[];
  /** Steps passed of which it counts that they lie on the way, and whether also how they were left. */
  readonly passed: ReadonlyMap<StepId, boolean>;
  /** Whether it counts which steps were left. */
  readonly needsWay: boolean;
  readonly inputs: readonly string[];
}

/** How far a page is filled. */
interface Filling {
  readonly index: number;
  readonly checks: boolean;
}

/** How far a person is with the page they stand at. */
interface Standing {
  readonly at: StepId;
  /** Facts still to be asked on this page. */
  readonly todo: ReadonlySet<Path>;
  /** Whether the page's own checks still count. */
  readonly checks: boolean;
}

/**
 * Roots of facts that events of a journey change; any other fact differs only where the explorer asks it of the world.
 */
const CHANGING = new Set(['answers', 'results', 'typed', 'route', 'draft']);

/** The places of one flow. */
export class Places {
  readonly #flow: CompiledFlow;
  readonly #domain: Domain;
  readonly #ground: Ground;
  readonly #bounded: Bounded;
  readonly #kinds: Kinds;
  readonly #tags: ReadonlySet<string>;
  readonly #matter = new Map<StepId, Matter>();
  readonly #arrived = new Map<StepId, Place>();
  readonly #filling = new Map<string, Place>();

  readonly #late: ReadonlySet<Path>;
  readonly #locks: readonly Reading[];

  /**
   * @param tags disclosures of which it is remembered that they were shown
   * @param late answers that may not be told apart yet
   */
  constructor(
    flow: CompiledFlow,
    domain: Domain,
    {
      ground,
      bounded,
      tags,
      late,
    }: {
      readonly ground: Ground;
      readonly bounded: Bounded;
      readonly tags: ReadonlySet<string>;
      readonly late: ReadonlySet<Path>;
    },
  ) {
    this.#late = late;
    this.#locks = locksIn(flow, domain).map((when) => ({
      reads: when.reads,
      of: (facts) => when.of(facts) === true,
    }));
    this.#flow = flow;
    this.#domain = domain;
    this.#ground = ground;
    this.#bounded = bounded;
    this.#kinds = new Kinds(flow, domain, (path) => this.#differs(path));
    this.#tags = tags;
  }

  /** What matters to a person who stands at the step. */
  matterAt(step: StepId): Matter {
    let matter = this.#matter.get(step);
    if (!matter) this.#matter.set(step, (matter = matterOf([step], step, this.#ground)));
    return matter;
  }

  /** A person has just arrived at the step, and whatever was answered there counts. */
  arrived(step: StepId): Place {
    let place = this.#arrived.get(step);
    if (!place) {
      const matter = this.matterAt(step);
      this.#arrived.set(
        step,
        (place = this.#place(matter, (path) => (matter.open.meets(path) ? 'open' : 'settled'), {
          at: step,
          todo: new Set(),
          checks: true,
        })),
      );
    }
    return place;
  }

  /**
   * The page of the state is filled up to its field number `index` (not included), to be left.
   * @param checks whether the page's own checks still count
   */
  filled({ page: { step }, world }: State, { index, checks }: Filling): Place {
    const held = locksOf(this.#flow, world);
    const name = `${step}/${index}/${checks ? '' : 'unchecked'}/${held.map((lock) => this.#flow.locks?.indexOf(lock)).join()}`;
    let place = this.#filling.get(name);
    if (!place) this.#filling.set(name, (place = this.#whileFilling(step, held, { index, checks })));
    return place;
  }

  /** What may still be asked where these steps lie ahead. */
  askedAt(steps: ReadonlySet<StepId>): readonly Asked[] {
    return this.#domain.asked.filter(({ at }) => at.some((step) => steps.has(step)));
  }

  #whileFilling(id: StepId, held: readonly Lock[], { index, checks }: Filling): Place {
    const matter = matterOf(this.#ground.followers.get(id) ?? [], id, this.#ground);
    const step = this.#flow.steps[id] as Step;
    const shape = shapeOf(this.#flow, step);
    const todo = fieldsInOrder(this.#flow, step).slice(index);
    const own = new PathSet();
    shape.assigned.forEach(({ path }) => own.add(`answers.${path}`));
    this.#ground.reads.get(id)?.writes.forEach((path) => !path.startsWith('answers.') && own.add(path));
    const later = new PathSet();
    for (const other of matter.steps) this.#ground.reads.get(other)?.writes.forEach((path) => later.add(path));
    const fate = (path: Path): Fate => {
      const field = todo.find((one) =>
        path.startsWith('typed.') ? path === `typed.${one.id}` : overlap(path, `answers.${one.bind}`),
      );
      if (field)
        return (shape.whens.get(field.id) ?? []).length === 0 && !this.#mayStay(shape, field, { id, held })
          ? 'renewed'
          : 'open';
      return later.meets(path) || own.meets(path) ? 'open' : 'settled';
    };
    return this.#place({ ...matter, steps: new Set([...matter.steps, id]) }, fate, {
      at: id,
      todo: new Set(todo.map(pathOf)),
      checks,
    });
  }

  /**
   * Whether an answer may stay as it is on a page that is shown: a lock holds it, or something on the page or on one
   * gone back to from there may bring one; or it is among those of a page that are locked where others are not. Of a
   * page that was left nothing is asked any more where all of it is locked.
   * @param held the locks in force
   */
  #mayStay(
    { fields }: StepShape,
    { bind }: Field,
    { id, held }: { readonly id: StepId; readonly held: readonly Lock[] },
  ): boolean {
    const holds = (lock: Lock, path: Path): boolean => lockAt([lock], path) !== undefined;
    // Only one over everything holds what is at no path.
    const isWhole = (lock: Lock): boolean => holds(lock, '');
    const near = [id, ...(this.#ground.again.get(id) ?? [])];
    const writes = near.flatMap((one) => [...(this.#ground.reads.get(one)?.writes ?? [])]);
    const mayCome = ({ when }: Lock): boolean =>
      when.reads.some((path) => writes.some((written) => overlap(written, path)));
    return (
      lockAt(held, bind) !== undefined ||
      (this.#flow.locks ?? []).some(
        (lock) =>
          holds(lock, bind) && (mayCome(lock) || !(isWhole(lock) && fields.every((other) => holds(lock, other.bind)))),
      )
    );
  }

  #place(matter: Matter, fateOf: (path: Path) => Fate, { at, todo, checks }: Standing): Place {
    const outlook: Outlook = {
      fateOf,
      differs: (path) => this.#differs(path),
      late: (path) => Object.hasOwn(this.#domain.world, path) || this.#late.has(path),
      candidates: (path) => this.#domain.candidates(path) ?? this.#domain.world[path] ?? this.#offered(path),
      kindOf: (path, value, among) => this.#kinds.of(path, value, among),
      together: (paths) =>
        !paths.some((path) => [...todo].some((one) => overlap(one, path))) && this.#asksAll(matter, paths),
    };
    const lasting: Outlook = { ...outlook, fateOf: (path) => (fateOf(path) === 'renewed' ? 'open' : fateOf(path)) };
    const sets = [...matter.steps].flatMap((id) => this.#ground.reads.get(id)?.sets ?? []);
    const asked = this.askedAt(matter.steps);
    const passed = new Map<StepId, boolean>();
    for (const [ids, told] of [
      [matter.unsure, false],
      [matter.beside, false],
      [matter.turning, true],
    ] as const)
      for (const id of ids) if (!matter.steps.has(id) && id !== at) passed.set(id, told);
    const readings = this.#readings(matter, at, checks);
    const also = (scope: readonly Reading[]): readonly Reading[] => [...scope, ...afterSetting(scope, sets)];
    const countings = new Map<string, Counting>();
    const counting = (open: readonly Asked[]): Counting => {
      const name = asked.map((one) => (open.includes(one) ? '1' : '0')).join('');
      let found = countings.get(name);
      if (!found) {
        const stays = [...passed].flatMap(([id, told]) => {
          const one = told || matter.beside.has(id) ? undefined : this.#stays(id, matter, open);
          return one ? [[id, one] as const] : [];
        });
        const plan = new Plan(also(this.#bounded.merged(readings, open)), outlook);
        countings.set(name, (found = { plan, stays: new Map(stays) }));
      }
      return found;
    };
    return {
      counting,
      asked: asked.map((one) => {
        const changes = this.#changesBefore(one, matter);
        const near = one.at.includes(at) || this.#isLeftUnfilled(at) ? lasting : outlook;
        const isStill = (path: Path): boolean => near.fateOf(path) === 'open' && !changes(path);
        const then: Outlook = { ...near, fateOf: (path) => (isStill(path) ? 'settled' : near.fateOf(path)) };
        const scope = new Plan(also(one.scope.slice(0, 1)), then);
        const demand = new Plan(also(one.scope.slice(1)), then);
        return {
          asked: one,
          scope,
          demand,
          lasts: scope.settled && demand.settled && this.#isSure(one, matter, changes),
        };
      }),
      records: [...matter.steps].map((id) => ({ id, shown: this.#disclosures(id, matter).length > 0 })),
      passed,
      needsWay:
        passed.size > 0 ||
        asked.some((one) => one.passed !== undefined && (this.#ground.before.get(at)?.has(one.passed) ?? false)),
      inputs: [...matter.steps].flatMap((id) => this.#ground.reads.get(id)?.sessionResults ?? []),
    };
  }

  /** Whether a fact may change before something is asked: what changes only where its moment comes no more stays. */
  #changesBefore({ at }: Asked, { steps }: Matter): (path: Path) => boolean {
    const before = [...steps].filter((id) => at.some((moment) => this.matterAt(id).steps.has(moment)));
    return (path) => before.some((id) => this.#writes(id, path));
  }

  /**
   * Whether the pages that were left and ask what something hangs on stay on the way until it is asked: nothing changes
   * before that they read, or that says where they lead.
   */
  #isSure({ scope }: Asked, { unsure, turning, beside }: Matter, changes: (path: Path) => boolean): boolean {
    const paths = scope.flatMap(({ reads }) => reads);
    const readings = (id: StepId): readonly Reading[] => {
      const { entering = [], inside = [], checks = [] } = this.#ground.reads.get(id) ?? {};
      const next = [...(this.#ground.followers.get(id) ?? [])].map((one) => this.#ground.reads.get(one));
      return [...entering, ...inside, ...checks, ...next.flatMap((one) => one?.entering ?? [])];
    };
    return ![...unsure, ...turning, ...beside].some(
      (id) =>
        paths.some((path) => this.#writes(id, path)) &&
        (beside.has(id) || readings(id).some(({ reads }) => reads.some(changes))),
    );
  }
  #writes(id: StepId, path: Path): boolean {
    return [...(this.#ground.reads.get(id)?.writes ?? [])].some((one) => overlap(one, path));
  }

  /**
   * Whether somebody may come from this page to another of the flow though nothing was answered on it: by the address
   * of an entry, because of what a call brings or because nobody told anything in time.
   */
  #isLeftUnfilled(at: StepId): boolean {
    const { load = [], listen = [] } = this.#flow.steps[at] ?? {};
    return (
      Object.values(this.#flow.steps).some(({ id, entry }) => entry !== undefined && id !== at) ||
      load.some(({ on }) => Object.keys(on).length > 0) ||
      listen.some(({ onGiveUp }) => onGiveUp !== undefined)
    );
  }

  /** Whether a step passed stays as it was left: what it reads and may change is bounded, and fits whatever comes. */
  #stays(id: StepId, { open }: Matter, asked: readonly Asked[]): ((facts: Facts) => boolean) | undefined {
    const { entering = [], inside = [], checks = [] } = this.#ground.reads.get(id) ?? {};
    const changing = [...entering, ...inside, ...checks].filter(({ reads }) => reads.some((path) => open.meets(path)));
    const fit: Hanging[] = [];
    for (const { reads, bounds } of changing) {
      const always = this.#bounded.staysFit(bounds ?? '', asked);
      if (!always || [...reads, ...always.reads].some((path) => path !== bounds && open.meets(path))) return undefined;
      fit.push(always);
    }
    const hangsOn = [...new Set(fit.flatMap(({ reads }) => reads))].filter((path) => this.#differs(path));
    const known = new Map<string, boolean>();
    return (facts) => {
      const name = hangsOn.map((path) => mark(read(facts, path))).join('\u0001');
      const is = known.get(name) ?? fit.every(({ of }) => of(facts));
      known.set(name, is);
      return is;
    };
  }

  /** Everything that is worked out at these steps, and what of it may turn out otherwise at those passed. */
  #readings(matter: Matter, at: StepId, checks: boolean): readonly Reading[] {
    // Which answers still can be given, and which pages stand as they were left, hangs on the locks that hold.
    const found: Reading[] = [...this.#domain.kept, ...this.#locks];
    const entering = (id: StepId): readonly Reading[] => this.#ground.reads.get(id)?.entering ?? [];
    // What is typed and never kept counts on its own page only.
    const take = (id: StepId, readings: readonly Reading[]): void =>
      readings.forEach(
        (reading) => (id === at || !reading.reads.some((path) => path.startsWith('typed.'))) && found.push(reading),
      );
    for (const id of new Set([...matter.steps, ...matter.unsure])) {
      const reads = this.#ground.reads.get(id);
      if (!reads) continue;
      const mine = [
        ...reads.entering,
        ...reads.inside,
        ...(checks || id !== at ? reads.checks : []),
        ...this.#disclosures(id, matter),
      ];
      // A step passed holds, and goes on as it does, unless something it reads changes.
      take(
        id,
        matter.steps.has(id)
          ? mine
          : mine.filter((reading) => reading.reads.some((path) => this.#differs(path) && matter.open.meets(path))),
      );
    }
    for (const id of matter.turning)
      take(id, [
        ...(this.#ground.reads.get(id)?.ways ?? []),
        ...[...(this.#ground.followers.get(id) ?? [])].flatMap(entering),
      ]);
    return found;
  }

  /**
   * Conditions of disclosures somebody cares for, and of those a page may owe anew because of an answer given
   * elsewhere.
   */
  #disclosures(id: StepId, matter: Matter): readonly Reading[] {
    const step = this.#flow.steps[id] as Step;
    const binds = Object.values(step.fields).map(({ bind }) => `answers.${bind}`);
    return (this.#ground.reads.get(id)?.disclosures ?? []).flatMap(({ idTag, readings }) =>
      readings.filter(
        ({ reads }) =>
          this.#tags.has(idTag) ||
          reads.some((path) => this.#differs(path) && matter.open.meets(path) && !binds.includes(path)),
      ),
    );
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
      if (
        asked.some(
          (fields) => fields.length !== 1 || fields.some((field) => (shape.whens.get(field.id) ?? []).length > 0),
        )
      )
        return false;
    }
    return true;
  }

  /** What may be answered where every field offers a list of its own, and that nothing was. */
  #offered(path: Path): readonly (Json | undefined)[] | undefined {
    const all = offeredTo(this.#flow, path);
    return all && [...new Set([undefined, ...all])];
  }

  #differs(path: Path): boolean {
    return (
      CHANGING.has(path.split('.', 1)[0] ?? '') || Object.keys(this.#domain.world).some((one) => overlap(one, path))
    );
  }
}
