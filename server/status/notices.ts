import { sql } from 'kysely';
import { date, money } from '../../compile/kit/formats.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import type { Offer } from '../lending/offer.ts';
import type { Services } from '../services.ts';
import { adverseActionNotice, type NoticeFacts } from '../underwriting/notice.ts';

type Kind = 'adverse-action' | 'documents-wanted' | 'originated';

/** The notice of a denial, which the law wants in writing (12 CFR 1002.9(a)(1)). */
export async function sendAdverseActionNotice(
  services: Services,
  row: ApplicationRow,
  facts: NoticeFacts,
): Promise<void> {
  await sendOnce(services, row, { kind: 'adverse-action', purpose: 'adverseAction', ...adverseActionNotice(facts) });
}

/**
 * What the borrower keeps of a loan that was made: its figures, its payments and where its agreement is read.
 *
 * @param loan the offer that was signed, cents, and the end of the account that the money goes to
 */
export async function sendLoanMade(
  services: Services,
  row: ApplicationRow,
  { brand, offer, lastFour }: { readonly brand: JsonObject; readonly offer: Offer; readonly lastFour: string },
): Promise<void> {
  const name = String(brand['friendlyName'] ?? brand['name'] ?? '');
  const text = [
    `Your loan from ${String(brand['name'] ?? name)} is on its way: ${money(offer.principal)} to your bank account ending in ${lastFour}.`,
    `Finance charge: ${money(offer.financeCharge)}\nAnnual percentage rate (APR): ${offer.apr.toFixed(2)}%\nTotal of payments: ${money(offer.totalOfPayments)}`,
    `${offer.payments.length === 1 ? 'Your payment' : 'Your payments'}:\n${offer.payments.map(({ dueDate, amount }) => `- ${date(dueDate)}: ${money(amount)}`).join('\n')}`,
    'Your loan agreement can be read, downloaded and printed when you log in.',
    `Questions? Call us at ${String(brand['phoneNumber'] ?? '')}.`,
    `Reference: ${row.id}`,
  ].join('\n\n');
  await sendOnce(services, row, { kind: 'originated', purpose: 'originated', subject: `${name}: your loan`, text });
}

/** Asks for the documents that are wanted before the money is sent. */
export async function sendDocumentRequest(services: Services, row: ApplicationRow, brand: JsonObject): Promise<void> {
  const name = String(brand['friendlyName'] ?? brand['name'] ?? '');
  const text = [
    'Before we send your money we need to see two documents:',
    '1. A photo of your ID, front and back.\n2. Your latest pay stub or benefit letter.',
    `Reply to this message and attach them as PDF, JPEG or PNG. Questions? Call us at ${String(brand['phoneNumber'] ?? '')}.`,
    `Application ${row.id}`,
  ].join('\n\n');
  await sendOnce(services, row, {
    kind: 'documents-wanted',
    purpose: 'documentsWanted',
    subject: `${name}: please send us two documents`,
    text,
  });
}

/**
 * Sends a notice and writes down that it went out. A crash between the two sends it again: a notice twice is harmless,
 * one that never comes is not.
 */
async function sendOnce(
  services: Services,
  row: ApplicationRow,
  {
    kind,
    ...message
  }: { readonly kind: Kind; readonly purpose: string; readonly subject: string; readonly text: string },
): Promise<void> {
  const sent =
    await sql`select 1 from application_notices where application_id = ${row.id}::uuid and kind = ${kind}`.execute(
      services.db,
    );
  if (sent.rows.length > 0) return;
  if (row.email === null) throw new Error(`Application ${row.id} has no address for the notice "${kind}".`);
  await services.deliver({ to: row.email, channel: 'email', brand: row.brand, ...message });
  await sql`insert into application_notices (application_id, kind) values (${row.id}::uuid, ${kind}) on conflict do nothing`.execute(
    services.db,
  );
}
