/** How a step can be left, and where each way leads: looked up in the definition at every walk (decision 0001). */
import type { Action, Call, Choice, CompiledFlow, Step, Target } from './definition.ts';
import type { Facts } from './facts.ts';
import type { Made, OutcomeOf, Transition } from './state.ts';
import { own } from './paths.ts';
import { decide, holds } from './express.ts';
import { allHold } from './repeat.ts';
import { placementsAt, shapeOf, widgetId } from './shape.ts';

/** `target` undefined: the next step of the line. */
export interface Way {
  readonly target: Target | undefined;
}

/** Whether leaving in this way asks the page's fields and checks to hold. */
export function validates(step: Step, transition: Transition): boolean {
  return transition.by === 'action' && actionOf(step, transition.action)?.validates === true;
}

/** The action of a page that is called so. Each walk asks it of each step: there is no closure for it. */
function actionOf({ actions }: Step, id: string): Action | undefined {
  for (const action of actions) if (action.id === id) return action;
  return undefined;
}

/** The calls behind a transition, in order; none for ways that make no call. */
export function callsOf(flow: CompiledFlow, step: Step, transition: Transition): readonly Call[] {
  switch (transition.by) {
    case 'action':
      return actionOf(step, transition.action)?.calls ?? [];
    case 'load':
      return step.load;
    case 'widget':
      return reactionOf(flow, step, transition)?.reaction.calls ?? [];
    case 'dialog':
      return dialogActionOf(flow, step, transition)?.calls ?? [];
    case 'event':
    case 'giveUp':
    case 'timer':
    case 'link':
      return [];
  }
}

/** The reaction to a widget's event and the conditions its place on the page stands under. */
export function reactionOf(
  flow: CompiledFlow,
  step: Step,
  { widget, event, dialog }: { readonly widget: string; readonly event: string; readonly dialog?: string | undefined },
) {
  const placed = placementsAt(flow, step, dialog)?.widgets.find(({ item }) => widgetId(item) === widget);
  const reaction = placed && own(placed.item.events, event);
  return placed && reaction ? { reaction, placed, whens: placed.whens } : undefined;
}

/** Whether the button that asked to confirm goes on once this one of its dialog was pressed. */
export const isConfirming = ({ confirms, style }: Action): boolean => confirms ?? style === 'primary';

/** An action of a dialog that this step opens. */
export function dialogActionOf(
  flow: CompiledFlow,
  step: Step,
  { dialog, action }: { readonly dialog: string; readonly action: string },
): Action | undefined {
  if (!shapeOf(flow, step).dialogs.includes(dialog)) return undefined;
  return own(flow.dialogs, dialog)?.actions.find((one) => one.id === action);
}

/** The dialog through which a step is left in this way: whoever left so had it before their eyes. */
export function dialogBehind(step: Step, transition: Made['by'] | Transition): string | undefined {
  switch (transition.by) {
    case 'dialog':
    case 'widget':
    case 'link':
      return transition.dialog;
    case 'action':
      return actionOf(step, transition.action)?.confirm;
    case 'load':
    case 'event':
    case 'giveUp':
    case 'timer':
      return undefined;
  }
}

/**
 * Where `transition` leads from `step` over these facts; undefined when the step cannot be left like that (any more).
 */
export function wayOf(
  flow: CompiledFlow,
  step: Step,
  { transition, facts }: { readonly transition: Transition; readonly facts: Facts },
): Way | undefined {
  switch (transition.by) {
    case 'action': {
      const action = actionOf(step, transition.action);
      return action && holds(action.when, facts) ? afterCalls(action, transition.outcome, facts) : undefined;
    }
    case 'load':
      return only(afterCalls({ calls: step.load, next: step.next }, transition.outcome, facts));
    case 'event':
      return to(
        step.listen.filter((one) => one.channel === transition.channel).map((one) => own(one.on, transition.event)),
      );
    case 'giveUp':
      return to(step.listen.filter((one) => one.channel === transition.channel).map((one) => one.onGiveUp));
    case 'timer':
      return to([step.timers[transition.index]?.do]);
    case 'link': {
      const link = placementsAt(flow, step, transition.dialog)?.links[transition.index];
      return link && allHold(link.whens, facts) ? { target: link.item.target } : undefined;
    }
    case 'widget': {
      const found = reactionOf(flow, step, transition);
      return found?.whens.every((when) => holds(when, facts))
        ? only(afterCalls(found.reaction, transition.outcome, facts))
        : undefined;
    }
    case 'dialog': {
      const action = dialogActionOf(flow, step, transition);
      return action && holds(action.when, facts) ? only(afterCalls(action, transition.outcome, facts)) : undefined;
    }
  }
}

/**
 * Where calls lead that ended with `outcome`: the outcome's own target, else the choices. An outcome nobody handles
 * leads nowhere.
 */
export function afterCalls(
  { calls, next }: { readonly calls: readonly Call[]; readonly next: readonly Choice[] },
  outcome: OutcomeOf | undefined,
  facts: Facts,
): Way | undefined {
  if (outcome) {
    const call = calls.find((one) => one.operation === outcome.operation);
    if (!call) return undefined;
    const target = own(call.on, outcome.name);
    if (target) return { target };
    if (outcome.name !== 'ok') return undefined;
  }
  return { target: decide(next, facts) };
}

function only(way: Way | undefined): Way | undefined {
  return way?.target && way;
}

function to(targets: readonly (Target | undefined)[]): Way | undefined {
  const target = targets.find((one) => one !== undefined);
  return target && { target };
}
