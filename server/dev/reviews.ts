/**
 * The reviewer's desk: which applications wait for documents, what was sent for each, and the word on it. Locally it
 * stands for whatever a lender's own reviewers work with.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { readCookies } from '../../contract/cookies.ts';
import { errorCodes } from '../../contract/errors.ts';
import type { StoredFile } from '../../runtime/core/index.ts';
import { filesFor, openFile } from '../files/store.ts';
import { isGraphqlError } from '../graphql/errors.ts';
import { escaped } from '../http/escape.ts';
import {
  acceptDocuments,
  askForDocumentsAgain,
  waitingStatuses,
  waitsForDocuments,
  type AgainReason,
} from '../journeys/document-review.ts';
import { findApplication } from '../journeys/applications.ts';
import { isInReview } from '../journeys/head.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import type { Services } from '../services.ts';
import { page } from './html.ts';

/** The reasons for which documents are asked for again, as the reviewer reads them. */
const again: Readonly<Record<AgainReason, string>> = {
  UNREADABLE: 'It cannot be read',
  INCOMPLETE: 'A side or a page is missing',
  OUTDATED: 'It is out of date',
  ANOTHER_NAME: 'It has another name',
};
const html = 'text/html; charset=utf-8';
/** What a reviewer reads whose word comes when another one was taken, or when the application went on. */
const tooLate = page(
  'Documents to look at',
  '<p>Nobody waits for this word any more: another one was taken before it, or the application has gone on.</p><p><a href="/dev/reviews">See who waits for a word now</a></p>',
);
const isReason = (text: unknown): text is AgainReason => typeof text === 'string' && Object.hasOwn(again, text);

/** `/dev/reviews`, the files on it, and the reviewer's word. The scope reads forms. */
export function addReviews(scope: FastifyInstance, services: Services): void {
  const waiting = async (id: string): Promise<ApplicationRow | undefined> => {
    const row = await findApplication(services.db, id);
    return row !== undefined && waitsForDocuments(row) ? row : undefined;
  };
  scope.get('/dev/reviews', async (_, reply) => {
    const found = await sql<{ id: string }>`select id from applications
      where is_open and draft is null and status = any(${[...waitingStatuses]}::text[]) order by modified_at`.execute(
      services.db,
    );
    const rows = await Promise.all(found.rows.map(({ id }) => waiting(id)));
    const cards = await Promise.all(rows.flatMap((row) => (row === undefined ? [] : [card(services, row)])));
    return reply
      .type(html)
      .send(
        page(
          'Documents to look at',
          `<p class="lead">Locally you are the reviewer: what you say here is what the applicant hears.</p>${cards.length === 0 ? '<p>Nobody waits for a word on documents.</p>' : cards.join('')}`,
        ),
      );
  });
  scope.get<{ Params: { id: string; file: string } }>('/dev/reviews/:id/:file', async ({ params, id }, reply) => {
    const row = await waiting(params.id);
    const sent = row?.progress.documents;
    const file = sent && (await filesFor(services, sent.draft)).find((one) => one.id === params.file);
    const found = sent && file && (await openFile(services, { application: sent.draft, id: file.id }));
    if (!found) return reply.code(404).send({ error: 'notFound', id });
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(found.file.name)}`)
      .send(Readable.from(found.content));
  });
  scope.post<{ Params: { id: string }; Body: { again?: string } | null }>(
    '/dev/reviews/:id',
    async ({ params, body, headers, id }, reply) => {
      const row = await waiting(params.id);
      const reason = body?.again;
      if (reason !== undefined && !isReason(reason)) return reply.code(404).send({ error: 'notFound', id });
      const isLate = row === undefined || (reason !== undefined && !isInReview(row.progress.documents));
      if (isLate) return reply.code(404).type(html).send(tooLate);
      try {
        if (reason === undefined) await acceptDocuments(services, row, readCookies(headers.cookie));
        else await askForDocumentsAgain(services, row, reason);
      } catch (error) {
        // Somebody else's word was written between the look and this one: the same button pressed twice, for example.
        if (!isGraphqlError(error) || error.extensions['code'] !== errorCodes.conflict) throw error;
        return reply.code(409).type(html).send(tooLate);
      }
      return reply.redirect('/dev/reviews', 303);
    },
  );
}

async function card(services: Services, row: ApplicationRow): Promise<string> {
  const sent = row.progress.documents;
  const files = sent === undefined ? [] : await filesFor(services, sent.draft);
  const action = `/dev/reviews/${escaped(row.id)}`;
  const askAgain = isInReview(sent)
    ? `<form method="post" action="${action}"><label>Ask again, because <select name="again">${Object.entries(again)
        .map(([code, says]) => `<option value="${code}">${says}</option>`)
        .join('')}</select></label> <button>Ask again</button></form>`
    : '';
  return `<article><h2>${escaped(row.email ?? row.id)}</h2><p class="meta">Application ${escaped(row.id)}, ${escaped(row.brand)}</p>${said(row, files)}<form method="post" action="${action}"><button>Accept the documents</button></form>${askAgain}</article>`;
}

function said({ id, progress: { documents } }: ApplicationRow, files: readonly StoredFile[]): string {
  if (documents === undefined)
    return '<p>Nothing was sent yet. Accept them if they were shown to you in another way, in a store for example.</p>';
  const list = files.map(
    (one) =>
      `<li><a href="/dev/reviews/${escaped(id)}/${escaped(one.id)}">${escaped(one.name)}</a> (${escaped(one.type)}, ${one.bytes} bytes)</li>`,
  );
  const standing =
    documents.asksAgain === undefined
      ? `Sent <time>${escaped(documents.sentAt)}</time>.`
      : `Asked for again: ${again[documents.asksAgain].toLowerCase()}.`;
  return `<p>${standing}</p><ul>${list.join('')}</ul>`;
}
