import type { Json } from '../../runtime/core/facts.ts';
import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import './style.css';

const isNumber = (value: Json | undefined): value is number => typeof value === 'number' && Number.isFinite(value);
const money = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
const day = (iso: string) =>
  new Date(`${iso}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  });

/** How a loan stands, in one look: what is left, how far it is, what comes next and how soon. */
export default function LoanBalance({ id, options, words }: WidgetProps) {
  const { leftToPay, paid, total, pastDue, dueDate, paymentAmount, daysUntilDue } = options;
  if (!isNumber(leftToPay) || !isNumber(paid) || !isNumber(total) || !isNumber(pastDue)) return null;
  const isLate = pastDue > 0;
  const isDone = leftToPay === 0;
  const soon = (days: number) => {
    if (days <= 0) return words('today');
    return days === 1 ? words('tomorrow') : words('days', { days });
  };
  return (
    <section className="loan-balance" aria-labelledby={`${id}-left`}>
      <div className="loan-balance-top">
        <div>
          <h2 id={`${id}-left`} className="loan-balance-eyebrow">
            {words('left')}
          </h2>
          <p className="loan-balance-figure">{money(leftToPay)}</p>
        </div>
        <p className={isLate ? 'loan-balance-tag loan-balance-late' : 'loan-balance-tag'}>
          {isDone ? words('done') : isLate ? words('late', { money: money(pastDue) }) : words('onTime')}
        </p>
      </div>
      <div>
        <progress
          className="loan-balance-meter"
          max={total}
          value={Math.min(paid, total)}
          aria-label={words('meter', { paid: money(paid), total: money(total) })}
        />
        <p className="loan-balance-ends">
          <span>{words('paid', { money: money(paid) })}</span>
          <span>{words('total', { money: money(total) })}</span>
        </p>
      </div>
      {typeof dueDate === 'string' && isNumber(paymentAmount) ? (
        <div className="loan-balance-next">
          <p className="loan-balance-when">{words('next', { day: day(dueDate) })}</p>
          <p className="loan-balance-amount">{money(paymentAmount)}</p>
          {isNumber(daysUntilDue) && !isLate ? <p className="loan-balance-when">{soon(daysUntilDue)}</p> : null}
        </div>
      ) : null}
    </section>
  );
}
