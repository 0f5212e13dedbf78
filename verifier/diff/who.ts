/** A group of applicants in words: "in Ohio and Wisconsin", "when the customer type is new". */
import { isOneOf } from '../../compile/operators/in/index.ts';
import { atLeast } from '../../compile/operators/at-least/index.ts';
import { atMost } from '../../compile/operators/at-most/index.ts';
import { equal } from '../../compile/operators/equal/index.ts';
import type { Source } from '../../compile/content.ts';
import { schemaBelow } from '../../compile/facts.ts';
import { fieldSource } from '../../compile/field-source.ts';
import { canonical, entries, isObject, list, member, text } from '../../compile/json-types.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { set } from '../../runtime/core/index.ts';
import { type Logic, atomsOf, operation, readsOf, unfold, variable } from '../domain/atoms.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';
import { namesOf } from '../rules/placed.ts';
import { listed, lowered } from '../../compile/english.ts';
import { sentence } from '../words/sentence.ts';
import type { Words } from '../words/words.ts';
import type { Profile, Space } from './comings.ts';
import { type Rows, at } from './flat.ts';

/** Applicants in words of facts. */
export interface Who {
  readonly space: Space;
  readonly groups: readonly Group[];
}
export interface GroupWords {
  /** `for everybody`, `in Ohio`, `in Texas, when ...`. */
  readonly say: (who: Who) => string;
  /** The keys of the jurisdiction that the whole group is about; undefined when it is about something else, too. */
  readonly places: (who: Who) => readonly string[] | undefined;
}

/** What is needed to say in words what values stand for. */
export interface GroupInput {
  readonly source: Source;
  readonly resolved: ResolvedFlow;
  readonly words: Words;
  /** All conditions that told values apart, names unfolded. */
  readonly rules: readonly Logic[];
  /** Rows of both versions joined, by key. */
  readonly rows: Rows;
}

export function groupWords({ source, resolved, words, rules, rows }: GroupInput): GroupWords {
  const jurisdiction = text(source.facts['jurisdiction']);
  const made = new Map<string, ReadonlyMap<string, readonly Json[]>>();
  const members = (path: string, values: readonly Json[]): ReadonlyMap<string, readonly Json[]> => {
    const known =
      made.get(path) ?? membersOf(path, { values, universe: universeOf(source, resolved, path) }, { rules, rows });
    made.set(path, known);
    return known;
  };
  const whole = (who: Who, fact: number, digits: readonly number[]): readonly Json[] => {
    const values = who.space.values[fact] ?? [];
    const all = members(who.space.paths[fact] ?? '', values);
    return digits.filter((digit) => digit > 0).flatMap((digit) => all.get(canonical(values[digit - 1])) ?? []);
  };
  const place = (who: Who, fact: number, digits: readonly number[]): string => {
    const path = who.space.paths[fact] ?? '';
    const here = whole(who, fact, digits);
    const everywhere = whole(
      who,
      fact,
      (who.space.values[fact] ?? []).map((_, index) => index + 1),
    );
    const others = everywhere.filter((key) => !here.includes(key));
    const names = (keys: readonly Json[]): string => listed(keys.map((key) => words.value(path, key)).sort(), 'and');
    if (here.length === 0) return `before ${words.fact(path)} is answered`;
    return others.length > 0 && others.length < here.length && here.length > MANY
      ? `everywhere but in ${names(others)}`
      : `in ${names(here)}`;
  };
  const condition = (who: Who, fact: number, digits: readonly number[]): string => {
    const path = who.space.paths[fact] ?? '';
    const values = who.space.values[fact] ?? [];
    const chosen = digits.filter((digit) => digit > 0).map((digit) => values[digit - 1] ?? null);
    const unknown = sentence({ answered: path }, words, false);
    if (chosen.length === 0) return unknown;
    const rest = values.filter((value) => !chosen.includes(value));
    // Whatever the answer is: of a text that nothing compares one value stands for all, and it is not said.
    if (rest.length === 0 && !digits.includes(0)) return sentence({ answered: path }, words);
    const said =
      ruleNamed(resolved, path, { chosen, rest }) ??
      range(path, { chosen, rest }, words) ??
      oneOf(
        path,
        {
          chosen: whole(who, fact, digits),
          all: whole(
            who,
            fact,
            values.map((_, index) => index + 1),
          ),
        },
        words,
      );
    return digits.includes(0) ? `${unknown} or ${said}` : said;
  };
  return {
    say: (who) => {
      const parts = who.groups.map((group) => {
        const facts = [...group];
        if (facts.length === 0) return 'for everybody';
        const where = facts.find(([fact]) => who.space.paths[fact] === jurisdiction);
        const rest = facts.filter((one) => one !== where).map(([fact, digits]) => condition(who, fact, digits));
        return [
          where ? place(who, where[0], where[1]) : '',
          rest.length > 0 ? `when ${listed(rest, 'and', rest.length > 2)}` : '',
        ]
          .filter((part) => part !== '')
          .join(', ');
      });
      return listed(parts, 'and', true);
    },
    places: (who) => {
      const [group, ...more] = who.groups;
      const [one, ...others] = [...(group ?? [])];
      if (more.length > 0 || others.length > 0 || one === undefined || who.space.paths[one[0]] !== jurisdiction)
        return undefined;
      return whole(who, one[0], one[1]).map(String);
    },
  };
}

/** So many names that naming the others is shorter. */
const MANY = 8;

/** Each value tried, with every value it stands for. */
/** The columns that rules look up by the fact at `path`. */
function columnsBy(path: string, logic: Logic): readonly string[] {
  if (Array.isArray(logic)) return logic.flatMap((part) => columnsBy(path, part));
  const node = operation(logic);
  if (!node) return [];
  const cell = node.own?.cell?.(node.operands);
  const own = cell && variable(cell.key) === path ? [cell.column] : [];
  return [...own, ...node.operands.flatMap((part) => columnsBy(path, part))];
}

function membersOf(
  path: string,
  { values, universe }: { readonly values: readonly Json[]; readonly universe: readonly Json[] },
  { rules, rows }: { readonly rules: readonly Logic[]; readonly rows: Rows },
): ReadonlyMap<string, readonly Json[]> {
  const columns = [...new Set(columnsBy(path, rules))].sort();
  const mark = (value: Json): string =>
    columns.length === 0 ? '' : canonical(columns.map((column) => at(rows[String(value)], column) ?? null));
  const constants = new Set(
    rules
      .flatMap(atomsOf)
      .filter(({ reads }) => reads.includes(path))
      .flatMap(({ logic }) => constantsIn(logic)),
  );
  const found = new Map<string, Json[]>(values.map((value) => [canonical(value), [value]]));
  for (const value of universe) {
    if (found.has(canonical(value)) || constants.has(canonical(value))) continue;
    const standsFor = values.find((one) => !constants.has(canonical(one)) && mark(one) === mark(value));
    if (standsFor !== undefined) found.get(canonical(standsFor))?.push(value);
  }
  return found;
}

function constantsIn(logic: Logic): readonly string[] {
  if (variable(logic) !== undefined) return [];
  if (Array.isArray(logic)) return logic.flatMap(constantsIn);
  const node = operation(logic);
  return node ? node.operands.flatMap(constantsIn) : [canonical(logic)];
}

/** Every value a fact may have, where they can be listed. */
function universeOf(source: Source, resolved: ResolvedFlow, path: string): readonly Json[] {
  const bind = path.startsWith('answers.') ? path.slice('answers.'.length) : undefined;
  for (const step of Object.values(resolved.steps)) {
    for (const [, field] of entries(step['fields'])) {
      if (!isObject(field) || bind === undefined || field['bind'] !== bind) continue;
      const schema = fieldSource(field, source.fragments);
      const known_ =
        list(schema['enum']).length > 0
          ? list(schema['enum'])
          : list(schema['choices']).flatMap((choice) => member(choice, 'value') ?? []);
      if (known_.length > 0) return known_;
    }
  }
  return list(schemaBelow({ properties: source.facts }, path.split('.'))?.['enum']);
}

/** A named rule that is true of exactly these values of this one fact. */
function ruleNamed(
  resolved: ResolvedFlow,
  path: string,
  { chosen, rest }: { readonly chosen: readonly Json[]; readonly rest: readonly Json[] },
): string | undefined {
  const names = namesOf(resolved);
  for (const [name, doc] of Object.entries(resolved.rules)) {
    const says = text(doc['says']);
    const logic = unfold({ rule: name }, names);
    const reads = [...readsOf(logic)];
    if (says === undefined || reads.length !== 1 || reads[0] !== path) continue;
    const holds = (value: Json): boolean => truthOf(logic, set({}, path, value)) === true;
    if (chosen.every(holds) && !rest.some(holds)) return lowered(says);
  }
  return undefined;
}

const isOrdered = (values: readonly Json[]): boolean =>
  values.length > 0 &&
  (values.every((value) => typeof value === 'number') ||
    values.every((value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)));

/** Numbers and dates on one side of a limit. */
function range(
  path: string,
  { chosen, rest }: { readonly chosen: readonly Json[]; readonly rest: readonly Json[] },
  words: Words,
): string | undefined {
  if (!isOrdered([...chosen, ...rest]) || rest.length === 0) return undefined;
  const below = (value: Json, limit: Json): boolean =>
    typeof value === 'number' ? value < Number(limit) : String(value) < String(limit);
  const sorted = [...chosen].sort((a, b) => (below(a, b) ? -1 : 1));
  const [least = null, most = null] = [sorted[0], sorted.at(-1)];
  if (rest.every((value) => below(value, least))) return sentence(atLeast<Logic>({ var: path }, least), words);
  if (rest.every((value) => below(most, value))) return sentence(atMost<Logic>({ var: path }, most), words);
  if (chosen.length > 1 && rest.every((value) => below(value, least) || below(most, value)))
    return `${words.fact(path)} is from ${words.value(path, least)} to ${words.value(path, most)}`;
  return undefined;
}

function oneOf(
  path: string,
  { chosen, all }: { readonly chosen: readonly Json[]; readonly all: readonly Json[] },
  words: Words,
): string {
  const rest = all.filter((value) => !chosen.some((one) => canonical(one) === canonical(value)));
  if (rest.length > 0 && rest.length < chosen.length) return sentence(isOneOf<Json>({ var: path }, rest), words, false);
  const [only] = chosen;
  if (chosen.length === 1 && typeof only === 'boolean') return sentence(equal<Logic>({ var: path }, only), words);
  return sentence(isOneOf<Json>({ var: path }, chosen), words);
}

// The fewest facts that tell the applicants for whom something differs from those for whom it does not.

/**
 * One group: for each named fact (index in the space) the places of its values, 0 for "not known". No fact: everybody.
 */
type Group = ReadonlyMap<number, readonly number[]>;

/** How many facts are tried together before the groups are cut smaller. */
const TOGETHER = 3;

/** Those of whom one thing is found. */
interface Gathered<T> {
  readonly found: T;
  readonly who: readonly Profile[];
}
/** Profiles by what is found of them, in the order in which each finding comes first. */
export class Gathering<T> {
  readonly #found = new Map<string, { found: T; who: Profile[] }>();

  /** @param mark the same for the same finding */
  add(mark: string, found: T, profile: Profile): void {
    const known = this.#found.get(mark) ?? { found, who: [] };
    known.who.push(profile);
    this.#found.set(mark, known);
  }
  all(): readonly Gathered<T>[] {
    return [...this.#found.values()];
  }
}

/**
 * Groups that hold all of `differ` and nobody else of `everybody`; together they say exactly who.
 * @param differ not empty
 * @param named path of a fact that is said wherever it tells the group from anybody at all
 */
export function whoOf(
  space: Space,
  { differ, everybody }: { readonly differ: Iterable<Profile>; readonly everybody: Iterable<Profile> },
  named: string | undefined,
): Who {
  const mine = new Set(differ);
  const yes = [...mine].map((profile) => space.digits(profile));
  const no = [...new Set(everybody)].filter((one) => !mine.has(one)).map((profile) => space.digits(profile));
  return {
    space,
    groups: saidOf(
      cut(
        space.paths.map((_, fact) => fact),
        yes,
        no,
      ),
      { space, yes, named },
    ),
  };
}

/** The groups with the named fact, which is said even where nobody else could come: the reader cannot know that. */
function saidOf(
  groups: readonly Group[],
  { space, yes, named }: { readonly space: Space; readonly yes: readonly Row[]; readonly named: string | undefined },
): readonly Group[] {
  const fact = space.paths.indexOf(named ?? '');
  if (fact < 0) return groups;
  return groups.map((group): Group => {
    const mine = valuesOf(
      yes.filter((row) => [...group].every(([one, digits]) => digits.includes(row[one] ?? 0))),
      fact,
    );
    return group.size === 0 || group.has(fact) || mine.includes(0) || mine.length >= (space.values[fact]?.length ?? 0)
      ? group
      : new Map([[fact, mine], ...group]);
  });
}

type Row = readonly number[];

function cut(facts: readonly number[], yes: readonly Row[], no: readonly Row[]): readonly Group[] {
  if (no.length === 0) return [new Map()];
  for (let size = 1; size <= Math.min(TOGETHER, facts.length); size += 1) {
    let best: Group | undefined;
    for (const chosen of subsets(facts, size)) {
      const group = new Map(chosen.map((fact) => [fact, valuesOf(yes, fact)] as const));
      if (no.some((row) => chosen.every((fact) => group.get(fact)?.includes(row[fact] ?? 0)))) continue;
      if (!best || weight(group) < weight(best)) best = group;
    }
    if (best) return [best];
  }
  let found: readonly Group[] | undefined;
  for (const fact of facts) {
    const rest = facts.filter((one) => one !== fact);
    const parts = new Map<string, { group: Group; digits: number[] }>();
    let cannot = false;
    for (const digit of valuesOf(yes, fact)) {
      const inside = (row: Row): boolean => row[fact] === digit;
      const [mine, others] = [yes.filter(inside), no.filter(inside)];
      if (rest.length === 0 && others.length > 0) {
        cannot = true;
        break;
      }
      for (const group of cut(rest, mine, others)) {
        const mark = JSON.stringify([...group]);
        const known = parts.get(mark);
        if (known) known.digits.push(digit);
        else parts.set(mark, { group, digits: [digit] });
      }
    }
    if (cannot || parts.size === 0) continue;
    const groups = [...parts.values()].map(({ group, digits }): Group => new Map([[fact, digits], ...group]));
    if (!found || groups.length < found.length) found = groups;
  }
  return found ?? [new Map(facts.map((fact) => [fact, valuesOf(yes, fact)] as const))];
}

const weight = (group: Group): number => [...group.values()].reduce((sum, digits) => sum + digits.length, 0);
const valuesOf = (rows: readonly Row[], fact: number): readonly number[] =>
  [...new Set(rows.map((row) => row[fact] ?? 0))].sort((a, b) => a - b);

function* subsets(items: readonly number[], size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) return yield [];
  for (let index = from; index < items.length; index += 1)
    for (const rest of subsets(items, size - 1, index + 1)) yield [items[index] ?? 0, ...rest];
}

/**
 * The beginning of a sentence about these people: `for everybody the`, `in Ohio the`, `in Texas, when it is so, the`.
 */
export const lead = (who: string): string =>
  who === 'for everybody' || (who.startsWith('in ') && !who.includes(',')) ? who : `${who},`;
