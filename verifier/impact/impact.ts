/**
 * What the applications that are open now come to when a version is published: each is moved by core, as the server
 * moves it when its owner opens it, and looked at before and after. Pure.
 */
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Facts, JsonObject, Path } from '../../runtime/core/facts.ts';
import {
  disclosuresOn,
  ending,
  get,
  isMoved,
  lost,
  moved,
  newer,
  own,
  walk,
  withhold,
  type Loss,
  type Moved,
  type Stored,
  type World,
} from '../../runtime/core/index.ts';
import type { Walk } from '../../runtime/core/walk.ts';
import { drop } from '../../runtime/core/paths.ts';
import { overlap } from '../../runtime/core/shape.ts';
import { readFor, worldOf, type OfBrand, type Standing } from './standing.ts';

/** What becomes of an application, of one page, answer or document of it. */
export type Kind =
  /** Goes on at the page it stands on. */
  | 'stays'
  /** Stands on an earlier page, that it had left. */
  | 'sentBack'
  /** Stands on another page that it had not left. */
  | 'ledOn'
  /** A page that was left is met again. */
  | 'metAgain'
  | 'askedAnew'
  | 'lost'
  /** A document in force stands on a page it has left, and was not shown; `meets` says whether it will be. */
  | 'owed';

export interface Change {
  readonly kind: Kind;
  /** The pages (`agree > plan`), the answer or the document. */
  readonly what: string;
  /** Of a document: whether a page shows it once more. */
  readonly meets?: boolean;
  readonly applications: number;
  /** One of them, withheld. */
  readonly example: Example;
}
interface Example {
  readonly id: string;
  /** Where it stands. */
  readonly page: string;
  /** What it has answered, as `withhold` of the engine leaves it. */
  readonly answers: JsonObject;
}
export interface Impact {
  readonly brand: string;
  readonly flow: string;
  /** Versions; `to` is left out where the later content has no such flow. */
  readonly from: string;
  readonly to?: string;
  readonly applications: number;
  /** Of them: what was sent stays on its version. */
  readonly sent: number;
  readonly moves: boolean;
  readonly changes: readonly Change[];
  /** Answers of which no migration says what becomes: a server does not start with this. */
  readonly lacks: readonly Loss[];
  /** Whether the later version rewrote migrations that were published. */
  readonly rewritten: boolean;
  /** Applications of which nothing is told, for what is withheld decides where they stand. */
  readonly untold: number;
}

/** A flow of the content that is to be published, and what its rules read of the content. */
export interface Later extends OfBrand {
  readonly flow?: CompiledFlow;
}
export interface Tally {
  /**
   * @param before the version it is on
   * @param now what rules read of the content until then; left out: as later
   */
  add(one: Standing, before: CompiledFlow, now?: OfBrand): void;
  /** In the order in which the versions were met. */
  result(): readonly Impact[];
}

/** @param later what will be served to a brand */
export function createTally(later: (brand: string, flow: string) => Later): Tally {
  const all = new Map<string, Counted>();
  return {
    add(one, before, now) {
      const { flow: after, ...content } = later(one.brand, one.flow);
      const key = JSON.stringify([one.brand, one.flow, one.definition]);
      const counted = all.get(key) ?? first(one, before, after);
      all.set(key, counted);
      counted.applications += 1;
      if (one.sent) counted.sent += 1;
      else {
        const was = walk(readFor(one, before), one, worldOf(one, before, now ?? content));
        if (one.page !== undefined && one.page !== was.at) counted.untold += 1;
        else
          for (const met of metBy(one, was, { before, after, content })) {
            const name = JSON.stringify(met);
            const so = counted.changes.get(name) ?? {
              ...met,
              applications: 0,
              example: exampleOf(one, was.at, before),
            };
            counted.changes.set(name, { ...so, applications: so.applications + 1 });
          }
      }
    },
    result: () =>
      [...all.values()].map(({ changes, ...counted }) => ({
        ...counted,
        changes: [...changes.values()].toSorted(
          (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || b.applications - a.applications,
        ),
      })),
  };
}

const ORDER: readonly Kind[] = ['stays', 'sentBack', 'ledOn', 'metAgain', 'askedAnew', 'lost', 'owed'];

interface Counted extends Omit<Impact, 'applications' | 'sent' | 'untold' | 'changes'> {
  applications: number;
  sent: number;
  untold: number;
  readonly changes: Map<string, Change>;
}
type Met = Omit<Change, 'applications' | 'example'>;

function first({ brand, flow, definition }: Standing, before: CompiledFlow, after: CompiledFlow | undefined): Counted {
  const isOther = after !== undefined && after.hash !== before.hash;
  // An earlier version that comes back lets everybody stay on theirs.
  const isBack = isOther && (newer(after, before) ?? []).length > 0;
  return {
    brand,
    flow,
    from: definition,
    ...(after && { to: after.hash }),
    applications: 0,
    sent: 0,
    untold: 0,
    moves: after !== undefined && isMoved(before, after),
    changes: new Map(),
    lacks: isOther && !isBack ? lost(before, after) : [],
    rewritten: isOther && !isBack && newer(before, after) === undefined,
  };
}

const exampleOf = (one: Standing, page: string, before: CompiledFlow): Example => ({
  id: one.id,
  page,
  answers: withhold(before, one.answers),
});

interface Versions {
  readonly before: CompiledFlow;
  readonly after: CompiledFlow | undefined;
  readonly content: OfBrand;
}

/** Everything that one application comes to, each once. */
function metBy(one: Standing, was: Walk, versions: Versions): readonly Met[] {
  const before = readFor(one, versions.before);
  const after = versions.after && readFor(one, versions.after);
  const { journey, answers } = one;
  const isMoving = after !== undefined && isMoved(before, after);
  const flow = isMoving ? after : before;
  const world = worldOf(one, flow, versions.content);
  const landed: Moved = isMoving
    ? moved(before, after, { remembered: { answers, journey, world }, trail: one.outcomes })
    : { answers, journey, askedAgain: [] };
  const is = walk(flow, landed, world);
  const way: Met =
    was.at === is.at
      ? { kind: 'stays', what: was.at }
      : { kind: own(journey, is.at) === undefined ? 'ledOn' : 'sentBack', what: `${was.at} > ${is.at}` };
  const again = Object.keys(journey).filter(
    (step) => step !== is.at && own(landed.journey, step) === undefined && Object.hasOwn(flow.steps, step),
  );
  const going: Going = { before, flow, world, landed, passed: was.path.slice(0, -1), ahead: is.path.slice(0, -1) };
  return [
    way,
    ...again.map((what): Met => ({ kind: 'metAgain', what })),
    ...landed.askedAgain.map((what): Met => ({ kind: 'askedAnew', what })),
    ...(isMoving ? lostOf(going, was.relevant) : []).map((what): Met => ({ kind: 'lost', what })),
    ...owedOf(going, one, was.relevant),
  ];
}

interface Going {
  readonly before: CompiledFlow;
  /** The version it is on from now on. */
  readonly flow: CompiledFlow;
  readonly world: World;
  readonly landed: Moved;
  /** Pages that were left, in order. */
  readonly passed: readonly string[];
  /** Pages that count as left from now on. */
  readonly ahead: readonly string[];
}

/** Answers that counted, are nowhere now, and are not asked again. */
function lostOf({ before, flow, landed }: Going, relevant: JsonObject): readonly Path[] {
  return Object.keys(before.binds).filter((path) => {
    if (get(relevant, path) === undefined) return false;
    const [end, last] = endOf(before, flow, path);
    return (
      (end === undefined || get(landed.answers, end) === undefined) &&
      !landed.askedAgain.some((one) => overlap(one, end ?? last))
    );
  });
}

/** Where an answer stands afterwards (undefined: nowhere), and the last path it stood at. */
function endOf(before: CompiledFlow, flow: CompiledFlow, path: Path): readonly [end: Path | undefined, last: Path] {
  const moves = (newer(before, flow) ?? []).flatMap((one) => one.moves);
  const at = moves.map((_, index) => ending(moves.slice(0, index + 1), path));
  return [moves.length === 0 ? path : at.at(-1), at.findLast((one) => one !== undefined) ?? path];
}

/** Documents in force that stand on pages it has left, and that it was not shown in this version of theirs. */
function owedOf(
  { before, flow, world, landed, passed, ahead }: Going,
  { journey, answers }: Stored,
  relevant: JsonObject,
): readonly Met[] {
  const facts: Facts = { ...world, answers: counting({ before, flow, landed }, answers, relevant), typed: {} };
  const seen = Object.values(journey).flatMap(({ shown = {} }) => Object.entries(shown));
  const owed = new Map<string, boolean>();
  for (const id of passed) {
    const step = own(flow.steps, id);
    if (step === undefined) continue;
    for (const [idTag, hash] of Object.entries(disclosuresOn(flow, step, { facts })))
      if (!seen.some(([tag, other]) => tag === idTag && other === hash))
        owed.set(idTag, (owed.get(idTag) ?? false) || !ahead.includes(id));
  }
  return [...owed].map(([what, meets]) => ({ kind: 'owed', what, meets }));
}

/** What stands now, without the answers that counted for nothing before. */
function counting(
  { before, flow, landed }: Pick<Going, 'before' | 'flow' | 'landed'>,
  answers: JsonObject,
  relevant: JsonObject,
): JsonObject {
  const aside = Object.keys(before.binds).filter(
    (path) => get(answers, path) !== undefined && get(relevant, path) === undefined,
  );
  return aside.reduce((left, path) => {
    const [end] = before === flow ? [path] : endOf(before, flow, path);
    return end === undefined ? left : drop(left, end);
  }, landed.answers);
}
