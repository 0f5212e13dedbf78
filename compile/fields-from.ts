/**
 * Unfolds a layout item `fieldsFrom` into one field per idTag that any state row declares in the column it looks up,
 * each asked only when its state asks it, below its own words and the document that is shown with it.
 */
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import type { Docs } from './content.ts';
import { operations } from './expression-nodes.ts';
import { entries, isObject, list, member, text } from './json-types.ts';
import { equal } from './operators/equal/index.ts';
import { includesOne } from './operators/some/index.ts';
import { inheritPlaces, movePlace, recordMember, placeOf } from './places.ts';
import type { ResolvedFlow } from './resolve.ts';

/** Whether a column of the states' rows holds fields: its name says so. */
export const holdsFields = (column: string): boolean => column.endsWith('Fields');

/** A row with its columns of fields as rules look them up: each item names its idTag. */
export function withFields(row: JsonObject): JsonObject {
  const columns = ['requiredFields', ...Object.keys(row).filter(holdsFields)];
  const named = (column: string): readonly Json[] =>
    list(row[column]).map((item) => (typeof item === 'string' ? { idTag: item } : item));
  return { ...row, ...Object.fromEntries(columns.map((column) => [column, named(column)])) };
}

/** idTag to the field as the first row that describes it has it; of one column of the rows, or of all. */
export function stateFields(states: Docs, column?: string): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const state of Object.values(states)) {
    for (const row of list(state['rows'])) {
      const columns =
        column === undefined ? entries(row).flatMap(([name]) => (holdsFields(name) ? [name] : [])) : [column];
      for (const item of columns.flatMap((name) => list(member(row, name)))) {
        const idTag = text(item) ?? text(member(item, 'idTag'));
        if (idTag === undefined || !isObject(item)) continue;
        const known = found.get(idTag);
        if (!known || Object.keys(known).length < Object.keys(item).length) found.set(idTag, item);
      }
    }
  }
  return found;
}

/** The columns of the states' rows that a `fieldsFrom` looks up. */
export function columnsOf(fieldsFrom: Json): readonly string[] {
  return [...operations(fieldsFrom, false)].flatMap(({ operator, args }) => operator?.cell?.(args)?.column ?? []);
}

/** The columns of the states' rows that anything within reads, by their first name. */
export const columnsIn = (within: object): readonly string[] =>
  columnsOf(within as Json).map((column) => column.replace(/\..*$/, ''));

/** Conditions of fields that stand in a state's row: that the row names the field, which nobody has written. */
const madeConditions = new WeakSet<object>();

/** Whether a condition is nothing but that the row of the state names the field. */
export const asksTheRow = (when: Json): boolean =>
  typeof when === 'object' && when !== null && madeConditions.has(when);

export function unfoldStateFields(flow: ResolvedFlow, states: Docs): ResolvedFlow {
  const steps = Object.fromEntries(Object.entries(flow.steps).map(([id, step]) => [id, unfoldStep(step, states)]));
  return { ...flow, steps };
}

function unfoldStep(step: JsonObject, states: Docs): JsonObject {
  if (!JSON.stringify([step['layout'] ?? [], step['pages'] ?? []]).includes('"fieldsFrom"')) return step;
  const fields: Record<string, Json> = { ...(isObject(step['fields']) ? step['fields'] : {}) };
  if (isObject(step['fields'])) inheritPlaces(fields, step['fields']);
  else inheritPlaces(fields, step);
  const unfoldItems = (items: readonly Json[]): Json[] => {
    const made: Json[] = [];
    inheritPlaces(made, items);
    for (const item of items) {
      if (isObject(item) && isObject(item['fieldsFrom'])) made.push(...unfoldItem(item, states, fields));
      else {
        const key = isObject(item) ? (['group', 'oneOf'] as const).find((one) => Array.isArray(item[one])) : undefined;
        if (!isObject(item) || key === undefined) made.push(item);
        else {
          const around = { ...item, [key]: unfoldItems(list(item[key])) };
          inheritPlaces(around, item);
          made.push(around);
        }
      }
    }
    return made;
  };
  const made: JsonObject = {
    ...step,
    fields,
    ...(step['layout'] !== undefined && { layout: unfoldItems(list(step['layout'])) }),
    ...(step['pages'] !== undefined && { pages: pagesOf(list(step['pages']), unfoldItems) }),
  };
  inheritPlaces(made, step);
  return made;
}

/** Pages with the items of their layouts unfolded. */
function pagesOf(pages: readonly Json[], unfold: (items: readonly Json[]) => Json[]): readonly Json[] {
  const made = pages.map((page) => {
    if (!isObject(page)) return page;
    const unfolded = { ...page, layout: unfold(list(page['layout'])) };
    inheritPlaces(unfolded, page);
    return unfolded;
  });
  inheritPlaces(made, pages);
  return made;
}

function unfoldItem(item: JsonObject, states: Docs, fields: Record<string, Json>): Json[] {
  const [column] = columnsOf(item['fieldsFrom'] ?? null);
  return [...stateFields(states, column)].flatMap(([idTag, declared]) => {
    const { idTag: _idTag, disclosure, copy, when: own, ...keys } = declared;
    const conditionOf = (): JsonObject => {
      const asked = includesOne(item['fieldsFrom'] ?? null, equal<Json>({ var: 'idTag' }, idTag));
      const written = [item['when'], own].filter((one) => one !== undefined);
      if (written.length === 0) madeConditions.add(asked);
      const when = written.length === 0 ? asked : { and: [...written, asked] };
      registerDeep(when, item, own);
      return when;
    };
    const field: JsonObject = {
      bind: `${text(item['bindUnder']) ?? 'stateFields'}.${idTag}`,
      ...keys,
      when: conditionOf(),
    };
    inheritPlaces(field, declared);
    movePlace(field, 'bind', { from: item, fromName: 'bindUnder' });
    fields[idTag] = field;
    recordMember(fields, idTag, { key: placeOf(declared), value: placeOf(declared) });
    const above = [copy !== undefined && { copy }, disclosure !== undefined && { disclosure }].flatMap((one) => {
      if (one === false) return [];
      const shown: JsonObject = { ...one, when: conditionOf() };
      inheritPlaces(shown, declared);
      return [shown];
    });
    return [...above, idTag];
  });
}

/** Objects that the compiler made stand where the item they were made for stands; what a row wrote stands there. */
function registerDeep(value: unknown, at: JsonObject, own: unknown): void {
  if (typeof value !== 'object' || value === null || value === own) return;
  if (value === at['fieldsFrom'] || value === at['when']) return;
  inheritPlaces(value, at);
  for (const part of Object.values(value)) registerDeep(part, at, own);
}
