import { memo } from 'react';
import type { ComponentType } from 'react';
import type { FieldProps, RegistryFieldsType, UiSchema } from '@rjsf/utils';
import type { LayoutItem } from '../../core/definition.ts';
import { CopyBlock, DisclosureBlock, LinkBlock, RepeatBlock, WidgetBlock } from '../blocks/blocks.tsx';
import { SummaryBlock } from '../blocks/summary.tsx';
import { FieldBlock } from '../blocks/field.tsx';
import { GroupFrame } from '../blocks/group.tsx';

/** Kind of layout item -> what draws it. Exhaustive by type; groups are drawn by `ObjectField`. */
const blocks: {
  readonly [K in Exclude<LayoutItem['kind'], 'group'>]: ComponentType<{
    readonly item: Extract<LayoutItem, { kind: K }>;
  }>;
} = {
  field: FieldBlock,
  copy: CopyBlock,
  disclosure: DisclosureBlock,
  summary: SummaryBlock,
  link: LinkBlock,
  widget: WidgetBlock,
  repeat: RepeatBlock,
};

/** Draws one layout item; groups draw their items in turn. */
export function Block({ item }: { readonly item: LayoutItem }) {
  if (item.kind === 'group')
    return (
      <GroupFrame item={item}>
        {item.items.map((inner, index) => (
          <Block key={index} item={inner} />
        ))}
      </GroupFrame>
    );
  const Drawn = blocks[item.kind] as ComponentType<{ readonly item: LayoutItem }>;
  return <Drawn item={item} />;
}

function itemOf(uiSchema: UiSchema | undefined): LayoutItem | undefined {
  return (uiSchema?.['ui:options'] as { item?: LayoutItem } | undefined)?.item;
}

/** Lays out the properties of an object schema in order: the page itself, or a group of fields with its title. */
const ObjectField = memo(function ObjectField(props: FieldProps) {
  const { schema, uiSchema, registry } = props;
  const Schema = registry.fields['SchemaField'] as ComponentType<FieldProps>;
  const inner = Object.entries(schema.properties ?? {}).map(([name, property]) => (
    <Schema key={name} {...props} name={name} schema={property as FieldProps['schema']} uiSchema={uiSchema?.[name]} />
  ));
  const item = itemOf(uiSchema);
  return item?.kind === 'group' ? <GroupFrame item={item}>{inner}</GroupFrame> : <>{inner}</>;
});

/** rjsf's dispatch from a property to its field, without the schema resolution that our properties never need. */
const SchemaField = memo(
  function SchemaField(props: FieldProps) {
    const item = itemOf(props.uiSchema);
    return !item || item.kind === 'group' ? <ObjectField {...props} /> : <Block item={item} />;
  },
  (before, after) => before.uiSchema === after.uiSchema && before.schema === after.schema,
);

/** The fields of the form's registry. One object for all steps, so that rjsf never sees a new one. */
export const fields = { SchemaField, ObjectField } as unknown as RegistryFieldsType;
