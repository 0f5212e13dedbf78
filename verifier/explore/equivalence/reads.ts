/**
 * What of the facts each step of a flow reads to decide something, and what it may write. Words on a page decide
 * nothing.
 */
import type {
  Action,
  Call,
  Choice,
  CompiledFlow,
  Compute,
  Field,
  Reaction,
  Rule,
  Step,
  Target,
} from '../../../runtime/core/definition.ts';
import type { Facts, Path } from '../../../runtime/core/facts.ts';
import { get, itemsOf } from '../../../runtime/core/index.ts';
import { stepOf } from '../../../runtime/core/pieces.ts';
import { dialogShapeOf, shapeOf, type Placed, type WidgetItem } from '../../../runtime/core/shape.ts';
import { leadsWithin } from '../../../runtime/core/targets.ts';
import { refusal } from '../../../runtime/core/validate.ts';
import type { Domain } from '../exploration.ts';

/** Something worked out from facts on which what happens next may depend. */
export interface Reading {
  readonly reads: readonly Path[];
  readonly of: (facts: Facts) => unknown;
  /** The answer whose limit or fit it is, where nothing but a least and a greatest value that are facts bounds it. */
  readonly bounds?: Path;
  /**
   * How well the first of `reads` fits limits that read these facts and count by themselves: once they are settled,
   * whether it fits now is all that counts.
   */
  readonly limits?: readonly Path[];
}
/** An answer that is set from other facts. */
export interface Assignment {
  readonly to: Path;
  readonly value: Compute;
}
export interface StepReads {
  /** Whether the step is on the way, and what it loads: looked at on the way to it. */
  readonly entering: readonly Reading[];
  /** Everything else that decides: fields, actions, calls, ways, widgets, links. */
  readonly inside: readonly Reading[];
  /** Those of `inside` that decide where the step leads. */
  readonly ways: readonly Reading[];
  /** In the step's order. */
  readonly checks: readonly Reading[];
  readonly sets: readonly Assignment[];
  /**
   * Facts of which something is made once, when the step is left or comes, and not again when they change: what is set
   * from them or in their place, and whether a call is made.
   */
  readonly once: ReadonlySet<Path>;
  /** In the page's order. */
  readonly disclosures: readonly { readonly idTag: string; readonly readings: readonly Reading[] }[];
  /** Fact paths that answering, acting and loading here may change. */
  readonly writes: ReadonlySet<Path>;
  /** Names of results that are asked for again only when the call's input changed. */
  readonly sessionResults: readonly string[];
}

/** What a reading of how well an answer fits says of one that does. */
export const FITS = 'fits';

/** How far an application is, among the facts. */
export const PROGRESS = 'application.progress';

/** Facts of the person and the application that an operation may change besides what it brings. */
export const changedBy =
  ({ signsIn, outcomes, tells }: Pick<Domain, 'signsIn' | 'outcomes' | 'tells'>) =>
  (operation: string): readonly Path[] => [
    ...(signsIn(operation) ? ['session', 'customer'] : []),
    ...(outcomes(operation).some((outcome) => tells?.(operation, outcome) !== undefined) ? [PROGRESS] : []),
  ];

/**
 * Facts, and those on which it hangs whether their questions are asked: an answer that is erased where its question is
 * hidden is another one then.
 */
function withWhatHides(flow: CompiledFlow, facts: ReadonlySet<Path>): ReadonlySet<Path> {
  const all = new Set(facts);
  for (const path of all)
    for (const { step, field } of flow.binds[path.replace(/^answers\./, '')] ?? [])
      for (const when of shapeOf(flow, stepOf(flow, step)).whens.get(field) ?? [])
        when.reads.forEach((read) => all.add(read));
  return all;
}

/** What the step of this flow reads and writes; `changes` says what an operation changes besides what it brings. */
export function stepReads(flow: CompiledFlow, step: Step, changes: (operation: string) => readonly Path[]): StepReads {
  const shape = shapeOf(flow, step);
  const inside: Reading[] = [];
  const ways: Reading[] = [];
  const entering: Reading[] = [];
  const sets: Assignment[] = [];
  const once = new Set<Path>();
  const writes = new Set<Path>(shape.assigned.map(({ path }) => `answers.${path}`));
  const addTo =
    (list: Reading[]) =>
    (reading: Reading | undefined): void => {
      if (reading && reading.reads.length > 0) list.push(reading);
    };
  const add = addTo(inside);
  const leads = addTo(ways);
  const carries = (target: Target): readonly Reading[] =>
    leadsWithin(flow, target) ? Object.values(target.carry ?? {}) : [];
  const empties = (does: Pick<Reaction, 'clears'>): void =>
    does.clears?.forEach((path) => {
      sets.push({ to: path, value: { reads: [], of: () => undefined } });
      writes.add(path);
    });
  const clears = (does: Pick<Reaction, 'clears'>): void => {
    empties(does);
    does.clears?.forEach((path) => once.add(path));
  };
  const stays = (target: Target): void => {
    if (target.kind === 'stay') clears(target);
  };
  const choices = (list: readonly Choice[]): void =>
    list.forEach(({ when, target }) => {
      leads(passes(when));
      carries(target).forEach(add);
    });
  const calls = (list: readonly Call[]): void =>
    list.forEach((call) => {
      leads(passes(call.when));
      call.when?.reads.forEach((path) => once.add(path));
      Object.values(call.on).flatMap(carries).forEach(add);
      Object.values(call.on).forEach(stays);
      if (call.as !== undefined) writes.add(`results.${call.as}`);
      if (call.moves) writes.add('draft.status');
      changes(call.operation).forEach((path) => writes.add(path));
    });
  const makes = (to: Path, value: Compute): void => {
    sets.push({ to, value });
    [to, ...value.reads].forEach((path) => once.add(path));
  };
  const acts = (does: Pick<Reaction, 'set' | 'cookies' | 'clears' | 'calls' | 'next'>): void => {
    clears(does);
    for (const { name, value } of does.cookies ?? []) {
      makes(`cookies.${name}`, value);
      writes.add(`cookies.${name}`);
    }
    does.set.forEach(({ path, value }) => makes(`answers.${path}`, value));
    calls(does.calls);
    choices(does.next);
  };
  const action = (one: Action): void => {
    leads(passes(one.when));
    leads(passes(one.enabled?.when));
    acts(one);
  };
  if (step.when) entering.push(condition(step.when));
  if (step.entry) entering.push(condition(step.entry));
  for (const call of step.load) {
    if (call.when) entering.push(condition(call.when));
    if (call.as !== undefined && (step.kind === 'route' || call.keeps === 'session'))
      entering.push(known(`results.${call.as}`));
  }
  calls(step.load);
  for (const field of shape.fields) {
    (shape.whens.get(field.id) ?? []).map(condition).forEach(add);
    fieldReadings(field).forEach(add);
    empties(field);
    if (field.keep !== 'never') writes.add(`answers.${field.bind}`);
  }
  step.actions.forEach(action);
  const dialogs = shape.dialogs.flatMap((id) => dialogShapeOf(flow, id) ?? []);
  for (const { widgets, links } of [shape, ...dialogs]) {
    for (const placed of widgets) {
      const { item, whens } = placed;
      if (Object.keys(item.events).length === 0) continue;
      whens.map(condition).forEach(leads);
      Object.values(item.events).forEach(acts);
      itemReadings(placed).forEach(add);
    }
    for (const { item, whens, repeat } of links) {
      // A link of an item stands there with its item: the whole list is told apart for it.
      if (repeat) add(repeat.each);
      whens
        .filter(({ reads }) => !reads.some(aboutItem))
        .map(condition)
        .forEach(leads);
      carries(item.target).forEach(add);
    }
  }
  for (const id of shape.dialogs) flow.dialogs[id]?.actions.forEach(action);
  choices(step.next);
  for (const { on, onGiveUp } of step.listen) {
    const told = [...Object.values(on), ...(onGiveUp ? [onGiveUp] : [])];
    told.flatMap(carries).forEach(add);
    told.forEach(stays);
  }
  step.timers.forEach((timer) => stays(timer.do));
  return {
    entering,
    inside: [...inside, ...ways],
    ways,
    sets,
    once: withWhatHides(flow, once),
    writes,
    checks: step.checks.map(({ assert }) => condition(assert)),
    disclosures: [shape, ...dialogs].flatMap(({ disclosures }) =>
      disclosures.map(({ item, whens }) => ({ idTag: item.idTag, readings: whens.map(condition) })),
    ),
    sessionResults:
      step.kind === 'form'
        ? step.load.flatMap(({ as, keeps }) => (as !== undefined && keeps === 'session' ? [as] : []))
        : [],
  };
}

const aboutItem = (path: Path): boolean => path === 'item' || path.startsWith('item.');

/** Which items a repeat shows, and what each of them offers. */
function itemReadings({ item, buttons }: Placed<WidgetItem>): readonly Reading[] {
  if (item.kind !== 'repeat') return [];
  const offers = [...(buttons?.values() ?? [])];
  const about = [item.only, ...offers.flat(2)].flatMap((when) => when?.reads ?? []);
  if (about.length === 0) return [item.each];
  return [
    {
      reads: [...item.each.reads, ...about.filter((path) => !aboutItem(path))],
      of: (facts) =>
        itemsOf(item, facts).map((row) => [
          row.item,
          ...offers.map((all) =>
            all.some((rules) => rules.every((rule) => rule.of({ ...facts, item: row.item }) === true)),
          ),
        ]),
    },
  ];
}

/** A condition: false and unknown pass nobody alike. */
const condition = (when: Rule): Reading => ({ reads: when.reads, of: (facts) => when.of(facts) === true });
const passes = (when: Rule | undefined): Reading | undefined => when && condition(when);

const known = (path: Path): Reading => ({ reads: [path], of: (facts) => get(facts as never, path) !== undefined });

/** What makes an answer of the field acceptable: its limits, and whether it fits them. */
function fieldReadings(field: Field): readonly Reading[] {
  const found: Reading[] = [];
  const add = (compute: Compute | undefined): void => {
    if (compute) found.push(compute);
  };
  if (typeof field.required !== 'boolean') add(field.required);
  add(field.default);
  const between =
    field.dynamic.length > 0 &&
    field.dynamic.every(({ keyword }) => keyword === 'minimum' || keyword === 'maximum') &&
    !field.choices &&
    field.keep !== 'never';
  const bounds = between ? { bounds: `answers.${field.bind}` } : {};
  const limits: Compute[] = field.dynamic.map(({ limit }) => limit);
  if (field.choices)
    limits.push(
      ...('items' in field.choices
        ? field.choices.items.flatMap(({ when }) => (when ? [when] : []))
        : [field.choices.from]),
    );
  limits.forEach((limit) => found.push({ ...limit, ...bounds }));
  if (field.keep === 'never') return found;
  const read = [
    ...(field.item?.reads ?? []),
    ...new Set(
      [...limits, ...(typeof field.required === 'boolean' ? [] : [field.required])].flatMap(({ reads }) => reads),
    ),
  ];
  found.push({
    reads: [`answers.${field.bind}`, ...read],
    limits: read,
    ...bounds,
    of: (facts) => refusal(field, get(facts.answers, field.bind), facts) ?? FITS,
  });
  return found;
}

/** Fact paths read by anything of the step that can change the way or what is asked. */
export function decisionReads(flow: CompiledFlow, step: Step): ReadonlySet<Path> {
  const { entering, inside, checks, sets, disclosures } = stepReads(flow, step, () => []);
  return new Set(
    [
      ...entering,
      ...inside,
      ...checks,
      ...sets.map(({ value }) => value),
      ...disclosures.flatMap(({ readings }) => readings),
    ].flatMap(({ reads }) => reads),
  );
}
