/** The steps of a compiled flow as a graph: which step can follow which, and what each step's rules read. */
import type { Action, Call, Choice, CompiledFlow, Compute, Field, LayoutItem, Reaction, Step, StepId, Target } from '../../runtime/core/definition.ts';

/** How one step can lead to another; `by` is a sentence fragment an analyst understands. */
export interface Edge {
  readonly from: StepId;
  readonly to: StepId;
  readonly by: string;
}
export interface StepGraph {
  readonly edges: readonly Edge[];
}

/** Every target of a step with the act or event that takes it, reactions of dialogs and widgets included. */
export function targetsOf(flow: CompiledFlow, step: Step): readonly { readonly by: string; readonly target: Target }[] {
  const found: { by: string; target: Target }[] = [];
  const add = (by: string, target: Target): void => {
    found.push({ by, target });
    if (target.kind === 'dialog') {
      const dialog = flow.dialogs[target.dialog];
      if (dialog) for (const action of dialog.actions) addAction(`${by}, then ${action.id}`, action);
    }
  };
  const addChoices = (by: string, choices: readonly Choice[]): void => choices.forEach((choice) => add(by, choice.target));
  const addCalls = (by: string, calls: readonly Call[]): void =>
    calls.forEach((call) => Object.entries(call.on).forEach(([outcome, target]) => add(`${by}: ${call.operation} gives ${outcome}`, target)));
  const addReaction = (by: string, reaction: Reaction): void => {
    addCalls(by, reaction.calls);
    addChoices(by, reaction.next);
  };
  const addAction = (by: string, action: Action): void => {
    addCalls(by, action.calls);
    addChoices(by, action.next);
    if (action.confirm !== undefined) add(by, { kind: 'dialog', dialog: action.confirm });
  };
  for (const action of step.actions) addAction(`press ${action.id}`, action);
  addCalls('on entry', step.load);
  addChoices('by rule', step.next);
  for (const listen of step.listen) {
    Object.entries(listen.on).forEach(([event, target]) => add(`event ${event}`, target));
    if (listen.onGiveUp) add('no event in time', listen.onGiveUp);
  }
  step.timers.forEach((timer) => add(`after ${timer.afterMs / 1000} s`, timer.do));
  const visit = (items: readonly LayoutItem[]): void =>
    items.forEach((item) => {
      if (item.kind === 'group') visit(item.items);
      else if (item.kind === 'link') add('follow the link', item.target);
      else if (item.kind === 'widget' || item.kind === 'repeat') Object.entries(item.events).forEach(([event, reaction]) => addReaction(`${item.widget}: ${event}`, reaction));
    });
  visit(step.layout);
  return found;
}

/** Whether leaving a form by falling through to the next in order is possible. */
export function fallsThrough(step: Step): boolean {
  return step.kind === 'form' && step.outcome === undefined && step.actions.some((action) => action.validates && (action.next.length === 0 || action.next.every((choice) => choice.when !== undefined)));
}

/** The graph of a flow. Over-approximates: rules are not looked at. */
export function stepGraph(flow: CompiledFlow): StepGraph {
  const edges: Edge[] = [];
  for (const step of Object.values(flow.steps)) {
    for (const { by, target } of targetsOf(flow, step)) {
      if (target.kind === 'to' && target.flow === flow.id) edges.push({ from: step.id, to: target.step, by });
      else if (target.kind === 'reopen') target.steps.forEach((to) => edges.push({ from: step.id, to, by: `${by} (asked again)` }));
    }
    if (fallsThrough(step)) for (const to of followers(flow, step.id)) edges.push({ from: step.id, to, by: 'continue' });
  }
  for (const to of [flow.line[0], ...followers(flow, undefined)]) if (to !== undefined && !edges.some((edge) => edge.from === 'start' && edge.to === to)) edges.push({ from: 'start', to, by: 'enter' });
  return { edges };
}

/** Steps of the line that may come after `step`: up to and including the first that is never skipped. */
export function followers(flow: CompiledFlow, step: StepId | undefined): readonly StepId[] {
  const found: StepId[] = [];
  for (const id of flow.line.slice(step === undefined ? 0 : flow.line.indexOf(step) + 1)) {
    found.push(id);
    if (flow.steps[id]?.when === undefined) break;
  }
  return step !== undefined && !flow.line.includes(step) ? [] : found;
}

/** Fact paths read by any rule of the step that can change the way or what is asked. */
export function decisionReads(flow: CompiledFlow, step: Step): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (compute: Compute | undefined): void => compute?.reads.forEach((path) => found.add(path));
  const addChoices = (choices: readonly Choice[]): void => choices.forEach((choice) => add(choice.when));
  const addCalls = (calls: readonly Call[]): void => calls.forEach((call) => add(call.when));
  const addAction = (action: Action): void => {
    add(action.when);
    addCalls(action.calls);
    addChoices(action.next);
  };
  const addField = (field: Field): void => {
    add(field.when);
    if (typeof field.required !== 'boolean') add(field.required);
    if (field.choices && 'items' in field.choices) field.choices.items.forEach((item) => add(item.when));
    for (const { keyword, limit } of field.dynamic) if (keyword !== 'pattern') add(limit);
  };
  add(step.when);
  addCalls(step.load);
  step.actions.forEach(addAction);
  Object.values(step.fields).forEach(addField);
  step.checks.forEach((check) => add(check.assert));
  addChoices(step.next);
  const visit = (items: readonly LayoutItem[]): void =>
    items.forEach((item) => {
      if (item.kind !== 'field') add(item.when);
      if (item.kind === 'group') visit(item.items);
      if (item.kind === 'widget' || item.kind === 'repeat')
        Object.values(item.events).forEach((reaction) => {
          addCalls(reaction.calls);
          addChoices(reaction.next);
        });
    });
  visit(step.layout);
  for (const dialog of Object.values(flow.dialogs)) dialog.actions.forEach(addAction);
  return found;
}

/** For each step, the fact paths that some rule reads there or at any step that can come after it. */
export function liveReads(flow: CompiledFlow, graph: StepGraph): ReadonlyMap<StepId, ReadonlySet<string>> {
  const after = new Map<StepId, StepId[]>();
  for (const edge of graph.edges) after.set(edge.from, [...(after.get(edge.from) ?? []), edge.to]);
  const own = new Map(Object.values(flow.steps).map((step) => [step.id, decisionReads(flow, step)]));
  const live = new Map<StepId, ReadonlySet<string>>();
  for (const id of own.keys()) {
    const seen = new Set<StepId>([id]);
    const reads = new Set<string>();
    for (const step of seen) {
      own.get(step)?.forEach((path) => reads.add(path));
      after.get(step)?.forEach((next) => seen.add(next));
    }
    live.set(id, reads);
  }
  return live;
}

/** For each step, and for `start`, the world facts that must be known before it can be left: its own reads, and those that decide where it leads. */
export function worldNeeds(flow: CompiledFlow, graph: StepGraph, world: readonly string[]): ReadonlyMap<StepId, readonly string[]> {
  const after = new Map<StepId, StepId[]>();
  for (const edge of graph.edges) after.set(edge.from, [...(after.get(edge.from) ?? []), edge.to]);
  const needs = new Map<StepId, readonly string[]>();
  for (const from of ['start', ...Object.keys(flow.steps)]) {
    const step = flow.steps[from];
    const reads = new Set(step ? decisionReads(flow, step) : []);
    const passed = new Set<StepId>(after.get(from) ?? []);
    for (const id of passed) {
      const next = flow.steps[id];
      next?.when?.reads.forEach((path) => reads.add(path));
      if (next?.kind !== 'route') continue;
      decisionReads(flow, next).forEach((path) => reads.add(path));
      after.get(id)?.forEach((further) => passed.add(further));
    }
    needs.set(from, world.filter((path) => reads.has(path)));
  }
  return needs;
}
