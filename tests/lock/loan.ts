/**
 * The open loan behind a draft that changes one: booked from an application in Texas, as its signature would book it.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { easternDate } from '../../contract/days.ts';
import { set } from '../../runtime/core/index.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { know, link, writeAct } from '../../server/journeys/acts/store.ts';
import { offered, openLoan } from '../../server/journeys/change.ts';
import { sealAnswers } from '../../server/journeys/sealing.ts';
import type { Progress } from '../../server/journeys/tables.ts';
import { hashOfJson } from '../../server/journeys/acts/act.ts';
import { offerOf, type Pricing } from '../../server/lending/offer.ts';
import { bookLoan, loanNumberOf } from '../../server/loans/book.ts';
import { termsOf } from '../../server/loans/change.ts';
import { loansOf, withLoan } from '../../server/loans/store.ts';
import { pagesToSubmit } from '../server/support/applicant.ts';
import type { TestServer } from '../server/support/server.ts';

interface Borrower {
  readonly owner: string;
  readonly email: string;
  readonly brand: string;
}

/** Large enough to be made smaller or larger, and paid off with an installment loan: what the fixtures choose. */
const principal = 120_000;
const pricing = { method: 'fee', feePerHundred: 1500, minimumDays: 10 } as const;

/** A loan of level payments, every second week from the pay day on. */
export const level = { method: 'level', ratePercent: 192.77, months: 18, minimumDays: 10 } as const;

/** Books a loan, of one payment unless its pricing says otherwise; gives back the id of its application. */
export async function owe(
  { services }: TestServer,
  { owner, email, brand }: Borrower,
  price: Pricing = pricing,
): Promise<string> {
  const { db, sealer, definitions } = services;
  const now = services.clock();
  const today = easternDate(now);
  const current = definitions.currentFlow(brand, 'apply', today);
  if (current) await definitions.pin(current.hash);
  const flow = current && (await definitions.flow(current.hash));
  if (!flow) throw new Error(`The server has no flow apply of ${brand}.`);
  const id = randomUUID();
  const at = now.toISOString();
  await sql`insert into applications (id, owner, email, brand, flow, definition, answers, journey, results, outcomes, status, is_open, progress,
      application_type, channel, created_at, modified_at)
    values (${id}::uuid, ${owner}, ${email}, ${brand}, 'apply', ${current.hash}, '{}'::jsonb, '{}'::jsonb, '{}'::jsonb, '{}'::jsonb, 'ORIGINATED', false,
      '{}'::jsonb, 'STANDARD', 'ONLINE', ${at}::timestamptz, ${at}::timestamptz)`.execute(db);
  const known = await know(db, id, { key: undefined, session: undefined });
  if (!known) throw new Error('The application of the loan is not there.');
  let answers: JsonObject = {};
  for (const page of pagesToSubmit({ gross: 300_000 }))
    for (const [path, value] of Object.entries(page.answers ?? {})) answers = set(answers, path, value);
  const document = { answers: await sealAnswers(sealer, answers, { flow, id, stored: {}, clear: {} }) };
  const terms = offerOf({ principal, pricing: price, today, frequency: 'BI', nextPayDate: '2026-12-04' });
  const offer = { ...terms, productCode: price.method === 'level' ? 'ILP' : 'PDL', madeBy: 1 };
  const linked = link(known.row, {
    actor: owner,
    operation: 'submitApplication',
    body: { document, progress: { submission: known.row.version + 1, today } },
    now,
  });
  const loan = bookLoan(id, { ...offer, hash: hashOfJson(offer) }, { today });
  await writeAct(db, linked, { makes: withLoan({ id, owner, brand, at }, loan) });
  return id;
}

/**
 * What a draft holds whose terms were made for the open loan, today, and agreed to. A brand that makes no such loan has
 * no terms for it: its draft holds none.
 */
export async function agreedTerms({ services }: TestServer, id: string, { owner, brand }: Borrower): Promise<Progress> {
  const today = easternDate(services.clock());
  const known = await know(services.db, id, { key: undefined, session: undefined });
  const open = await openLoan({ services, today }, await loansOf(services.db, { owner, brand }), { owner, brand });
  const terms = open && termsOf(open.changing, { option: 'repayOriginal' });
  if (!known || !open) throw new Error('The loan that stands is not there.');
  if (!terms) return { today };
  const progress = offered(known.row, open, terms).progress ?? {};
  const agreedTo = progress.offer?.hash;
  return { ...progress, today, ...(agreedTo !== undefined && { agreedTo }) };
}

/** What a draft holds that a payment on the open loan was prepared by, today. */
export function preparedOn({ services }: TestServer, applicationId: string): Progress {
  const day = easternDate(services.clock());
  const loanNumber = loanNumberOf(applicationId, 1);
  return { payment: { applicationId, number: 1, loanNumber, cents: 10_000, day, entries: 2 } };
}

/** The application of somebody that waits for documents; gives back its id. */
export async function wantDocuments(
  { services: { db, definitions, clock } }: TestServer,
  { owner, email, brand }: Borrower,
): Promise<string> {
  const now = clock();
  const hash = definitions.currentFlow(brand, 'apply', easternDate(now))?.hash;
  if (hash === undefined) throw new Error(`The server has no flow apply of ${brand}.`);
  const id = randomUUID();
  const at = now.toISOString();
  await sql`insert into applications (id, owner, email, brand, flow, definition, status, created_at, modified_at)
    values (${id}::uuid, ${owner}, ${email}, ${brand}, 'apply', ${hash}, 'PENDING_ESIGN_DOCUMENT_UPLOAD', ${at}::timestamptz, ${at}::timestamptz)`.execute(
    db,
  );
  await sql`insert into person_applications (owner, brand, key, application_id) values (${owner}, ${brand}, ${id}, ${id}::uuid)`.execute(
    db,
  );
  return id;
}

/** What stands behind a draft is somebody else's afterwards: what one cell owes, no other cell does. */
export async function disown({ services: { db } }: TestServer, id: string): Promise<void> {
  await sql`delete from person_applications where application_id = ${id}::uuid`.execute(db);
  await sql`update loans set owner = ${id} where application_id = ${id}::uuid`.execute(db);
  await sql`update applications set owner = ${id} where id = ${id}::uuid`.execute(db);
}
