/** Documents as they stand for one application: printed once, and kept as they were given. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { resultsByName } from '../../contract/application.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Facts } from '../../runtime/core/facts.ts';
import type { WidgetDocument } from '../../runtime/core/widget-contract.ts';
import { documentOf, get, isWhole, own, readsOf, walk } from '../../runtime/core/index.ts';
import type { RequestContext } from '../graphql/context.ts';
import { unauthenticated } from '../graphql/errors.ts';
import { hashOfJson } from '../journeys/acts/act.ts';
import { know } from '../journeys/acts/store.ts';
import { openDocument } from '../journeys/document.ts';
import type { ApplicationRow, Instant } from '../journeys/tables.ts';
import { viewOffer } from '../lending/offer.ts';
import { trailOf } from '../journeys/trail.ts';
import { worldOf } from '../journeys/world.ts';
import type { SealContext } from '../services.ts';
import { printed, type Printed } from './pdf.ts';

/** A document as it was given to its owner. */
export interface Paper {
  /** Of the document, as its file in `compliance` is named. */
  readonly version: string;
  /** SHA-256 of the content, hexadecimal. */
  readonly fileHash: string;
  readonly content: Buffer;
}

/** So many copies of one document are kept: its words change with what they tell of. */
const copies = 5;

/**
 * A document with the application's own data. The same words are the same file, made once; of an application that is
 * over, the one that was given last. `unknown`: no such document is in force; `notReady`: a figure of it is not known.
 */
export async function paperOf(
  context: RequestContext,
  row: ApplicationRow,
  idTag: string,
): Promise<Paper | 'unknown' | 'notReady'> {
  if (!row.is_open) {
    const last = await findPaper(context, { application: row.id, idTag });
    if (last) return last;
  }
  const known = await factsFor(context, row);
  return known ? await paperFrom(context, row, { idTag, known }) : 'unknown';
}

/** The same of an application whose facts are known already, with its words. */
export async function paperFrom(
  context: RequestContext,
  row: ApplicationRow,
  { idTag, known }: { readonly idTag: string; readonly known: KnownFacts },
): Promise<(Paper & Pick<WidgetDocument, 'title' | 'body'>) | 'unknown' | 'notReady'> {
  const made = await wordsOf(context, known, idTag);
  if (typeof made === 'string') return made;
  const { document } = made;
  const { title, body } = document;
  const words = hashOfJson([document, made.offer ?? null]);
  const place = { application: row.id, idTag, words };
  const before = await findPaper(context, place);
  if (before) return { ...before, title, body };
  const content = await printed(made);
  const fileHash = createHash('sha256').update(content).digest('hex');
  await keepPaper(context, { ...place, version: document.version, hash: document.hash, fileHash, content });
  // Who asked at the same moment is given the copy that was kept.
  return { ...((await findPaper(context, place)) ?? { version: document.version, fileHash, content }), title, body };
}

/** An application as it stands, and what its way makes known. */
export interface KnownFacts {
  readonly row: ApplicationRow;
  readonly flow: CompiledFlow;
  readonly facts: Facts;
}

/** What an application's way makes known to whoever asks; undefined where it is not there any more. */
export async function factsFor(context: RequestContext, { id }: ApplicationRow): Promise<KnownFacts | undefined> {
  const { services, caller, today } = context;
  if (!caller) throw unauthenticated();
  const known = await know(services.db, id, { key: undefined, session: context.session });
  if (!known) return undefined;
  const { row } = known;
  const { flow, answers } = await openDocument(context, row);
  const { values: told } = trailOf(known, services.definitions.content(today).operations);
  // The offer is known here as soon as it is made, though no page may have asked for it yet.
  const { offer } = row.progress;
  const values = offer ? { ...told, loanOffer: viewOffer(offer) } : told;
  const world = await worldOf(context, caller, { application: row, flow, values });
  const { relevant } = walk(flow, { answers, journey: row.journey }, world);
  return { row, flow, facts: { ...world, answers: relevant, typed: {} } };
}

/** What is printed: the document in force, filled in from what the application's way makes known. */
async function wordsOf(
  context: RequestContext,
  { row, flow, facts }: KnownFacts,
  idTag: string,
): Promise<Printed | 'unknown' | 'notReady'> {
  const { documents } = await context.services.definitions.compliance(row.brand, context.today);
  const compiled = own(documents, idTag);
  if (!compiled) return 'unknown';
  if (!isWhole(compiled, facts)) return 'notReady';
  const told = offerNames(flow).some((name) => readsOf(compiled).some((path) => path.startsWith(`results.${name}.`)));
  const lender = get(facts.brand, 'creditor.name') ?? get(facts.brand, 'name');
  return {
    document: documentOf(compiled, facts),
    lender: typeof lender === 'string' ? lender : '',
    offer: told ? row.progress.offer : undefined,
    application: row.id,
    at: context.now,
  };
}

/** Under which names a flow knows the offer. */
const offerNames = (flow: CompiledFlow): readonly string[] => Object.keys(resultsByName(flow, { loanOffer: {} }));

interface Place {
  readonly application: string;
  readonly idTag: string;
  /** Hash of the document filled in; absent: whichever was given last. */
  readonly words?: string;
}

async function findPaper(
  { services: { db, sealer } }: Pick<RequestContext, 'services'>,
  { application, idTag, words }: Place,
): Promise<Paper | undefined> {
  const found = await sql<{
    words_hash: string;
    version: string;
    file_hash: string;
    sealed: Uint8Array;
    made_at: Instant;
  }>`select words_hash, version, file_hash, sealed, made_at from application_documents
    where application_id = ${application}::uuid and id_tag = ${idTag} and words_hash = coalesce(${words ?? null}::text, words_hash)
    order by made_at desc, words_hash limit 1`.execute(db);
  const [one] = found.rows;
  if (!one) return undefined;
  const context = sealedAt({ application, idTag, words: one.words_hash });
  const content = await sealer.unsealBytes(Buffer.from(one.sealed), context);
  return { version: one.version, fileHash: one.file_hash, content };
}

async function keepPaper(
  { services: { db, sealer }, now }: Pick<RequestContext, 'services' | 'now'>,
  one: Required<Place> & Paper & { readonly hash: string },
): Promise<void> {
  const { application, idTag, words, version, hash, fileHash, content } = one;
  const sealed = await sealer.sealBytes(content, sealedAt(one));
  await sql`insert into application_documents (application_id, id_tag, words_hash, version, document_hash, file_hash, sealed, made_at)
    values (${application}::uuid, ${idTag}, ${words}, ${version}, ${hash}, ${fileHash}, ${sealed}, ${now.toISOString()})
    on conflict do nothing`.execute(db);
  await sql`delete from application_documents where application_id = ${application}::uuid and id_tag = ${idTag} and words_hash not in (
    select words_hash from application_documents where application_id = ${application}::uuid and id_tag = ${idTag}
    order by made_at desc, words_hash limit ${copies})`.execute(db);
}

/** Binds a copy to its place. */
const sealedAt = ({ application, idTag, words }: Required<Place>): SealContext => ({
  table: 'application_documents',
  column: 'sealed',
  row: `${application}:${idTag}:${words}`,
});
