/** Every call a definition can make. */
import type { Call, CompiledFlow, Dialog, LayoutItem, Step } from '../runtime/core/definition.ts';

/** Every call a step can make: on arrival, by an action, by a widget's event. */
function callsOf(step: Step): readonly Call[] {
  return [...step.load, ...step.actions.flatMap((action) => action.calls), ...layoutCalls(step.layout)];
}

/**
 * Every call of a flow, those of its dialogs too. Gathered each time: pieces of the flow come meanwhile, and somebody
 * who comes back from another flow finds what an offer brought under its name only with the step that asks for it.
 */
export function callsOfFlow(flow: CompiledFlow): readonly Call[] {
  const ofDialog = (dialog: Dialog): readonly Call[] => [
    ...dialog.actions.flatMap((action) => action.calls),
    ...layoutCalls(dialog.layout),
  ];
  return [...Object.values(flow.steps).flatMap(callsOf), ...Object.values(flow.dialogs).flatMap(ofDialog)];
}

function layoutCalls(items: readonly LayoutItem[]): readonly Call[] {
  return items.flatMap((item) =>
    item.kind === 'group'
      ? layoutCalls(item.items)
      : item.kind === 'widget' || item.kind === 'repeat'
        ? Object.values(item.events).flatMap((reaction) => reaction.calls)
        : [],
  );
}
