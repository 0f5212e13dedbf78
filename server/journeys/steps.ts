import { sql } from 'kysely';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { badInput, failure } from '../graphql/errors.ts';
import type { RequestContext } from '../graphql/context.ts';
import { move } from '../status/machine.ts';
import type { Status } from '../status/graph.ts';
import { closeApplication, findApplication } from './applications.ts';
import { isObject } from './paths.ts';
import { mustReach } from './reach.ts';
import { refused } from './save.ts';
import type { ApplicationRow, Progress } from './tables.ts';

/**
 * The applicant's own moves of the status machine. Each is safe to repeat: where the move has been made already, the
 * application is given back as it stands.
 */

/** Hands the application in; refused before the way leads to it. */
export async function submit(context: RequestContext, row: ApplicationRow): Promise<void> {
  const from: readonly Status[] = ['UNSUBMITTED', 'PENDING_PRODUCT_SELECTION'];
  if (!from.includes(row.status)) return;
  mustBeOpen(row);
  await mustReach(context, row, 'submitApplication');
  await go(context, row, { next: 'SUBMITTING', submits: (row.progress.submits ?? 0) + 1, today: context.today });
}

/** Every document of the agreements agreed: the approved loan may be signed. */
export async function agree(context: RequestContext, row: ApplicationRow, agreements: JsonObject): Promise<void> {
  if (row.status !== 'SUBMIT_APPROVED' || !allTrue(agreements)) return;
  await go(context, row, { next: 'PENDING_ESIGN', agreed: true });
}

/** The signature, sealed; refused while the agreements are not agreed. */
export async function esign(context: RequestContext, row: ApplicationRow, signature: string): Promise<void> {
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
  if (row.status !== 'PENDING_ESIGN') return;
  mustBeOpen(row);
  await mustReach(context, row, 'esignApplication');
  const sealed = await context.services.sealer.seal(signature, {
    table: 'applications',
    column: 'signature',
    row: row.id,
  });
  await go(context, row, { next: 'ESIGNING', signature: sealed, signedAt: context.now.toISOString() });
}

const contentTypes: ReadonlySet<string> = new Set(['application/pdf', 'image/jpeg', 'image/png']);
const mostBytes = 5 * 1024 * 1024;

/** Documents the lender asked for; sealed, and the origination goes on. */
export async function uploadDocuments(
  context: RequestContext,
  row: ApplicationRow,
  documents: readonly { name: string; contentType: string; data: string }[],
): Promise<void> {
  if (row.status !== 'PENDING_ESIGN_DOCUMENT_UPLOAD') throw refused('notWanted');
  if (documents.length === 0 || documents.length > 10) throw badInput('Send one to ten documents.');
  const total = documents.reduce((sum, document) => sum + document.data.length * 0.75, 0);
  if (total > mostBytes) throw badInput('The documents are larger than 5 MB together.');
  for (const document of documents) {
    if (!contentTypes.has(document.contentType)) throw badInput('A document is a PDF, a JPEG or a PNG.');
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(document.data)) throw badInput('`data` must be base64.');
    const body = await context.services.sealer.seal(document.data, {
      table: 'application_documents',
      column: 'body',
      row: row.id,
    });
    await sql`insert into application_documents (application_id, name, content_type, body) values (${row.id}::uuid, ${document.name.slice(0, 200)}, ${document.contentType}, ${body})`.execute(
      context.services.db,
    );
  }
  await go(context, row, { next: 'PENDING_ORIGINATION', documentsUploaded: true });
}

/** Takes the application back; not once it is decided for good. */
export async function withdraw(context: RequestContext, row: ApplicationRow): Promise<void> {
  const signed: readonly Status[] = ['ESIGNING', 'PENDING_ESIGN_VALIDATIONS', 'PENDING_ORIGINATION', 'ORIGINATED'];
  if (signed.includes(row.status)) throw refused('signed');
  await closeApplication(context.services.db, row.id, context.now);
}

async function go(
  context: RequestContext,
  row: ApplicationRow,
  { next, ...progress }: Progress & { readonly next: Status },
): Promise<void> {
  if (await move(context.services, row, { next, progress: { action: null, ...progress } })) {
    context.services.wake();
    return;
  }
  const current = await findApplication(context.services.db, row.id);
  if (current && current.step === row.step) throw failure('CONFLICT', 'The application is being worked on; try again.');
}
function mustBeOpen(row: ApplicationRow): void {
  if (!row.is_open) throw refused('closed');
}
/** At least one leaf, and every leaf true. */
function allTrue(value: Json): boolean {
  if (value === true) return true;
  return isObject(value) && Object.keys(value).length > 0 && Object.values(value).every(allTrue);
}
