import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import { sampleRows } from './rows.ts';
import './style.css';

const money = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
const day = (iso: string) =>
  new Date(`${iso}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  });

/** The first payments of a loan of the size that is chosen, as an example. Nothing while an amount is not known. */
export default function SampleSchedule({ options, words }: WidgetProps) {
  const { amount, apr, numberOfPayments, firstDueDate } = options;
  if (
    typeof amount !== 'number' ||
    typeof apr !== 'number' ||
    typeof numberOfPayments !== 'number' ||
    numberOfPayments < 1 ||
    typeof firstDueDate !== 'string'
  )
    return (
      <p className="hint" role="status">
        {words('pending')}
      </p>
    );
  const rows = sampleRows({ amount, apr, numberOfPayments, firstDueDate });
  return (
    <table className="sample-schedule">
      <caption>{words('caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{words('dueDate')}</th>
          <th scope="col">{words('paymentAmount')}</th>
          <th scope="col">{words('interest')}</th>
          <th scope="col">{words('principle')}</th>
          <th scope="col">{words('balance')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.dueDate}>
            <th scope="row">{day(row.dueDate)}</th>
            <td data-label={words('paymentAmount')}>{money(row.paymentAmount)}</td>
            <td data-label={words('interest')}>{money(row.interest)}</td>
            <td data-label={words('principle')}>{money(row.principle)}</td>
            <td data-label={words('balance')}>{money(row.balance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
