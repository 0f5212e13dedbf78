/** Questions of the states' rows: each idTag is one question, described once. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { holdsFields } from '../fields-from.ts';
import { isObject, list, text } from '../json-types.ts';
import { placeOf } from '../places.ts';
import { didYouMean } from '../suggest.ts';
import type { Place } from '../types.ts';

const county = (more: string): string => `{ "idTag": "county", "label": "County", "maxLength": ${more} }`;

export const RULE: CompileRule = {
  codes: ['state-field'],
  severity: 'refused',
  says: 'A row of a state asks a question by an idTag that no row describes, asks one twice, or describes it otherwise than another row of the column does: an idTag is one question everywhere, and only one description of it is ever asked.',
  remedy:
    'Describe a question in one row and name it by its idTag in the others; a question that differs gets an idTag of its own.',
  bad: [
    ['compliance/states/TX.json', '"minimumAge"', `"homeFields": [${county('40')}], "minimumAge"`],
    ['compliance/states/OH.json', '"minimumAge"', '"homeFields": [»"conty"], "minimumAge"'],
  ],
  good: [
    ['compliance/states/TX.json', '"minimumAge"', `"homeFields": [${county('40')}], "minimumAge"`],
    ['compliance/states/OH.json', '"minimumAge"', '"homeFields": ["county"], "minimumAge"'],
  ],
  *find({ source }) {
    const rows = Object.values(source.states).flatMap((state) => list(state['rows']).filter(isObject));
    for (const column of new Set(rows.flatMap((row) => Object.keys(row).filter(holdsFields))))
      yield* ofColumn(column, rows);
  },
};

interface Described {
  readonly as: string;
  readonly place: Place;
}

function* ofColumn(column: string, rows: readonly JsonObject[]): Generator<Finding> {
  const described = new Map<string, Described>();
  for (const row of rows)
    for (const item of list(row[column]).filter(isObject)) {
      const idTag = text(item['idTag']) ?? '';
      const as = JSON.stringify(item);
      const other = described.get(idTag);
      if (!other) described.set(idTag, { as, place: placeOf(item) });
      else if (other.as !== as)
        yield at(item, 'idTag', {
          message: `The question "${idTag}" is described otherwise at ${other.place.file}:${other.place.line}, and nobody can say which of the two is asked.`,
          fix: `Write "${idTag}" alone where the same is asked, or give this question an idTag of its own.`,
        });
    }
  for (const row of rows) {
    const items = list(row[column]);
    const seen = new Set<string>();
    for (const [i, item] of items.entries()) {
      const idTag = text(item) ?? (isObject(item) ? text(item['idTag']) : undefined) ?? '';
      if (seen.has(idTag))
        yield at(items, i, { message: `The question "${idTag}" stands twice in this row.`, fix: 'Keep one.' });
      seen.add(idTag);
      if (typeof item === 'string' && !described.has(item))
        yield at(items, i, {
          message: `No row describes the question "${item}" of "${column}".`,
          fix: didYouMean(item, described.keys(), 'Describe it in one row: { "idTag": ..., "label": ... }.'),
        });
    }
  }
}
