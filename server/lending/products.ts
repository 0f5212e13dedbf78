import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { isObject } from '../../runtime/core/index.ts';
import type { Pricing } from './offer.ts';

/** A product of a brand's catalogue (`products` of brand.json); money in cents, rates in percent. */
export interface Product {
  readonly name: string;
  readonly productCode: string;
  readonly channel: 'ONLINE' | 'RETAIL';
  readonly minLoan: number;
  readonly maxLoan: number;
  readonly minTerm: number;
  readonly maxTerm: number;
  readonly aprLow: number;
  readonly aprHigh: number;
}

/** The catalogue as the brand's facts hold it; an entry that is not whole is left out. */
export function productsOf(facts: JsonObject): readonly (Product & { readonly raw: JsonObject })[] {
  const listed = facts['products'];
  if (!Array.isArray(listed)) return [];
  return (listed as readonly Json[]).flatMap((one) => {
    if (!isObject(one) || typeof one['productCode'] !== 'string') return [];
    const number = (key: string): number => (typeof one[key] === 'number' ? one[key] : 0);
    return [
      {
        name: typeof one['name'] === 'string' ? one['name'] : one['productCode'],
        productCode: one['productCode'],
        channel: one['channel'] === 'RETAIL' ? ('RETAIL' as const) : ('ONLINE' as const),
        minLoan: number('minLoan'),
        maxLoan: number('maxLoan'),
        minTerm: number('minTerm'),
        maxTerm: number('maxTerm'),
        aprLow: number('aprLow'),
        aprHigh: number('aprHigh'),
        raw: one,
      },
    ];
  });
}

/** Parts of the brand's `footerExample` that are of its product; the others are of the brand's APRs and states. */
const ofProduct = [
  'exampleBorrow',
  'exampleAPR',
  'exampleTerm',
  'exampleTotal',
  'examplePaymentAmount',
  'xactExamples',
];

/** The catalogue as it is told: each entry as it stands, and with the one that is `isFooterExample` that example. */
export function catalogueOf(facts: JsonObject): readonly JsonObject[] {
  const example = isObject(facts['footerExample']) ? Object.entries(facts['footerExample']) : [];
  const told = Object.fromEntries(example.filter(([name]) => ofProduct.includes(name)));
  return productsOf(facts).map(({ raw: { isFooterExample, ...entry } }) =>
    isFooterExample === true ? { ...entry, ...told } : entry,
  );
}

/**
 * Products a state's row allows, of a brand's catalogue, in its order, each with the amounts and the time that the
 * state lets it have: a catalogue that says up to $2,500 where $1,000 may be lent promises what nobody is given.
 */
export function availableProducts(facts: JsonObject, row: JsonObject | undefined): readonly Product[] {
  const allowed = row?.['products'];
  if (!row || row['served'] === false || !isObject(allowed)) return [];
  return productsOf(facts)
    .filter((product) => {
      const codes = allowed[product.channel];
      return Array.isArray(codes) && (codes as readonly Json[]).includes(product.productCode);
    })
    .map(({ raw, ...product }) => {
      const isLevel = typeof raw['rate'] === 'number';
      const minLoan = smallestLoan(facts, product.productCode, row) ?? product.minLoan;
      const maxLoan = Math.min(product.maxLoan, largestLoan(row, isLevel) ?? Infinity);
      return isLevel ? withinMonths({ ...product, minLoan, maxLoan }, row) : { ...product, minLoan, maxLoan };
    })
    .filter(({ minLoan, maxLoan }) => minLoan <= maxLoan)
    .sort((one, other) => placeOf(one) - placeOf(other));
}

/** An installment product, no longer than the state lets a loan run. */
function withinMonths(product: Product, row: JsonObject): Product {
  const { maximumDays = Infinity } = daysOf(row, 'Installment');
  return { ...product, maxTerm: Math.min(product.maxTerm, Math.floor((maximumDays * 12) / 365)) };
}

/** The catalogue's order: each place with the products that stand there; every other product online comes last. */
const order: readonly (readonly string[])[] = [
  ['PDL ONLINE'],
  ['CLP RETAIL'],
  ['RETAIL_ILP RETAIL'],
  ['OCLP RETAIL', 'SLP RETAIL', 'RLP RETAIL'],
  ['ILP RETAIL'],
];
function placeOf({ productCode, channel }: Product): number {
  const place = order.findIndex((products) => products.includes(`${productCode} ${channel}`));
  return place === -1 ? order.length : place;
}

/** The largest loan of a kind that a state lets anybody make, in cents; undefined where it says nothing. */
export function largestLoan(row: JsonObject | undefined, isLevel: boolean): number | undefined {
  const most = row?.[isLevel ? 'maximumInstallment' : 'maximumPayday'] ?? row?.['maximumLoan'];
  return typeof most === 'number' ? most : undefined;
}

/** The smallest loan of a product, in cents: the state's for one payment, else the catalogue's. */
export function smallestLoan(
  facts: JsonObject,
  productCode: string | undefined,
  row: JsonObject | undefined,
): number | undefined {
  const ofState = row?.['minimumLoan'];
  if (pricingOf(facts, productCode, row).method === 'fee' && typeof ofState === 'number') return ofState;
  return productsOf(facts).find((one) => one.productCode === productCode)?.minLoan;
}

/** The shortest time to the first payment, in days; a state's may be longer. */
const minimumDays = 10;

/** How soon and how late a loan may fall due in a state, in days, by the columns of its row. */
function daysOf(row: JsonObject | undefined, kind: 'Payday' | 'Installment') {
  const [least, most] = [row?.[`minimum${kind}Days`], row?.[`maximum${kind}Days`]];
  return {
    leastDays: typeof least === 'number' ? least : 0,
    ...(typeof most === 'number' && { maximumDays: most }),
  };
}

/** 15 dollars for each hundred: what a product costs whose catalogue entry names neither fee nor rate. */
const usualFeePerHundred = 1_500;

/**
 * How a product costs: `feePerHundred` (cents) means one payment, `rate` (percent a year) level payments over `maxTerm`
 * months. A state's `maximumFeePerHundred` caps the fee, and `maximumFeePerHundredAboveStep` that of what is lent above
 * `feeStep`; its columns of days say how soon and how late the loan may fall due.
 */
export function pricingOf(facts: JsonObject, productCode: string | undefined, row: JsonObject | undefined): Pricing {
  const product = productsOf(facts).find((one) => one.productCode === productCode);
  const rate = product?.raw['rate'];
  if (typeof rate === 'number')
    return {
      method: 'level',
      ratePercent: rate,
      months: product?.maxTerm ?? 18,
      minimumDays,
      ...daysOf(row, 'Installment'),
    };
  const fee = product?.raw['feePerHundred'];
  const cap = row?.['maximumFeePerHundred'];
  const feePerHundred = Math.min(
    typeof fee === 'number' ? fee : usualFeePerHundred,
    typeof cap === 'number' ? cap : Infinity,
  );
  const { feeStep: from, maximumFeePerHundredAboveStep: less } = row ?? {};
  const above =
    typeof from === 'number' && typeof less === 'number'
      ? { above: { from, feePerHundred: Math.min(feePerHundred, less) } }
      : {};
  const term = daysOf(row, 'Payday');
  return { method: 'fee', feePerHundred, ...above, minimumDays: Math.max(minimumDays, term.leastDays), ...term };
}
