/**
 * Which steps still matter at a step: those that may come, and those passed whose decision may be taken again because
 * something they read can still change.
 */
import type { CompiledFlow, StepId } from '../../../runtime/core/definition.ts';
import type { Path } from '../../../runtime/core/facts.ts';
import type { Again } from '../exploration.ts';
import type { Reading, StepReads } from './reads.ts';
import type { StepGraph } from '../step-graph.ts';

/** Step to the steps that can directly follow it; `start` for the entry. */
export type Followers = ReadonlyMap<StepId, ReadonlySet<StepId>>;

export function followersOf(graph: StepGraph): Followers {
  const found = new Map<StepId, Set<StepId>>();
  for (const { from, to } of graph.edges) found.set(from, (found.get(from) ?? new Set()).add(to));
  return found;
}

/** Everything that can be reached from these steps, themselves included. */
export function reachedFrom(from: Iterable<StepId>, followers: Followers): Set<StepId> {
  const seen = new Set<StepId>(from);
  for (const id of seen) followers.get(id)?.forEach((next) => seen.add(next));
  return seen;
}

/** Paths looked up by overlap: a path meets another that is the same, above or below it. */
export class PathSet {
  readonly #exact = new Set<Path>();
  readonly #above = new Set<Path>();

  add(path: Path): void {
    if (this.#exact.has(path)) return;
    this.#exact.add(path);
    for (const prefix of prefixesOf(path)) this.#above.add(prefix);
  }
  /** Whether some path of the set is this one, stands above it or lies below it. */
  meets(path: Path): boolean {
    return this.#exact.has(path) || this.#above.has(path) || prefixesOf(path).some((prefix) => this.#exact.has(prefix));
  }
}

function prefixesOf(path: Path): readonly Path[] {
  const found: Path[] = [];
  for (let at = path.indexOf('.'); at >= 0; at = path.indexOf('.', at + 1)) found.push(path.slice(0, at));
  return found;
}

/** What still matters once a person stands at (or has just left) a step. */
export interface Matter {
  /** Steps that may come. */
  readonly steps: ReadonlySet<StepId>;
  /**
   * Steps that lie before and read something which may still change: whether they come, hold and lead where they led is
   * looked at again.
   */
  readonly unsure: ReadonlySet<StepId>;
  /** Steps that lie before and may lead elsewhere than they led. */
  readonly turning: ReadonlySet<StepId>;
  /** Steps that lie before and follow one that comes again: where they are not on the way, they come too. */
  readonly beside: ReadonlySet<StepId>;
  /** Facts that may still change. */
  readonly open: PathSet;
}

/** What of a flow does not change while it is explored. */
export interface Ground {
  readonly followers: Followers;
  readonly reads: ReadonlyMap<StepId, StepReads>;
  /** Step to the steps from which it can be reached. */
  readonly before: ReadonlyMap<StepId, ReadonlySet<StepId>>;
  readonly again: Again;
}

/**
 * @param ahead the steps that may come next, or the one the person stands at
 * @param at where the person stands
 */
export function matterOf(ahead: Iterable<StepId>, at: StepId, { followers, reads, before, again }: Ground): Matter {
  const steps = reachedFrom(ahead, followers);
  const returning = new Set<StepId>();
  const take = (where: StepId): void =>
    again.get(where)?.forEach((step) => !steps.has(step) && returning.add(step) && steps.add(step));
  take(at);
  for (const step of steps) take(step);
  const open = new PathSet();
  for (const id of [...steps, at]) reads.get(id)?.writes.forEach((path) => open.add(path));
  const passed = [...(before.get(at) ?? []), at];
  const aside = new Set(
    [...passed, ...passed.flatMap((id) => [...(followers.get(id) ?? [])])].filter((id) => !steps.has(id)),
  );
  const changing = (list: readonly Reading[] | undefined): boolean =>
    list?.some((reading) => reading.reads.some((path) => open.meets(path))) ?? false;
  const leads = (id: StepId): boolean =>
    changing(reads.get(id)?.ways) || [...(followers.get(id) ?? [])].some((next) => changing(reads.get(next)?.entering));
  return {
    steps,
    open,
    unsure: new Set([...aside].filter((id) => readsOfStep(reads.get(id)).some((path) => open.meets(path)))),
    turning: new Set([...aside].filter(leads)),
    beside: new Set([...returning].flatMap((id) => [...(followers.get(id) ?? [])]).filter((id) => !steps.has(id))),
  };
}

const known = new WeakMap<StepReads, readonly Path[]>();
function readsOfStep(step: StepReads | undefined): readonly Path[] {
  if (!step) return [];
  let found = known.get(step);
  if (!found)
    known.set(
      step,
      (found = [...new Set([...step.entering, ...step.inside, ...step.checks].flatMap(({ reads }) => reads))]),
    );
  return found;
}

/** Step to the steps from which it can be reached. */
export function passedBefore(flow: CompiledFlow, followers: Followers): ReadonlyMap<StepId, ReadonlySet<StepId>> {
  const found = new Map<StepId, Set<StepId>>();
  for (const id of Object.keys(flow.steps))
    for (const next of reachedFrom(followers.get(id) ?? [], followers))
      found.set(next, (found.get(next) ?? new Set()).add(id));
  return found;
}
