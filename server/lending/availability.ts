/** What somebody may have where they live (entity.availability); pure. Money in cents. */
import type { Product } from './products.ts';

/** What the products of a brand in a state come to. */
export function availabilityOf(stateCode: string, products: readonly Product[]) {
  const of = (channel: Product['channel']): boolean => products.some((product) => product.channel === channel);
  const offers = (code: string): boolean => products.some(({ productCode }) => productCode === code);
  return {
    stateCode,
    retailChoiceEnabled: offers(choice),
    partnerHasOnline: of('ONLINE'),
    partnerHasRetail: of('RETAIL'),
    customerEligibleForBank: offers('BANK_ILP'),
  };
}
const choice = 'CLP';

/** Whether a store makes another loan than the choice loan. */
export const hasOtherRetail = (products: readonly Product[]): boolean =>
  products.some(({ channel, productCode }) => channel === 'RETAIL' && productCode !== choice);

/** An offer before anything is asked; `productCodes` are the products that it stands for. */
interface PreApproved {
  readonly name: string;
  readonly productCode: string;
  readonly productCodes: string[];
  readonly minLoan: number;
  readonly maxLoan: number;
}

const merged = ['PDL', 'ILP'];

/**
 * The offers online of somebody who is pre-approved: where there are a payday and an installment loan they are one,
 * DUAL, from the smaller minimum to the larger maximum, unless that is not allowed (catalogue.preApproval.dual).
 */
export function preApprovedOf(
  products: readonly Product[],
  { disallowDual }: { readonly disallowDual: boolean },
): PreApproved[] {
  const online = products.filter(({ channel }) => channel === 'ONLINE');
  const alone = online.map(({ name, productCode, minLoan, maxLoan }) => ({
    name,
    productCode,
    productCodes: [productCode],
    minLoan,
    maxLoan,
  }));
  const both = alone.filter(({ productCode }) => merged.includes(productCode));
  if (disallowDual || both.length < merged.length) return alone;
  const dual = {
    name: both.map(({ name }) => name).join(' or '),
    productCode: 'DUAL',
    productCodes: merged,
    minLoan: Math.min(...both.map(({ minLoan }) => minLoan)),
    maxLoan: Math.max(...both.map(({ maxLoan }) => maxLoan)),
  };
  return [dual, ...alone.filter(({ productCode }) => !merged.includes(productCode))];
}
