/** Columns of the states' rows: one that a single row spells like the others' is a slip. */
import type { CompileRule } from '../checks/check.ts';
import { atKey } from '../checks/check.ts';
import { isObject, list } from '../json-types.ts';
import { nearest } from '../suggest.ts';

export const RULE: CompileRule = {
  codes: ['state-column'],
  severity: 'concern',
  says: 'A row of a state has a column that no other row has, spelt almost like one that the others have: what looks that column up finds nothing in this state.',
  remedy: 'Spell it as the other rows do.',
  bad: [['compliance/states/OH.json', '"minimumAge"', '»"minimunAge"']],
  good: [['compliance/states/OH.json', '"minimumAge": 18', '"minimumAge": 21']],
  *find({ source }) {
    const rows = Object.values(source.states).flatMap((state) => list(state['rows']).filter(isObject));
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
  },
};
