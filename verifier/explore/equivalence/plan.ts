/**
 * What of the facts makes two states differ. Where every fact a condition reads is settled, its truth is enough; where
 * one may still change, the facts themselves count. Facts read by the same conditions are looked up together, so a
 * state costs as much as there are groups of facts, not conditions.
 */
import type { Facts, Json, JsonObject, Path } from '../../../runtime/core/facts.ts';
import { get, put } from '../../../runtime/core/paths.ts';
import type { Reading } from './reads.ts';

/** What may become of a fact from here on. */
export type Fate =
  /** It stays as it is. */
  | 'settled'
  /** It may change on its own. */
  | 'open'
  /** It will be asked again before anything reads it: its value is of no account. */
  | 'renewed';

/** What may become of facts, and which facts a step asks for together. */
export interface Outlook {
  readonly fateOf: (path: Path) => Fate;
  /** Whether whatever changes one of these facts asks for all of them anew. */
  readonly together: (paths: readonly Path[]) => boolean;
  /** Whether the fact can differ at all between two states. */
  readonly differs: (path: Path) => boolean;
  /** World facts, unknown until somebody asks for them. */
  readonly late: (path: Path) => boolean;
  /** Every value the explorer may give this fact, when it knows them beforehand. */
  readonly candidates: (path: Path) => readonly (Json | undefined)[] | undefined;
  /** The kind of a value of a fact among conditions; undefined where the value itself counts. */
  readonly kindOf: (
    path: Path,
    value: Json | undefined,
    among: { readonly readings: readonly Reading[]; readonly facts: Facts },
  ) => string | undefined;
}

interface Group {
  readonly paths: readonly Path[];
  readonly ways: readonly (readonly string[])[];
  readonly readings: Reading[];
  /** Truth of the conditions is enough, whatever else is open. */
  readonly fixed: boolean;
  /** How well the first fact fits limits that are settled. */
  readonly limited: boolean;
  readonly fates: readonly Fate[];
  readonly late: readonly boolean[];
  readonly candidates: readonly (readonly (Json | undefined)[] | undefined)[];
  readonly classes: Map<string, string>;
  /** Of facts that stay as they are: whether no condition of the group can hold any more. */
  readonly nevers: Map<string, boolean>;
}

/** What a state tells a plan. */
interface Seen {
  readonly facts: Facts;
  /** Everything ever answered. */
  readonly answers: JsonObject;
  /** Whether an answer that counts for nothing now may count again without being asked. */
  readonly recalls: (path: Path) => boolean;
}

/** What a class is worked out from, where it is not known yet. */
interface Asked extends Pick<Seen, 'facts' | 'answers'> {
  /** Facts of the group, by number, that may still have any value. */
  readonly open: readonly number[];
}

const NOTHING = '';
const NONE: readonly number[] = [];
/** Combinations of open facts over which a condition is asked beforehand, at most. */
const COMBINATIONS = 256;

export class Plan {
  readonly #groups: readonly Group[];
  readonly #kindOf: Outlook['kindOf'];
  readonly #kinds = new Map<Path, Map<string, string>>();
  /** Whether no fact these conditions read changes any more. */
  readonly settled: boolean;

  constructor(readings: Iterable<Reading>, outlook: Outlook) {
    const groups = new Map<string, Group>();
    const seen = new Set<Reading>();
    for (const reading of readings) {
      if (seen.has(reading)) continue;
      seen.add(reading);
      const paths = [...new Set(reading.reads.filter(outlook.differs))].sort();
      if (paths.length === 0) continue;
      const limited =
        reading.limits !== undefined &&
        reading.limits.length > 0 &&
        reading.limits.every(
          (path) => !outlook.differs(path) || (outlook.fateOf(path) === 'settled' && !outlook.late(path)),
        );
      const [subject = ''] = reading.reads;
      if (limited && outlook.fateOf(subject) === 'renewed') continue;
      if (limited) paths.sort((a, b) => Number(b === subject) - Number(a === subject));
      const name = `${limited ? 'fits ' : ''}${paths.join('|')}`;
      let group = groups.get(name);
      if (!group) {
        const fates = paths.map(outlook.fateOf);
        const changing = paths.filter((_, index) => fates[index] !== 'settled');
        const fixed =
          limited ||
          paths.length === 1 ||
          changing.length === 0 ||
          (changing.length === paths.length && !fates.includes('renewed') && outlook.together(changing));
        group = {
          limited,
          paths,
          ways: paths.map((path) => path.split('.')),
          readings: [],
          classes: new Map(),
          nevers: new Map(),
          fixed,
          fates,
          late: paths.map(outlook.late),
          candidates: paths.map((path) => (paths.length > 1 ? outlook.candidates(path) : undefined)),
        };
        groups.set(name, group);
      }
      group.readings.push(reading);
    }
    this.#kindOf = outlook.kindOf;
    const all = [...groups.values()];
    this.settled = all.every(({ fates }) => fates.every((fate) => fate === 'settled'));
    this.#groups = all.filter(({ fates }) => !fates.every((fate) => fate === 'renewed'));
  }

  /**
   * The same text for two states that these conditions cannot tell apart, now or later.
   * @param answers everything ever answered
   * @param recalls whether an answer that counts for nothing now may count again without being asked
   */
  part(facts: Facts, answers: JsonObject, recalls: (path: Path) => boolean): string {
    if (this.#groups.length === 0) return '';
    let key = '';
    let alone: Map<Path, string> | undefined;
    const seen: Seen = { facts, answers, recalls };
    for (const group of this.#groups) {
      if (group.paths.length === 1) {
        // Truth of its conditions is enough, whatever becomes of it: nothing is told alone.
        const joint = markOf(group.paths[0] as Path, group.ways[0] as readonly string[], seen);
        key += `${this.#known(group, joint, { open: NONE, facts, answers })};`;
        continue;
      }
      const marks = group.ways.map((way, index) => markOf(group.paths[index] as Path, way, seen));
      const unknown = group.paths.flatMap((_, index) => (group.late[index] && marks[index] === NOTHING ? [index] : []));
      const open = group.fixed
        ? unknown
        : group.paths.flatMap((_, index) =>
            group.fates[index] !== 'settled' || unknown.includes(index) ? [index] : [],
          );
      const aside = marks.some((one, index) => one.startsWith('~') && !(group.limited && index === 0));
      const total = open.reduce((count, index) => count * (group.candidates[index]?.length ?? Infinity), 1);
      const whole = aside || total > COMBINATIONS;
      // Where one fact alone changes, the others as they are tell what any value of it will come to, and the truth of
      // now what it comes to meanwhile.
      const single = whole && !aside && unknown.length === 0 && open.length === 1;
      for (const [index, path] of group.paths.entries()) {
        if (
          group.fates[index] !== 'renewed' &&
          (single ? !open.includes(index) : whole || (open.includes(index) && !unknown.includes(index)))
        )
          (alone ??= new Map()).set(path, this.#alone(path, marks[index] ?? NOTHING, facts));
      }
      if (whole && (!single || group.fates[open[0] as number] === 'renewed')) continue;
      const joint = marks
        .map((one, index) => (open.includes(index) && !single ? (unknown.includes(index) ? '?' : '*') : one))
        .join('\u0001');
      key += `${this.#known(group, joint, { open: single ? NONE : open, facts, answers })};`;
    }
    for (const [path, one] of alone ?? []) key += `${path}=${one};`;
    return key;
  }

  /** What is told of a fact by itself: of which kind it is for all conditions that read it, where that can be said. */
  #alone(path: Path, joint: string, facts: Facts): string {
    if (joint === NOTHING || joint.startsWith('~')) return joint;
    const known = this.#kinds.get(path) ?? new Map<string, string>();
    this.#kinds.set(path, known);
    let found = known.get(joint);
    if (found === undefined) {
      const readings = this.#groups.flatMap((group) => (group.paths.includes(path) ? group.readings : []));
      const kind = this.#kindOf(path, read(facts, path), { readings, facts });
      found = kind === undefined ? joint : shortly(`kind ${kind}`);
      known.set(joint, found);
    }
    return found;
  }

  /** The class of facts that look like `joint`, worked out once. */
  #known(group: Group, joint: string, { open, facts, answers }: Asked): string {
    let found = group.classes.get(joint);
    if (found === undefined) {
      found = shortly(classOf(group, open, { facts, answers: joint.startsWith('~') ? answers : {} }));
      group.classes.set(joint, found);
    }
    return found;
  }

  /**
   * Whether none of these conditions holds, now or whatever becomes of the facts that may still change: a loan of
   * another state than that of a limit, whichever kind of loan is chosen yet.
   */
  isNever(facts: Facts): boolean {
    return this.#groups.length > 0 && this.#groups.every((group) => isNeverIn(group, facts));
  }

  /** Whether every fact these conditions read that is told apart where it first matters is known by now. */
  knows(facts: Facts): boolean {
    return this.#groups.every(({ ways, late }) =>
      ways.every((way, index) => !late[index] || below(facts, way, 0) !== undefined),
    );
  }
}

/**
 * What the conditions of a group make of the facts, for every value of those still open; a single answer off the way is
 * also looked at as if it counted.
 */
function classOf(group: Group, open: readonly number[], { facts, answers }: Omit<Seen, 'recalls'>): string {
  const [path = ''] = group.paths;
  const aside =
    (group.paths.length === 1 || group.limited) && path.startsWith('answers.') && read(facts, path) === undefined
      ? get(answers, path.slice('answers.'.length))
      : undefined;
  const made = (from: Facts): string =>
    worldsOf(group, open, from)
      .map((world) => group.readings.map((reading) => shortOf(reading.of(world))).join(','))
      .join('/');
  const now = made(facts);
  const then = aside === undefined ? now : made(withFact(facts, path, aside));
  return now === then ? now : `${now}~${then}`;
}

/** The facts with every value of those of the group that are open, by number. */
const worldsOf = (group: Group, open: readonly number[], from: Facts): readonly Facts[] =>
  open.reduce<readonly Facts[]>(
    (worlds, index) =>
      worlds.flatMap((world) =>
        (group.candidates[index] ?? []).map((value) => withFact(world, group.paths[index] as Path, value)),
      ),
    [from],
  );

function isNeverIn(group: Group, facts: Facts): boolean {
  if (group.limited) return false;
  const stays = group.ways.map((way, index) => (group.fates[index] === 'settled' ? below(facts, way, 0) : undefined));
  const name = stays.map(mark).join('\u0001');
  let found = group.nevers.get(name);
  if (found === undefined) {
    // What is not known yet, or counts for nothing now, may come to be anything.
    const open = stays.flatMap((value, index) => (value === undefined ? [index] : []));
    const total = open.reduce((count, index) => count * (group.candidates[index]?.length ?? Infinity), 1);
    found =
      total <= COMBINATIONS &&
      worldsOf(group, open, facts).every((world) => group.readings.every((reading) => reading.of(world) === false));
    group.nevers.set(name, found);
  }
  return found;
}

/** A short text for a long one, the same for the same: a key of what hundreds of values come to is compared often. */
function shortly(text: string): string {
  if (text.length < SHORT) return text;
  let found = short.get(text);
  if (found === undefined) short.set(text, (found = `#${short.size.toString(36)}`));
  return found;
}
const SHORT = 8;
const short = new Map<string, string>();

/** The facts with the one at a path as given. */
export function withFact(facts: Facts, path: Path, value: Json | undefined): Facts {
  return put(facts as unknown as JsonObject, path, value) as unknown as Facts;
}

function shortOf(value: unknown): string {
  if (value === undefined) return '?';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return JSON.stringify(value);
}

function markOf(path: Path, way: readonly string[], { facts, answers, recalls }: Seen): string {
  const value = below(facts, way, 0);
  if (value !== undefined) return mark(value);
  const aside = way[0] === 'answers' ? below(answers, way, 1) : undefined;
  return aside === undefined || !recalls(path) ? NOTHING : `~${mark(aside)}`;
}

function below(root: unknown, way: readonly string[], from: number): unknown {
  let value = root;
  for (let index = from; index < way.length; index += 1) {
    const name = way[index] as string;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/** A text that only equal values have. */
export const mark = (value: unknown): string =>
  typeof value === 'string' ? `"${value}` : (JSON.stringify(value) ?? '?');

/** The fact at a path, or undefined. */
export const read = (facts: Facts, path: Path): Json | undefined => get(facts as unknown as JsonObject, path);
