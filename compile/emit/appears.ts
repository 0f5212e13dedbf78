/** Numbers what appears after a time: each thing names its place in one list of the step. */
import type { Js } from './module.ts';

type Members = Readonly<Record<string, unknown>>;

/** The parts of a written step with a place instead of a time, and the times in order; no list where nothing waits. */
export function numberAppearing(parts: {
  readonly layout: readonly Members[];
  readonly actions: readonly Members[];
}): Members {
  const times: Js[] = [];
  const placed = (thing: Members): Members => {
    const { appears, items } = thing;
    const place = appears === undefined ? {} : { appears: times.push(appears as Js) - 1 };
    return { ...thing, ...place, ...(Array.isArray(items) && { items: (items as readonly Members[]).map(placed) }) };
  };
  const layout = parts.layout.map(placed);
  const actions = parts.actions.map(placed);
  return { layout, actions, ...(times.length > 0 && { appears: times }) };
}
