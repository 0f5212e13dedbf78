/**
 * A page filled in each way that differs: field by field, and after each field the fillings that nothing can tell apart
 * any more are one.
 */
import type { Check, CompiledFlow, Field, Step } from '../../../runtime/core/definition.ts';
import type { Json, Path } from '../../../runtime/core/facts.ts';
import type { Effect } from '../../../runtime/core/events.ts';
import type { State } from '../../../runtime/core/state.ts';
import { facts } from '../../../runtime/core/index.ts';
import { overlap, shapeOf, type StepShape } from '../../../runtime/core/shape.ts';
import { inForce } from '../../../runtime/core/validate.ts';
import { isSettled } from '../../fixture/fits.ts';
import { turn } from './engine.ts';
import type { CallEffect, Later, Sample, Terrain, Tries } from '../exploration.ts';
import { around } from '../equivalence/bounded.ts';
import type { Keys } from '../equivalence/key.ts';
import type { Laters } from '../equivalence/later.ts';
import { fieldsInOrder, pathOf } from '../equivalence/order.ts';
import { mark } from '../equivalence/plan.ts';

export interface Filled {
  readonly state: State;
  /** What was answered first, and then taken back by `answer`. */
  readonly first?: Readonly<Record<string, Json>>;
  readonly answer: Readonly<Record<string, Json>>;
  /** Calls that an answer asked for again. */
  readonly calls: readonly CallEffect[];
  /** Answers that are told apart where they first matter; any accepted one stands in the state. */
  readonly later?: Laters;
}

/** An answer that led to another page by itself: an earlier page reads it too. */
export interface Led extends Filled {
  readonly from: State;
  readonly effects: readonly Effect[];
}

/** A page to be filled. */
export interface Page extends Terrain {
  readonly keys: Keys;
  readonly step: Step;
}

/** Keywords whose limits are among what tells the values of a field apart. */
const BOUNDS = new Set([
  'type',
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
]);
const refusedBetween = (step: Step, field: Field): Sample => ({
  step: step.id,
  of: 'question',
  says: `the field ${field.id} of ${step.id} refuses values that were tried for those around them`,
});

/** How many ordinary values of a field are tried until its field and checks hold. */
const ALTERNATIVES = 6;

/**
 * @param strict only fillings that fields and checks accept, as an action that validates asks; otherwise every field
 *   may also stay empty
 * @param sampled told when fillings that were refused may stand for others that would not be
 */
export function fillings(
  page: Page,
  state: State,
  { strict, sampled }: { readonly strict: boolean; readonly sampled: (sample: Sample) => void },
): { readonly filled: readonly Filled[]; readonly led: readonly Led[] } {
  const { flow, domain, keys, step } = page;
  const shape = shapeOf(flow, step);
  const fields = fieldsInOrder(flow, step);
  // What one filling of the page took for a field that nothing tells apart, the next one tries first.
  const led = new Map<string, Led>();
  const took = new Map<string, Json>();
  let layer: readonly Filled[] = [{ state, answer: {}, calls: [] }];
  // A check of what was asked before refuses somebody whatever they answer here.
  for (const check of strict ? checksSettledAt(step, -1, fields) : []) {
    const says = fails(check, state, { flow, shape }) ? domain.sampled(step.id, step.checks.indexOf(check)) : undefined;
    if (says !== undefined) sampled({ step: step.id, of: 'comparison', says });
  }
  for (const [index, field] of fields.entries()) {
    const settled = strict ? checksSettledAt(step, index, fields) : [];
    const checked = step.checks.some((check) => readsField(check, field));
    const before = layer.length;
    const next = new Map<string, Filled>();
    const refused = new Map<string, Sample>();
    const { each: told } = domain.answers(step.id, field);
    const merges = told || checked || !strict || (layer.length > 1 && index === fields.length - 1);
    if (looksAtUnasked(keys, field, { shape, fields }))
      sampled({
        step: step.id,
        of: 'order',
        says: `the field ${field.id} of ${step.id} hangs on one further down that something else writes too, and was asked in one order only`,
      });
    const keep = (one: Filled): void => {
      const key = merges ? keys.filled(one.state, index + 1, one.later) : String(next.size);
      if (!next.has(key)) next.set(key, one);
    };
    for (const one of layer) {
      const view = one.state.page.fields[field.id];
      if (!view?.visible) {
        keep(one);
        if (keys.countsUnasked(field)) leftBehind(page, field, { one, layer }).forEach(keep);
        continue;
      }
      // What a lock holds, and what the page that comes says itself, is not asked: it stays as it is.
      if (view.locked !== undefined || [state, one.state].every((at) => isSettled({ flow, state: at }, field.id))) {
        keep(one);
        continue;
      }
      const put = strict && keys.isDeferred(step, field) ? deferred(page, field, one) : undefined;
      if (put) {
        keep(put);
        continue;
      }
      const { values, each, open, between } = valuesOf(page, field, one.state);
      const tryAll = each || (checked && settled.length === 0) || !strict;
      let fit = 0;
      let tried = 0;
      let [taken, kept] = [0, 0];
      const first = tryAll ? undefined : took.get(field.id);
      for (const value of first === undefined ? values : [first, ...values]) {
        const isOpen = open?.values.has(value) === true;
        if (isOpen && kept > 0 && !open.whole) continue;
        const [answered, effects] = turn(flow, one.state, { type: 'answered', field: field.id, value });
        if (answered.page.step !== step.id) {
          if (isOpen) [taken, kept] = [taken + 1, kept + 1];
          const key = keys.of(answered, new Set());
          if (!led.has(key))
            led.set(key, {
              from: one.state,
              state: answered,
              answer: { ...one.answer, [field.id]: value },
              calls: one.calls,
              effects,
            });
          tried += 1;
          continue;
        }
        const problem = answered.page.fields[field.id]?.problem;
        if (problem && problem.keyword !== 'check') {
          if (between && !BOUNDS.has(problem.keyword)) sampled(refusedBetween(step, field));
          continue;
        }
        if (isOpen) taken += 1;
        tried += 1;
        const failing = settled.findIndex((check) => fails(check, answered, { flow, shape }));
        if (failing >= 0) {
          const says = domain.sampled(step.id, step.checks.indexOf(settled[failing] as Check));
          if (says !== undefined)
            refused.set(keys.unchecked(answered, index + 1), { step: step.id, of: 'comparison', says });
        } else {
          fit += 1;
          if (isOpen) kept += 1;
          if (!tryAll) took.set(field.id, value);
          keep({
            ...one,
            state: answered,
            answer: { ...one.answer, [field.id]: value },
            calls: callsIn(effects, one.calls),
          });
        }
        if (!each && ((fit > 0 && !tryAll) || tried >= ALTERNATIVES)) break;
      }
      if (open && taken === 0)
        sampled({
          step: step.id,
          of: 'question',
          says: `of the texts that no rule names, none that was tried is accepted by the field ${field.id} of ${step.id}: give its schema "examples"`,
        });
      if (!view.required || !strict) {
        const empty = cleared(flow, one.state, field);
        if (empty.page.step === step.id) keep({ ...one, state: empty });
      } else if (tried === 0) {
        // Who is offered no row can answer nothing.
        if (values.length > 0 || offeredRows(field, one.state) === undefined)
          sampled({
            step: step.id,
            of: 'question',
            says: `no value that was tried is accepted by the field ${field.id} of ${step.id}, so nobody was followed past it: give its schema "examples"`,
          });
        keep(one);
      }
    }
    layer = [...next.values()];
    // A field that may stay empty doubles the fillings though nothing ahead may ask of it: they are one again before
    // the next field is tried on each.
    if (!merges && layer.length > before)
      layer = [...oneOfEach(layer, (one) => keys.filled(one.state, index + 1, one.later))];
    if (refused.size === 0) continue;
    const accepted = new Set(layer.map((one) => keys.unchecked(one.state, index + 1)));
    for (const [key, sample] of refused) if (!accepted.has(key)) sampled(sample);
  }
  return { filled: layer, led: [...led.values()] };
}

/** The first of those with each key. */
function oneOfEach<T>(all: readonly T[], keyOf: (one: T) => string): Iterable<T> {
  const found = new Map<string, T>();
  for (const one of all) {
    const key = keyOf(one);
    if (!found.has(key)) found.set(key, one);
  }
  return found.values();
}

/** The filling with one accepted answer, and all others to be told apart later; undefined where none is accepted. */
function deferred({ flow, domain, step }: Page, field: Field, one: Filled): Filled | undefined {
  const { values, open } = domain.answers(step.id, field);
  const accepted = values.flatMap((value) => {
    const [state, effects] = turn(flow, one.state, { type: 'answered', field: field.id, value });
    const problem = state.page.step === step.id ? state.page.fields[field.id]?.problem : undefined;
    return state.page.step !== step.id || (problem && problem.keyword !== 'check') ? [] : [{ value, state, effects }];
  });
  const [first] = accepted;
  if (!first || (open && !accepted.some(({ value }) => open.values.has(value)))) return undefined;
  const all = [
    ...accepted.map(({ value }) => value),
    ...(one.state.page.fields[field.id]?.required ? [] : [undefined]),
  ];
  return {
    state: first.state,
    answer: { ...one.answer, [field.id]: first.value },
    calls: callsIn(first.effects, one.calls),
    later: new Map([...(one.later ?? []), [field.bind, { step: step.id, field: field.id, values: all }]]),
  };
}

/** The filling with an answer told apart. */
export function* toldApart(flow: CompiledFlow, filled: Filled, bind: Path): Generator<Filled> {
  const { later = new Map<Path, Later>() } = filled;
  const found = later.get(bind);
  if (!found) return;
  const rest = new Map([...later].filter(([other]) => other !== bind));
  for (const value of found.values) {
    const [state] = turn(flow, filled.state, { type: 'answered', field: found.field, value });
    const { [found.field]: _, ...others } = filled.answer;
    yield {
      ...filled,
      state,
      answer: value === undefined ? others : { ...others, [found.field]: value },
      later: rest,
    };
  }
}

/** What a field whose choices are rows of something offers now; undefined for any other field. */
function offeredRows({ id, type, choices }: Field, state: State): readonly Json[] | undefined {
  if (!choices || 'items' in choices) return undefined;
  const each = (state.page.fields[id]?.choices ?? []).map(({ value }) => value);
  if (type !== 'array') return each;
  return [...each.map((value) => [value]), ...(each.length > 1 ? [each] : [])];
}

function valuesOf({ flow, domain, keys, step }: Page, field: Field, state: State): Tries {
  const { values, each, ...more } = domain.answers(step.id, field);
  const rows = offeredRows(field, state);
  if (rows) return { values: rows, each };
  const seen = facts(flow, state);
  const limits = field.dynamic
    .flatMap(({ keyword, limit }) => (keyword === 'pattern' ? [] : [limit.of(seen)]))
    .filter((value): value is Json => value !== undefined);
  const copied = keys.limitsCopiedTo(field).flatMap((limit): readonly Json[] => {
    const value = limit.of(seen);
    return value === undefined ? [] : around(value as Json);
  });
  // Of a number that only its limits bound, the limits stand for all.
  if (limits.length > 0 && keys.bounded(step.id, field))
    return { values: [...limits, ...copied], each: copied.length > 0 };
  const near = [...domain.near(field, seen), ...copied];
  const known = new Set<string>();
  const all = [...values, ...near, ...limits].filter((value) => {
    const name = mark(value);
    return known.has(name) ? false : known.add(name);
  });
  return { ...more, values: all, each: each || near.length > 0 };
}

/**
 * Whether it is there hangs on a later field whose answer may count before it is asked: then it may turn up when the
 * page is looked at again.
 */
function looksAtUnasked(
  keys: Keys,
  field: Field,
  { shape, fields }: { readonly shape: StepShape; readonly fields: readonly Field[] },
): boolean {
  return (
    shape.looksAhead.has(field.id) &&
    fields.some(
      (other) =>
        other !== field &&
        (shape.whens.get(field.id) ?? []).some(({ reads }) => reads.some((path) => overlap(path, pathOf(other)))) &&
        keys.countsUnasked(other),
    )
  );
}

/**
 * The filling reached by another in which the hidden field was there and answered: its answer stays behind, and counts
 * where something else writes it too.
 */
function leftBehind(
  page: Page,
  field: Field,
  { one, layer }: { readonly one: Filled; readonly layer: readonly Filled[] },
): readonly Filled[] {
  const { flow, step } = page;
  const found: Filled[] = [];
  for (const other of layer) {
    if (!other.state.page.fields[field.id]?.visible) continue;
    for (const value of valuesOf(page, field, other.state).values) {
      const first = { ...other.answer, [field.id]: value };
      let state = turn(flow, other.state, { type: 'answered', field: field.id, value })[0];
      for (const [id, again] of Object.entries(one.answer))
        if (state.page.step === step.id) state = turn(flow, state, { type: 'answered', field: id, value: again })[0];
      if (state.page.step === step.id && state.page.fields[field.id]?.visible === false)
        found.push({ ...one, first, state });
    }
  }
  return found;
}

/** The page with this field empty. */
function cleared(flow: CompiledFlow, state: State, field: Field): State {
  return state.page.fields[field.id]?.value === undefined
    ? state
    : turn(flow, state, { type: 'answered', field: field.id, value: undefined })[0];
}

/** The calls among effects, after those before them. */
export const callsIn = (effects: readonly Effect[], before: readonly CallEffect[] = []): readonly CallEffect[] => {
  const calls = effects.filter((effect) => effect.type === 'call');
  return calls.length === 0 ? before : [...before, ...calls];
};

const readsField = (check: Check, field: Field): boolean =>
  check.assert.reads.some((path) => overlap(path, pathOf(field)));

/**
 * Checks of the page whose last field is this one, or that read none where there is no such field: nothing answered
 * after it changes them.
 */
function checksSettledAt(step: Step, index: number, fields: readonly Field[]): readonly Check[] {
  return step.checks.filter((check) => {
    const last = fields.findLastIndex((field) => readsField(check, field) || field.id === check.at);
    return last === index;
  });
}

/** Whether the check would hold the page back. */
function fails(
  check: Check,
  state: State,
  { flow, shape }: { readonly flow: CompiledFlow; readonly shape: StepShape },
): boolean {
  const { fields } = state.page;
  return (
    inForce(check, shape, { visible: (id) => fields[id]?.visible === true, valueOf: (id) => fields[id]?.value }) &&
    check.assert.of(facts(flow, state)) !== true
  );
}
