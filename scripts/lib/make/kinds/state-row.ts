import { nextDay } from '../../../../contract/days.ts';
import type { JsonObject } from '../../../../runtime/core/facts.ts';
import { json, read } from '../content.ts';
import { Unmade, type Kind, type Made, type Order } from '../kind.ts';

export const KIND: Kind = {
  says: '<two letters> --from <year-month-day>',
  name: /^[A-Z]{2}$/,
  named: 'the two capital letters of a state, like TX',
  make: stateRow,
};

/** A row of a state that begins on a day: the one before, which ends the day before it. Change in it what is new. */
function stateRow({ name, folders, options }: Order): Made {
  const { from } = options;
  const file = `compliance/states/${name}.json`;
  const state = read(folders, file);
  const rows = Array.isArray(state['rows']) ? (state['rows'] as readonly JsonObject[]) : [];
  const last = rows.at(-1);
  if (from === undefined || !/^\d{4}-\d\d-\d\d$/.test(from))
    throw new Unmade('Say from which day the row holds: --from 2027-01-01.');
  if (last === undefined || String(last['from']) >= from)
    throw new Unmade(`The last row of ${name} begins on ${String(last?.['from'])}: name a later day.`);
  const written = [...rows.slice(0, -1), { ...last, until: dayBefore(from) }, { ...last, from, until: null }];
  return { written: { [file]: json({ ...state, rows: written }) }, copied: {} };
}

function dayBefore(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`) - 86_400_000;
  const before = new Date(time).toISOString().slice(0, 10);
  if (nextDay(before) !== day) throw new Unmade(`"${day}" is no day of the calendar.`);
  return before;
}
