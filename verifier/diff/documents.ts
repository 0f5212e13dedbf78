/** Disclosures and agreements of two versions: what reads otherwise today, and what will from a later day. */
import { canonical } from '../../compile/json-types.ts';
import type { ParsedDocument } from '../../compile/documents.ts';
import { quoted } from '../words/english.ts';
import { valueText } from '../words/value.ts';
import type { Surveyed } from './version.ts';

/** Sentences on what applicants of the brand read, and notes on what they do not read today. */
export function documentSentences(before: Surveyed, after: Surveyed, brand: string): { readonly seen: readonly string[]; readonly notes: readonly string[] } {
  const [was, is] = [before.products[brand]?.compliance.documents ?? {}, after.products[brand]?.compliance.documents ?? {}];
  const seen: string[] = [];
  const notes: string[] = [];
  for (const idTag of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const [old, now] = [inForce(before, brand, idTag), inForce(after, brand, idTag)];
    const name = quoted((now ?? old)?.front.title ?? idTag);
    const told = isNamed(after, brand, idTag) || isNamed(before, brand, idTag) ? seen : notes;
    if (!now) told.push(`The document ${name} is no longer in force.`);
    else if (!old) told.push(`The document ${name} is new, in force since ${valueText(now.front.from, 'date')}.`);
    else if (old.front.title !== now.front.title || words(old) !== words(now)) {
      const version = old.source.version === now.source.version ? '' : ` in version ${now.source.version}, in force since ${valueText(now.front.from, 'date')} (was version ${old.source.version})`;
      told.push(old.front.title !== now.front.title ? `The document ${quoted(old.front.title)} is now called ${name}${version}.` : `The document ${name} now reads otherwise${version}.`);
    } else if (canonical(old.front) !== canonical(now.front) || old.source.version !== now.source.version) notes.push(`The document ${name} reads as before, but says other things about itself (version, dates, states, brands or products).`);
  }
  for (const document of after.resolved.documents) {
    if (document.front.from <= after.options.today || !isFor(document, brand)) continue;
    const old = before.resolved.documents.find(({ source }) => source.file === document.source.file);
    if (!old || words(old) !== words(document)) notes.push(`From ${valueText(document.front.from, 'date')} the document ${quoted(document.front.title)} will read as in version ${document.source.version}.`);
  }
  return { seen, notes };
}

const isFor = ({ front }: ParsedDocument, brand: string): boolean => !front.brands || front.brands.includes(brand);

function inForce({ resolved, products }: Surveyed, brand: string, idTag: string): ParsedDocument | undefined {
  const version = products[brand]?.compliance.documents[idTag]?.version;
  return resolved.documents.find(({ source }) => source.idTag === idTag && source.version === version);
}

/** The text below the front matter. */
const words = ({ source }: ParsedDocument): string => source.text.slice(source.text.indexOf('\n---', 3) + 4).trim();

/** Whether a page of the brand names the document. */
function isNamed({ resolved }: Surveyed, brand: string, idTag: string): boolean {
  const one = resolved.brands[brand];
  return one !== undefined && JSON.stringify([one.app, Object.values(one.flows).map(({ steps, dialogs, values }) => [steps, dialogs, values])]).includes(JSON.stringify(idTag));
}
