import type { ValidatorType } from '@rjsf/utils';

/**
 * A validator that passes everything. The engine validates (runtime/core) and its messages reach the fields directly;
 * rjsf must neither hold a second opinion nor need a schema compiler in the page.
 */
export const passThrough: ValidatorType<unknown> = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({ errors: [] }),
};
