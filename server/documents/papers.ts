/** Documents as they stand for one application: printed once, and kept as they were given. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { complianceFacts, resultsByName } from '../../contract/application.ts';
import type { CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Facts } from '../../runtime/core/facts.ts';
import type { WidgetDocument } from '../../runtime/core/widget-contract.ts';
import { documentOf, get, isWhole, own, readsOf, walk } from '../../runtime/core/index.ts';
import type { RequestContext } from '../graphql/context.ts';
import { unauthenticated } from '../graphql/errors.ts';
import { hashOfJson } from '../journeys/acts/act.ts';
import { know } from '../journeys/acts/store.ts';
import { openDocument } from '../journeys/document.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import { viewOffer } from '../lending/offer.ts';
import { trailOf } from '../journeys/trail.ts';
import { worldOf } from '../journeys/world.ts';
import type { SealContext } from '../services.ts';
import { printed, type Printed } from './pdf.ts';
import { servedTo } from './served.ts';

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
 * A document with the application's own data. The same words are the same file, made once. `unknown`: no such document
 * is in force; `notReady`: a figure of it is not known.
 */
export async function paperOf(
  context: RequestContext,
  row: ApplicationRow,
  idTag: string,
): Promise<Paper | 'unknown' | 'notReady'> {
  const known = await factsFor(context, row);
  return known ? await paperFrom(context, row, { idTag, known }) : 'unknown';
}

/** The same of an application whose facts are known already, with its words. */
export async function paperFrom(
  context: RequestContext,
  row: ApplicationRow,
  { idTag, known }: { readonly idTag: string; readonly known: KnownFacts },
): Promise<(Paper & Pick<WidgetDocument, 'title' | 'body'>) | 'unknown' | 'notReady'> {
  const made = wordsOf(known, idTag);
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
  readonly compliance: CompiledCompliance;
  /** When it stood so. */
  readonly at: Date;
}

/** What an application's way makes known to whoever asks; undefined where it is not there any more. */
export async function factsFor(asked: RequestContext, { id }: ApplicationRow): Promise<KnownFacts | undefined> {
  const { services, caller } = asked;
  if (!caller) throw unauthenticated();
  const known = await know(services.db, id, { key: undefined, session: asked.session });
  if (!known) return undefined;
  const { row } = known;
  const { context, compliance, facts: of } = await servedTo(asked, row);
  const { flow, answers } = await openDocument(context, row);
  const { values: told } = trailOf(known, services.definitions.content(context.today).operations);
  // The offer is known here as soon as it is made, though no page may have asked for it yet.
  const { offer } = row.progress;
  const values = offer ? { ...told, loanOffer: viewOffer(offer) } : told;
  const world = {
    ...(await worldOf(context, caller, { application: row, flow, values })),
    ...of,
    compliance: complianceFacts(compliance),
  };
  const { relevant } = walk(flow, { answers, journey: row.journey }, world);
  return { row, flow, facts: { ...world, answers: relevant, typed: {} }, compliance, at: context.now };
}

/** What is printed: the document in force, filled in from what the application's way makes known. */
export function wordsOf(
  { row, flow, facts, compliance, at }: KnownFacts,
  idTag: string,
): Printed | 'unknown' | 'notReady' {
  const compiled = own(compliance.documents, idTag);
  if (!compiled) return 'unknown';
  if (!isWhole(compiled, facts)) return 'notReady';
  const told = offerNames(flow).some((name) => readsOf(compiled).some((path) => path.startsWith(`results.${name}.`)));
  const lender = get(facts.brand, 'creditor.name') ?? get(facts.brand, 'name');
  return {
    document: documentOf(compiled, facts),
    lender: typeof lender === 'string' ? lender : '',
    offer: told ? row.progress.offer : undefined,
    application: row.id,
    at,
  };
}

/** Under which names a flow knows the offer. */
const offerNames = (flow: CompiledFlow): readonly string[] => Object.keys(resultsByName(flow, { loanOffer: {} }));

interface Place {
  readonly application: string;
  readonly idTag: string;
  /** Hash of the document filled in. */
  readonly words: string;
}

async function findPaper(
  { services: { db, sealer } }: Pick<RequestContext, 'services'>,
  { application, idTag, words }: Place,
): Promise<Paper | undefined> {
  const found = await sql<{
    version: string;
    file_hash: string;
    sealed: Uint8Array;
  }>`select version, file_hash, sealed from application_documents
    where application_id = ${application}::uuid and id_tag = ${idTag} and words_hash = ${words}`.execute(db);
  const [one] = found.rows;
  if (!one) return undefined;
  const context = sealedAt({ application, idTag, words });
  const content = await sealer.unsealBytes(Buffer.from(one.sealed), context);
  return { version: one.version, fileHash: one.file_hash, content };
}

async function keepPaper(
  { services: { db, sealer }, now }: Pick<RequestContext, 'services' | 'now'>,
  one: Place & Paper & { readonly hash: string },
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
const sealedAt = ({ application, idTag, words }: Place): SealContext => ({
  table: 'application_documents',
  column: 'sealed',
  row: `${application}:${idTag}:${words}`,
});
