import type { Json } from '../../runtime/core/facts.ts';

/** idTag -> whether it was agreed to. A document that is not there was not decided. */
export type Decisions = Readonly<Record<string, boolean>>;

/** The decisions in the field's value, for the listed documents only. */
export function decisionsOf(value: Json | undefined, documents: readonly string[]): Decisions {
  const stored =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { readonly [key: string]: Json })
      : {};
  return Object.fromEntries(
    documents.flatMap((idTag) =>
      typeof stored[idTag] === 'boolean' && Object.hasOwn(stored, idTag) ? [[idTag, stored[idTag]]] : [],
    ),
  );
}

/** The overall decision: true only when every listed document is agreed to; no document at all is no agreement. */
export function allAgreed(decisions: Decisions, documents: readonly string[]): boolean {
  return documents.length > 0 && documents.every((idTag) => decisions[idTag] === true);
}
