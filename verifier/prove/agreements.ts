/**
 * Where a person agrees to documents: a box beside a document, and lists of documents whose answer says of each whether
 * it was agreed to.
 */
import { isObject, member, text } from '../../compile/json-types.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import { shapeOf } from '../../runtime/core/shape.ts';
import { unfold, type Logic } from '../domain/atoms.ts';
import { namesOf } from '../rules/placed.ts';

/** A document, and the path below the answers that is true once it was agreed to. */
export interface Agreement {
  readonly idTag: string;
  readonly bind: string;
}

const known = new WeakMap<ResolvedFlow, readonly Agreement[]>();

/**
 * Every box of a flow by which a document is agreed to. A list of documents is the option `documents` of a field that
 * keeps an answer for each.
 */
export function agreementsOf(resolved: ResolvedFlow, flow: CompiledFlow): readonly Agreement[] {
  let found = known.get(resolved);
  if (!found) known.set(resolved, (found = [...beside(flow), ...listedIn(resolved)]));
  return found;
}

const beside = (flow: CompiledFlow): readonly Agreement[] =>
  Object.values(flow.steps).flatMap((step) =>
    shapeOf(flow, step).disclosures.flatMap(({ item }) => {
      const field = step.fields[(item as { readonly consent?: string }).consent ?? ''];
      return field ? [{ idTag: item.idTag, bind: field.bind }] : [];
    }),
  );

function listedIn(resolved: ResolvedFlow): readonly Agreement[] {
  const names = namesOf(resolved);
  return Object.values(resolved.steps).flatMap((step) =>
    Object.values(isObject(step['fields']) ? step['fields'] : {}).flatMap((field) => {
      const bind = text(member(field, 'bind'));
      const documents = member(member(field, 'options'), 'documents');
      return bind === undefined || documents === undefined || member(field, 'type') !== 'object'
        ? []
        : [...new Set(textsIn(unfold(documents, names)))].map((idTag) => ({ idTag, bind: `${bind}.${idTag}` }));
    }),
  );
}

/** Every text an expression names. */
const textsIn = (logic: Logic): readonly string[] =>
  typeof logic === 'string'
    ? [logic]
    : typeof logic === 'object' && logic !== null
      ? Object.values(logic).flatMap(textsIn)
      : [];
