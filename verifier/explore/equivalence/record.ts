/** What of the records of left steps counts. */
import type { CompiledFlow, Step, StepId, Target } from '../../../runtime/core/definition.ts';
import type { Journey, OutcomeOf } from '../../../runtime/core/state.ts';
import { callsOf } from '../../../runtime/core/ways.ts';

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
