/**
 * Validators ahead of time: a JSON Schema to the JavaScript text of an expression that is its validate function. The
 * ajv instance is rjsf's own, so a schema means here what it means to rjsf, but that only own properties count; the
 * text calls the kit (`k`) and nothing else, and is never evaluated from a string.
 */
import { createRequire } from 'node:module';
import createAjvInstance from '@rjsf/validator-ajv8/lib/createAjvInstance.js';
import type { Json } from '../runtime/core/facts.ts';
import { canonical } from './json-types.ts';
import { rareFormats } from './kit.ts';

type Ajv = ReturnType<typeof createAjvInstance>;
type StandaloneCode = (ajv: Ajv, validate: unknown) => string;
const standaloneCode = (createRequire(import.meta.url)('ajv/dist/standalone') as { default: StandaloneCode }).default;

const fresh = (): Ajv =>
  createAjvInstance(undefined, undefined, {
    code: { source: true, lines: false },
    allErrors: false,
    verbose: false,
    messages: false,
    validateSchema: false,
    ownProperties: true,
  });

const cache = new Map<string, string>();
let shared: Ajv | undefined;

/**
 * The text of the validate function of a schema. Equal schemas give equal text. Throws ajv's message for a schema that
 * is none.
 */
export function validatorCode(schema: Json): string {
  const key = canonical(schema);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const text = standalone(schema, key.includes('"$id"') || key.includes('"$ref"') ? fresh() : (shared ??= fresh()));
  cache.set(key, text);
  return text;
}

function standalone(schema: Json, ajv: Ajv): string {
  const validate = ajv.compile(typeof schema === 'boolean' ? schema : (schema as object));
  const code = standaloneCode(ajv, validate);
  ajv.removeSchema();
  const name = /module\.exports = (\w+);/.exec(code)?.[1];
  if (!name) throw new Error('ajv standalone code has another form than expected; check the version of ajv.');
  const body = code
    .replace(/^"use strict";/, '')
    .replace(/module\.exports = \w+;module\.exports\.default = \w+;/, '')
    .replace(/require\("ajv\/dist\/runtime\/(equal|ucs2length)"\)\.default/g, 'k.$1')
    .replace(/require\("ajv-formats\/dist\/formats"\)\.fullFormats(\.date\b)?/g, (_, date?: string) =>
      date === undefined ? `(${rareFormats()})` : 'k.formats.date',
    );
  if (/\brequire\(|new Function|\beval\(/.test(stripStrings(body)))
    throw new Error(
      `ajv standalone code needs something the kit does not offer: ${/require\([^)]*\)[.\w]*/.exec(body)?.[0] ?? 'eval'}. Add it to compile/kit.ts.`,
    );
  return renumbered(`(()=>{${body};return ${name}})()`);
}

/**
 * ajv counts its names on over the life of an instance; counted anew, the same schema gives the same text in every
 * process (law 7).
 */
function renumbered(code: string): string {
  const names = new Map<string, string>();
  return code.replace(
    /(?<== )\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*(?=;)|"(?:[^"\\]|\\.)*"|(?<!\.)\b(schema|validate|func|pattern|formats|root|wrapper)(\d+)\b/g,
    (found, prefix?: string) => {
      if (prefix === undefined) return found;
      const known = names.get(found) ?? `${prefix}${names.size}`;
      names.set(found, known);
      return known;
    },
  );
}
function stripStrings(code: string): string {
  return code.replace(/"(?:[^"\\]|\\.)*"/g, (text) => (text.startsWith('"ajv') ? text : '""'));
}
