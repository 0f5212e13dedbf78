import { memo } from 'react';
import Form from '@rjsf/core';
import type { FormProps } from '@rjsf/core';
import type { Step } from '../../core/definition.ts';
import { fields } from './registry.tsx';
import { stepForm } from './step-schema.ts';
import { passThrough } from './validator.ts';

/** rjsf must invent no answer: a consent stays unticked, an empty list empty. */
const inventNothing: NonNullable<FormProps['experimental_defaultFormStateBehavior']> = {
  constAsDefaults: 'never',
  requiredBooleanDefault: 'skip',
  arrayMinItems: { populate: 'never' },
  emptyObjectFields: 'skipDefaults',
};
const nothing = {};

/**
 * The fields of a step, laid out by rjsf's Form. It is rendered once per step: each field listens to the store by itself,
 * so neither a keystroke nor a message renders the form again.
 */
export const StepFields = memo(function StepFields({ step }: { readonly step: Step }) {
  const { schema, uiSchema } = stepForm(step);
  return (
    <Form
      tagName="div"
      className="fields"
      schema={schema}
      uiSchema={uiSchema}
      formData={nothing}
      validator={passThrough}
      fields={fields}
      experimental_defaultFormStateBehavior={inventNothing}
      showErrorList={false}
    >
      <></>
    </Form>
  );
});
