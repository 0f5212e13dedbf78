/** Which answers may have been asked, and which results may have come, on some way to each node. */
import type { Call, CompiledFlow, LayoutItem, Reaction, StepId } from '../../../runtime/core/definition.ts';
import type { Node } from '../../explore/search/explore.ts';
import { assignmentsOf } from './exact.ts';
import type { Scene } from './scene.ts';

/** Steps that ask or set each answer, and that call for each result, by fact path. */
export function sourcesOf(flow: CompiledFlow): ReadonlyMap<string, ReadonlySet<StepId>> {
  const found = new Map<string, Set<StepId>>();
  const add = (path: string, step: StepId): void => void found.set(path, (found.get(path) ?? new Set()).add(step));
  for (const [bind, fields] of Object.entries(flow.binds)) for (const { step } of fields) add(`answers.${bind}`, step);
  for (const step of Object.values(flow.steps)) {
    for (const { path } of assignmentsOf(step)) add(`answers.${path}`, step.id);
    for (const call of callsOf(flow, step.id)) if (call.as !== undefined) add(`results.${call.as}`, step.id);
  }
  for (const { path } of Object.values(flow.dialogs)
    .flatMap(({ actions }) => actions)
    .flatMap(({ set }) => set))
    for (const step of Object.keys(flow.steps)) add(`answers.${path}`, step);
  return found;
}

/** Every call a step can make; those of dialogs count for every step, because any may open them. */
function callsOf(flow: CompiledFlow, id: StepId): readonly Call[] {
  const step = flow.steps[id];
  if (!step) return [];
  const reactions = (items: readonly LayoutItem[]): readonly Reaction[] =>
    items.flatMap((item) =>
      item.kind === 'group'
        ? reactions(item.items)
        : item.kind === 'widget' || item.kind === 'repeat'
          ? Object.values(item.events)
          : [],
    );
  return [
    ...step.load,
    ...[
      ...step.actions,
      ...Object.values(flow.dialogs).flatMap(({ actions }) => actions),
      ...reactions(step.layout),
    ].flatMap(({ calls }) => calls),
  ];
}

/** Whether two fact paths are the same, or one lies inside the other. */
export const related = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);

/**
 * For each node, whether some way to it passes a step that asks, sets or calls for the fact at a path. Ways that the
 * exploration merged count too; which of the step's questions were shown on the way does not: the fillings of a page
 * are merged as well.
 */
export function knownAt(
  scene: Scene,
  sources: ReadonlyMap<string, ReadonlySet<StepId>>,
): (node: Node, path: string) => boolean {
  const bits = new Map([...sources.keys()].map((path, at) => [path, 1n << BigInt(at)]));
  const bit = (path: string): bigint => bits.get(path) ?? 0n;
  const gains = new Map<StepId, bigint>();
  for (const [path, steps] of sources) for (const step of steps) gains.set(step, (gains.get(step) ?? 0n) | bit(path));
  const known = new Map<Node, bigint>();
  const open = new Set<Node>(scene.survey.exploration.nodes);
  for (const node of open) {
    open.delete(node);
    const here = known.get(node) ?? 0n;
    for (const { to } of scene.legsFrom.get(node) ?? []) {
      if (typeof to === 'string') continue;
      const passed = to.step === node.step ? here : here | (gains.get(node.step) ?? 0n);
      const before = known.get(to) ?? 0n;
      if ((before | passed) === before) continue;
      known.set(to, before | passed);
      open.add(to);
    }
  }
  return (node, path) => ((known.get(node) ?? 0n) & bit(path)) !== 0n;
}
