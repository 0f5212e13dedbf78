/** The documents that an application waits for: how far they are, what is sent, what a reviewer says of it. */
import type { Operations } from '../../contract/generated/operations.ts';
import type { RequestContext } from '../graphql/context.ts';
import { failure } from '../graphql/errors.ts';
import { leadsTo, statusesBefore } from '../status/graph.ts';
import { moveBy } from '../status/move.ts';
import { sendDocumentsAgain } from '../status/notices.ts';
import type { Services } from '../services.ts';
import { actedAt } from './acted-at.ts';
import { link } from './acts/store.ts';
import { findOpenApplication } from './applications.ts';
import { isInReview } from './head.ts';
import { mustWrite } from './must-write.ts';
import type { Owner } from './change.ts';
import { actorName } from './perform.ts';
import type { ApplicationRow, SentDocuments } from './tables.ts';

type Review = Operations['documentReview']['value'];
export type AgainReason = NonNullable<Review['reason']>;

/** The loan application of somebody that waits for documents; undefined where none does. */
async function waiting(
  { services, now }: RequestContext,
  { owner, brand }: Owner,
): Promise<ApplicationRow | undefined> {
  const row = await findOpenApplication(services.db, { owner, brand, now });
  return row !== undefined && waitsForDocuments(row) ? row : undefined;
}

/** The statuses at which documents are waited for. */
export const waitingStatuses = statusesBefore('acceptDocuments');

/** Whether a reviewer's word on documents leads an application on. */
export const waitsForDocuments = (row: ApplicationRow): boolean =>
  row.is_open && row.draft === null && leadsTo(row.status, 'acceptDocuments').length > 0;

/** How far the documents of somebody are (spec: route.application.uploadDocs). */
export async function documentReview(context: RequestContext, owner: Owner): Promise<Review> {
  const row = await waiting(context, owner);
  if (row === undefined) return { status: 'NOT_WANTED', reason: null };
  const { documents } = row.progress;
  if (documents === undefined) return { status: 'WANTED', reason: null };
  return isInReview(documents)
    ? { status: 'IN_REVIEW', reason: null }
    : { status: 'ASKED_AGAIN', reason: documents.asksAgain ?? null };
}

/**
 * Gives the files of a draft to the reviewer of the loan application that waits for them. The same draft once more
 * changes nothing: whoever pressed and heard nothing presses again.
 * Throws NOT_WANTED where no application waits, IN_REVIEW where a reviewer has others.
 */
export async function sendDocuments(context: RequestContext, draft: ApplicationRow): Promise<void> {
  const row = await waiting(context, draft);
  const before = row?.progress.documents;
  if (before?.draft === draft.id) return;
  if (row === undefined) throw failure('NOT_WANTED', 'Nobody waits for documents of this person.');
  if (isInReview(before)) throw failure('IN_REVIEW', 'A reviewer looks at the documents that were sent before.');
  const documents: SentDocuments = { draft: draft.id, sentAt: context.now.toISOString() };
  const body = { progress: { documents } };
  const act = { actor: actorName(context.caller), operation: 'sendDocuments', body, now: context.now };
  await mustWrite(context.services.db, link(row, act));
}

/**
 * The reviewer's word that the documents are what was asked for: the application goes on.
 * @param cookies those of the reviewer's request
 */
export async function acceptDocuments(
  services: Services,
  row: ApplicationRow,
  cookies: Readonly<Record<string, string>>,
): Promise<void> {
  const progress = { documentsUploaded: true, ...actedAt(services, cookies) };
  const { operation, ...body } = moveBy(row, 'acceptDocuments', progress);
  await mustWrite(services.db, link(row, { actor: 'reviewer', operation, body, now: services.clock() }));
  services.wake();
}

/** The reviewer's word that what was sent cannot be used, and why: it is asked for again. */
export async function askForDocumentsAgain(
  services: Services,
  row: ApplicationRow,
  reason: AgainReason,
): Promise<void> {
  const { documents } = row.progress;
  if (documents === undefined)
    throw new Error(`Nothing was sent for the application ${row.id}: it cannot be asked for again.`);
  const body = { progress: { documents: { ...documents, asksAgain: reason } } };
  const act = { actor: 'reviewer', operation: 'askForDocumentsAgain', body, now: services.clock() };
  await mustWrite(services.db, link(row, act));
  await sendDocumentsAgain(services, row, documents.draft);
}
