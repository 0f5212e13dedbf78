/** Items of pages that differ for somebody who comes to the page in both versions. */
import { canonical } from '../../compile/json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { truthOf, valueOf } from '../rules/evaluate.ts';
import { factsOfItem, type ChangedItem } from './changed.ts';
import { factsOf } from './facts-of.ts';
import type { Compared, Finding } from './findings.ts';
import { holderOf, type Item } from './items.ts';
import { keep, pairs, union } from './join.ts';
import type { Profile } from './profiles.ts';
import type { Comings } from './ways.ts';
import { groupsOf } from './who.ts';

/** A check that is only in one version is told by whom it refuses. */
export function itemFindings(compared: Compared): readonly Finding[] {
  return compared.changed.items
    .filter(({ before, after }) => (before ?? after)?.kind !== 'checkText' || (before && after))
    .flatMap((item) => oneItem(compared, item));
}

/** What an item says to a profile; undefined where it is not there. */
function said(item: Item | undefined, facts: JsonObject, lookedUp: boolean): Json | undefined {
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
  const space = spaceOf(new Set([...factsOfItem(changed), ...(holders ? factsOfItem(holders) : [])]));
  const [was, is] = [before.comings(space), after.comings(space)];
  const at = (comings: Comings): ReadonlyMap<Profile, Profile> =>
    keep(union(comings.arrive.get(changed.page), comings.filled.get(changed.page)));
  // Where both say it in the same words, only what is looked up for the text can differ.
  const lookedUp =
    changed.before !== undefined &&
    changed.after !== undefined &&
    canonical(changed.before.value) === canonical(changed.after.value);
  const differ = new Map<string, { was: Json | undefined; is: Json | undefined; who: Profile[] }>();
  const all: Profile[] = [];
  for (const pair of pairs(space, at(was), at(is))) {
    const [then, now] = [factsOf(space, pair.before, before.constants), factsOf(space, pair.after, after.constants)];
    if (holders && (said(holders.before, then, false) === undefined || said(holders.after, now, false) === undefined))
      continue;
    const [one, other] = [said(changed.before, then, lookedUp), said(changed.after, now, lookedUp)];
    all.push(pair.profile);
    const mark = canonical([one === undefined ? [] : [one], other === undefined ? [] : [other]]);
    if (canonical(one) === canonical(other) && (one === undefined) === (other === undefined)) continue;
    const known = differ.get(mark) ?? { was: one, is: other, who: [] };
    known.who.push(pair.profile);
    differ.set(mark, known);
  }
  return [...differ.values()].map((one) => {
    const mine = new Set(one.who);
    return {
      about: 'item',
      before: changed.before,
      after: changed.after,
      was: one.was,
      is: one.is,
      who: {
        space,
        groups: groupsOf(
          space,
          mine,
          all.filter((profile) => !mine.has(profile)),
          named,
        ),
      },
    };
  });
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
export function orderFindings({ before, after, changed, spaceOf }: Compared): readonly Finding[] {
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
