import type { RJSFSchema, ValidatorType } from '@rjsf/utils';

/** Schema utilities of a flat schema: it is its own resolved form, has no defaults, and data that fits it needs no cleaning. */
export default function createSchemaUtils(validator: ValidatorType, rootSchema: RJSFSchema) {
  return {
    getValidator: () => validator,
    getRootSchema: () => rootSchema,
    doesSchemaUtilsDiffer: (otherValidator: ValidatorType, otherSchema: RJSFSchema) =>
      otherValidator !== validator || otherSchema !== rootSchema,
    getDefaultFormState: (_schema: RJSFSchema, formData: unknown) => formData,
    retrieveSchema: (schema: RJSFSchema) => schema,
    omitExtraData: (_schema: RJSFSchema, formData: unknown) => formData,
    sanitizeDataForNewSchema: (_next: RJSFSchema, _before: RJSFSchema, formData: unknown) => formData,
    findFieldInSchema: () => ({}),
  };
}
