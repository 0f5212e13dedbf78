/** The documents that stand on a page, and whether whoever left it had them before their eyes. */
import type { CompiledFlow, Step } from './definition.ts';
import type { Facts } from './facts.ts';
import type { Shown } from './state.ts';
import { holds } from './express.ts';
import { own } from './paths.ts';
import { shapeOf, type Placed } from './shape.ts';

/** The disclosures on the page of `step` for these facts: idTag to the content hash of the version in force. */
export function disclosuresOn(flow: CompiledFlow, step: Step, facts: Facts): Shown {
  const shown: Record<string, string> = {};
  for (const placed of shapeOf(flow, step).disclosures) {
    const hash = inForce(placed, facts);
    if (hash !== undefined) shown[placed.item.idTag] = hash;
  }
  return shown;
}

/**
 * Whether every disclosure that now stands on the page was on it when it was left; another version of the same document
 * is the same document.
 */
export function sawAll(
  flow: CompiledFlow,
  step: Step,
  { shown, facts }: { readonly shown?: Shown | undefined; readonly facts: Facts },
): boolean {
  return shapeOf(flow, step).disclosures.every(
    (placed) =>
      (shown !== undefined && Object.hasOwn(shown, placed.item.idTag)) || inForce(placed, facts) === undefined,
  );
}

function inForce({ item, whens }: Placed<{ readonly idTag: string }>, facts: Facts): string | undefined {
  return whens.every((when) => holds(when, facts)) ? own(facts.compliance.documents, item.idTag) : undefined;
}
