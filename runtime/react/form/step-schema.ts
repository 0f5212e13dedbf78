import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { LayoutItem, Step } from '../../core/definition.ts';

export interface StepForm {
  readonly schema: RJSFSchema;
  readonly uiSchema: UiSchema;
}

const built = new WeakMap<readonly LayoutItem[], StepForm>();

/**
 * The schema and uiSchema by which rjsf lays a step out: one property per layout item in order (copy, disclosures,
 * widgets and the like as properties without data), groups as nested objects. The same objects for the same step.
 */
export function stepForm(step: Step): StepForm {
  let form = built.get(step.layout);
  if (!form) {
    numberLinks(step.layout);
    form = objectOf(step.layout);
    built.set(step.layout, form);
  }
  return form;
}

const numbers = new WeakMap<LayoutItem, number>();

/** Numbers the links of a layout, depth first from 0: the number by which the engine knows a link that was followed. */
export function numberLinks(layout: readonly LayoutItem[], from = 0): number {
  let next = from;
  for (const item of layout) {
    if (item.kind === 'link') numbers.set(item, next++);
    if (item.kind === 'group') next = numberLinks(item.items, next);
  }
  return next;
}

/** The number `numberLinks` gave a link of a layout that is being drawn. */
export function linkNumber(item: LayoutItem): number {
  const number = numbers.get(item);
  if (number === undefined)
    throw new Error('A link is drawn whose layout was not numbered: call numberLinks on the layout first.');
  return number;
}

function objectOf(items: readonly LayoutItem[]): StepForm {
  const properties: Record<string, RJSFSchema> = {};
  const uiSchema: UiSchema = {};
  items.forEach((item, index) => {
    const name = nameOf(item, index);
    if (item.kind === 'group') {
      const nested = objectOf(item.items);
      properties[name] = nested.schema;
      uiSchema[name] = { ...nested.uiSchema, 'ui:field': 'group', 'ui:options': { item } };
    } else {
      properties[name] = {};
      uiSchema[name] = { 'ui:field': item.kind, 'ui:options': { item } };
    }
  });
  return { schema: { type: 'object', properties }, uiSchema };
}

/** Unique within its object: a field by its id, anything else by kind and place. */
function nameOf(item: LayoutItem, index: number): string {
  return item.kind === 'field' ? item.field : `${item.kind}:${index}`;
}
