/** How an application comes from the version it began with to a later one: by what is written, and by nothing else. */
import type { CompiledFlow, Field, Migration, Move, StepId } from './definition.ts';
import type { Json, JsonObject, Path } from './facts.ts';
import { assignable, leavingRefusal, shapeRefusal } from './admit.ts';
import { drop, filtered, get, own, put, same } from './paths.ts';
import { isSealed } from './sealed.ts';
import { stepOf } from './pieces.ts';
import { overlap, shapeOf } from './shape.ts';
import type { Journey, OutcomeOf, Remembered, Stored } from './state.ts';
import { trace } from './walk.ts';

/**
 * The migrations that were written since a version, none when there are no new ones; undefined where no way leads from
 * it: its own are not those the later version begins with.
 */
export function newer(before: CompiledFlow, after: CompiledFlow): readonly Migration[] | undefined {
  const { migrations: known = [] } = before;
  const { migrations: all = [] } = after;
  return same(all.slice(0, known.length), known) ? all.slice(known.length) : undefined;
}

/**
 * Whether an unsent application of one version goes on in the other: it is another, and a migration was written since.
 */
export const isMoved = (before: CompiledFlow, after: CompiledFlow): boolean =>
  before.hash !== after.hash && (newer(before, after) ?? []).length > 0;

/** What a later version does not take of an earlier one: an answer, and why. */
export interface Loss {
  readonly path: Path;
  /**
   * Nobody asks for it, it is of another type, a choice is gone, it was sensitive and is so no more, or another answer
   * comes to the same path.
   */
  readonly why: 'gone' | 'type' | 'choice' | 'sensitive' | 'twice';
}

/**
 * The answers of an earlier version that a later one does not take and of which no migration says what becomes.
 * Consents whose text is another need none: they are asked again.
 */
export function lost(before: CompiledFlow, after: CompiledFlow): readonly Loss[] {
  const moves = movesOf(newer(before, after) ?? []);
  const takes = answersOf(after);
  const ends = [...answersOf(before)].map(([path, fields]) => ({ path, fields, end: ending(moves, path) }));
  return ends.flatMap(({ path, fields, end }): Loss[] => {
    if (end === undefined) return [];
    const isMet = ends.some((other) => other.end === end && other.path !== path);
    const why = misfit(fields, takes.get(end)) ?? (isMet ? 'twice' : undefined);
    return why === undefined ? [] : [{ path, why }];
  });
}

/** A journey as it stands in the later version. */
export interface Moved extends Stored {
  /** Answers that did not come along and whose pages are asked again. */
  readonly askedAgain: readonly Path[];
}

/**
 * What is stored of an earlier version, moved by the migrations written since. A consent comes along only where its
 * words are the same and every document that stood on its page is the one in force; how a page was left, only where it
 * could have been left so in the later version.
 * @param remembered clear values, not sealed ones, and the world that the later version sees
 * @param trail what really happened, as `admit` takes it
 */
export function moved(
  before: CompiledFlow,
  after: CompiledFlow,
  { remembered, trail }: { readonly remembered: Remembered; readonly trail: readonly OutcomeOf[] },
): Moved {
  const { world, ...stored } = remembered;
  const { documents } = world.compliance;
  const moves = movesOf(newer(before, after) ?? []);
  const again = new Set<Path>();
  const askedIn = (path: Path): readonly StepId[] => asking(after, path);
  let { answers } = stored;
  for (const [index, move] of moves.entries()) {
    const end = (path: Path): Path | undefined => ending(moves.slice(index + 1), path);
    answers = perform(move, {
      answers,
      wasLeft: (path) => askedIn(end(path) ?? path).some((step) => own(stored.journey, step) !== undefined),
      askAgain: (path) => again.add(end(path) ?? path),
    });
  }
  answers = taken(after, answers, again);
  for (const path of answersOf(after).keys()) {
    if (get(answers, path) === undefined || keepsConsent({ before, after, moves }, path, { stored, documents }))
      continue;
    answers = drop(answers, path);
    again.add(path);
  }
  const open = new Set([...again].flatMap(askedIn));
  const journey = filtered(stored.journey, (step) => Object.hasOwn(after.steps, step) && !open.has(step));
  return {
    answers,
    journey: stillLeft(after, { answers, journey, world }, trail),
    askedAgain: [...again].sort(),
  };
}

/** Of these records those that could be made on the way now, each over the ones before it. */
function stillLeft(flow: CompiledFlow, over: Remembered, trail: readonly OutcomeOf[]): Journey {
  const found = trace(flow, over);
  const onWay = found.path.flatMap((id) => {
    const entry = own(over.journey, id);
    return entry === undefined ? [] : [[id, entry] as const];
  });
  const journey = Object.fromEntries(onWay);
  const wrong = onWay.find(
    ([id, entry]) =>
      leavingRefusal({ flow, found, over: { ...over, journey }, trail }, stepOf(flow, id), entry) !== undefined,
  );
  if (wrong === undefined) return journey;
  const { [wrong[0]]: _, ...rest } = journey;
  return stillLeft(flow, { ...over, journey: rest }, trail);
}

const movesOf = (migrations: readonly Migration[]): readonly Move[] => migrations.flatMap(({ moves }) => moves);

/** What a move is done over. */
interface Over {
  readonly answers: JsonObject;
  /** Whether a page that asks this in the later version was left. */
  readonly wasLeft: (path: Path) => boolean;
  readonly askAgain: (path: Path) => void;
}
type Moves = { readonly [Kind in Move['kind']]: Extract<Move, { kind: Kind }> };

/** Each move: where an answer stands after it (undefined: nowhere), and what it makes of all answers. */
const table: {
  readonly [Kind in keyof Moves]: {
    readonly leads: (move: Moves[Kind], path: Path) => Path | undefined;
    readonly make: (move: Moves[Kind], over: Over) => JsonObject;
  };
} = {
  rename: { leads: carried, make: carry },
  move: { leads: carried, make: carry },
  default: {
    leads: (_, path) => path,
    make: ({ path, value }, { answers, wasLeft }) =>
      get(answers, path) === undefined && wasLeft(path) ? put(answers, path, value) : answers,
  },
  drop: {
    leads: ({ path: root }, path) => (below(root, path) === undefined ? path : undefined),
    make: ({ path }, { answers }) => drop(answers, path),
  },
  askAgain: {
    leads: ({ path: root }, path) => (below(root, path) === undefined ? path : undefined),
    make: ({ path }, { answers, wasLeft, askAgain }) => {
      if (get(answers, path) !== undefined || wasLeft(path)) askAgain(path);
      return drop(answers, path);
    },
  },
};
const perform = <Kind extends keyof Moves>(move: Moves[Kind], over: Over): JsonObject =>
  table[move.kind].make(move, over);
const leads = <Kind extends keyof Moves>(move: Moves[Kind], path: Path): Path | undefined =>
  table[move.kind].leads(move, path);

/** What follows a root in a path, with its dot; undefined where the path is not the root and not below it. */
function below(root: Path, path: Path): string | undefined {
  return path === root || path.startsWith(`${root}.`) ? path.slice(root.length) : undefined;
}
function carried({ from, to }: { readonly from: Path; readonly to: Path }, path: Path): Path {
  const rest = below(from, path);
  return rest === undefined ? path : to + rest;
}
function carry({ from, to }: { readonly from: Path; readonly to: Path }, { answers }: Over): JsonObject {
  const value = get(answers, from);
  return value === undefined ? answers : put(drop(answers, from), to, value);
}

/** Where an answer stands after all these moves; undefined when it does not come along. */
export function ending(moves: readonly Move[], path: Path): Path | undefined {
  return moves.reduce<Path | undefined>((at, move) => (at === undefined ? undefined : leads(move, at)), path);
}

const known = new WeakMap<CompiledFlow, ReadonlyMap<Path, readonly Field[]>>();

/** Every path that is kept of a flow, with the fields that ask it; none where an act alone sets it. */
function answersOf(flow: CompiledFlow): ReadonlyMap<Path, readonly Field[]> {
  let found = known.get(flow);
  if (found) return found;
  const paths = new Map<Path, Field[]>();
  for (const step of Object.values(flow.steps)) {
    for (const field of Object.values(step.fields))
      if (field.keep === 'application') paths.set(field.bind, [...(paths.get(field.bind) ?? []), field]);
    for (const { path } of shapeOf(flow, step).assigned) if (!paths.has(path)) paths.set(path, []);
  }
  known.set(flow, (found = paths));
  return found;
}

/** The steps of a flow that ask for a path, for something below it or above it, or set it. */
const asking = (flow: CompiledFlow, path: Path): readonly StepId[] =>
  Object.values(flow.steps).flatMap((step) =>
    Object.values(step.fields).some(({ bind }) => overlap(bind, path)) ||
    shapeOf(flow, step).assigned.some((one) => overlap(one.path, path))
      ? [step.id]
      : [],
  );

/** Why an answer that these fields gave is not taken; undefined when it is. */
function misfit(asked: readonly Field[], by: readonly Field[] | undefined): Loss['why'] | undefined {
  if (by === undefined) return 'gone';
  if (asked.length === 0 || by.length === 0) return undefined;
  if (asked.some((field) => field.sensitive) && !by.some((field) => field.sensitive)) return 'sensitive';
  if (!asked.every((field) => by.some((other) => isOfType(field, other)))) return 'type';
  return asked.every((field) => by.some((other) => offers(other, field))) ? undefined : 'choice';
}

function isOfType(field: Field, other: Field): boolean {
  if (field.type !== other.type && !(field.type === 'integer' && other.type === 'number')) return false;
  if ((field.file === undefined) !== (other.file === undefined)) return false;
  const { item } = other;
  if (field.item === undefined || item === undefined) return field.item === item;
  return field.item.fields.every((part) =>
    item.fields.some((one) => one.bind === part.bind && isOfType(part, one) && offers(one, part)),
  );
}

/** Whether everything that could be chosen in one field can be in another. */
function offers(other: Field, { choices }: Field): boolean {
  if (other.choices === undefined || !('items' in other.choices)) return true;
  const { items } = other.choices;
  return (
    choices !== undefined &&
    (!('items' in choices) || choices.items.every(({ value }) => items.some((one) => one.value === value)))
  );
}

/** The answers that a version takes; those it refuses by their form are asked again. */
function taken(after: CompiledFlow, answers: JsonObject, again: Set<Path>): JsonObject {
  let kept: JsonObject = {};
  for (const [path, fields] of answersOf(after)) {
    const value: Json | undefined = get(answers, path);
    if (value === undefined) continue;
    // What whoever asks may not see (`withhold`) is there all the same.
    if (isSealed(value) && fields.every(({ sensitive }) => sensitive)) {
      kept = put(kept, path, value);
      continue;
    }
    const isForm = shapeRefusal(after, path, value) === undefined;
    if (isForm && (fields.length > 0 || assignable(after, Object.keys(after.steps), { path, value })))
      kept = put(kept, path, value);
    else again.add(path);
  }
  return kept;
}

/** Whether an answer is no consent, before and after, or one to the same words and documents. */
function keepsConsent(
  {
    before,
    after,
    moves,
  }: { readonly before: CompiledFlow; readonly after: CompiledFlow; readonly moves: readonly Move[] },
  path: Path,
  { stored, documents }: { readonly stored: Stored; readonly documents: Readonly<Record<string, string>> },
): boolean {
  const from = [...answersOf(before).keys()].find((one) => ending(moves, one) === path);
  const was = from === undefined ? undefined : own(before.consents ?? {}, from);
  const is = own(after.consents ?? {}, path);
  if (is === undefined && was === undefined) return true;
  if (from === undefined || is?.text !== was?.text || is?.listed) return false;
  const records = asking(before, from).flatMap((step) => own(stored.journey, step) ?? []);
  return (
    records.length > 0 &&
    records.every(({ shown = {} }) => Object.entries(shown).every(([idTag, hash]) => own(documents, idTag) === hash))
  );
}
