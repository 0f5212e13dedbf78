/**
 * In which order a page's fields are answered, so that each is answered when it is known whether it is there and what
 * it accepts.
 */
import type { CompiledFlow, Field, Step } from '../../../runtime/core/definition.ts';
import type { Path } from '../../../runtime/core/facts.ts';
import { overlap, shapeOf, type StepShape } from '../../../runtime/core/shape.ts';

const known = new WeakMap<StepShape, readonly Field[]>();

/**
 * The page's fields in their order, but each after those that decide whether it is there or what it accepts; fields
 * that decide each other stay as they stand.
 */
export function fieldsInOrder(flow: CompiledFlow, step: Step): readonly Field[] {
  const shape = shapeOf(flow, step);
  let found = known.get(shape);
  if (!found) known.set(shape, (found = inOrder(shape)));
  return found;
}

function inOrder(shape: StepShape): readonly Field[] {
  const placed = new Set<Field>();
  const place = (field: Field, open: readonly Field[]): void => {
    if (placed.has(field) || open.includes(field)) return;
    const read = decides(shape, field);
    for (const other of shape.fields)
      if (other !== field && read.some((path) => overlap(path, pathOf(other)))) place(other, [...open, field]);
    placed.add(field);
  };
  shape.fields.forEach((field) => place(field, []));
  return [...placed];
}

function decides(shape: StepShape, field: Field): readonly Path[] {
  const choices =
    field.choices === undefined
      ? []
      : 'items' in field.choices
        ? field.choices.items.flatMap(({ when }) => (when ? [when] : []))
        : [field.choices.from];
  const required = typeof field.required === 'boolean' ? [] : [field.required];
  return [
    ...(shape.whens.get(field.id) ?? []),
    ...field.dynamic.map(({ limit }) => limit),
    ...choices,
    ...required,
  ].flatMap(({ reads }) => reads);
}

/** Where the field's answer stands among the facts. */
export const pathOf = (field: Field): Path => (field.keep === 'never' ? `typed.${field.id}` : `answers.${field.bind}`);
