/**
 * What a page that was left was made of, beside its flow: kept by hash, so that it can be shown as it was when the
 * content is another one.
 */
import { sql, type QueryExecutorProvider } from 'kysely';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { hashOfJson, type SeenContent } from './acts/act.ts';
import type { RequestContext } from '../graphql/context.ts';

/** What rules and texts read of a brand. */
export interface OfBrand {
  readonly brand: JsonObject;
  readonly flags: JsonObject;
}

/** Hashes of texts that this process has kept already, by database. */
const keptIn = new WeakMap<QueryExecutorProvider, Set<string>>();

/** Keeps the documents, the rows of states and the facts of a brand as they are served now; gives their hashes. */
export async function keepSeen(
  { services: { db, definitions }, today }: Pick<RequestContext, 'services' | 'today'>,
  key: string,
): Promise<SeenContent | undefined> {
  const served = definitions.brand(key, today);
  if (served === undefined) return undefined;
  const { facts, flags, compliance } = served;
  const body = { brand: facts, flags };
  const hash = hashOfJson(body);
  const kept = keptIn.get(db) ?? new Set<string>();
  keptIn.set(db, kept);
  if (!kept.has(hash)) {
    await sql`insert into texts (hash, body) values (${hash}, ${JSON.stringify(body)}) on conflict (hash) do nothing`.execute(
      db,
    );
    kept.add(hash);
  }
  if (!kept.has(compliance.hash)) {
    await definitions.pin(compliance.hash);
    kept.add(compliance.hash);
  }
  return { compliance: compliance.hash, brand: hash };
}

/** The facts that were kept under a hash; undefined when they are not there. */
export async function findSeen(db: QueryExecutorProvider, hash: string): Promise<OfBrand | undefined> {
  const found = await sql<{ body: string }>`select body from texts where hash = ${hash}`.execute(db);
  return found.rows.map(({ body }) => JSON.parse(body) as OfBrand)[0];
}
