import type { Call, Step } from '../../runtime/core/definition.ts';

/** Every call a step can make: on arrival, by an action, by a widget's event. */
export function callsOf(step: Step): readonly Call[] {
  const reactions = step.layout.flatMap((item) => ('events' in item ? Object.values(item.events) : []));
  return [...step.load, ...step.actions.flatMap((action) => action.calls), ...reactions.flatMap((reaction) => reaction.calls)];
}
