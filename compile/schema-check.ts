/**
 * Values of the content against a JSON Schema, and schemas of the content against JSON Schema itself, while checking.
 * Validators are kept for the next compilation.
 */
import createAjvInstance from '@rjsf/validator-ajv8/lib/createAjvInstance.js';
import type { JsonObject } from '../runtime/core/facts.ts';

type Ajv = ReturnType<typeof createAjvInstance>;
type Validate = ReturnType<Ajv['compile']>;
/** Why a schema is none: the JSON pointer of the part, and ajv's words. */
export interface SchemaFault {
  readonly pointer: string;
  readonly message: string;
}
const KEPT = 2000;
const kept = new Map<string, Validate | SchemaFault>();
let shared: Ajv | undefined;

const fresh = (): Ajv =>
  createAjvInstance(undefined, undefined, { validateSchema: false, verbose: true, logger: false });

function compiled(schema: JsonObject): Validate | SchemaFault {
  const key = JSON.stringify(schema);
  const known = kept.get(key);
  if (known) return known;
  const made = compile(schema);
  if (kept.size > KEPT) {
    kept.clear();
    shared = undefined;
  }
  kept.set(key, made);
  return made;
}

/** ajv tells a schema that is none by an error list or by throwing, depending on what is wrong with it. */
function compile(schema: JsonObject): Validate | SchemaFault {
  try {
    // An instance takes long to make; what names itself must not stay in one that others use.
    const ajv = '$id' in schema || 'id' in schema ? fresh() : (shared ??= fresh());
    if (ajv.validateSchema(schema) === false) {
      const [first] = ajv.errors ?? [];
      return { pointer: first?.instancePath ?? '', message: first?.message ?? 'is no JSON Schema' };
    }
    return ajv.compile(schema);
  } catch (error) {
    return { pointer: '', message: error instanceof Error ? error.message : String(error) };
  }
}

/** Names that `format` may have; ajv takes no notice of any other. */
export function knownFormats(): readonly string[] {
  return Object.keys((shared ??= fresh()).formats);
}

/** What is wrong with a schema; undefined when values can be held against it. */
export function schemaFault(schema: JsonObject): SchemaFault | undefined {
  const made = compiled(schema);
  return 'pointer' in made ? made : undefined;
}

/** The errors of a value, none when it fits. Throws for a schema that is none: ask `schemaFault` first. */
export function violations(schema: JsonObject, value: unknown): NonNullable<Validate['errors']> {
  const validate = compiled(schema);
  if ('pointer' in validate)
    throw new Error(`This is no JSON Schema (${validate.message}): ask schemaFault() before violations().`);
  return validate(value) ? [] : (validate.errors ?? []);
}
