/** Pages from which something that hangs on nothing leads on. Nobody is stuck there, whatever else is so. */
import type { Action, Choice, CompiledFlow, Step, Target } from '../../runtime/core/definition.ts';
import { placementsAt, shapeOf } from '../../runtime/core/shape.ts';

/** Whether from every page of the flow that is no outcome, and from every dialog on it, such a way leads on. */
export const isOpenEverywhere = (flow: CompiledFlow): boolean =>
  Object.values(flow.steps).every(
    (step) =>
      step.outcome !== undefined ||
      (step.kind === 'form' &&
        leadsOnAlways(flow, step) &&
        shapeOf(flow, step).dialogs.every(
          (dialog) =>
            leadsOnAlways(flow, step, dialog) ||
            flow.dialogs[dialog]?.actions.some((action) => isFree(action) && action.next.length === 0) === true,
        )),
  );

function leadsOnAlways(flow: CompiledFlow, step: Step, dialog?: string): boolean {
  const goes = (target: Target): boolean => isAway(flow, step, target);
  const decides = (next: readonly Choice[]): boolean =>
    next.every(({ target }) => goes(target)) && next.some(({ when }) => when === undefined);
  const actions = dialog === undefined ? step.actions : (flow.dialogs[dialog]?.actions ?? []);
  const { links = [], widgets = [] } = placementsAt(flow, step, dialog) ?? {};
  return (
    actions.some((action) => isFree(action) && decides(action.next)) ||
    links.some(
      ({ item, whens, later, repeat }) => whens.length === 0 && !later && repeat === undefined && goes(item.target),
    ) ||
    widgets.some(
      ({ item, whens, later, repeat }) =>
        item.kind === 'widget' &&
        whens.length === 0 &&
        !later &&
        repeat === undefined &&
        Object.values(item.events).some(({ calls, next }) => calls.length === 0 && decides(next)),
    )
  );
}

/** Whether a button of the page's own can be pressed at any time, and where it leads hangs on no call. */
const isFree = ({ when, appears, enabled, confirm, inHeader, validates, calls }: Action): boolean =>
  [when, appears, enabled, confirm, inHeader].every((one) => one === undefined) && !validates && calls.length === 0;

/** Out of the flow, or to a page beside the line that is never skipped: nothing still to be asked leads back. */
function isAway(flow: CompiledFlow, { id }: Step, target: Target): boolean {
  if (target.kind === 'leave') return true;
  if (target.kind !== 'to') return false;
  if (target.flow !== flow.id) return true;
  const to = flow.steps[target.step];
  return (
    target.reenter === undefined &&
    to !== undefined &&
    to.id !== id &&
    to.when === undefined &&
    !flow.line.includes(to.id)
  );
}
