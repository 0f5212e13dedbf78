import { useMemo } from 'react';
import Form from '@rjsf/core';
import type { FormProps } from '@rjsf/core';
import type { Json } from '../../../core/facts.ts';
import { useSay } from '../../words.tsx';
import type { ControlProps } from '../contract.ts';
import { templates, widgets, type Around } from './templates.tsx';
import { judgedElsewhere } from './validator.ts';

/** rjsf must invent no answer: a box stays unticked, an empty list empty. */
const inventNothing: NonNullable<FormProps['experimental_defaultFormStateBehavior']> = {
  constAsDefaults: 'never',
  requiredBooleanDefault: 'skip',
  arrayMinItems: { populate: 'never' },
  emptyObjectFields: 'skipDefaults',
};

/** The parts of one field by rjsf's own fields; label, hint and message are the frame's around it. */
export default function SchemaForm({
  field,
  view,
  id,
  describedBy,
  labelledBy,
  invalid,
  still,
  answer,
  words,
}: ControlProps) {
  const { schema } = field;
  if (!schema)
    throw new Error(`The field "${field.id}" is drawn from its schema and has none: compile the flow again.`);
  const { item, add } = view.options;
  const say = useSay();
  const around = useMemo<Around>(
    () => ({
      root: id,
      describedBy,
      labelledBy,
      invalid,
      words,
      optional: say('answer.optional'),
      item: typeof item === 'string' ? item : words('entry'),
      add: typeof add === 'string' ? add : words('add'),
    }),
    [id, describedBy, labelledBy, invalid, item, add, words, say],
  );
  return (
    <Form
      tagName="div"
      className="parts"
      idPrefix={id}
      schema={schema}
      formData={view.value}
      readonly={still}
      formContext={around}
      validator={judgedElsewhere}
      templates={templates}
      widgets={widgets}
      experimental_defaultFormStateBehavior={inventNothing}
      showErrorList={false}
      onChange={({ formData }) => answer(isNothing(formData as Json | undefined) ? undefined : (formData as Json))}
    >
      <></>
    </Form>
  );
}

/** A list without entries and a group without values are no answers. */
function isNothing(value: Json | undefined): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}
