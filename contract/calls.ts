/** Every call a definition can make. */
import type { Call, CompiledFlow, Dialog, LayoutItem, Step } from '../runtime/core/definition.ts';

/** Every call a step can make: on arrival, by an action, by a widget's event. */
function callsOf(step: Step): readonly Call[] {
  return [...step.load, ...step.actions.flatMap((action) => action.calls), ...layoutCalls(step.layout)];
}

const ofFlows = new WeakMap<CompiledFlow, { readonly steps: number; readonly calls: readonly Call[] }>();

/**
 * Every call of a flow, those of its dialogs too; gathered once, and anew where pieces of the flow have come since:
 * somebody who comes back from another flow finds what an offer brought under its name only with the step that asks it.
 */
export function callsOfFlow(flow: CompiledFlow): readonly Call[] {
  const steps = Object.keys(flow.steps).length;
  const known = ofFlows.get(flow);
  if (known?.steps === steps) return known.calls;
  const calls = gathered(flow);
  ofFlows.set(flow, { steps, calls });
  return calls;
}

function gathered(flow: CompiledFlow): readonly Call[] {
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
