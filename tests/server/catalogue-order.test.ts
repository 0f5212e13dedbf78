import { expect, test } from 'vitest';
import { availableProducts } from '../../server/lending/products.ts';

/** A catalogue that names every product last first: no state has all of them. */
const codes = ['ILP ONLINE', 'BANK_ILP ONLINE', 'ILP RETAIL', 'OCLP RETAIL', 'SLP RETAIL', 'RLP RETAIL']
  .concat('RETAIL_ILP RETAIL', 'CLP RETAIL', 'PDL ONLINE')
  .map((one) => one.split(' ') as [string, string]);
const products = codes.map(([productCode, channel]) => ({ name: productCode, productCode, channel }));
const allowed = (channel: string): string[] => codes.flatMap(([code, of]) => (of === channel ? [code] : []));

test('catalogue.order: each group of cards has its place, and the three of one place stand as the brand names them', () => {
  const row = { served: true, products: { ONLINE: allowed('ONLINE'), RETAIL: allowed('RETAIL') } };
  const named = availableProducts({ products }, row).map(({ productCode, channel }) => `${productCode} ${channel}`);
  expect(named).toEqual([
    'PDL ONLINE',
    'CLP RETAIL',
    'RETAIL_ILP RETAIL',
    'OCLP RETAIL',
    'SLP RETAIL',
    'RLP RETAIL',
    'ILP RETAIL',
    'ILP ONLINE',
    'BANK_ILP ONLINE',
  ]);
});
