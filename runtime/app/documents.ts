/** Disclosures and agreements to draw, once all they tell of is known; the same object as long as its texts are. */
import type { CompiledCompliance } from '../core/app-definition.ts';
import type { WidgetDocument } from '../core/widget-contract.ts';
import type { OpenFlow } from '../gateway/index.ts';
import { documentOf, isWhole, own, same } from '../core/index.ts';

/** @returns a reader of documents by idTag for one open flow */
export function documentReader(
  compliance: CompiledCompliance,
  journey: OpenFlow,
): (idTag: string) => WidgetDocument | undefined {
  const drawn = new Map<string, { readonly state: unknown; readonly document: WidgetDocument }>();
  return (idTag) => {
    const compiled = own(compliance.documents, idTag);
    if (!compiled || compiled.late) return undefined;
    const state = journey.store.getState();
    const known = drawn.get(idTag);
    if (known?.state === state) return known.document;
    const facts = journey.facts();
    // One with a hole is shown to nobody.
    if (!isWhole(compiled, facts)) return undefined;
    const made = documentOf(compiled, facts);
    const document = known && same(known.document, made) ? known.document : made;
    drawn.set(idTag, { state, document });
    return document;
  };
}
