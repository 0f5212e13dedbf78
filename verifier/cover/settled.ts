/**
 * Comparisons that nothing done at a state can change: they come out as they are, so there is nothing to look for.
 * Pure.
 */
import type { CompiledFlow, StepId } from '../../runtime/core/definition.ts';
import type { Facts, Json, JsonObject, Path } from '../../runtime/core/facts.ts';
import { facts, get } from '../../runtime/core/index.ts';
import { put } from '../../runtime/core/paths.ts';
import type { Node } from '../explore/search/explore.ts';
import { pathOf } from '../explore/equivalence/key.ts';
import { PathSet } from '../explore/equivalence/matter.ts';
import { changedBy, stepReads } from '../explore/equivalence/reads.ts';
import { BY_ADDRESS, type StepGraph } from '../explore/step-graph.ts';
import type { Survey } from '../explore/survey.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';
import type { Goal } from './goals.ts';

/** What no state holds for good: it belongs to one event, one row or one call. */
const PASSING = new Set(['typed', 'item', 'payload', 'problem', 'route']);

/**
 * Tells whether a goal cannot be reached by looking at a state and doing one thing there: false for steps, ways and
 * whatever may change.
 */
export function settledAt({ flow, model, graph }: Survey): (goal: Goal, node: Node) => boolean {
  const written = new Map<StepId, PathSet>();
  const writtenAt = (id: StepId): PathSet => {
    let found = written.get(id);
    if (!found) {
      written.set(id, (found = new PathSet()));
      const step = flow.steps[id];
      for (const path of step ? stepReads(flow, step, changedBy(model.domain)).writes : []) found.add(path);
      for (const dialog of Object.values(flow.dialogs))
        for (const { set: assigned } of dialog.actions) for (const { path } of assigned) found.add(`answers.${path}`);
    }
    return found;
  };
  const seen = new WeakMap<Node, Facts>();
  const ahead = new Map<StepId, ReadonlySet<StepId>>();
  /** Whether anything done at a state may ask for the entry of a step; addresses are opened by other moves. */
  const mayEnter = (step: StepId, node: Node): boolean => {
    let found = ahead.get(node.step);
    if (!found) ahead.set(node.step, (found = comesTo(flow, graph, node.step)));
    return !node.parent || found.has(step) || pathOf(flow, node.state).at(-1) === step;
  };
  return (goal, node) => {
    if (goal.kind !== 'clause' && goal.kind !== 'limit') return false;
    const { atom, value, rule } = goal.clause;
    if (rule.key === 'entry' && rule.step !== undefined && !mayEnter(rule.step, node)) return true;
    const own = writtenAt(node.step);
    if (atom.reads.some((path) => PASSING.has(path.split('.', 1)[0] ?? '') || own.meets(path))) return false;
    let known = seen.get(node);
    if (!known) seen.set(node, (known = facts(flow, node.state)));
    return possible(atom.reads, known, node.state.answers).every((one) => truthOf(atom.logic, one) !== value);
  };
}

/** Steps that a move at this one may lead to without opening an address: past those that are no page. */
function comesTo(flow: CompiledFlow, { edges }: StepGraph, from: StepId): ReadonlySet<StepId> {
  const found = new Set<StepId>();
  const through = new Set([from]);
  for (const at of through)
    for (const { to } of edges.filter((edge) => edge.from === at && edge.by !== BY_ADDRESS)) {
      found.add(to);
      if (flow.steps[to]?.kind !== 'form') through.add(to);
    }
  return found;
}

/** The facts as they are, and as they would be when an answer counts again, or no longer, because the way changes. */
function possible(reads: readonly Path[], seen: Facts, answers: JsonObject): readonly Facts[] {
  let all: readonly Facts[] = [seen];
  for (const path of reads) {
    if (!path.startsWith('answers.')) continue;
    const now = get(seen as unknown as JsonObject, path);
    const stored = get(answers, path.slice('answers.'.length));
    if (now === undefined && stored === undefined) continue;
    all = all.flatMap((one) => [one, withAnswer(one, path, now === undefined ? stored : undefined)]);
  }
  return all;
}

function withAnswer(seen: Facts, path: Path, value: Json | undefined): Facts {
  return put(seen as unknown as JsonObject, path, value) as unknown as Facts;
}
