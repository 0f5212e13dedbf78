/**
 * The journey is derived: from the start over the steps that were left, to the first unfinished one. One pass, linear
 * in steps.
 */
import type { CompiledFlow, Field, FieldId, Lock, Step, StepId, Target } from './definition.ts';
import type { Facts, JsonObject, Path } from './facts.ts';
import type { Remembered, Stored, Transition, World } from './state.ts';
import { get, getBy, own } from './paths.ts';
import { lockAt, locksOf, settledBy } from './lock.ts';
import { sawAll } from './disclosures.ts';
import { decide, holds } from './express.ts';
import { counting, inForce, refusal } from './validate.ts';
import { Relevant } from './relevant.ts';
import { stepOf } from './pieces.ts';
import { type Asked, lineOf, shapeOf, type StepShape } from './shape.ts';
import { leadsWithin } from './targets.ts';
import { stillLeads, type Trace, type Walk, type Walked } from './walked.ts';
import { type Way, dialogBehind, validates, wayOf } from './ways.ts';

export type { Trace, Walk };

/** Walks the flow over what is remembered. A pure function of its arguments. */
export function walk(flow: CompiledFlow, document: Stored, world: World): Walk {
  const { path, at, relevant, ended, shownBefore } = trace(flow, {
    ...document,
    world,
  });
  return { path, at, relevant, ended, shownBefore };
}

/** The last walks over the same answers: one act looks at the way several times. */
const last = new WeakMap<JsonObject, readonly Walked[]>();
/** Walks that are kept of the same answers. */
const KEPT = 16;
/** The last walks there were, over whatever answers: with a key pressed these are others. */
let latest: readonly Walked[] = [];
/** How many of those are kept. */
const LATEST = 4;

/**
 * `walk` with what the other parts of the engine need; stops at `until` when that step is on the way. Of what is
 * remembered already nothing is walked again: it is never changed in place.
 */
export function trace(flow: CompiledFlow, of: Remembered, end?: StepId): Trace {
  // At a page that was never left every walk stops.
  const until =
    end !== undefined && own(of.journey, end) === undefined && stepOf(flow, end).kind === 'form' ? undefined : end;
  const made = last.get(of.answers) ?? [];
  let found = made.find(
    (one) =>
      one.journey === of.journey &&
      one.world === of.world &&
      one.until === until &&
      one.start === of.start &&
      one.flow === flow,
  );
  if (!found) {
    found = traced(flow, of, { until, from: [...made, ...latest] });
    last.set(of.answers, [found, ...made.slice(0, KEPT - 1)]);
  }
  if (latest[0] !== found) latest = [found, ...latest.filter((one) => one !== found).slice(0, LATEST - 1)];
  return found.trace;
}

/** @param from walks that were made: what is known by one of them is not walked again */
function traced(
  flow: CompiledFlow,
  of: Remembered,
  { until, from }: { readonly until: StepId | undefined; readonly from: readonly Walked[] },
): Walked {
  const { answers, journey, world, start } = of;
  const locks = locksOf(flow, world);
  const known = from.find((one) => stillLeads(one, { flow, of, until, locks }));
  const relevant = new Relevant(known?.trace.before);
  const facts: Facts = { ...world, answers: relevant.root, typed: {} };
  const asked: Path[] = known?.trace.asked.slice(0, known.askedBefore) ?? [];
  const shown: string[] = [...(known?.shown ?? [])];
  const path: StepId[] = known?.trace.path.slice(0, -1) ?? [];
  const tried: StepId[] = [...(known?.tried ?? [])];
  const gathering: Gathering = { flow, answers, facts, relevant, asked, locks };
  const begun = known?.trace.at ?? start;
  const line = lineOf(flow);
  const trying: Trying = { line, facts, tried, place: line.get(begun ?? '') ?? -1 };
  const first = begun === undefined ? enter(flow, flow.line[0], trying) : stepOf(flow, begun);
  if (first === undefined)
    throw new Error(`Flow ${flow.id} has no first step whose "when" holds; give the first step of its line no "when".`);
  let step: Step = first;
  // Whoever goes on along the line comes to a step for the first time: nothing is looked for.
  let furthest = known ? Infinity : trying.place;
  let seen: Set<StepId> | undefined;
  const isOnTheWay = (id: StepId): boolean => (seen ??= new Set(path)).has(id);
  for (;;) {
    const at = step.id;
    path.push(at);
    seen?.add(at);
    const entry = at === until ? undefined : own(journey, at);
    relevant.mark();
    const askedBefore = asked.length;
    const triedBefore = tried.length;
    const shape = shapeOf(flow, step);
    const holdsUp = stillHolds(gathering, step, entry);
    // What was sent stands: a rule or a document that came later does not ask for it again.
    const sent = locks.length > 0 && settledBy(flow, step, { journey, facts, locks }) !== undefined;
    const passes =
      sent ||
      (holdsUp &&
        (entry === undefined ||
          shape.disclosures.length + shape.dialogs.length === 0 ||
          sawAll(flow, step, { entry, dialog: dialogBehind(step, entry), facts })));
    const way: Way | undefined =
      at === until
        ? undefined
        : decidesItself(step, facts)
          ? onward(step, facts)
          : entry && passes
            ? wayOf(flow, step, { transition: entry, facts })
            : undefined;
    const target = way?.target;
    const next: Step | undefined = !way
      ? undefined
      : target === undefined
        ? after(flow, trying)
        : leadsWithin(flow, target)
          ? enter(flow, target.step, trying)
          : undefined;
    if (next === undefined || (trying.place <= furthest && isOnTheWay(next.id))) {
      const exit = target && leadsOut(flow, target) ? target : undefined;
      const made: Trace = {
        path,
        at,
        relevant: relevant.root,
        before: relevant.unmarked(),
        asked,
        ended: step.outcome !== undefined,
        shownBefore: [...new Set(shown)],
        held: entry !== undefined && passes,
        leadsBack: next !== undefined,
        ...(exit && { exit }),
      };
      return {
        flow,
        answers,
        journey,
        world,
        ...(start !== undefined && { start }),
        until,
        locks,
        trace: made,
        askedBefore: relevant.addsAlone ? askedBefore : undefined,
        shown,
        tried: tried.slice(0, triedBefore),
      };
    }
    if (entry?.shown) shown.push(...Object.keys(entry.shown));
    furthest = Math.max(furthest, trying.place);
    step = next;
  }
}

/** Whether a target takes the person out of the flow, or off its page for a moment. */
export function leadsOut(flow: Pick<CompiledFlow, 'id'>, target: Target): boolean {
  switch (target.kind) {
    case 'leave':
    case 'handOff':
    case 'signOut':
    case 'reload':
    case 'return':
      return true;
    case 'to':
      return !leadsWithin(flow, target);
    case 'dialog':
    case 'stay':
    case 'reopen':
      return false;
  }
}

/** What one walk gathers as it goes from step to step. */
interface Gathering {
  readonly flow: CompiledFlow;
  readonly answers: JsonObject;
  readonly facts: Facts;
  readonly relevant: Relevant;
  readonly asked: Path[];
  readonly locks: readonly Lock[];
}

/** Takes the step's visible answers into `relevant`; whether the step holds what leaving it needs. */
function stillHolds(gathering: Gathering, step: Step, entry: Transition | undefined): boolean {
  const { flow, answers, facts, relevant, asked, locks } = gathering;
  const strict = entry !== undefined && validates(step, entry);
  const shape = shapeOf(flow, step);
  const visible: Asked[] = [];
  for (const one of shape.asks) {
    const { field, whens, way } = one;
    if (whens.length > 0 && !whens.every((when) => holds(when, facts))) continue;
    if (strict) visible.push(one);
    if (field.keep === 'never') continue;
    asked.push(field.bind);
    const value = getBy(answers, way);
    // An answer its field refuses counts nowhere once the step is left without being asked to hold.
    if (
      value !== undefined &&
      (strict || entry === undefined || stands(locks, field) || refusal(field, value, facts) === undefined)
    )
      relevant.add(field.bind, counting(field, value, facts));
  }
  for (const { path } of shape.assigned) {
    asked.push(path);
    const value = get(answers, path);
    if (value !== undefined) relevant.add(path, value);
  }
  if (!strict) return true;
  for (const { field, way } of visible)
    if (field.keep !== 'never' && !stands(locks, field) && refusal(field, getBy(answers, way), facts) !== undefined)
      return false;
  return step.checks.length === 0 || checksHold(gathering, step, { shape, visible });
}

/** Whether nobody answers a field any more. */
const stands = (locks: readonly Lock[], { bind }: Field): boolean =>
  locks.length > 0 && lockAt(locks, bind) !== undefined;

function checksHold(
  { answers, facts, locks }: Gathering,
  { checks, fields }: Step,
  { shape, visible }: { readonly shape: StepShape; readonly visible: readonly Asked[] },
): boolean {
  const valueOf = (id: FieldId) => {
    const field = own(fields, id);
    return field && field.keep !== 'never' ? get(answers, field.bind) : undefined;
  };
  return checks.every(
    (check) =>
      check.assert.reads.some((read) => read.startsWith('typed.')) ||
      (check.at !== undefined && lockAt(locks, own(fields, check.at)?.bind ?? '') !== undefined) ||
      !inForce(check, shape, { visible: (id) => visible.some(({ field }) => field.id === id), valueOf }) ||
      check.assert.of(facts) === true,
  );
}

/**
 * Whether a step needs no record: a `route` all of whose loads are known by name, a `wait` with nothing to load but a
 * way on.
 * A `route` that loads something without a name goes by how that ended, like a `wait`.
 */
function decidesItself(step: Step, facts: Facts): boolean {
  if (step.kind === 'form') return false;
  const due = step.load.filter((call) => holds(call.when, facts));
  return step.kind === 'route' ? due.every((call) => call.as !== undefined) : due.length === 0 && step.next.length > 0;
}

/** Where a step that decides by itself leads now; undefined while something it loads is unknown or no choice holds. */
function onward(step: Step, facts: Facts): Way | undefined {
  if (
    step.load.some(
      (call) => call.as !== undefined && holds(call.when, facts) && own(facts.results, call.as) === undefined,
    )
  )
    return undefined;
  const target = decide(step.next, facts);
  return target && { target };
}

/** Whether the walk goes on from this step without any record. */
export function goesOn(step: Step, facts: Facts): boolean {
  return decidesItself(step, facts) && onward(step, facts) !== undefined;
}

/** What steps of the line are tried over, and those that were tried. */
interface Trying {
  readonly line: ReadonlyMap<StepId, number>;
  readonly facts: Facts;
  readonly tried: StepId[];
  /** Where on the line the step stands that was found last; -1 for one that does not. */
  place: number;
}

/** The step itself, or, for a step of the line whose condition does not hold, the next one that may be entered. */
function enter(flow: CompiledFlow, id: StepId | undefined, trying: Trying): Step | undefined {
  if (id === undefined) return undefined;
  trying.place = trying.line.get(id) ?? -1;
  return trying.place < 0 ? stepOf(flow, id) : fromLine(flow, trying.place, trying);
}

/** The step that follows on the main line the one that was found last. */
const after = (flow: CompiledFlow, trying: Trying): Step | undefined =>
  trying.place < 0 ? undefined : fromLine(flow, trying.place + 1, trying);

function fromLine(flow: CompiledFlow, place: number, trying: Trying): Step | undefined {
  for (let index = place; index < flow.line.length; index += 1) {
    const id = flow.line[index] as StepId;
    trying.tried.push(id);
    const step = stepOf(flow, id);
    if (!holds(step.when, trying.facts)) continue;
    trying.place = index;
    return step;
  }
  return undefined;
}
