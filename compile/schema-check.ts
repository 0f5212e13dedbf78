/** Values of the content against a JSON Schema, while checking. Validators are kept for the next compilation. */
import createAjvInstance from '@rjsf/validator-ajv8/lib/createAjvInstance.js';
import type { JsonObject } from '../runtime/core/facts.ts';

type Validate = ReturnType<ReturnType<typeof createAjvInstance>['compile']>;
const KEPT = 2000;
const kept = new Map<string, Validate>();

/** The errors of a value, none when it fits. Throws ajv's message for a schema that is none. */
export function violations(schema: JsonObject, value: unknown): NonNullable<Validate['errors']> {
  const key = JSON.stringify(schema);
  const validate = kept.get(key) ?? createAjvInstance(undefined, undefined, { validateSchema: false, verbose: true }).compile(schema);
  if (kept.size > KEPT) kept.clear();
  kept.set(key, validate);
  return validate(value) ? [] : (validate.errors ?? []);
}
