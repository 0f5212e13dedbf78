import { expect, test } from 'vitest';
import { sayMoney } from '../../runtime/core/spoken.ts';
import { dollars } from '../../runtime/core/figures.ts';

test('money is typed in dollars and counted in cents, to the cent, however it is written', () => {
  const { read, edit, show } = dollars({});
  expect(['900', '$1,500', '1500.00', '120.5', '120.50', '.5', '12.', '0', '', '$'].map(read)).toEqual([
    90_000,
    150_000,
    150_000,
    12_050,
    12_050,
    '.5',
    1200,
    0,
    undefined,
    undefined,
  ]);
  for (const wrong of ['1.234', '-5', '12a', '1e3', '1.2.3', '1234567890123']) expect(read(wrong)).toBe(wrong);
  expect([90_000, 12_050, 12_005, 150_000_000].map((value) => [edit(value), show(value)])).toEqual([
    ['900', '900'],
    ['120.50', '120.50'],
    ['120.05', '120.05'],
    ['1500000', '1,500,000'],
  ]);
  for (let cents = 0; cents < 200_000; cents += 7) expect(read(edit(cents))).toBe(cents);
  expect(sayMoney(12_050, {})).toBe('$120.50');
});

test('an answer that counts dollars takes whole ones only', () => {
  const { read, edit, show } = dollars({ unit: 'dollars' });
  expect(['$1,500', '1500.00', '12.', '120.5'].map(read)).toEqual([1500, 1500, 12, '120.5']);
  expect([edit(1500), show(1500), sayMoney(1500, { unit: 'dollars' })]).toEqual(['1500', '1,500', '$1,500']);
});
