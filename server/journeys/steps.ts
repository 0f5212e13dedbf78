import { badInput } from '../graphql/errors.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { Status } from '../status/graph.ts';
import { moveTo } from '../status/move.ts';
import type { ActBody } from './acts/act.ts';
import type { Beside, Known } from './acts/store.ts';
import { refused } from './refused.ts';
import { sealSubmission } from './submission.ts';
import { fileKind } from './uploads.ts';

/**
 * The applicant's own moves of the status machine, once the door has let them through. Where a move has been made already, the
 * application is given back as it stands (undefined).
 */

/** Hands the application in, sealed as it stands. */
export async function submit(context: RequestContext, known: Known): Promise<ActBody | undefined> {
  const { row } = known;
  const from: readonly Status[] = ['UNSUBMITTED', 'PENDING_PRODUCT_SELECTION'];
  if (!from.includes(row.status)) return undefined;
  const document = await sealSubmission(context, known);
  return {
    ...moveTo(row, 'SUBMITTING', {
      submits: (row.progress.submits ?? 0) + 1,
      submission: row.version + 1,
      today: context.today,
    }),
    document,
  };
}

/** Every document of the agreements agreed: the approved loan may be signed. Binds the offer that stands. */
export function agree({ row }: Known): ActBody {
  return row.status === 'SUBMIT_APPROVED' ? moveTo(row, 'PENDING_ESIGN', { agreedTo: offerHash(row) }) : {};
}

/** The signature, sealed, on the offer that stands; refused while that offer is not agreed to. */
export async function esign(context: RequestContext, known: Known, signature: string): Promise<ActBody | undefined> {
  const { row } = known;
  const signed: readonly Status[] = [
    'ESIGNING',
    'PENDING_ESIGN_VALIDATIONS',
    'PENDING_ESIGN_DOCUMENT_UPLOAD',
    'PENDING_ORIGINATION',
  ];
  if (signed.includes(row.status)) return undefined;
  if (row.status !== 'PENDING_ESIGN' || row.progress.agreedTo !== offerHash(row)) throw refused('notAgreed');
  const sealed = await context.services.sealer.seal(signature, {
    table: 'applications',
    column: 'signature',
    row: row.id,
  });
  return moveTo(row, 'ESIGNING', {
    signature: sealed,
    signedFor: offerHash(row),
    signedAt: context.now.toISOString(),
  });
}

const mostBytes = 5 * 1024 * 1024;

/** Documents the lender asked for, sealed. They go to review: the application stays where it is until a reviewer has accepted them. */
export async function uploadDocuments(
  context: RequestContext,
  known: Known,
  documents: readonly { name: string; contentType: string; data: string }[],
): Promise<{ readonly body: ActBody; readonly documents: NonNullable<Beside['documents']> }> {
  const { row } = known;
  if (row.status !== 'PENDING_ESIGN_DOCUMENT_UPLOAD') throw refused('notWanted');
  if (documents.length === 0 || documents.length > 10) throw badInput('Send one to ten documents.');
  const total = documents.reduce((sum, document) => sum + document.data.length * 0.75, 0);
  if (total > mostBytes) throw badInput('The documents are larger than 5 MB together.');
  const kept = await Promise.all(
    documents.map(async ({ name, contentType, data }) => {
      if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) throw badInput('`data` must be base64.');
      const kind = fileKind(Buffer.from(data, 'base64'));
      if (kind === undefined || kind !== contentType)
        throw badInput('A document is a PDF, a JPEG or a PNG, and says truly which.');
      const body = await context.services.sealer.seal(data, {
        table: 'application_documents',
        column: 'body',
        row: row.id,
      });
      return { name: name.slice(0, 200), contentType, body };
    }),
  );
  return { body: { progress: { action: null, documentsUploaded: true } }, documents: kept };
}

/** Takes the application back; not once it is signed. */
export function withdraw(known: Known): ActBody {
  const signed: readonly Status[] = ['ESIGNING', 'PENDING_ESIGN_VALIDATIONS', 'PENDING_ORIGINATION', 'ORIGINATED'];
  if (signed.includes(known.row.status)) throw refused('signed');
  return { closes: true };
}

/** The offer that stands; an approved application has one. */
function offerHash({ id, progress }: Known['row']): string {
  if (progress.offer === undefined) throw new Error(`Application ${id} is approved without an offer.`);
  return progress.offer.hash;
}
