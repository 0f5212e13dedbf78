/**
 * What was sent stands still: which answers a flow says are locked now, and the pages on which nothing is left to
 * change.
 */
import type { CompiledFlow, Lock, Step } from './definition.ts';
import type { Facts, Path } from './facts.ts';
import type { Journey, World } from './state.ts';
import { holds, text } from './express.ts';
import { own } from './paths.ts';
import { headOf } from './pieces.ts';
import { shapeOf } from './shape.ts';

const none: readonly Lock[] = [];

/** The locks in force. Their conditions read no answers, so they hold for the whole journey at once. */
export function locksOf(flow: CompiledFlow, world: World): readonly Lock[] {
  if (!flow.locks || flow.locks.length === 0) return none;
  const facts: Facts = { ...world, answers: {}, typed: {} };
  return flow.locks.filter((lock) => holds(lock.when, facts));
}

/** The first of these locks that holds the answer at a path: nobody answers it any more. */
export function lockAt(locks: readonly Lock[], path: Path): Lock | undefined {
  return locks.find(
    (lock) =>
      lock.answers.some((one) => one === '*' || within(path, one)) && !lock.except.some((one) => within(path, one)),
  );
}

/**
 * The first of these locks under which no action sets the answer at a path either. An amount that was sent, for
 * example, is answered no more, and still becomes the smaller one that is chosen instead.
 */
export function setLockAt(locks: readonly Lock[], path: Path): Lock | undefined {
  return lockAt(
    locks.filter((lock) => lock.set?.some((one) => within(path, one)) !== true),
    path,
  );
}

/** Whether the answer at a path can no longer be changed. */
export function locked(flow: CompiledFlow, path: Path, world: World): boolean {
  return lockAt(locksOf(flow, world), path) !== undefined;
}

/** The words of the lock that holds an answer; of one over everything where the path is a step's. */
export function whyLocked(flow: CompiledFlow, path: Path | undefined, world: World): string | undefined {
  const locks = locksOf(flow, world);
  const lock =
    (path !== undefined && headOf(flow, path) === undefined ? lockAt(locks, path) : undefined) ??
    locks.find(({ answers }) => answers.includes('*'));
  return lock && text(lock.why, { ...world, answers: {}, typed: {} });
}

/** Asked of each field at each step of each walk: no text is made for it. */
function within(path: Path, root: Path): boolean {
  return path.startsWith(root) && (path.length === root.length || path[root.length] === '.');
}

/**
 * The lock under which a page was sent: one over everything is in force, the page was left, and no answer it asks or
 * sets can be changed.
 * Nothing on it is sent again and how it was left stands.
 * @param facts what the page's conditions see
 */
export function settledBy(
  flow: CompiledFlow,
  step: Step,
  over: { readonly journey: Journey; readonly facts: Facts; readonly locks: readonly Lock[] },
): Lock | undefined {
  const { journey, facts, locks } = over;
  if (locks.length === 0 || step.kind !== 'form' || own(journey, step.id) === undefined) return undefined;
  const whole = locks.find((lock) => lock.answers.includes('*'));
  const shape = shapeOf(flow, step);
  const open =
    shape.asks.some(
      ({ field, whens }) =>
        field.keep !== 'never' && lockAt(locks, field.bind) === undefined && whens.every((when) => holds(when, facts)),
    ) || shape.assigned.some(({ path }) => setLockAt(locks, path) === undefined);
  return open ? undefined : whole;
}
