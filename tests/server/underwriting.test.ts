import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.ts';
import { createUnderwriting, type Inputs } from '../../server/underwriting/decide.ts';
import { inputsOf } from '../../server/underwriting/inputs.ts';

const good: Inputs = {
  ssnLastFour: '6789',
  submits: 1,
  grossMonthlyIncome: 300_000,
  amount: 50_000,
  productCode: 'PDL',
  singlePayment: true,
  stateCode: 'MO',
  stateMaximumLoan: 50_000,
  minimumLoan: 10_000,
  coveredBorrower: false,
  rate: 391.07,
  accountDays: null,
};
const decide = createUnderwriting('local');

describe('underwriting', () => {
  test('an ordinary application is approved', () =>
    expect(decide(good)).toEqual({ status: 'SUBMIT_APPROVED', reasons: [], wants: [], coveredBorrower: false }));

  test.each([
    ['1001', 'SUBMIT_ERROR'],
    ['1002', 'CANEBAY_DUPLICATE'],
    ['1003', 'PENDING_PRODUCT_SELECTION'],
    ['1006', 'SUBMIT_DENIED'],
  ] as const)('documented input %s answers %s', (ssnLastFour, status) =>
    expect(decide({ ...good, ssnLastFour }).status).toBe(status),
  );

  test('the second submission of 1003 goes on', () =>
    expect(decide({ ...good, ssnLastFour: '1003', submits: 2 }).status).toBe('SUBMIT_APPROVED'));

  test('a decision for less says how much is offered instead, and offers nothing smaller than the smallest loan', () => {
    const less = (amount: number) => decide({ ...good, ssnLastFour: '1003', amount });
    expect(less(50_000)).toMatchObject({ status: 'PENDING_PRODUCT_SELECTION', wants: [], offers: 45_000 });
    expect(less(15_000).offers).toBe(10_000);
    expect(less(50_000).reasons).toEqual([
      { code: 'C1-08', text: 'Income insufficient for amount of credit requested' },
    ]);
    expect(less(14_900).status).toBe('SUBMIT_APPROVED');
  });

  test('every rule that denies or offers less says why: the notice of either has a principal reason', () => {
    const folder = join(root, 'server/underwriting/rules');
    const rules = readdirSync(folder).flatMap((file) => {
      const { rules: all } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
        readonly rules: readonly { readonly says: string; readonly decision?: string; readonly reasons?: string[] }[];
      };
      return all;
    });
    const owed = ['SUBMIT_DENIED', 'PENDING_PRODUCT_SELECTION'];
    const adverse = rules.filter(({ decision }) => owed.includes(decision ?? ''));
    expect(new Set(adverse.map(({ decision }) => decision))).toEqual(new Set(owed));
    for (const { says, reasons = [] } of adverse) expect([says, reasons.length > 0]).toEqual([says, true]);
  });

  test('documents and a recalculation are wanted after the signature', () => {
    expect(decide({ ...good, ssnLastFour: '1004' }).wants).toEqual(['documents']);
    expect(decide({ ...good, ssnLastFour: '1005' }).wants).toEqual(['recalculation']);
    expect(decide({ ...good, ssnLastFour: '1009' }).wants).toEqual(['signatureError']);
  });

  test('income below 1,000 dollars a month is denied with the reason of form C-1', () => {
    expect(decide({ ...good, grossMonthlyIncome: 99_999, amount: 10_000 })).toEqual({
      status: 'SUBMIT_DENIED',
      reasons: [{ code: 'C1-08', text: 'Income insufficient for amount of credit requested' }],
      wants: [],
      coveredBorrower: false,
    });
    expect(decide({ ...good, grossMonthlyIncome: 100_000, amount: 10_000 }).status).toBe('SUBMIT_APPROVED');
  });

  test('more than the state allows is denied; a state without a maximum does not deny', () => {
    expect(decide({ ...good, amount: 50_001 }).status).toBe('SUBMIT_DENIED');
    expect(decide({ ...good, amount: 50_001, stateMaximumLoan: null }).status).toBe('SUBMIT_APPROVED');
  });

  test('every principal reason is named, at most four', () => {
    const { reasons } = decide({ ...good, grossMonthlyIncome: 90_000, amount: 60_000 });
    expect(reasons.map((reason) => reason.code)).toEqual(['C1-08', 'C1-09']);
  });

  test('documented inputs decide nothing in production', () =>
    expect(createUnderwriting('prod')({ ...good, ssnLastFour: '1006' }).status).toBe('SUBMIT_APPROVED'));

  test('a covered borrower is offered nothing above 36 percent a year, and is told that; others are not denied for it', () => {
    const covered = (rate: number, more: Partial<Inputs> = {}) =>
      decide({ ...good, coveredBorrower: true, rate, ...more });
    for (const rate of [36.01, 391.07]) {
      const { status, reasons } = covered(rate);
      expect([status, reasons.map(({ code }) => code)]).toEqual(['SUBMIT_DENIED', ['MLA']]);
      expect(reasons[0]?.text).toContain('36 percent');
    }
    for (const rate of [34.5, 36])
      expect(covered(rate)).toEqual({ status: 'SUBMIT_APPROVED', reasons: [], wants: [], coveredBorrower: true });
    expect(covered(391.07, { ssnLastFour: '1003' }).offers).toBeUndefined();
  });

  test('1008: the covered borrower database knows what the applicant does not say; it stands in outside production', () => {
    expect(decide({ ...good, ssnLastFour: '1008' }).reasons.map(({ code }) => code)).toEqual(['MLA']);
    expect(decide({ ...good, ssnLastFour: '1008', rate: 34.5 })).toMatchObject({
      status: 'SUBMIT_APPROVED',
      coveredBorrower: true,
    });
    expect(createUnderwriting('prod')({ ...good, ssnLastFour: '1008' }).status).toBe('SUBMIT_APPROVED');
  });

  test('what is missing is told, not taken for zero', () => {
    expect(
      inputsOf(
        { personalInformation: { documentNumber: '123456789' } },
        { submits: 1, accountDays: null, brandFacts: {}, stateRow: undefined, today: '2026-11-20' },
      ),
    ).toEqual({ missing: ['income', 'amount', 'stateCode'] });
  });
});
