import type { WidgetDocument } from '../../runtime/core/widget-contract.ts';

const known = new Map<string, WidgetDocument>();

/** A document that is as long as the ones people read before they borrow, about nothing. */
export function sampleDocument(idTag: string): WidgetDocument {
  const document: WidgetDocument = known.get(idTag) ?? {
    idTag,
    title: `About ${idTag.replaceAll('-', ' ')}`,
    version: '1',
    hash: `hash-of-${idTag}`,
    body: Array.from({ length: 30 }, (_, index) => ({
      tag: 'p',
      children: [{ tag: 'text', text: `Paragraph ${index + 1} of what you should know before you agree.` }],
    })),
  };
  known.set(idTag, document);
  return document;
}
