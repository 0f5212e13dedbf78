/** What a page offers to press now. */
import type { Action, Check, CompiledFlow, Step } from './definition.ts';
import type { State } from './state.ts';
import { isAwaited } from './appears.ts';
import { holds, text } from './express.ts';
import { locksOf, setLockAt, settledBy } from './lock.ts';
import { pageFacts } from './page.ts';
import { own } from './paths.ts';
import { stepOf } from './pieces.ts';
import { shapeOf } from './shape.ts';
import { inForce } from './validate.ts';

/**
 * The actions of the page, or of the dialog of it that is named, that can be pressed: their condition holds, they have
 * appeared, and none of them sends or sets again what is locked. On a page that was sent only those are left that lead
 * on.
 */
export function offered(flow: CompiledFlow, state: State, dialog?: string): readonly Action[] {
  const step = stepOf(flow, state.page.step);
  const { actions = [] } = dialog === undefined ? step : (own(flow.dialogs, dialog) ?? {});
  const facts = pageFacts(state);
  const locks = locksOf(flow, state.world);
  const sent = isSent(flow, step, state);
  return actions.filter(
    (action) =>
      holds(action.when, facts) &&
      !isAwaited(state.page, action) &&
      !action.set.some(({ path }) => setLockAt(locks, path)) &&
      !(sent && (action.calls.length > 0 || action.confirm !== undefined)),
  );
}

/**
 * Why an action that is offered cannot be pressed now, and its words; undefined while it can. `refused`: its condition
 * does not hold; `error`: an error stands on the page; `invalid`: the page does not hold.
 */
export function disabledBy(
  flow: CompiledFlow,
  state: State,
  { enabled }: Action,
): { readonly by: 'refused' | 'error' | 'invalid'; readonly why: string } | undefined {
  if (!enabled) return undefined;
  const facts = pageFacts(state);
  const { page } = state;
  const because = (by: 'refused' | 'error' | 'invalid') => ({ by, why: text(enabled.why, facts) });
  if (!holds(enabled.when, facts)) return because('refused');
  const views = Object.values(page.fields);
  if (enabled.noError && (page.notice?.tone === 'error' || views.some(({ message }) => message !== undefined)))
    return because('error');
  if (enabled.valid && (views.some(({ problem }) => problem) || failingChecks(flow, state).length > 0))
    return because('invalid');
  return undefined;
}

/** The checks of the page that are in force and do not hold. */
export function failingChecks(flow: CompiledFlow, state: State): readonly Check[] {
  const step = stepOf(flow, state.page.step);
  const { fields } = state.page;
  const facts = pageFacts(state);
  const shows = { visible: (id: string) => fields[id]?.visible === true, valueOf: (id: string) => fields[id]?.value };
  return step.checks.filter((check) => inForce(check, shapeOf(flow, step), shows) && check.assert.of(facts) !== true);
}

/** Why nothing on the page can be changed any more; undefined while something can. */
export function sentNote(flow: CompiledFlow, state: State): string | undefined {
  const lock = settled(flow, stepOf(flow, state.page.step), state);
  return lock && text(lock.why, pageFacts(state));
}

/** Whether the page was sent: what it asks stands, and how it was left. */
export function isSent(flow: CompiledFlow, step: Step, state: State): boolean {
  return settled(flow, step, state) !== undefined;
}

function settled(flow: CompiledFlow, step: Step, state: State) {
  return settledBy(flow, step, {
    journey: state.journey,
    facts: pageFacts(state),
    locks: locksOf(flow, state.world),
  });
}
