/**
 * Passed steps that come again: where something written late turns an earlier decision, and where a person who was sent
 * back goes on.
 */
import type { CompiledFlow, StepId } from '../../../runtime/core/definition.ts';
import type { Leg, Node } from '../exploration.ts';
import { pathOf, unforeseen, type Keys } from './key.ts';

/** A step that a person at `at` was taken for having passed for good, and that comes again. */
export interface Return {
  readonly at: StepId;
  readonly step: StepId;
}

/**
 * Follows everybody who was sent back to a passed step until the person is where the way was left, or further on.
 * @param legs of one exploration with these keys
 */
export function returnsIn(flow: CompiledFlow, keys: Keys, legs: readonly Leg[]): readonly Return[] {
  const found = new Map<string, Return>();
  const back = legs.filter(({ from, to }) => typeof to !== 'string' && !keys.onward(from.step).has(to.step));
  if (back.length === 0) return [];
  const onward = new Map<Node, Node[]>();
  for (const { from, to } of legs) if (typeof to !== 'string') onward.set(from, [...(onward.get(from) ?? []), to]);
  const followed = new Set<string>();
  for (const { from, to } of back) {
    const at = from.step;
    const until = keys.onward(at);
    const foreseen = keys.stepsAt(at);
    const queue: Node[] = [to as Node];
    const via = `${at} ${pathOf(flow, from.state).join()}`;
    for (const node of queue) {
      for (const step of unforeseen(flow, { from: from.state, to: node.state }, foreseen))
        found.set(`${at} ${step}`, { at, step });
      const name = `${via} ${node.id}`;
      if (until.has(node.step) || followed.has(name)) continue;
      followed.add(name);
      queue.push(...(onward.get(node) ?? []));
    }
  }
  return [...found.values()];
}
