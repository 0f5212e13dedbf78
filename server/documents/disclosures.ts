/** The documents of a page of an application, filled in from its own data, as the documents' entities name them. */
import { plainWords } from '../messages/plain.ts';
import { places } from '../../contract/places.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Facts, Json, JsonObject } from '../../runtime/core/facts.ts';
import { disclosuresOn, get, isObject, own } from '../../runtime/core/index.ts';
import type { RequestContext } from '../graphql/context.ts';
import { badInput, failure } from '../graphql/errors.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import { factsFor, paperFrom, wordsOf, type KnownFacts } from './papers.ts';

/** What is agreed to on a page, and what only stands there. */
type DisclosureType = 'AGREEMENT' | 'DISCLOSURE';

/**
 * The disclosures of a page of the application's flow: its name is the `section`. Those of one type, where it is named.
 * Throws NOT_READY as long as a figure of one of them is not known, bad input for a page that there is not.
 */
export async function baseDisclosures(
  context: RequestContext,
  row: ApplicationRow,
  { disclosureType, section }: { readonly disclosureType: string; readonly section: string },
): Promise<Json> {
  const known = await factsFor(context, row);
  if (known === undefined) throw badInput('There is no such application.');
  const named = documentsOn(known.flow, section, known.facts);
  if (named === undefined) throw badInput('The flow of this application has no page of this name.');
  const found: JsonObject[] = [];
  for (const [idTag, type] of named) {
    if (type !== disclosureType) continue;
    const paper = await paperFrom(context, row, { idTag, known });
    if (paper === 'notReady') throw failure('NOT_READY', 'A figure of these documents is not known yet.');
    if (paper === 'unknown') continue;
    found.push({
      idTag,
      title: paper.title,
      type,
      copy: plainWords(paper.body),
      url: `${places.documents}/${row.id}/${idTag}`,
      pdfData: paper.content.toString('base64'),
    });
  }
  return found;
}

/** What was agreed to, and what was not, of every document that the applicant has decided on. */
export async function agreementsOf(context: RequestContext, row: ApplicationRow): Promise<Json> {
  const known = await factsFor(context, row);
  if (known === undefined) return [];
  const found: JsonObject[] = [];
  for (const [idTag, value] of decided(known)) {
    const paper = await paperFrom(context, row, { idTag, known });
    if (typeof paper === 'string') continue;
    found.push({
      idTag,
      title: paper.title,
      url: `${places.documents}/${row.id}/${idTag}`,
      pdfData: paper.content.toString('base64'),
      value,
    });
  }
  return found;
}

/** What was signed in an application or a draft, each by the title it was read under. */
export async function signedDocuments(
  context: RequestContext,
  row: ApplicationRow,
): Promise<readonly { readonly applicationId: string; readonly idTag: string; readonly title: string }[]> {
  const known = await factsFor(context, row);
  if (known === undefined) return [];
  return decided(known).flatMap(([idTag, agreed]) => {
    const words = agreed ? wordsOf(known, idTag) : 'unknown';
    return typeof words === 'string' ? [] : [{ applicationId: row.id, idTag, title: words.document.title }];
  });
}

/** The documents that were decided on, page by page, and what was decided on each. */
function decided({ flow, facts }: KnownFacts): readonly (readonly [idTag: string, agreed: boolean])[] {
  const found = new Map<string, boolean>();
  for (const [path, asked] of Object.entries(flow.binds)) {
    if (!asked.some(({ step, field }) => own(flow.steps[step]?.fields[field]?.options ?? {}, 'documents'))) continue;
    const group = get(facts.answers, path);
    for (const [idTag, value] of isObject(group) ? Object.entries(group) : [])
      if (typeof value === 'boolean') found.set(idTag, value);
  }
  return [...found];
}

/** The documents of a page in the order of what asks for them, and what each is there for; undefined: no such page. */
function documentsOn(
  flow: CompiledFlow,
  section: string,
  facts: Facts,
): readonly (readonly [idTag: string, type: DisclosureType])[] | undefined {
  const step = own(flow.steps, section);
  if (step === undefined) return undefined;
  const listed = Object.values(step.fields).flatMap(({ options }) => {
    const documents = own(options, 'documents')?.of(facts);
    return Array.isArray(documents) ? documents.filter((one) => typeof one === 'string') : [];
  });
  return [
    ...Object.keys(disclosuresOn(flow, step, { facts })).map((idTag) => [idTag, 'DISCLOSURE'] as const),
    ...listed.map((idTag) => [idTag, 'AGREEMENT'] as const),
  ];
}
