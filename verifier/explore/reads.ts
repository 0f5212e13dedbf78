/** What of the facts each step of a flow reads to decide something, and what it may write. Words on a page decide nothing. */
import type { Action, Call, Choice, CompiledFlow, Compute, Field, Reaction, Step, Target } from '../../runtime/core/definition.ts';
import type { Facts, Path } from '../../runtime/core/facts.ts';
import { get } from '../../runtime/core/index.ts';
import { shapeOf } from '../../runtime/core/shape.ts';

/** Something worked out from facts on which what happens next may depend. */
export interface Reading {
  readonly reads: readonly Path[];
  readonly of: (facts: Facts) => unknown;
  /** The field whose limit or value it is. */
  readonly bounds?: Bounded;
  /** The answer it is copied to as it is. */
  readonly copiedTo?: Path;
}
/** A number between limits that are facts. Nothing else may be known of it than how it and its limits are ordered. */
export interface Bounded {
  readonly bind: Path;
  readonly limits: readonly Compute[];
}
export interface StepReads {
  /** Whether the step is on the way, and what it loads: looked at on the way to it. */
  readonly entering: readonly Reading[];
  /** Everything else that decides: fields, actions, calls, ways, widgets, links. */
  readonly inside: readonly Reading[];
  /** In the step's order. */
  readonly checks: readonly Reading[];
  readonly disclosures: readonly { readonly idTag: string; readonly readings: readonly Reading[] }[];
  /** Fact paths that answering, acting and loading here may change. */
  readonly writes: ReadonlySet<Path>;
  /** Names of results that are asked for again only when the call's input changed. */
  readonly sessionResults: readonly string[];
}

/** What the step of this flow reads and writes; `signsIn` says which operations may sign the person in. */
export function stepReads(flow: CompiledFlow, step: Step, signsIn: (operation: string) => boolean): StepReads {
  const shape = shapeOf(flow, step);
  const inside: Reading[] = [];
  const entering: Reading[] = [];
  const writes = new Set<Path>(shape.assigned.map(({ path }) => `answers.${path}`));
  const add = (reading: Reading | undefined): void => {
    if (reading && reading.reads.length > 0) inside.push(reading);
  };
  const carries = (target: Target): readonly Reading[] => (target.kind === 'to' && target.flow === flow.id ? Object.values(target.carry ?? {}) : []);
  const choices = (list: readonly Choice[]): void => list.forEach(({ when, target }) => {
    add(when);
    carries(target).forEach(add);
  });
  const calls = (list: readonly Call[]): void => list.forEach((call) => {
    add(call.when);
    Object.values(call.on).flatMap(carries).forEach(add);
    if (call.as !== undefined) writes.add(`results.${call.as}`);
    if (signsIn(call.operation)) ['session', 'customer'].forEach((root) => writes.add(root));
  });
  const acts = (does: Pick<Reaction, 'set' | 'calls' | 'next'>): void => {
    does.set.forEach(({ path, value }) => add({ ...value, copiedTo: `answers.${path}` }));
    calls(does.calls);
    choices(does.next);
  };
  const action = (one: Action): void => {
    add(one.when);
    acts(one);
  };
  if (step.when) entering.push(step.when);
  for (const call of step.load) {
    if (call.when) entering.push(call.when);
    if (call.as !== undefined && (step.kind === 'route' || call.keeps === 'session')) entering.push(known(`results.${call.as}`));
  }
  calls(step.load);
  for (const field of shape.fields) {
    (shape.whens.get(field.id) ?? []).forEach(add);
    fieldReadings(field).forEach(add);
    if (field.keep !== 'never') writes.add(`answers.${field.bind}`);
  }
  step.actions.forEach(action);
  for (const { item, whens } of shape.widgets) {
    if (Object.keys(item.events).length === 0) continue;
    whens.forEach(add);
    Object.values(item.events).forEach(acts);
    if (item.kind === 'repeat') add(item.each);
  }
  for (const { item, whens } of shape.links) {
    whens.forEach(add);
    carries(item.target).forEach(add);
  }
  choices(step.next);
  for (const { on, onGiveUp } of step.listen) [...Object.values(on), ...(onGiveUp ? [onGiveUp] : [])].flatMap(carries).forEach(add);
  if (opensDialogs(step)) Object.values(flow.dialogs).forEach((dialog) => dialog.actions.forEach(action));
  return {
    entering, inside, writes,
    checks: step.checks.map(({ assert }) => assert),
    disclosures: shape.disclosures.map(({ item, whens }) => ({ idTag: item.idTag, readings: whens })),
    sessionResults: step.kind === 'form' ? step.load.flatMap(({ as, keeps }) => (as !== undefined && keeps === 'session' ? [as] : [])) : [],
  };
}

const known = (path: Path): Reading => ({ reads: [path], of: (facts) => get(facts as never, path) !== undefined });

/** What makes an answer of the field acceptable. Its own value counts by itself, its limits by themselves. */
function fieldReadings(field: Field): readonly Reading[] {
  const found: Reading[] = [];
  const add = (compute: Compute | undefined): void => {
    if (compute) found.push(compute);
  };
  if (typeof field.required !== 'boolean') add(field.required);
  add(field.default);
  const between = field.dynamic.length > 0 && field.dynamic.every(({ keyword }) => keyword === 'minimum' || keyword === 'maximum');
  const bounds: Bounded | undefined = between && field.keep !== 'never' ? { bind: field.bind, limits: field.dynamic.map(({ limit }) => limit) } : undefined;
  field.dynamic.forEach(({ limit }) => found.push({ ...limit, ...(bounds && { bounds }) }));
  let whole = field.dynamic.length > 0;
  if (field.choices && 'items' in field.choices) {
    const whens = field.choices.items.flatMap(({ when }) => (when ? [when] : []));
    whens.forEach(add);
    whole ||= whens.length > 0;
  } else if (field.choices) {
    add(field.choices.from);
    whole = true;
  }
  if (field.keep === 'never') return found;
  const path = `answers.${field.bind}`;
  const valueOf = (facts: Facts): unknown => get(facts.answers, field.bind);
  found.push({
    reads: [path],
    ...(bounds && { bounds }),
    of: whole ? valueOf : (facts) => {
      const value = get(facts.answers, field.bind);
      return value === undefined ? 'none' : (field.validate(value)?.keyword ?? 'fits');
    },
  });
  return found;
}

function opensDialogs(step: Step): boolean {
  return JSON.stringify([step.actions, step.load, step.next, step.listen, step.timers, step.layout]).includes('"dialog"') || step.actions.some(({ confirm }) => confirm !== undefined);
}

/** Fact paths read by anything of the step that can change the way or what is asked. */
export function decisionReads(flow: CompiledFlow, step: Step): ReadonlySet<Path> {
  const { entering, inside, checks, disclosures } = stepReads(flow, step, () => false);
  return new Set([...entering, ...inside, ...checks, ...disclosures.flatMap(({ readings }) => readings)].flatMap(({ reads }) => reads));
}
