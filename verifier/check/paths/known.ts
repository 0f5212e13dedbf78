/** Which answers may have been asked, and which results may have come, on some way to each node. */
import type { Call, CompiledFlow, LayoutItem, Reaction, StepId } from '../../../runtime/core/definition.ts';
import type { Leg, Node } from '../../explore/explore.ts';
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
  for (const { path } of Object.values(flow.dialogs).flatMap(({ actions }) => actions).flatMap(({ set }) => set)) for (const step of Object.keys(flow.steps)) add(`answers.${path}`, step);
  return found;
}

/** Every call a step can make; those of dialogs count for every step, because any may open them. */
function callsOf(flow: CompiledFlow, id: StepId): readonly Call[] {
  const step = flow.steps[id];
  if (!step) return [];
  const reactions = (items: readonly LayoutItem[]): readonly Reaction[] => items.flatMap((item) => (item.kind === 'group' ? reactions(item.items) : item.kind === 'widget' || item.kind === 'repeat' ? Object.values(item.events) : []));
  return [...step.load, ...[...step.actions, ...Object.values(flow.dialogs).flatMap(({ actions }) => actions), ...reactions(step.layout)].flatMap(({ calls }) => calls)];
}

/** Whether two fact paths are the same, or one lies inside the other. */
export const related = (one: string, other: string): boolean => one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);

/** For each node, whether the fact at a path may have become known on some way to it; ways that the exploration merged count too. */
export function knownAt(scene: Scene, paths: readonly string[]): (node: Node, path: string) => boolean {
  const index = new Map(paths.map((path, at) => [path, 1n << BigInt(at)]));
  const bit = (path: string): bigint => index.get(path) ?? 0n;
  const { flow, exploration } = scene.survey;
  const assigned = new Map(Object.values(flow.steps).map((step) => [step.id, assignmentsOf(step).reduce((mask, { path }) => mask | bit(`answers.${path}`), 0n)]));
  const inDialogs = Object.values(flow.dialogs).flatMap(({ actions }) => actions).flatMap(({ set }) => set).reduce((mask, { path }) => mask | bit(`answers.${path}`), 0n);
  const gains = ({ from, move }: Leg): bigint => {
    const call = move.outcome ? from.pending[0]?.call.as : undefined;
    if (call !== undefined) return bit(`results.${call}`);
    let mask = assigned.get(from.step) ?? 0n;
    for (const act of move.acts) {
      if ('dialog' in act) mask |= inDialogs;
      if ('answer' in act) for (const field of Object.keys(act.answer)) mask |= bit(`answers.${flow.steps[act.at]?.fields[field]?.bind ?? ''}`);
    }
    for (const view of Object.values(from.state.page.fields)) if (view.visible) mask |= bit(`answers.${flow.steps[from.step]?.fields[view.id]?.bind ?? ''}`);
    return mask;
  };
  const known = new Map<Node, bigint>();
  const open = new Set<Node>(exploration.nodes);
  for (const node of open) {
    open.delete(node);
    const here = known.get(node) ?? 0n;
    for (const leg of scene.legsFrom.get(node) ?? []) {
      if (typeof leg.to === 'string') continue;
      const before = known.get(leg.to) ?? 0n;
      const after = before | here | gains(leg);
      if (after === before) continue;
      known.set(leg.to, after);
      open.add(leg.to);
    }
  }
  return (node, path) => ((known.get(node) ?? 0n) & bit(path)) !== 0n;
}
