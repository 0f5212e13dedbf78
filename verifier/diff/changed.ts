/** What of a flow is written differently in two versions: decisions and items, with the facts they read. Names and order of keys do not count. */
import { canonical, isObject } from '../../compile/json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Logic } from '../domain/atoms.ts';
import { rulesOf, type PlacedRule } from '../rules/placed.ts';
import { variableReads, type Flat } from './flat.ts';
import { itemsOf, keyOf, logicsOf, type Item, type PageItems } from './items.ts';
import type { ChangedRows } from './rows.ts';

export interface ChangedItem {
  readonly page: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}
export interface Changed {
  /** Conditions that differ, of either version: those that decide where people go, what they are asked and what they may leave. */
  readonly decisions: readonly { readonly rule: PlacedRule; readonly side: 'before' | 'after' }[];
  readonly items: readonly ChangedItem[];
  readonly pages: { readonly before: ReadonlyMap<string, PageItems>; readonly after: ReadonlyMap<string, PageItems> };
}

export function changedIn(before: Flat, after: Flat, rows: ChangedRows): Changed {
  const pages = { before: pagesOf(before), after: pagesOf(after) };
  const items = [...new Set([...pages.before.keys(), ...pages.after.keys()])].flatMap((page) => {
    const [was, is] = [pages.before.get(page), pages.after.get(page)];
    return was && is ? changedItems(page, was.items, is.items, rows) : [];
  });
  return { decisions: changedDecisions(before, after, rows), items, pages };
}

function pagesOf(flat: Flat): ReadonlyMap<string, PageItems> {
  const found = new Map<string, PageItems>();
  for (const [id, doc] of Object.entries(flat.steps)) found.set(id, itemsOf(flat, id, doc, flat.written.get(id) ?? {}));
  for (const [id, doc] of Object.entries(flat.dialogs))
    found.set(`dialog/${id}`, itemsOf(flat, `dialog/${id}`, doc, flat.resolved.dialogs[id] ?? {}));
  return found;
}

function changedItems(
  page: string,
  before: readonly Item[],
  after: readonly Item[],
  rows: ChangedRows,
): readonly ChangedItem[] {
  const [was, is] = [byKey(before), byKey(after)];
  const found: ChangedItem[] = [];
  for (const [key, item] of was) {
    const other = is.get(key);
    if (!other || markOf(item) !== markOf(other) || [item, other].some((one) => logicsOf(one).some(rows.affects)))
      found.push({ page, before: item, after: other });
  }
  for (const [key, item] of is) if (!was.has(key)) found.push({ page, before: undefined, after: item });
  return found;
}

/** The same thing twice on a page (two equal notes, say) gets a number. */
function byKey(items: readonly Item[]): ReadonlyMap<string, Item> {
  const found = new Map<string, Item>();
  for (const item of items) {
    let key = keyOf(item);
    while (found.has(key)) key += '+';
    found.set(key, item);
  }
  return found;
}

const markOf = (item: Item): string =>
  canonical([[...item.whens].map(canonical).sort(), item.value, (item.logic as Json) ?? null]);

/** Conditions of plain words are told with the words. */
const DECIDES = new Set<PlacedRule['decides']>([
  'step',
  'field',
  'item',
  'required',
  'choice',
  'check',
  'action',
  'call',
  'next',
]);

function changedDecisions(before: Flat, after: Flat, rows: ChangedRows): Changed['decisions'] {
  const [was, is] = [decisionsOf(before), decisionsOf(after)];
  const count = (list: readonly { mark: string }[]): Map<string, number> =>
    list.reduce((all, { mark }) => all.set(mark, (all.get(mark) ?? 0) + 1), new Map<string, number>());
  const [wasCount, isCount] = [count(was), count(is)];
  const differs = ({ mark, rule }: { mark: string; rule: PlacedRule }): boolean =>
    wasCount.get(mark) !== isCount.get(mark) || rows.affects(rule.logic);
  return [
    ...was.filter(differs).map(({ rule }) => ({ rule, side: 'before' as const })),
    ...is.filter(differs).map(({ rule }) => ({ rule, side: 'after' as const })),
  ];
}

/** A decision is the same when the same is decided by the same logic after the same others; what stands around it is a decision of its own. */
function decisionsOf(flat: Flat): readonly { readonly mark: string; readonly rule: PlacedRule }[] {
  return rulesOf(flat.resolved).flatMap((rule) => {
    if (!DECIDES.has(rule.decides)) return [];
    const holder = rule.decides === 'next' && isObject(rule.holder) ? withoutKey(rule.holder, String(rule.key)) : null;
    const before = rule.after.map(({ logic }) => canonical(logic));
    return [
      {
        mark: canonical([
          rule.decides,
          rule.step ?? '',
          rule.dialog ?? '',
          rule.field ?? '',
          canonical(rule.logic),
          holder,
          before,
        ]),
        rule,
      },
    ];
  });
}
function withoutKey(holder: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(holder).filter(([name]) => name !== key));
}

/** The facts that tell for whom a decision differs. */
export function factsOfDecision({ logic, after }: PlacedRule): ReadonlySet<string> {
  return variableReads([logic, ...after.map((rule) => rule.logic)]);
}
export function factsOfItem({ before, after }: Pick<ChangedItem, 'before' | 'after'>): ReadonlySet<string> {
  return variableReads(logicsOfItem({ before, after }));
}
export function logicsOfItem({ before, after }: Pick<ChangedItem, 'before' | 'after'>): readonly Logic[] {
  return [...(before ? logicsOf(before) : []), ...(after ? logicsOf(after) : [])];
}
