/** One row of the sample schedule (entity.paymentScheduleRow); whole cents, `YYYY-MM-DD`. */
export interface SampleRow {
  readonly dueDate: string;
  readonly paymentAmount: number;
  readonly interest: number;
  /** Spelled so in the documents. */
  readonly principle: number;
  readonly balance: number;
}

const rowCount = 7;
/** Of the payment: the interest of the first row, and by how much it falls with each row. */
const firstShare = 0.35;
const shareStep = 0.05;
const dayMs = 86_400_000;

/**
 * Seven rows of a loan, as an example and not as its agreement counts it: an equal payment of amount × (1 + apr) ÷
 * number of payments, of which the interest falls by 5 % of the payment each row; the balance starts at the total of
 * payments and falls by the payment.
 *
 * @param amount cents; `apr`: percent a year; `firstDueDate`: of the first row, the others every two weeks
 */
export function sampleRows(of: {
  readonly amount: number;
  readonly apr: number;
  readonly numberOfPayments: number;
  readonly firstDueDate: string;
}): readonly SampleRow[] {
  const total = of.amount * (1 + of.apr / 100);
  const exact = total / of.numberOfPayments;
  const paymentAmount = Math.round(exact);
  const first = Date.parse(`${of.firstDueDate}T00:00:00Z`);
  return Array.from({ length: rowCount }, (_, at) => {
    const interest = Math.round(exact * (firstShare - shareStep * at));
    return {
      dueDate: new Date(first + at * 14 * dayMs).toISOString().slice(0, 10),
      paymentAmount,
      interest,
      principle: paymentAmount - interest,
      balance: Math.round(total - exact * (at + 1)),
    };
  });
}
