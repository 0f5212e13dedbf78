/** One flow of two versions compared: what differs, and for whom; not yet in words. */
import { canonical, isObject, list, member } from '../../compile/json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Logic } from '../domain/atoms.ts';
import { get, set } from '../../runtime/core/index.ts';
import { truthOf, valueOf } from '../../compile/operators/evaluate.ts';
import {
  type Comings,
  type Landing,
  type Profile,
  type Space,
  type Way,
  factsOf,
  keep,
  notAmong,
  pairs,
  union,
} from './comings.ts';
import { type Constants, type Flat, variableReads } from './flat.ts';
import { type Changed, type ChangedItem, type Item, factsOfDecision, factsOfItem, holderOf } from './items.ts';
import { Gathering, type Who, whoOf } from './who.ts';

export type Finding =
  /** `asSet`: only with the flags as the brand has them; were they otherwise, somebody would still come there. */
  | { readonly about: 'step'; readonly page: string; readonly now: boolean; readonly asSet?: true; readonly who: Who }
  | {
      readonly about: 'way';
      readonly way: Way;
      readonly was: readonly Landing[];
      readonly is: readonly Landing[];
      readonly who: Who;
    }
  | {
      readonly about: 'check';
      readonly page: string;
      readonly message: string;
      readonly refuses: boolean;
      readonly who: Who;
    }
  /** A step of the main line that comes after another than before. */
  | {
      readonly about: 'line';
      readonly page: string;
      readonly was: string | undefined;
      readonly is: string | undefined;
      readonly who: Who;
    }
  | { readonly about: 'order'; readonly page: string; readonly moved: string; readonly who: Who }
  /**
   * An item; `was` or `is` undefined where it is not there, `[value, shown values]` where only what its text shows
   * differs.
   */
  | {
      readonly about: 'item';
      readonly before: Item | undefined;
      readonly after: Item | undefined;
      readonly was: Json | undefined;
      readonly is: Json | undefined;
      readonly who: Who;
    };

interface Side {
  readonly flat: Flat;
  readonly constants: Constants;
  readonly comings: (space: Space) => Comings;
  /** The same with the flags as the brand has them; undefined where the flow reads none. */
  readonly asSet: ((space: Space) => Comings) | undefined;
}
export interface Compared {
  readonly before: Side;
  readonly after: Side;
  readonly changed: Changed;
  /** The fact by which people are always named where it tells them apart: where they live. */
  readonly named: string | undefined;
  /** The space of these facts. */
  readonly spaceOf: (paths: ReadonlySet<string>) => Space;
  /**
   * Values that stand for all that these conditions tell apart, by the path of the fact; of an answer refused ones,
   * too. Undefined where they are a sample.
   */
  readonly apartBy: (logic: readonly Logic[]) => (path: string) => readonly Json[] | undefined;
}

/** Everything that differs for somebody who is there in both versions, and who is there in one only. */
export function findingsOf(compared: Compared): readonly Finding[] {
  return [...wayFindings(compared), ...checkFindings(compared), ...itemFindings(compared), ...orderFindings(compared)];
}

/**
 * Items written otherwise of which no finding tells. A page that is there in one version only is told by itself, and so
 * is a question or button with what belongs to it.
 */
export function unmetOf(compared: Compared, findings: readonly Finding[]): readonly ChangedItem[] {
  const told = new Set(findings.flatMap((one) => (one.about === 'item' ? [one.after ?? one.before] : [])));
  const refusing = new Set(findings.flatMap((one) => (one.about === 'check' ? [one.page] : [])));
  return compared.changed.items.filter((item) => {
    const own = item.after ?? item.before;
    const holders = own && partOf(compared, own);
    if (!own || told.has(own) || (holders && (!holders.before || !holders.after))) return false;
    return own.kind !== 'checkText' || (item.before && item.after) || !refusing.has(item.page);
  });
}

// Steps asked in one version only, ways that lead elsewhere, and the order of the main line.

/** Profiles at most that are told apart together; beyond it each changed decision is looked at by its own facts. */
const TOGETHER = 4000;

function wayFindings(compared: Compared): readonly Finding[] {
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
    // Somebody with an answer that the other version does not take is no loss of this page: that is told where it is
    // asked.
    const gone = notAmong(space, there, here).filter((profile) => possible(space, profile, is.everybody));
    const come = notAmong(space, here, there).filter((profile) => possible(space, profile, was.everybody));
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
        finding: {
          about: 'step',
          page,
          now,
          who: whoOf(space, { differ: who, everybody: both }, named),
        },
      });
    }
  }
  found.push(...stepsAsSet({ before, after, named }, space, only));
  for (const [key, { way, to }] of was.ways) {
    const other = is.ways.get(key);
    if (!other) continue;
    const rewritten = actMark(before.flat, way) !== actMark(after.flat, way);
    const differ = new Gathering<{ readonly was: readonly Landing[]; readonly is: readonly Landing[] }>();
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
      differ.add(canonical([gone, come]), { was: gone.sort(), is: come.sort() }, pair.profile);
    }
    if (follows > 0 && differ.all().length === 0) explained.add(`way ${key}`);
    for (const { found: landings, who } of differ.all()) {
      found.push({
        mark: `way ${key}`,
        share: who.length / all.length,
        finding: {
          about: 'way',
          way,
          ...landings,
          who: whoOf(space, { differ: who, everybody: all }, named),
        },
      });
    }
  }
  return { found, explained, reordered: moved };
}

/**
 * Steps to which, with the flags as the brand has them, somebody comes in one version only, though with a flag turned
 * over they would come there in both.
 * @param told who comes to a page in one version only, whatever the flags are
 */
function stepsAsSet(
  { before, after, named }: Pick<Compared, 'before' | 'after' | 'named'>,
  space: Space,
  told: ReadonlyMap<string, { readonly gone: ReadonlySet<Profile>; readonly come: ReadonlySet<Profile> }>,
): readonly Weighed[] {
  if (!before.asSet || !after.asSet) return [];
  const [was, is] = [before.asSet(space), after.asSet(space)];
  return [...new Set([...was.arrive.keys(), ...is.arrive.keys()])].flatMap((page) => {
    const [there, here] = [was.arrive.get(page) ?? new Set<Profile>(), is.arrive.get(page) ?? new Set<Profile>()];
    const both = pairs(space, keep(there), keep(here)).map(({ profile }) => profile);
    const sides = [
      [notAmong(space, there, here), is.everybody, false, told.get(page)?.gone],
      [notAmong(space, here, there), was.everybody, true, told.get(page)?.come],
    ] as const;
    return sides.flatMap(([some, others, now, anyway]): readonly Weighed[] => {
      const who = some.filter((profile) => !anyway?.has(profile) && possible(space, profile, others));
      if (who.length === 0) return [];
      return [
        {
          mark: `step ${page} ${now} as set`,
          share: who.length / (who.length + both.length),
          finding: {
            about: 'step',
            page,
            now,
            asSet: true,
            who: whoOf(space, { differ: who, everybody: both }, named),
          },
        },
      ];
    });
  });
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

// The main line of two versions: steps that stand elsewhere in the order of those that both have.

interface Moved {
  readonly step: string;
  /** The step it comes after now, and came after before; undefined at the beginning. */
  readonly is: string | undefined;
  readonly was: string | undefined;
}

/** The fewest steps that, taken out, leave both lines in one order. */
function movedSteps(before: readonly string[], after: readonly string[]): readonly Moved[] {
  const [was, is] = [before.filter((step) => after.includes(step)), after.filter((step) => before.includes(step))];
  const stay = new Set(longestCommon(was, is));
  return is
    .filter((step) => !stay.has(step))
    .map((step) => ({ step, is: is[is.indexOf(step) - 1], was: was[was.indexOf(step) - 1] }));
}

function longestCommon(one: readonly string[], other: readonly string[]): readonly string[] {
  let rows: (readonly string[])[] = other.map(() => []);
  for (const step of one) {
    const next: (readonly string[])[] = [];
    for (const [index, here] of other.entries()) {
      const left = next[index - 1] ?? [];
      const above = rows[index] ?? [];
      const longer = left.length > above.length ? left : above;
      const both = here === step ? [...(rows[index - 1] ?? []), step] : [];
      next.push(both.length > longer.length ? both : longer);
    }
    rows = next;
  }
  return rows.at(-1) ?? [];
}

// Answers that a page's checks let pass in one version only.

interface Asked {
  readonly logic: Logic;
  readonly message: string;
}

function checkFindings({ before, after, changed, named, spaceOf }: Compared): readonly Finding[] {
  const steps = new Set(
    changed.decisions.flatMap(({ rule }) => (rule.decides === 'check' && rule.step !== undefined ? [rule.step] : [])),
  );
  return [...steps].flatMap((page) => {
    const checks = (side: 'before' | 'after', flat: Flat): readonly Asked[] =>
      changed.decisions.flatMap(({ rule, side: of }) =>
        of === side && rule.decides === 'check' && rule.step === page
          ? [{ logic: rule.logic, message: messageOf(flat, page, rule.logic) }]
          : [],
      );
    const [were, are] = [checks('before', before.flat), checks('after', after.flat)];
    const space = spaceOf(variableReads([...were, ...are].map(({ logic }) => logic)));
    const filled = (side: Side): ReadonlySet<Profile> =>
      side.comings(space).filled.get(page) ?? side.comings(space).arrive.get(page) ?? new Set<Profile>();
    const [there, here] = [filled(before), filled(after)];
    if (there.size === 0 || here.size === 0) return [];
    const everybody = union(there, here);
    const found = new Gathering<{ readonly message: string; readonly refuses: boolean }>();
    for (const profile of everybody) {
      const refusal = (side: Side, all: readonly Asked[]): Asked | undefined => {
        const facts = factsOf(space, profile, side.constants);
        return all.find(({ logic }) => truthOf(logic, facts) === false);
      };
      const [was, is] = [refusal(before, were), refusal(after, are)];
      if ((was === undefined) === (is === undefined)) continue;
      const message = (is ?? was)?.message ?? '';
      const refuses = is !== undefined;
      found.add(`${message} ${refuses}`, { message, refuses }, profile);
    }
    return found.all().map(
      ({ found: told, who }): Finding => ({
        about: 'check',
        page,
        ...told,
        who: whoOf(space, { differ: who, everybody }, named),
      }),
    );
  });
}

function messageOf(flat: Flat, page: string, logic: Logic): string {
  const index = list(flat.resolved.steps[page]?.['checks']).findIndex(
    (_, at) => canonical(member(list(flat.steps[page]?.['checks'])[at], 'assert')) === canonical(logic),
  );
  const check = list(flat.resolved.steps[page]?.['checks'])[index];
  const message = isObject(check) ? check['message'] : undefined;
  return typeof message === 'string' ? message : '';
}

// Items of pages that differ for somebody who comes to the page in both versions.

/** A check that is only in one version is told by whom it refuses. */
function itemFindings(compared: Compared): readonly Finding[] {
  return compared.changed.items
    .filter(({ before, after }) => (before ?? after)?.kind !== 'checkText' || (before && after))
    .flatMap((item) => oneItem(compared, item));
}

/** What an item says to a profile; undefined where it is not there. */
function saidBy(item: Item | undefined, facts: JsonObject, lookedUp: boolean): Json | undefined {
  if (!item || !item.whens.every((when) => truthOf(when, facts) === true)) return undefined;
  const value = item.logic === undefined ? item.value : ((valueOf(item.logic, facts) as Json | undefined) ?? null);
  return lookedUp && item.inText.length > 0
    ? [value, item.inText.map((logic) => (valueOf(logic, facts) as Json | undefined) ?? null)]
    : value;
}

function oneItem(compared: Compared, changed: ChangedItem): readonly Finding[] {
  const { before, after, named, spaceOf } = compared;
  const item = changed.after ?? changed.before;
  const holders = item && partOf(compared, item);
  if (!item || (holders && (!holders.before || !holders.after))) return [];
  const refused = item.kind === 'checkText' ? refusedBy(compared, item) : undefined;
  const space = spaceOf(
    new Set([...factsOfItem(changed), ...(holders ? factsOfItem(holders) : []), ...(refused?.reads ?? [])]),
  );
  const [was, is] = [before.comings(space), after.comings(space)];
  const at = (comings: Comings): ReadonlyMap<Profile, Profile> =>
    keep(union(comings.arrive.get(changed.page), comings.filled.get(changed.page)));
  // Where both say it in the same words, only what is looked up for the text can differ.
  const lookedUp =
    changed.before !== undefined &&
    changed.after !== undefined &&
    canonical(changed.before.value) === canonical(changed.after.value);
  const done = new Set([was, is].flatMap((comings) => [...(comings.done.get(changed.page) ?? [])]));
  // Of pages asked anew only those count that somebody has left when it comes to that.
  const asked = (value: Json | undefined): Json | undefined =>
    isObject(value) && value['reopen'] !== undefined
      ? { ...value, reopen: list(value['reopen']).filter((id) => done.has(String(id))) }
      : value;
  const differ = new Gathering<{ readonly was: Json | undefined; readonly is: Json | undefined }>();
  const all: Profile[] = [];
  const met = pairs(space, at(was), at(is));
  // Of an answer by which a check refuses, what everybody is known by may be the accepted ones alone.
  const answered = met.some((pair) => refused?.of(factsOf(space, pair.after, after.constants), true));
  for (const pair of met) {
    const [then, now] = [factsOf(space, pair.before, before.constants), factsOf(space, pair.after, after.constants)];
    if (
      holders &&
      (saidBy(holders.before, then, false) === undefined || saidBy(holders.after, now, false) === undefined)
    )
      continue;
    const [one, other] = [asked(saidBy(changed.before, then, lookedUp)), asked(saidBy(changed.after, now, lookedUp))];
    all.push(pair.profile);
    if (refused && !refused.of(now, answered)) continue;
    const mark = canonical([one === undefined ? [] : [one], other === undefined ? [] : [other]]);
    if (canonical(one) === canonical(other) && (one === undefined) === (other === undefined)) continue;
    differ.add(mark, { was: one, is: other }, pair.profile);
  }
  return differ.all().map(({ found, who }) => ({
    about: 'item',
    before: changed.before,
    after: changed.after,
    ...found,
    who: whoOf(space, { differ: who, everybody: all }, named),
  }));
}

/** Ways to answer a page at most that are tried one by one. */
const MOST_WAYS = 4000;

interface Refused {
  /** Facts that are known before the page is answered. */
  readonly reads: ReadonlySet<string>;
  /** @param answered whether what the facts say of the page's own answers is taken as it is */
  readonly of: (known: JsonObject, answered: boolean) => boolean;
}

/**
 * Whom a check can refuse: those who can answer the page so that it does not hold. Its message is read by nobody else.
 * Undefined where there are too many ways to answer the page, or those that are known are a sample.
 */
function refusedBy({ after, changed, apartBy }: Compared, item: Item): Refused | undefined {
  const doc = after.flat.steps[item.page];
  const check = list(doc?.['checks']).find((one) => canonical(member(one, 'assert')) === item.name);
  const assert = member(check, 'assert');
  if (assert === undefined) return undefined;
  const at = member(check, 'at');
  const own = changed.pages.after.get(item.page)?.items.find(({ kind, name }) => kind === 'field' && name === at);
  const whens = own?.whens ?? [];
  const fields = new Map<string, JsonObject>(
    Object.values(doc?.['fields'] ?? {}).flatMap((field) =>
      isObject(field) ? [[`answers.${String(field['bind'])}`, field] as const] : [],
    ),
  );
  const reads = [...variableReads([assert, ...whens])];
  const valuesOf = apartBy([assert, ...whens]);
  const answers = reads.flatMap((path) => {
    const field = fields.get(path);
    return field ? [{ path, values: valuesOf(path)?.filter((value) => accepts(field, value)) }] : [];
  });
  if (answers.some(({ values }) => values === undefined)) return undefined;
  if (answers.reduce((all, { values }) => all * Math.max(1, values?.length ?? 0), 1) > MOST_WAYS) return undefined;
  const ways = answers.reduce<readonly (readonly (readonly [string, Json])[])[]>(
    (all, { path, values = [] }) => all.flatMap((way) => values.map((value) => [...way, [path, value] as const])),
    [[]],
  );
  return {
    reads: new Set(reads.filter((path) => !fields.has(path))),
    of: (known, answered) =>
      ways.some((way) => {
        if (answered && way.some(([path, value]) => !isOr(get(known, path), value))) return false;
        const facts = way.reduce<JsonObject>((seen, [path, value]) => set(seen, path, value), known);
        return whens.every((when) => truthOf(when, facts) === true) && truthOf(assert, facts) !== true;
      }),
  };
}

const isOr = (known: Json | undefined, value: Json): boolean =>
  known === undefined || canonical(known) === canonical(value);

/** Whether a field takes a value, as far as limits say that no fact moves. */
function accepts(field: JsonObject, value: Json): boolean {
  const offered = list(field['choices']).map((choice) => member(choice, 'value') ?? null);
  const values = offered.length > 0 ? offered : list(field['enum']);
  if (values.length > 0) return values.some((one) => canonical(one) === canonical(value));
  const { minimum, maximum } = field;
  return (
    typeof value !== 'number' ||
    ((typeof minimum !== 'number' || value >= minimum) && (typeof maximum !== 'number' || value <= maximum))
  );
}

/** The question or button an item is a part of, in each version; undefined when it is a part of none. */
function partOf({ changed }: Compared, item: Item): Pick<ChangedItem, 'before' | 'after'> | undefined {
  const holder = holderOf(item);
  if (!holder) return undefined;
  const find = (side: 'before' | 'after'): Item | undefined =>
    changed.pages[side].get(item.page)?.items.find(({ kind, name }) => kind === holder.kind && name === holder.name);
  const found = { before: find('before'), after: find('after') };
  // Channels and what a page does by itself have no button.
  return found.before || found.after ? found : undefined;
}

/** Pages whose parts stand in another order. */
function orderFindings({ before, after, changed, spaceOf }: Compared): readonly Finding[] {
  const space = spaceOf(new Set());
  return [...changed.pages.before].flatMap(([page, { order }]) => {
    const other = changed.pages.after.get(page)?.order ?? [];
    const [was, is] = [order.filter((one) => other.includes(one)), other.filter((one) => order.includes(one))];
    const moved = is.find((one, index) => was[index] !== one);
    const seen = before.comings(space).arrive.has(page) && after.comings(space).arrive.has(page);
    return moved === undefined || !seen
      ? []
      : [{ about: 'order', page, moved, who: { space, groups: [new Map()] } } satisfies Finding];
  });
}
