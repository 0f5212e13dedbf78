import type { CompiledDocument, DocNode } from '../../runtime/core/app-definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { RequestContext } from '../graphql/context.ts';
import { failure } from '../graphql/errors.ts';
import { isObject } from '../../runtime/core/index.ts';

/** What is asked: a state's code, and what narrows it. */
interface Asked {
  readonly stateCode: string;
  readonly channel?: 'ONLINE' | 'RETAIL' | null | undefined;
  readonly section?: string | null | undefined;
}

/**
 * Disclosures and required fields of a state, today. `section` narrows the disclosures to one of the row's sections.
 * Outcome `notFound` for a state that is not served, or not by the channel that is named: in California loans are made
 * online, and no store has documents there.
 */
export async function stateDocuments(context: RequestContext, { stateCode, channel, section }: Asked): Promise<Json> {
  const { states, documents } = await context.services.definitions.compliance(context.brand, context.today);
  const row = Object.hasOwn(states, stateCode) ? states[stateCode] : undefined;
  if (!row || row['served'] === false) throw failure('notFound', 'We do not lend in this state.');
  const products = isObject(row['products']) ? row['products'] : {};
  const ofChannel = channel == null ? undefined : products[channel];
  if (channel != null && !(Array.isArray(ofChannel) && ofChannel.length > 0))
    throw failure('notFound', 'We do not lend in this state by this channel.');
  const sections = isObject(row['disclosures']) ? row['disclosures'] : {};
  const tags = Object.entries(sections).flatMap(([name, listed]) =>
    (section == null || section === name) && Array.isArray(listed) ? (listed as readonly Json[]) : [],
  );
  const pattern = row['idPattern'];
  return {
    id: stateCode,
    abbr: stateCode,
    name: typeof row['name'] === 'string' ? row['name'] : stateCode,
    idPattern: typeof pattern === 'string' ? { rule: pattern } : null,
    disclosures: tags.flatMap((tag) => {
      const document = typeof tag === 'string' && Object.hasOwn(documents, tag) ? documents[tag] : undefined;
      return document ? [viewDocument(document)] : [];
    }),
    requiredFields: Array.isArray(row['requiredFields'])
      ? (row['requiredFields'] as readonly Json[]).filter(isObject).map(viewRequired)
      : [],
  };
}

/** Words that depend on the applicant are filled in on the page; such a document has no fixed copy. */
function viewDocument(document: CompiledDocument): JsonObject {
  const title = typeof document.title === 'string' ? document.title : document.idTag;
  return {
    idTag: document.idTag,
    title,
    type: 'DOCUMENT',
    copy: plainText(document.body) ?? null,
    url: null,
    pdfData: null,
  };
}
/**
 * A field that a row asks for is one input: how it is drawn, its name, its label, and the answer it takes alone; its
 * copy are the words above it, else its hint.
 */
function viewRequired(field: JsonObject): JsonObject {
  const only = field['const'];
  return {
    copy: field['copy'] ?? field['hint'] ?? null,
    disclosure: field['disclosure'] ?? null,
    inputs: [
      {
        type: field['control'] ?? field['type'] ?? 'text',
        idTag: field['idTag'] ?? '',
        label: field['label'] ?? '',
        value: only === undefined || only === null ? null : String(only),
      },
    ],
  };
}
function plainText(nodes: readonly DocNode[]): string | undefined {
  const parts: string[] = [];
  for (const node of nodes) {
    if (node.tag === 'text') {
      if (typeof node.text !== 'string') return undefined;
      parts.push(node.text);
      continue;
    }
    const inner = plainText(node.children);
    if (inner === undefined) return undefined;
    parts.push(['p', 'h2', 'h3', 'li', 'blockquote'].includes(node.tag) ? `${inner}\n` : inner);
  }
  return parts.join('');
}
