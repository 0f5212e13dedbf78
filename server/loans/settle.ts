/** How one loan takes the place of another in the ledger. Pure. */
import type { LedgerLine } from './book.ts';
import type { LoanRow } from './store.ts';

/**
 * The entries that pay a loan off: interest that was not written yet, what the customer pays of it, and the rest, which
 * the new loan pays. Afterwards nothing is owed, to the cent.
 *
 * @param payoff what is owed on the day, cents; `payback`: what of it the customer pays
 */
export function settle(
  loan: Pick<LoanRow, 'entries'>,
  { payoff, payback, today }: { readonly payoff: number; readonly payback: number; readonly today: string },
): readonly LedgerLine[] {
  const principal = loan.entries.reduce((sum, one) => sum + one.principal, 0);
  const charges = loan.entries.reduce((sum, one) => sum + one.charges, 0);
  const interest = payoff - principal - charges;
  let entry = loan.entries.length;
  const lines: LedgerLine[] = [];
  const write = (
    kind: LedgerLine['kind'],
    accounts: Readonly<Partial<Record<LedgerLine['account'], number>>>,
  ): void => {
    entry += 1;
    for (const [account, cents] of Object.entries(accounts))
      if (cents !== 0) lines.push({ entry, kind, day: today, account: account as LedgerLine['account'], cents });
  };
  if (interest !== 0) write('charge', { charges: interest, income: -interest });
  const ofCharges = Math.min(payback, charges + interest);
  if (payback > 0) write('payment', { charges: -ofCharges, principal: ofCharges - payback, bank: payback });
  write('payoff', {
    charges: ofCharges - charges - interest,
    principal: payback - ofCharges - principal,
    bank: payoff - payback,
  });
  return lines;
}
