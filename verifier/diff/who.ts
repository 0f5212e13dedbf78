/** The fewest facts that tell the applicants for whom something differs from those for whom it does not. */
import type { Profile, Space } from './profiles.ts';

/** One group: for each named fact (index in the space) the places of its values, 0 for "not known". No fact: everybody. */
export type Group = ReadonlyMap<number, readonly number[]>;

/** How many facts are tried together before the groups are cut smaller. */
const TOGETHER = 3;

/**
 * Groups that hold all of `differ` and none of `same`; together they say exactly who.
 * @param differ not empty
 * @param named path of a fact that is said wherever it tells the group from anybody at all
 */
export function groupsOf(
  space: Space,
  differ: Iterable<Profile>,
  same: Iterable<Profile>,
  named: string | undefined,
): readonly Group[] {
  const yes = [...new Set(differ)].map((profile) => space.digits(profile));
  const no = [...new Set(same)].map((profile) => space.digits(profile));
  const groups = cut(
    space.paths.map((_, fact) => fact),
    yes,
    no,
  );
  const fact = space.paths.indexOf(named ?? '');
  if (fact < 0) return groups;
  // "In Texas" is said even where nobody else could come: the reader cannot know that.
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

/** The beginning of a sentence about these people: `for everybody the`, `in Ohio the`, `in Texas, when it is so, the`. */
export const lead = (who: string): string =>
  who === 'for everybody' || (who.startsWith('in ') && !who.includes(',')) ? who : `${who},`;
