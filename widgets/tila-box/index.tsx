import type { Json } from '../../runtime/core/facts.ts';
import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import './style.css';

const money = (cents: Json | undefined) =>
  typeof cents === 'number' ? (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' }) : undefined;
const day = (iso: string) =>
  new Date(`${iso}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });

interface Payment {
  readonly dueDate: string;
  readonly amount: number;
}
function paymentsOf(value: Json | undefined): readonly Payment[] {
  return Array.isArray(value)
    ? value.flatMap((row: Json): Payment[] => {
        const { dueDate, amount } = (row ?? {}) as { readonly [key: string]: Json };
        return typeof dueDate === 'string' && typeof amount === 'number' ? [{ dueDate, amount }] : [];
      })
    : [];
}

/**
 * The disclosures of a closed-end loan that Regulation Z wants together, apart from everything else, and with nothing
 * in between (12 CFR 1026.17(a)(1), 1026.18): there is no place for content inside. The terms "annual percentage rate"
 * and "finance charge" are more conspicuous than the others (1026.17(a)(2)).
 */
export default function TilaBox({ options }: WidgetProps) {
  const payments = paymentsOf(options['payments']);
  const apr = typeof options['apr'] === 'number' ? `${options['apr'].toFixed(2)}%` : undefined;
  const figures = [
    { term: 'Annual Percentage Rate', says: 'The cost of your credit as a yearly rate.', value: apr, strong: true },
    {
      term: 'Finance Charge',
      says: 'The dollar amount the credit will cost you.',
      value: money(options['financeCharge']),
      strong: true,
    },
    {
      term: 'Amount Financed',
      says: 'The amount of credit provided to you or on your behalf.',
      value: money(options['amountFinanced']),
      strong: false,
    },
    {
      term: 'Total of Payments',
      says: 'The amount you will have paid after you have made all payments as scheduled.',
      value: money(options['totalOfPayments']),
      strong: false,
    },
  ];
  if (figures.some(({ value }) => value === undefined) || payments.length === 0) {
    return (
      <p className="hint" role="status">
        The cost of this loan is being worked out.
      </p>
    );
  }
  return (
    <section className="tila" aria-label="Federal Truth in Lending disclosures" data-disclosure="tila-box">
      <dl>
        {figures.map(({ term, says, value, strong }) => (
          <div key={term} data-strong={strong || undefined}>
            <dt>{term}</dt>
            <dd className="tila-figure">{value}</dd>
            <dd className="tila-says">{says}</dd>
          </div>
        ))}
      </dl>
      <table>
        <caption>Your payment schedule</caption>
        <thead>
          <tr>
            <th scope="col">Payment</th>
            <th scope="col">When it is due</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {payments.map(({ dueDate, amount }, index) => (
            <tr key={index}>
              <td>
                {index + 1} of {payments.length}
              </td>
              <td>{day(dueDate)}</td>
              <td>{money(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
