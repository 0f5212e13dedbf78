/** Steps asked in one version only, ways that lead elsewhere, and the order of the main line. */
import { canonical, list, member } from '../../compile/json-types.ts';
import { factsOfDecision } from './changed.ts';
import type { Compared, Finding } from './findings.ts';
import type { Flat } from './flat.ts';
import { keep, pairs, without } from './join.ts';
import { movedSteps } from './line.ts';
import type { Profile, Space } from './profiles.ts';
import type { Landing, Way } from './ways.ts';
import { groupsOf } from './who.ts';

/** Profiles at most that are told apart together; beyond it each changed decision is looked at by its own facts. */
const TOGETHER = 4000;

export function wayFindings(compared: Compared): readonly Finding[] {
  const rewritten = (way: Way): boolean => actMark(compared.before.flat, way) !== actMark(compared.after.flat, way);
  const all = controlSpaces(compared).map((space) => waysIn(compared, space));
  // Where no way leads elsewhere, nobody comes to two steps of which the order counts.
  return [
    ...(all.some(({ reordered }) => reordered) ? lineFindings(compared) : []),
    ...withoutEchoes(bestOf(all), rewritten),
  ];
}

function controlSpaces({ changed, spaceOf }: Compared): readonly Space[] {
  const sets = new Map<string, ReadonlySet<string>>();
  for (const { rule } of changed.decisions) {
    const paths = factsOfDecision(rule);
    sets.set(canonical([...paths].sort()), paths);
  }
  const together = spaceOf(new Set([...sets.values()].flatMap((paths) => [...paths])));
  return together.size <= TOGETHER ? [together] : [spaceOf(new Set()), ...[...sets.values()].map(spaceOf)];
}

interface Weighed {
  readonly mark: string;
  /** Share of the applicants it concerns: of two descriptions of the same the smaller is the more exact. */
  readonly share: number;
  readonly finding: Finding;
}

/** A way that was not rewritten and now leads where a rewritten one does only passes a page whose way is told. */
function withoutEchoes(findings: readonly Finding[], rewritten: (way: Way) => boolean): readonly Finding[] {
  const told = findings.flatMap((one) => (one.about === 'way' && rewritten(one.way) ? [one] : []));
  const among = (landings: readonly Landing[], of: 'was' | 'is'): boolean =>
    landings.every((landing) => told.some((one) => one[of].includes(landing)));
  return findings.filter(
    (one) =>
      one.about !== 'way' || rewritten(one.way) || told.length === 0 || !among(one.was, 'was') || !among(one.is, 'is'),
  );
}

function bestOf(
  all: readonly { readonly found: readonly Weighed[]; readonly explained: ReadonlySet<string> }[],
): readonly Finding[] {
  const explained = new Set(all.flatMap((one) => [...one.explained]));
  const found = new Map<string, { share: number; findings: Finding[] }>();
  for (const { found: weighed } of all) {
    const here = new Map<string, { share: number; findings: Finding[] }>();
    for (const { mark, share, finding } of weighed)
      if (!explained.has(mark))
        here.set(mark, {
          share: (here.get(mark)?.share ?? 0) + share,
          findings: [...(here.get(mark)?.findings ?? []), finding],
        });
    for (const [mark, one] of here)
      if (!found.has(mark) || one.share < (found.get(mark)?.share ?? 0)) found.set(mark, one);
  }
  return [...found.values()].flatMap(({ findings }) => findings);
}

/** Steps asked in one version only, and ways that lead elsewhere. */
function waysIn(
  { before, after, named }: Compared,
  space: Space,
): { readonly found: readonly Weighed[]; readonly explained: ReadonlySet<string>; readonly reordered: boolean } {
  const [lineWas, lineIs] = [lineOf(before.flat), lineOf(after.flat)];
  const isMoved = movedSteps(lineWas, lineIs).length > 0;
  // Where the order of the line has changed, that is what is told, not each button that follows it.
  const inLine = (pages: readonly Landing[]): boolean =>
    isMoved && pages.every((page) => lineWas.includes(page) && lineIs.includes(page));
  const [was, is] = [before.comings(space), after.comings(space)];
  const found: Weighed[] = [];
  const explained = new Set<string>();
  let moved = false;
  const only = new Map<string, { gone: ReadonlySet<Profile>; come: ReadonlySet<Profile> }>();
  for (const page of new Set([...was.arrive.keys(), ...is.arrive.keys()])) {
    const [there, here] = [was.arrive.get(page) ?? new Set<Profile>(), is.arrive.get(page) ?? new Set<Profile>()];
    // Somebody with an answer that the other version does not take is no loss of this page: that is told where it is asked.
    const gone = without(space, there, here).filter((profile) => possible(space, profile, is.everybody));
    const come = without(space, here, there).filter((profile) => possible(space, profile, was.everybody));
    only.set(page, { gone: new Set(gone), come: new Set(come) });
    const both = pairs(space, keep(there), keep(here)).map(({ profile }) => profile);
    for (const [who, now] of [
      [gone, false],
      [come, true],
    ] as const) {
      if (who.length === 0) continue;
      found.push({
        mark: `step ${page} ${now}`,
        share: who.length / (who.length + both.length),
        finding: { about: 'step', page, now, who: { space, groups: groupsOf(space, who, both, named) } },
      });
    }
  }
  for (const [key, { way, to }] of was.ways) {
    const other = is.ways.get(key);
    if (!other) continue;
    const rewritten = actMark(before.flat, way) !== actMark(after.flat, way);
    const differ = new Map<string, { was: readonly Landing[]; is: readonly Landing[]; who: Profile[] }>();
    const all: Profile[] = [];
    let follows = 0;
    for (const pair of pairs(space, to, other.to)) {
      const [gone, come] = [
        [...pair.before].filter((one) => !pair.after.has(one)),
        [...pair.after].filter((one) => !pair.before.has(one)),
      ];
      all.push(pair.profile);
      if (gone.length === 0 && come.length === 0) continue;
      const told = (page: string, which: 'gone' | 'come'): boolean =>
        [...(only.get(page)?.[which] ?? [])].some((profile) => space.agree(profile, pair.profile));
      const isTold =
        (gone.length > 0 && gone.every((page) => told(page, 'gone'))) ||
        (come.length > 0 && come.every((page) => told(page, 'come')));
      if (!rewritten && (isTold || inLine([...gone, ...come]))) {
        follows += 1;
        moved ||= !isTold;
        continue;
      }
      const mark = canonical([gone, come]);
      const known = differ.get(mark) ?? { was: gone.sort(), is: come.sort(), who: [] };
      known.who.push(pair.profile);
      differ.set(mark, known);
    }
    if (follows > 0 && differ.size === 0) explained.add(`way ${key}`);
    for (const one of differ.values()) {
      const others = all.filter((profile) => !one.who.includes(profile));
      found.push({
        mark: `way ${key}`,
        share: one.who.length / all.length,
        finding: {
          about: 'way',
          way,
          was: one.was,
          is: one.is,
          who: { space, groups: groupsOf(space, one.who, others, named) },
        },
      });
    }
  }
  return { found, explained, reordered: moved };
}

const lineOf = (flat: Flat): readonly string[] => list(flat.flow['line']).map(String);

/** Steps that stand elsewhere on the main line, where somebody comes to them. */
function lineFindings({ before, after, spaceOf }: Compared): readonly Finding[] {
  const space = spaceOf(new Set());
  const seen = (page: string): boolean => [before, after].every((side) => side.comings(space).arrive.has(page));
  return movedSteps(lineOf(before.flat), lineOf(after.flat)).flatMap(({ step, was, is }): readonly Finding[] =>
    seen(step) ? [{ about: 'line', page: step, was, is, who: { space, groups: [new Map()] } }] : [],
  );
}

/** Whether each known fact of the profile has a value that somebody of the others has, too. */
function possible(space: Space, profile: Profile, others: ReadonlySet<Profile>): boolean {
  return space.paths.every((_, fact) => {
    const digit = space.digit(profile, fact);
    const known = new Set([...others].map((other) => space.digit(other, fact)));
    return digit === 0 || known.has(digit) || (known.size === 1 && known.has(0));
  });
}

/** What an analyst wrote of where a way leads. */
function actMark(flat: Flat, { page, act }: Way): string {
  const doc = page.startsWith('dialog/') ? flat.dialogs[page.slice('dialog/'.length)] : flat.steps[page];
  const [kind = '', name = ''] = act.split(' ');
  if (kind === 'press' || kind === 'dialog') {
    const action = list(doc?.['actions']).find((one) => member(one, 'id') === name);
    return canonical([
      member(action, 'next') ?? null,
      list(member(action, 'calls')).map((call) => [member(call, 'call') ?? null, member(call, 'on') ?? null]),
    ]);
  }
  const part =
    kind === 'event' || kind === 'giveUp'
      ? 'listen'
      : kind === 'elapsed'
        ? 'timers'
        : kind === 'load'
          ? 'load'
          : 'layout';
  return canonical([doc?.[part] ?? null, part === 'load' ? (doc?.['next'] ?? null) : null]);
}
