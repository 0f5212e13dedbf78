/** `reduce` over a flow of which pieces may not be there yet. */
import type { CompiledFlow, LayoutItem, StepId } from './definition.ts';
import type { Event, Reduced } from './events.ts';
import type { State } from './state.ts';
import { missing, needing, stepOf } from './pieces.ts';
import { reduce } from './reduce.ts';
import { trace } from './walk.ts';

/**
 * What `event` makes of `state`, or the piece that has to be there first: for the event itself, and for all that the
 * page it leads to asks of the way, its progress and its summary.
 */
export function attempt(
  flow: CompiledFlow,
  state: State,
  event: Event,
): { readonly comesTo: Reduced } | { readonly lacks: string } {
  return needing(() => {
    const reduced = reduce(flow, state, event);
    if (flow.pieces !== undefined && missing(flow).length > 0) {
      const [next] = reduced;
      trace(flow, next);
      for (const id of summed(stepOf(flow, next.page.step).layout)) stepOf(flow, id);
    }
    return reduced;
  });
}

const summed = (items: readonly LayoutItem[]): readonly StepId[] =>
  items.flatMap((item) => (item.kind === 'summary' ? item.steps : 'items' in item ? summed(item.items) : []));
