import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { badInput } from '../graphql/errors.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { Status } from '../status/graph.ts';
import { moveTo } from '../status/move.ts';
import type { ActBody } from './acts/act.ts';
import type { Beside, Known } from './acts/store.ts';
import { isObject } from './paths.ts';
import { mustReach } from './reach.ts';
import { refused } from './refused.ts';
import { sealSubmission } from './submission.ts';
import { fileKind } from './uploads.ts';

/**
 * The applicant's own moves of the status machine. Each is safe to repeat: where the move has been made already, the
 * application is given back as it stands (undefined).
 */

/** Hands the application in, sealed as it stands; refused before the way leads to it. */
export async function submit(context: RequestContext, known: Known): Promise<ActBody | undefined> {
  const { row } = known;
  const from: readonly Status[] = ['UNSUBMITTED', 'PENDING_PRODUCT_SELECTION'];
  if (!from.includes(row.status)) return undefined;
  mustBeOpen(known);
  await mustReach(context, known, 'submitApplication');
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
export function agree({ row }: Known, agreements: JsonObject): ActBody {
  if (row.status !== 'SUBMIT_APPROVED' || !allTrue(agreements)) return {};
  return moveTo(row, 'PENDING_ESIGN', { agreedTo: offerHash(row) });
}

/** The signature, sealed, on the offer that stands; refused while that offer is not agreed to. */
export async function esign(context: RequestContext, known: Known, signature: string): Promise<ActBody | undefined> {
  const { row } = known;
  if (signature.trim() === '' || signature.length > 200)
    throw badInput('`signature` is the name of the person who signs.');
  const before: readonly Status[] = [
    'UNSUBMITTED',
    'SUBMITTING',
    'PENDING_UNDERWRITING',
    'PENDING_PRODUCT_SELECTION',
    'SUBMIT_APPROVED',
    'SUBMIT_DENIED',
    'SUBMIT_ERROR',
    'CANEBAY_DUPLICATE',
  ];
  if (before.includes(row.status)) throw refused('notAgreed');
  if (row.status !== 'PENDING_ESIGN') return undefined;
  mustBeOpen(known);
  await mustReach(context, known, 'esignApplication');
  if (row.progress.agreedTo !== offerHash(row)) throw refused('notAgreed');
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
  mustBeOpen(known);
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

/** Takes the application back; not once it is signed, nor when it is over. */
export function withdraw(known: Known): ActBody | undefined {
  const signed: readonly Status[] = ['ESIGNING', 'PENDING_ESIGN_VALIDATIONS', 'PENDING_ORIGINATION', 'ORIGINATED'];
  if (signed.includes(known.row.status)) throw refused('signed');
  if (!known.row.is_open) return undefined;
  return { closes: true };
}

function mustBeOpen({ row }: Known): void {
  if (!row.is_open) throw refused('closed');
}
/** The offer that stands; an approved application has one. */
function offerHash({ id, progress }: Known['row']): string {
  if (progress.offer === undefined) throw new Error(`Application ${id} is approved without an offer.`);
  return progress.offer.hash;
}
/** At least one leaf, and every leaf true. */
function allTrue(value: Json): boolean {
  if (value === true) return true;
  return isObject(value) && Object.keys(value).length > 0 && Object.values(value).every(allTrue);
}
