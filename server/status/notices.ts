import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { date, money } from '../../compile/kit/formats.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import type { Offer } from '../lending/offer.ts';
import type { Services } from '../services.ts';
import type { Reason, ToldReport } from '../underwriting/decide.ts';
import { mailOf } from './mails.ts';

type Kind =
  | 'received'
  | 'approved'
  | 'adverse-action'
  | `counteroffer ${number}`
  | 'documents-wanted'
  | `documents-again ${string}`
  | `terms-changed ${string}`
  | 'originated';

/** Says that the application came in. */
export async function sendReceived(services: Services, row: ApplicationRow): Promise<void> {
  await sendOnce(services, row, {
    kind: 'received',
    purpose: 'applicationReceived',
    write: () => mailOf(services, row, { idTag: 'application-received' }),
  });
}

/** Says that a loan can be had, and for how much. */
export async function sendApproved(services: Services, row: ApplicationRow, offer: Offer): Promise<void> {
  await sendOnce(services, row, {
    kind: 'approved',
    purpose: 'applicationApproved',
    write: () => mailOf(services, row, { idTag: 'application-approved', offer }),
  });
}

/**
 * The notice of a denial, which the law wants in writing (12 CFR 1002.9(a)(1)), with the consumer report that it was
 * based on, where there was one (15 U.S.C. 1681m(a)).
 *
 * @param about the application that names the person, where it is not the one that was denied
 * @param signed whether it was approved and signed before: the notice takes nothing back without saying so
 */
export async function sendAdverseActionNotice(
  services: Services,
  row: ApplicationRow,
  {
    reasons,
    report,
    about = row,
    signed = false,
  }: {
    readonly reasons: readonly Reason[];
    readonly report: ToldReport | null;
    readonly about?: ApplicationRow;
    readonly signed?: boolean;
  },
): Promise<void> {
  await sendOnce(services, row, {
    kind: 'adverse-action',
    purpose: 'adverseAction',
    write: () =>
      mailOf(services, about, {
        idTag: signed ? 'notice-after-signature' : 'notice-of-action',
        denial: { reasons, report },
      }),
  });
}

/**
 * Offers a smaller loan than was asked for, and says in the same mail why not that one: whoever never takes it needs no
 * notice of its own 90 days later then (12 CFR 1002.9(a)(1)(iv), comment 9(a)(1)-6). Once for each amount.
 *
 * @param row with the offered amount, in cents, in its progress
 */
export async function sendCounteroffer(
  services: Services,
  row: ApplicationRow,
  denial: { readonly reasons: readonly Reason[]; readonly report: ToldReport | null },
): Promise<void> {
  const { offers } = row.progress;
  if (offers == null) throw new Error(`Application ${row.id} was offered nothing instead.`);
  await sendOnce(services, row, {
    kind: `counteroffer ${offers}`,
    purpose: 'counteroffer',
    write: () => mailOf(services, row, { idTag: 'counteroffer', denial }),
  });
}

/** What the borrower keeps of a loan that was made: its figures, its payments and every document that was agreed to. */
export async function sendLoanMade(services: Services, row: ApplicationRow, offer: Offer): Promise<void> {
  await sendOnce(services, row, {
    kind: 'originated',
    purpose: 'originated',
    async write() {
      const { subject, text } = await mailOf(services, row, { idTag: 'signed-copy', offer, withAgreed: true });
      const payments = offer.payments.map(({ dueDate, amount }) => `- ${date(dueDate)}: ${money(amount)}`).join('\n');
      const [mail = '', ...agreed] = text.split('\n\n---\n\n');
      const due = `${offer.payments.length === 1 ? 'YOUR PAYMENT' : 'YOUR PAYMENTS'}\n\n${payments}`;
      return { subject, text: [mail, due, ...agreed].join('\n\n---\n\n') };
    },
  });
}

/** Asks for the documents that are wanted before the money is sent. */
export async function sendDocumentRequest(services: Services, row: ApplicationRow): Promise<void> {
  await sendOnce(services, row, {
    kind: 'documents-wanted',
    purpose: 'documentsWanted',
    write: () => mailOf(services, row, { idTag: 'documents-wanted' }),
  });
}

/** Asks for documents again that were sent by a draft and could not be used; once for each draft. */
export async function sendDocumentsAgain(services: Services, row: ApplicationRow, draft: string): Promise<void> {
  await sendOnce(services, row, {
    kind: `documents-again ${draft}`,
    purpose: 'documentsAgain',
    write: () => mailOf(services, row, { idTag: 'documents-again' }),
  });
}

/** Says that the offer by this hash, which was signed, stands no more and another takes its place; once for each. */
export async function sendTermsChanged(services: Services, row: ApplicationRow, hash: string): Promise<void> {
  await sendOnce(services, row, {
    kind: `terms-changed ${hash}`,
    purpose: 'termsChanged',
    write: () => mailOf(services, row, { idTag: 'terms-changed' }),
  });
}

interface Mail {
  readonly kind: Kind;
  readonly purpose: string;
  readonly write: () => Promise<{ readonly subject: string; readonly text: string }>;
}

/**
 * Sends a mail of one kind once for each application: its id is made of both, so that whoever tries again after a crash
 * writes the same message, which is there already.
 */
async function sendOnce(services: Services, row: ApplicationRow, { kind, purpose, write }: Mail): Promise<void> {
  const sent =
    await sql`select 1 from application_notices where application_id = ${row.id}::uuid and kind = ${kind}`.execute(
      services.db,
    );
  if (sent.rows.length > 0) return;
  if (row.email === null) throw new Error(`Application ${row.id} has no address for the notice "${kind}".`);
  const message = { to: row.email, channel: 'email' as const, brand: row.brand, purpose, ...(await write()) };
  await services.deliver({ ...message, id: messageId(row.id, kind) });
  await sql`insert into application_notices (application_id, kind) values (${row.id}::uuid, ${kind}) on conflict do nothing`.execute(
    services.db,
  );
}

/** A UUID by what it names (RFC 9562, version 8). */
function messageId(application: string, kind: Kind): string {
  const hex = createHash('sha256').update(`${application} ${kind}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4] ?? '8';
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
