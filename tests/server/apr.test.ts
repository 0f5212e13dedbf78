import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { annualPercentageRate, disclosedRate, type PaymentStream } from '../../server/lending/apr.ts';

interface Example {
  readonly id: string;
  readonly label: string;
  readonly amountFinanced: number;
  readonly unitPeriodsPerYear: number;
  readonly payments: readonly PaymentStream[];
  readonly expectedApr: number;
  readonly compare: 'round' | 'within 0.125' | 'within 0.01';
}
const { examples } = JSON.parse(readFileSync(new URL('./cases/apr-examples.json', import.meta.url), 'utf8')) as {
  examples: Example[];
};

describe('annual percentage rate by the actuarial method', () => {
  test('there are worked examples of Appendix J', () => expect(examples.length).toBeGreaterThanOrEqual(11));

  for (const { id, label, amountFinanced, unitPeriodsPerYear, payments, expectedApr, compare } of examples) {
    test(`${id}: ${label}`, () => {
      const apr = annualPercentageRate(amountFinanced, unitPeriodsPerYear, payments);
      if (compare === 'round') expect(disclosedRate(apr)).toBe(expectedApr);
      else expect(Math.abs(apr - expectedApr)).toBeLessThanOrEqual(Number(compare.replace('within ', '')));
    });
  }

  test('the printed example of 1,400 dollars needs a first period of 27 days for its 192.77 %', () => {
    const equal = annualPercentageRate(1400, 26, [{ amount: 119.42, count: 37, t: 1, f: 0 }]);
    const late = annualPercentageRate(1400, 26, [{ amount: 119.42, count: 37, t: 1, f: 13 / 14 }]);
    expect(disclosedRate(equal)).toBe(209.11);
    expect(disclosedRate(late)).toBe(192.78);
  });

  test('payments that do not repay the loan have no rate', () => {
    expect(() => annualPercentageRate(100, 12, [{ amount: 10, count: 5, t: 1, f: 0 }])).toThrow(
      'payments that repay it',
    );
  });
});
