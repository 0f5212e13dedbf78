/** The server's lock (law 4): takes over what an honest person at these pages could have sent, and nothing else. */
import type { Action, Call, CompiledFlow, Field, Step, StepId } from './definition.ts';
import { nothingKnown, type Facts, type Json, type JsonObject, type Path } from './facts.ts';
import type { Journey, OutcomeOf, Remembered, Shown, Stored, StoredFile, Transition, World } from './state.ts';
import { holds } from './express.ts';
import { areStored } from './files.ts';
import { disclosuresOn, mayShow, sawAll, showsDocuments } from './disclosures.ts';
import { isLeft } from './left.ts';
import { lockAt, locksOf, setLockAt, settledBy } from './lock.ts';
import { filtered, get, isObject, own, put, same } from './paths.ts';
import { isServers } from './origins.ts';
import { stepOf } from './pieces.ts';
import { overlap, shapeOf } from './shape.ts';
import { isSealed } from './sealed.ts';
import { entriesOf, refusal } from './validate.ts';
import { trace, type Trace } from './walk.ts';
import { callsOf, dialogActionOf, dialogBehind, wayOf } from './ways.ts';

export interface Proposed {
  /** Bind path -> new value; null erases. */
  readonly changes: Readonly<Record<Path, Json | null>>;
  readonly journey: Readonly<Record<StepId, (Transition & { readonly shown?: Shown }) | null>>;
}
/** Why a save is refused. */
export type RefusalCode =
  /** No field and no assignment of this flow writes the path. */
  | 'unknownPath'
  /** The value of a `keep: never` field must not be sent. */
  | 'neverKept'
  /** A sealed marker is what the server gave; it is never sent back. */
  | 'sealed'
  | 'wrongType'
  /** An answer, or all of them together, is larger than any that a page asks for. */
  | 'tooLong'
  /** A file that the person did not send for this document, or another content than they sent. */
  | 'noSuchFile'
  /** No visible field on the way asks this. */
  | 'notAsked'
  /** An assignment writes constants only, and this is none of them. */
  | 'notAssigned'
  | 'unknownStep'
  /**
   * The step cannot be left like this: no such action, event, link, ..., its condition does not hold, or the record
   * says more than that.
   */
  | 'noSuchWay'
  /** The step is not on the way. */
  | 'notOnPath'
  /** Left, though its fields or checks do not hold. */
  | 'notFinished'
  /** The trail does not hold this outcome or event. */
  | 'noSuchOutcome'
  /** A disclosure stands on the page and was not recorded, or the other way round. */
  | 'notShown'
  /** Somebody acts for the person, and a document was on the page: only the person can have seen it. */
  | 'acting'
  /** What was sent stands: a lock holds the answer, or how the page was left. */
  | 'locked';
export type Admission =
  | { readonly ok: true; readonly answers: JsonObject; readonly journey: Journey }
  | {
      readonly ok: false;
      readonly code: RefusalCode;
      readonly path?: string;
      /** The answer that keeps the step at `path` from being left. */
      readonly field?: Path;
    };

/**
 * What one save and one application may hold at most: changes, records, characters of a text and of all answers as
 * JSON.
 */
const most = { changes: 500, records: 200, text: 1_000, document: 64 * 1024 } as const;

const refuse = (code: RefusalCode, path: string): Admission => ({ ok: false, code, path });

/**
 * Judges one save over what is stored (clear values, not sealed ones).
 * @param trail outcomes of operations as {operation, name}, and events of channels as {operation: channel, name:
 *   event}.
 * @returns the new document, or the first reason to refuse it; never half of it.
 */
export function admit(
  flow: CompiledFlow,
  stored: Stored,
  {
    proposed,
    world,
    trail,
    files = [],
  }: {
    readonly proposed: Proposed;
    readonly world: World;
    readonly trail: readonly OutcomeOf[];
    /** What the person sent for this document and the server still stores. */
    readonly files?: readonly StoredFile[];
  },
): Admission {
  let { answers } = stored;
  const many = Object.keys(proposed.changes)[most.changes] ?? Object.keys(proposed.journey)[most.records];
  if (many !== undefined) return refuse('tooLong', many);
  const journey: Record<StepId, Journey[string]> = { ...stored.journey };
  for (const [path, value] of Object.entries(proposed.changes)) {
    const code = shapeRefusal(flow, path, value);
    if (code) return refuse(code, path);
    if (value !== null && fieldsAt(flow, path).some((field) => field.file && !areStored(field, value, files)))
      return refuse('noSuchFile', path);
    answers = put(answers, path, value ?? undefined);
  }
  const [first] = Object.keys(proposed.changes);
  if (first !== undefined && JSON.stringify(answers).length > most.document) return refuse('tooLong', first);
  for (const [id, entry] of Object.entries(proposed.journey)) {
    if (!Object.hasOwn(flow.steps, id)) return refuse('unknownStep', id);
    if (entry !== null && !isLeft(entry)) return refuse('noSuchWay', id);
    if (entry === null) delete journey[id];
    else journey[id] = entry;
  }
  const found = trace(flow, { answers, journey, world });
  // The way before this save is walked only for whom it counts: a lock, or a change that is off the new way.
  let walked: Trace | undefined;
  const earlier = (): Trace => (walked ??= trace(flow, { ...stored, world }));
  const locked = lockRefusal(flow, {
    stored,
    proposed,
    world,
    asked: () => earlier().asked,
    isSet: (path) => isSet(flow, { way: found.path, stored, over: { answers, journey, world } }, path),
  });
  if (locked !== undefined) return refuse('locked', locked);
  for (const [path, value] of Object.entries(proposed.changes)) {
    if (value === null) continue;
    if (!found.asked.includes(path) && !earlier().asked.includes(path)) return refuse('notAsked', path);
    if (!bound(flow, path) && !assignable(flow, [...found.path, ...earlier().path], { path, value }))
      return refuse('notAssigned', path);
  }
  for (const [id, entry] of Object.entries(proposed.journey)) {
    if (entry === null) continue;
    if (world.session['actingFor'] !== undefined && Object.keys(entry.shown ?? {}).length > 0)
      return refuse('acting', id);
    const code = leavingRefusal({ flow, found, over: { answers, journey, world }, trail }, stepOf(flow, id), entry);
    if (code === undefined) continue;
    const field =
      code === 'notFinished' ? unfinishedAt(flow, stepOf(flow, id), { answers, journey, world }) : undefined;
    return { ...refuse(code, id), ...(field !== undefined && { field }) };
  }
  return { ok: true, answers, journey };
}

/**
 * The first path or step of a save that a lock holds: an answer that would become another one (an answer off the way
 * counts nowhere and may be erased), the record of a page that was sent.
 */
function lockRefusal(
  flow: CompiledFlow,
  {
    stored,
    proposed,
    world,
    asked,
    isSet: set,
  }: {
    readonly stored: Stored;
    readonly proposed: Proposed;
    readonly world: World;
    /** What the way before the save asks. */
    readonly asked: () => readonly Path[];
    /** Whether a press writes the answer as the save says. */
    readonly isSet: (path: Path) => boolean;
  },
): string | undefined {
  const locks = locksOf(flow, world);
  if (locks.length === 0) return undefined;
  const path = Object.keys(proposed.changes).find(
    (one) =>
      lockAt(locks, one) !== undefined &&
      !same(get(stored.answers, one), proposed.changes[one] ?? undefined) &&
      (asked().includes(one) || proposed.changes[one] !== null) &&
      (setLockAt(locks, one) !== undefined || !set(one)),
  );
  if (path !== undefined) return path;
  return Object.entries(proposed.journey).find(([id, entry]) => {
    const step = stepOf(flow, id);
    if (entry !== null && same(entry, own(stored.journey, id))) return false;
    const here = trace(flow, { ...stored, world }, id);
    const facts: Facts = { ...world, answers: here.relevant, typed: {} };
    return settledBy(flow, step, { journey: stored.journey, facts, locks }) !== undefined;
  })?.[0];
}

/**
 * Whether a press that could be made now writes the answer at `path` as the save says: an action of a page on the way
 * that was not sent is offered, the page holds when the action asks that, and what it sets is this value, computed from
 * what is stored.
 */
function isSet(
  flow: CompiledFlow,
  { way, stored, over }: { readonly way: readonly StepId[]; readonly stored: Stored; readonly over: Remembered },
  path: Path,
): boolean {
  const value = get(over.answers, path);
  const before: Remembered = { ...over, answers: put(over.answers, path, get(stored.answers, path)) };
  const locks = locksOf(flow, over.world);
  return way.some((id) => {
    const step = stepOf(flow, id);
    const setting = step.actions.filter(({ set }) => set.some((one) => one.path === path));
    if (setting.length === 0) return false;
    const facts: Facts = { ...over.world, answers: trace(flow, before, id).relevant, typed: {} };
    if (settledBy(flow, step, { journey: over.journey, facts, locks })) return false;
    return setting.some(
      (action) =>
        holds(action.when, facts) &&
        (!action.validates || isFinished(flow, step, { over: before, facts, action: action.id })) &&
        same(whatSets(action, path, facts), value),
    );
  });
}

/** Whether the page holds what leaving it by an action asks. */
function isFinished(
  flow: CompiledFlow,
  step: Step,
  { over, facts, action }: { readonly over: Remembered; readonly facts: Facts; readonly action: string },
): boolean {
  const way = { by: 'action', action } as const;
  const left = { ...way, shown: disclosuresOn(flow, step, { facts, dialog: dialogBehind(step, way) }) };
  const { path, at, held } = trace(flow, { ...over, journey: { ...over.journey, [step.id]: left } });
  return path.includes(step.id) && (at !== step.id || held);
}

/** What a press writes at a path: each of its assignments sees those before it. */
function whatSets({ set }: Action, path: Path, facts: Facts): Json | undefined {
  let { answers } = facts;
  for (const one of set) answers = put(answers, one.path, one.value.of({ ...facts, answers }) as Json | undefined);
  return get(answers, path);
}

/**
 * What of a save still counts over another world: changes that are asked, records of steps left on the way. For saves
 * that waited while nobody was signed in: pages that only a stranger sees are off the way by then, and the lock would
 * refuse them.
 */
export function sift(
  flow: CompiledFlow,
  stored: Stored,
  { proposed, world }: { readonly proposed: Proposed; readonly world: World },
): Proposed {
  const answers = Object.entries(proposed.changes).reduce(
    (root, [path, value]) => put(root, path, value ?? undefined),
    stored.answers,
  );
  const journey = {
    ...stored.journey,
    ...filtered(proposed.journey, (_, entry) => entry !== null),
  } as Journey;
  const found = trace(flow, { answers, journey, world });
  return {
    changes: filtered(proposed.changes, (path, value) => value === null || found.asked.includes(path)),
    journey: filtered(proposed.journey, (id) => found.path.includes(id) && id !== found.at),
  };
}

/** What is wrong with a change whatever the walk says. */
export function shapeRefusal(flow: CompiledFlow, path: Path, value: Json | null): RefusalCode | undefined {
  const fields = fieldsAt(flow, path);
  if (fields.length === 0 && !assigns(flow, path)) return 'unknownPath';
  if (fields.length > 0 && fields.every((field) => field.keep === 'never')) return 'neverKept';
  if (value === null) return undefined;
  if (isSealed(value)) return 'sealed';
  // What is typed may be longer than its field takes until the page is left, but not without end.
  if (longest(value) > Math.max(most.text, ...fields.map(({ maxLength = 0 }) => maxLength))) return 'tooLong';
  return fields.length === 0 || fields.some((field) => fits(field, value)) ? undefined : 'wrongType';
}

/** Characters of the longest text in a value, names of members too. */
function longest(value: Json): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((so, [key, one]) => Math.max(so, key.length, longest(one)), 0);
}

const fieldsAt = (flow: CompiledFlow, path: Path): readonly Field[] =>
  (own(flow.binds, path) ?? []).flatMap(({ step, field }) => own(stepOf(flow, step).fields, field) ?? []);
const bound = (flow: CompiledFlow, path: Path): boolean => fieldsAt(flow, path).length > 0;
const assigns = (flow: CompiledFlow, path: Path): boolean =>
  Object.values(flow.steps).some((step) => shapeOf(flow, step).assigned.some((one) => one.path === path));

/**
 * A half-typed number or date is a string and may be kept until its page is left; lists and objects must be what they
 * say.
 */
function fits(field: Field, value: Json): boolean {
  switch (field.type) {
    case 'array':
      // Nobody types a file half: but that there are too few yet, an answer of files holds from the first one on.
      if (field.file) return [undefined, 'minItems'].includes(field.validate(value)?.keyword);
      return field.item ? fitsList(field, value) : Array.isArray(value);
    case 'object':
      return isObject(value) && field.validate(value)?.keyword !== 'additionalProperties';
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
    case 'integer':
      return typeof value === 'number' || typeof value === 'string';
    case 'string':
      return typeof value === 'string';
  }
}

/** A list that the person makes: no more items than there may be, each with parts that its questions write. */
function fitsList(field: Field, value: Json): boolean {
  const { most: many, fields = [] } = field.item ?? {};
  return (
    Array.isArray(value) &&
    value.length <= (many ?? 0) &&
    entriesOf(field, value).length === value.length &&
    entriesOf(field, value).every((one) =>
      Object.entries(one).every(([name, given]) => fields.some((part) => part.bind === name && fits(part, given))),
    )
  );
}

/**
 * An assignment of a constant admits only that constant; one that reads facts of the page cannot be computed again
 * here.
 */
export function assignable(
  flow: CompiledFlow,
  way: readonly StepId[],
  { path, value }: { readonly path: Path; readonly value: Json },
): boolean {
  return way.some((id) =>
    shapeOf(flow, stepOf(flow, id)).assigned.some(
      (one) => one.path === path && (one.value.reads.length > 0 || same(one.value.of(nothingKnown), value)),
    ),
  );
}

/** The first answer of a step that its field refuses, or that a check of the page is about. */
function unfinishedAt(flow: CompiledFlow, step: Step, over: Remembered): Path | undefined {
  const { relevant } = trace(flow, over, step.id);
  const facts: Facts = { ...over.world, answers: relevant, typed: {} };
  const { fields, whens } = shapeOf(flow, step);
  const asked = fields.filter(
    ({ id, keep }) => keep !== 'never' && (whens.get(id) ?? []).every((when) => holds(when, facts)),
  );
  const refused = asked.find((field) => refusal(field, get(over.answers, field.bind), facts) !== undefined);
  if (refused !== undefined) return refused.bind;
  const check = step.checks.find((one) => one.at !== undefined && one.assert.of(facts) !== true);
  return asked.find(({ id }) => id === check?.at)?.bind;
}

/** What a record is judged by: the way with everything proposed taken over, and what really happened. */
interface Judged {
  readonly flow: CompiledFlow;
  readonly found: Trace;
  readonly over: Remembered;
  readonly trail: readonly OutcomeOf[];
}

/** Why a step cannot be left as a record says; undefined when it can. */
export function leavingRefusal(
  { flow, found, over, trail }: Judged,
  step: Step,
  entry: Transition & { readonly shown?: Shown },
): RefusalCode | undefined {
  if (step.kind === 'route' || !found.path.includes(step.id)) return 'notOnPath';
  const here = trace(flow, over, step.id);
  const facts: Facts = { ...over.world, answers: here.relevant, typed: {} };
  const way = isDisabled(flow, step, { entry, facts }) ? undefined : wayOf(flow, step, { transition: entry, facts });
  if (!way || way.target?.kind === 'stay' || way.target?.kind === 'dialog' || way.target?.kind === 'reopen')
    return 'noSuchWay';
  const unseen = shownRefusal(flow, step, { entry, facts });
  if (unseen) return unseen;
  // A target that an answer given since has put on the way already: the page stays open, the record does no harm.
  if (found.at === step.id && !found.exit && !(found.held && found.leadsBack)) return 'notFinished';
  return proven(callsOf(flow, step, entry), entry, { facts, trail }) ? undefined : 'noSuchOutcome';
}

/**
 * Whether the button by which a step was left could not be pressed, as far as these facts tell: what the press itself
 * set or its calls brought may have changed them since, and each call was judged when it was made.
 */
function isDisabled(
  flow: CompiledFlow,
  step: Step,
  { entry, facts }: { readonly entry: Transition; readonly facts: Facts },
): boolean {
  const action =
    entry.by === 'action'
      ? step.actions.find(({ id }) => id === entry.action)
      : entry.by === 'dialog'
        ? dialogActionOf(flow, step, entry)
        : undefined;
  const when = action?.enabled?.when;
  if (!action || !when || action.calls.length > 0 || !isServers(when)) return false;
  const changed = action.set.some(({ path }) => when.reads.some((read) => overlap(read, `answers.${path}`)));
  return !changed && !holds(when, facts);
}

function proven(
  calls: readonly Call[],
  entry: Transition,
  { facts, trail }: { readonly facts: Facts; readonly trail: readonly OutcomeOf[] },
): boolean {
  const holdsIn = (outcome: OutcomeOf) =>
    trail.some((one) => one.operation === outcome.operation && one.name === outcome.name);
  if (entry.by === 'event') return holdsIn({ operation: entry.channel, name: entry.event });
  const outcome = 'outcome' in entry ? entry.outcome : undefined;
  const due = calls.filter((call) => holds(call.when, facts));
  if (outcome === undefined) return entry.by === 'load' || due.length === 0;
  if (entry.by === 'load')
    return calls.some((call) => call.operation === outcome.operation && (call.kind === 'identity' || holdsIn(outcome)));
  const last = due.findIndex((call) => call.operation === outcome.operation);
  return (
    last >= 0 &&
    due
      .slice(0, last + 1)
      .every(
        (call, index) =>
          call.kind === 'identity' || holdsIn(index === last ? outcome : { operation: call.operation, name: 'ok' }),
      )
  );
}

function shownRefusal(
  flow: CompiledFlow,
  step: Step,
  { entry, facts }: { readonly entry: Journey[string]; readonly facts: Facts },
): RefusalCode | undefined {
  const tags = Object.keys(entry.shown ?? {});
  return sawAll(flow, step, { entry, dialog: dialogBehind(step, entry), facts }) &&
    (tags.length === 0 || (showsDocuments(entry) && tags.every((tag) => mayShow(flow, step, tag))))
    ? undefined
    : 'notShown';
}
