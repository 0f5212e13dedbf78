import type { Json } from '../../runtime/core/facts.ts';
import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import { calendarFile } from './calendar.ts';
import './style.css';

const money = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

function paymentsOf(value: Json | undefined): readonly { readonly dueDate: string; readonly amount: number }[] {
  return Array.isArray(value)
    ? value.flatMap((row: Json) => {
        const { dueDate, amount } = (row ?? {}) as { readonly [key: string]: Json };
        return typeof dueDate === 'string' && typeof amount === 'number' ? [{ dueDate, amount }] : [];
      })
    : [];
}

/** A button that gives the days on which payments are due as a file for the person's own calendar. */
export default function PaymentCalendar({ id, options, disabled, words }: WidgetProps) {
  const payments = paymentsOf(options['payments']);
  const lender = typeof options['lender'] === 'string' ? options['lender'] : '';
  if (payments.length === 0) return null;
  const save = () => {
    const entries = payments.map(({ dueDate, amount }) => ({
      day: dueDate,
      title: words('entry', { money: money(amount), lender }),
    }));
    const address = URL.createObjectURL(new Blob([calendarFile(entries, lender)], { type: 'text/calendar' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = 'payments.ics';
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <button
      id={id}
      type="button"
      className="button button-secondary payment-calendar"
      disabled={disabled}
      onClick={save}
    >
      {words(payments.length === 1 ? 'one' : 'all', { count: payments.length })}
    </button>
  );
}
