/** What it means that a step was completed, and not only left. */
import type { CompiledFlow, Step, StepId } from './definition.ts';
import type { Journey } from './state.ts';
import { validates } from './ways.ts';

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
