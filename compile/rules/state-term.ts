/** How soon and how late a loan may fall due: a state in which a loan is made says it in its row. */
import { at, type CompileRule } from '../checks/check.ts';
import { isObject, list, member, text } from '../json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';

/** A weekend and holidays around it, in days: a shorter span may hold no day on which banks are open. */
const shortest = 5;

const PRODUCT = '"products": [{ "productCode": "PDL", "channel": "ONLINE", "feePerHundred": 1500 }], "flows":';

export const RULE: CompileRule = {
  codes: ['state-term'],
  severity: 'concern',
  says: 'The row of a state that is served lets a loan be made and does not say how soon and how late it may fall due (`minimumPaydayDays` and `maximumPaydayDays` of a product with a fee, `minimumInstallmentDays` and `maximumInstallmentDays` of one with a rate), or says a span that may hold no business day: people are offered a term that the state forbids.',
  remedy:
    'Say both in the row, in days, and cite the statute; where it has no bound, the lender says its own. The most is at least five days after the least.',
  bad: [
    ['brands/elm/brand.json', '"flows":', PRODUCT],
    [
      'compliance/states/OH.json',
      '"rows": [{',
      '"rows": [»{ "products": { "ONLINE": ["PDL"] }, "minimumPaydayDays": 10,',
    ],
  ],
  good: [
    ['brands/elm/brand.json', '"flows":', PRODUCT],
    [
      'compliance/states/OH.json',
      '"rows": [{',
      '"rows": [{ "products": { "ONLINE": ["PDL"] }, "minimumPaydayDays": 10, "maximumPaydayDays": 31,',
    ],
  ],
  *find({ source, brands, options }) {
    const kinds = kindsOf(Object.values(brands).flatMap(({ facts }) => list(facts['products']).filter(isObject)));
    for (const state of Object.values(source.states)) {
      const rows = list(state['rows']);
      for (const [i, row] of rows.entries()) {
        if (!isObject(row) || row['served'] !== true || (text(row['until']) ?? options.today) < options.today) continue;
        for (const [kind, code] of madeIn(row, kinds)) {
          const names = [`minimum${kind}Days`, `maximum${kind}Days`] as const;
          const missing = names.filter((name) => typeof row[name] !== 'number');
          const where = `The row of ${text(state['name']) ?? 'the state'} from ${text(row['from']) ?? 'the beginning'}`;
          if (missing.length > 0)
            yield at(rows, i, {
              message: `${where} lets ${code} be made and has no ${missing.map((name) => `"${name}"`).join(' and ')}: nothing bounds when it falls due.`,
              fix: 'Add to the row, in days, what the statute says, or the lender’s own bound where it says none.',
            });
          else if (Number(row[names[1]]) - Number(row[names[0]]) < shortest)
            yield at(row, names[1], {
              message: `${where} leaves ${Number(row[names[1]]) - Number(row[names[0]])} days between "${names[0]}" and "${names[1]}": none of them need be a business day, and a loan falls due on one.`,
              fix: `Leave at least ${shortest} days between them.`,
            });
        }
      }
    }
  },
};

type Kind = 'Payday' | 'Installment';

/** What catalogues say of their products: a rate is level payments, a fee one payment. */
function kindsOf(products: readonly JsonObject[]): ReadonlyMap<string, Kind> {
  const kinds = new Map<string, Kind>();
  for (const product of products) {
    const code = text(product['productCode']);
    if (code === undefined) continue;
    if (typeof product['rate'] === 'number') kinds.set(code, 'Installment');
    else if (typeof product['feePerHundred'] === 'number') kinds.set(code, 'Payday');
  }
  return kinds;
}

/** The kinds of loans that a row lets be made, each with the first product of it. */
function madeIn(row: JsonObject, kinds: ReadonlyMap<string, Kind>): ReadonlyMap<Kind, string> {
  const made = new Map<Kind, string>();
  const channels: Json = row['products'] ?? null;
  for (const channel of isObject(channels) ? Object.keys(channels) : [])
    for (const code of list(member(channels, channel))) {
      const kind = kinds.get(text(code) ?? '');
      if (kind !== undefined && !made.has(kind)) made.set(kind, text(code) ?? '');
    }
  return made;
}
