/** The documents that stand on a page, and whether whoever left it had them before their eyes. */
import type { Call, CompiledFlow, FieldId, Step } from './definition.ts';
import type { Facts } from './facts.ts';
import type { Journey, Shown, Transition } from './state.ts';
import { holds } from './express.ts';
import { own } from './paths.ts';
import { dialogShapeOf, placementsAt, shapeOf, type Placed } from './shape.ts';

/**
 * The disclosures on the page of `step` for these facts, and in the dialog that is open on it: idTag to the content
 * hash of the version in force.
 */
export function disclosuresOn(
  flow: CompiledFlow,
  step: Step,
  { facts, dialog }: { readonly facts: Facts; readonly dialog?: string | undefined },
): Shown {
  return shownOf(standing(flow, step, dialog), facts);
}

/**
 * What a page with documents loads for the application: it stands beside them, as the offer does beside its agreements.
 */
export function standsBeside(flow: CompiledFlow, step: Step, facts: Facts): readonly Call[] {
  if (Object.keys(disclosuresOn(flow, step, { facts })).length === 0) return [];
  return step.load.filter(({ as, keeps, when }) => as !== undefined && keeps === 'application' && holds(when, facts));
}

/** The disclosures in a dialog alone. */
export function disclosuresIn(flow: CompiledFlow, dialog: string, facts: Facts): Shown {
  return shownOf(dialogShapeOf(flow, dialog)?.disclosures ?? [], facts);
}

/**
 * Whether every disclosure that now stands on the page, and in the dialog through which it was left, was there when it
 * was left; another version of the same document is the same document. Of a page that its own call led on from nobody
 * is asked what they saw.
 */
export function sawAll(
  flow: CompiledFlow,
  step: Step,
  {
    entry,
    dialog,
    facts,
  }: { readonly entry: Journey[string]; readonly dialog: string | undefined; readonly facts: Facts },
): boolean {
  const { shown } = entry;
  return (
    !showsDocuments(entry) ||
    standing(flow, step, dialog).every(
      (placed) =>
        (shown !== undefined && Object.hasOwn(shown, placed.item.idTag)) || inForce(placed, facts) === undefined,
    )
  );
}

/**
 * Whether a page left this way was before somebody's eyes: a call that the page made as it opened leads on as soon as
 * it is answered, say in a tenth of a second, and what stood there meanwhile was read by nobody.
 */
export const showsDocuments = ({ by }: Transition): boolean => by !== 'load';

/** Whether the page of a step, or a dialog of it, may draw documents: by itself, or by a widget that is given them. */
export function drawsDocuments(flow: CompiledFlow, step: Step): boolean {
  const shape = shapeOf(flow, step);
  return [shape, ...shape.dialogs.map((id) => dialogShapeOf(flow, id))].some(
    (of) => of !== undefined && of.disclosures.length + of.widgets.length > 0,
  );
}

/** Whether the page, or a dialog that can be opened on it, has a place for this document. */
export function mayShow(flow: CompiledFlow, step: Step, idTag: string): boolean {
  const shape = shapeOf(flow, step);
  return [shape, ...shape.dialogs.map((id) => dialogShapeOf(flow, id))].some((of) =>
    of?.disclosures.some(({ item }) => item.idTag === idTag),
  );
}

/**
 * The field beside a document by which it is agreed to, on the page or in a dialog of it; undefined where nobody is
 * asked.
 */
export function consentTo(flow: CompiledFlow, step: Step, idTag: string): FieldId | undefined {
  const shape = shapeOf(flow, step);
  const placed = [shape, ...shape.dialogs.map((id) => dialogShapeOf(flow, id))].flatMap((of) => of?.disclosures ?? []);
  return placed.find(({ item }) => item.idTag === idTag && item.consent !== undefined)?.item.consent;
}

function shownOf(documents: readonly Placed<{ readonly idTag: string }>[], facts: Facts): Shown {
  const shown: Record<string, string> = {};
  for (const placed of documents) {
    const hash = inForce(placed, facts);
    if (hash !== undefined) shown[placed.item.idTag] = hash;
  }
  return shown;
}

function standing(flow: CompiledFlow, step: Step, dialog: string | undefined): readonly Placed<{ idTag: string }>[] {
  const { disclosures } = shapeOf(flow, step);
  if (dialog === undefined) return disclosures;
  return [...disclosures, ...(placementsAt(flow, step, dialog)?.disclosures ?? [])];
}

function inForce({ item, whens }: Placed<{ readonly idTag: string }>, facts: Facts): string | undefined {
  return whens.every((when) => holds(when, facts)) ? own(facts.compliance.documents, item.idTag) : undefined;
}
