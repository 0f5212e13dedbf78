/** Columns of the states' rows: one that a single row spells, or fills, otherwise than the others is a slip. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { CompileRule, Finding } from '../checks/check.ts';
import { at, atKey } from '../checks/check.ts';
import { isList, isObject, list } from '../json-types.ts';
import { nearest } from '../suggest.ts';

export const RULE: CompileRule = {
  codes: ['state-column'],
  severity: 'concern',
  says: 'A row of a state has a column that no other row has, spelt almost like one that the others have, or fills a column with a value of another type than the others do: what looks that column up finds nothing in this state, or nothing that it can compare.',
  remedy: 'Spell it, and fill it, as the other rows do.',
  bad: [['compliance/states/OH.json', '"minimumAge"', '»"minimunAge"']],
  good: [['compliance/states/OH.json', '"minimumAge": 18', '"minimumAge": 21']],
  *find({ source }) {
    const rows = Object.values(source.states).flatMap((state) => list(state['rows']).filter(isObject));
    yield* misspelt(rows);
    yield* otherwise(rows);
  },
};

function* misspelt(rows: readonly JsonObject[]): Generator<Finding> {
  const count = new Map<string, number>();
  for (const row of rows) for (const column of Object.keys(row)) count.set(column, (count.get(column) ?? 0) + 1);
  for (const row of rows)
    for (const column of Object.keys(row)) {
      if ((count.get(column) ?? 0) > 1) continue;
      const others = [...count.keys()].filter((one) => (count.get(one) ?? 0) > 1 && !Object.hasOwn(row, one));
      const near = nearest(column, others);
      if (near !== undefined)
        yield atKey(row, column, {
          message: `No other row of any state has a column "${column}", and this row lacks "${near}", which others have.`,
          fix: `Did you mean "${near}"?`,
        });
    }
}

/** Cells of a type that fewer rows give their column than another. */
function* otherwise(rows: readonly JsonObject[]): Generator<Finding> {
  for (const column of new Set(rows.flatMap((row) => Object.keys(row)))) {
    const cells = rows.flatMap((row) => {
      const type = typeOf(row[column]);
      return type === undefined ? [] : [{ row, type }];
    });
    const byType = [...Map.groupBy(cells, ({ type }) => type)].sort(([, a], [, b]) => b.length - a.length);
    const [usual, ...others] = byType;
    for (const [type, found] of others)
      for (const { row } of found)
        yield at(row, column, {
          message: `"${column}" is ${type} here, and ${usual?.[0] ?? ''} in ${usual?.[1].length === 1 ? 'the other row that has it' : `${usual?.[1].length ?? 0} other rows`}.`,
          fix: 'Fill it as the other rows do, or give it a column of its own.',
        });
  }
}

const typeOf = (value: Json | undefined): string | undefined =>
  value === undefined || value === null ? undefined : isList(value) ? 'array' : typeof value;
