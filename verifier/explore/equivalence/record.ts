/** What of the records of left steps counts. */
import type { CompiledFlow, Step, StepId, Target } from '../../../runtime/core/definition.ts';
import type { Journey, OutcomeOf } from '../../../runtime/core/state.ts';
import { callsOf, validates } from '../../../runtime/core/ways.ts';

/** A call by how it ended, or nothing. */
export const lastOf = (last: OutcomeOf | undefined): string => (last ? `${last.operation}=${last.name}` : '');

/** How a step was left, as far as that tells where it leads: two ways to one target are one. */
export function recordMark(flow: CompiledFlow, id: StepId, record: Journey[string]): string {
  const step = flow.steps[id] as Step;
  const led = (target: Target | undefined): string => (target ? JSON.stringify(target) : '');
  const named = (outcome: OutcomeOf | undefined): string => {
    if (!outcome) return '';
    return (
      led(callsOf(flow, step, record).find(({ operation }) => operation === outcome.operation)?.on[outcome.name]) ||
      (outcome.name === 'ok' ? 'ok' : lastOf(outcome))
    );
  };
  switch (record.by) {
    case 'load':
      return named(record.outcome);
    case 'event':
      return led(step.listen.find(({ channel }) => channel === record.channel)?.on[record.event]);
    case 'giveUp':
      return led(step.listen.find(({ channel }) => channel === record.channel)?.onGiveUp);
    case 'timer':
      return led(step.timers[record.index]?.do);
    case 'link':
      return `link ${record.dialog ?? ''} ${record.index}`;
    case 'action':
      return `press ${record.action} ${named(record.outcome)}`;
    case 'widget':
      return `${record.dialog ?? ''} ${record.widget} ${record.event} ${named(record.outcome)}`;
    case 'dialog':
      return `${record.dialog} ${record.action} ${named(record.outcome)}`;
  }
}

/**
 * Whether somebody completed a step by leaving it like this: one that asks nothing in whatever way, any other by a
 * press that asks its fields and checks to hold, by a dialog that only such presses open, or by an event of a widget.
 * @param record undefined for a step that decides by itself and leaves none
 */
export function isCompleted(flow: CompiledFlow, id: StepId, record: Journey[string] | undefined): boolean {
  const step = flow.steps[id] as Step;
  if (!record || Object.keys(step.fields).length === 0 || record.by === 'widget' || validates(step, record))
    return true;
  if (record.by !== 'dialog') return false;
  const opens = step.actions.filter(({ next, calls }) =>
    [...next.map(({ target }) => target), ...calls.flatMap(({ on }) => Object.values(on))].some(
      (target) => target.kind === 'dialog' && target.dialog === record.dialog,
    ),
  );
  return opens.length > 0 && opens.every((action) => action.validates);
}
