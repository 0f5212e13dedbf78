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
export default function TilaBox({ options, words }: WidgetProps) {
  const payments = paymentsOf(options['payments']);
  const apr = typeof options['apr'] === 'number' ? `${options['apr'].toFixed(2)}%` : undefined;
  const figures = [
    { word: 'apr', value: apr, strong: true },
    { word: 'financeCharge', value: money(options['financeCharge']), strong: true },
    { word: 'amountFinanced', value: money(options['amountFinanced']), strong: false },
    { word: 'totalOfPayments', value: money(options['totalOfPayments']), strong: false },
  ];
  if (figures.some(({ value }) => value === undefined) || payments.length === 0) {
    return (
      <p className="hint" role="status">
        {words('pending')}
      </p>
    );
  }
  return (
    <section className="tila" aria-label={words('name')} data-disclosure="tila-box">
      <dl>
        {figures.map(({ word, value, strong }) => (
          <div key={word} data-strong={strong || undefined}>
            <dt>{words(word)}</dt>
            <dd className="tila-figure">{value}</dd>
            <dd className="tila-says">{words(`${word}Says`)}</dd>
          </div>
        ))}
      </dl>
      <table>
        <caption>{words('schedule')}</caption>
        <thead>
          <tr>
            <th scope="col">{words('payment')}</th>
            <th scope="col">{words('due')}</th>
            <th scope="col">{words('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {payments.map(({ dueDate, amount }, index) => (
            <tr key={index}>
              <td>{words('number', { number: index + 1, total: payments.length })}</td>
              <td>{day(dueDate)}</td>
              <td>{money(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
