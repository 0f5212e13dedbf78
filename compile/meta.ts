/** Every file against the schema of its kind (`schemas/meta/`), in words an analyst understands. */
import createAjvInstance from '@rjsf/validator-ajv8/lib/createAjvInstance.js';
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import type { Source } from './content.ts';
import { isObject, list, text } from './json-types.ts';
import { kindOf } from './kinds.ts';
import { placeAt } from './places.ts';
import { didYouMean, nearest } from './suggest.ts';
import type { Files, Problem } from './types.ts';

type Ajv = ReturnType<typeof createAjvInstance>;
type AjvError = NonNullable<Ajv['errors']>[number];

let cached: { readonly key: string; readonly ajv: Ajv } | undefined;

/** The meta schemas compiled; kept for the next compilation while they stay the same. */
function metaSchemas(files: Files): Ajv {
  const schemas = Object.keys(files).filter((file) => /^schemas\/meta\/[\w-]+\.schema\.json$/.test(file));
  const key = schemas.map((file) => files[file]).join('\n');
  if (cached?.key === key) return cached.ajv;
  const ajv = createAjvInstance(undefined, undefined, { allErrors: true, verbose: true, strict: false });
  for (const file of schemas)
    ajv.addSchema(JSON.parse(files[file] ?? '') as object, file.slice('schemas/meta/'.length));
  cached = { key, ajv };
  return ajv;
}

/** Problems of every parsed file. Throws when the caller left out `schemas/meta/`. */
export function checkMeta(source: Source): readonly Problem[] {
  const ajv = metaSchemas(source.files);
  return Object.entries(source.docs).flatMap(([file, doc]) => {
    const kind = kindOf(file) ?? '';
    const validate = ajv.getSchema(`${kind}.schema.json`);
    if (!validate)
      throw new Error(
        `The schema of kind "${kind}" is missing: hand in the project's schemas/meta/ with the content (readFiles does).`,
      );
    if (fitting.get(doc) === validate) return [];
    const problems = [...misnamed(doc, kind), ...(validate(doc) ? [] : explain(doc, validate.errors ?? []))];
    if (problems.length === 0) fitting.set(doc, validate);
    return problems;
  });
}

/**
 * Files without problems, by the validator that said so: an unchanged file is the same object in the next compilation.
 */
const fitting = new WeakMap<JsonObject, unknown>();

/** A file that names the schema of another kind is completed and marked wrongly by editors. */
function misnamed(doc: JsonObject, kind: string): readonly Problem[] {
  const named = text(doc['$schema']);
  if (named === undefined || named.split('/').at(-1) === `${kind}.schema.json`) return [];
  return [
    {
      ...placeAt(doc, '/$schema'),
      code: 'form',
      message: `An editor checks this file against "${named}", but it is of the kind "${kind}".`,
      fix: `Let "$schema" lead to schemas/meta/${kind}.schema.json.`,
    },
  ];
}

/** Problems of one value against a kind, e.g. a step that an overlay changed. */
export function checkKind(source: Source, kind: string, doc: JsonObject): readonly Problem[] {
  const validate = metaSchemas(source.files).getSchema(`${kind}.schema.json`);
  return !validate || validate(doc) ? [] : explain(doc, validate.errors ?? []);
}

const SILENT = new Set(['if', 'propertyNames']);

/** The pattern of every text that somebody reads: there are words in it. */
const WORDS = '\\S';
const isBlank = ({ keyword, params }: AjvError): boolean =>
  keyword === 'pattern' && (params as { pattern?: unknown }).pattern === WORDS;

/** A file with more problems is no slip: what is meant is not looked for. */
const MANY = 500;
/** Of a value that is wrong a message quotes so many characters. */
const LONGEST_QUOTE = 200;
/** Of one file so many problems are told. */
const TOLD = 50;

function explain(doc: JsonObject, errors: readonly AjvError[]): Problem[] {
  const told = new Map<string, Problem>();
  const best = bestWays(errors);
  const silent = (error: AjvError): boolean => isSilent(error, errors) || (isOfAWay(error) && !best.has(error));
  const plain = new Set(errors.filter((error) => !isWrapper(error) && !silent(error)));
  // Beside what is wrong with one of the ways, "none of the ways fits" is of no use.
  const shown = errors.filter(
    (error) =>
      plain.has(error) ||
      (isWrapper(error) &&
        !silent(error) &&
        ![...plain].some((other) => other.instancePath.startsWith(error.instancePath))),
  );
  for (const [i, error] of shown.entries()) {
    if (told.size >= TOLD) {
      const further = shown.length - i;
      return [
        ...told.values(),
        {
          ...placeAt(doc, error.instancePath),
          code: 'form',
          message: `There ${further === 1 ? 'is one more problem' : `are up to ${further} more problems`} in this file.`,
          fix: 'Mend those above first.',
        },
      ];
    }
    const problem = describe(doc, error);
    // The same mistake is often seen by two branches of a schema; the first is the nearest.
    const key = `${problem.line}:${problem.column}:${error.keyword}`;
    if (!told.has(key)) told.set(key, problem);
  }
  return [...told.values()];
}

/** What another error says better. */
function isSilent(error: AjvError, all: readonly AjvError[]): boolean {
  if (SILENT.has(error.keyword)) return true;
  if (error.keyword === 'minLength')
    return all.some((other) => isBlank(other) && other.instancePath === error.instancePath);
  if (error.keyword === 'required')
    return (
      all.length < MANY &&
      all.some(
        (other) =>
          other.keyword === 'additionalProperties' &&
          other.instancePath === error.instancePath &&
          isMeant(other, String((error.params as { missingProperty?: string }).missingProperty)),
      )
    );
  return false;
}

/** What is wrong with one of several ways to write something, unless a name is misspelt. */
const isOfAWay = (error: AjvError): boolean =>
  /\/anyOf\/\d+\//.test(error.schemaPath) &&
  !(error.keyword === 'enum' && nearest(String(error.data), allowed(error)) !== undefined);

/** What is wrong with the way that is meant, of everything that can be written in several ways. */
function bestWays(errors: readonly AjvError[]): ReadonlySet<AjvError> {
  const best = new Set<AjvError>();
  if (errors.length >= MANY) return best;
  const ways = errors.filter(isWrapper);
  const below = (way: AjvError, error: AjvError): boolean =>
    error.schemaPath.startsWith(`${way.schemaPath}/`) &&
    (error.instancePath === way.instancePath || error.instancePath.startsWith(`${way.instancePath}/`));
  const visit = (way: AjvError): void => {
    const meant = meantWay(
      way,
      errors.filter((error) => below(way, error)),
    );
    const inner = meant.filter((error) => ways.includes(error));
    for (const error of meant) if (!inner.some((other) => below(other, error))) best.add(error);
    for (const error of inner) if (best.has(error)) visit(error);
  };
  for (const way of ways) if (!ways.some((other) => other !== way && below(other, way))) visit(way);
  return best;
}

/** What is wrong with the one way of which the value has the form on the outside. Nothing where none or several are. */
function meantWay({ schemaPath, instancePath, schema }: AjvError, errors: readonly AjvError[]): readonly AjvError[] {
  const byWay = Map.groupBy(errors, (error) => error.schemaPath.slice(schemaPath.length + 1).split('/')[0] ?? '');
  if (byWay.size !== list(schema).length) return [];
  const without = (odd: (error: AjvError) => boolean) =>
    [...byWay.values()].filter((of) => !of.some((error) => error.instancePath === instancePath && odd(error)));
  const [only, ...others] =
    [without(() => true), without(({ keyword }) => ['type', 'enum', 'const'].includes(keyword))].find(
      (found) => found.length > 0,
    ) ?? [];
  return only && others.length === 0 ? only : [];
}

/** Whether a member that is not known is another one misspelt. */
function isMeant({ params, parentSchema }: AjvError, name: string): boolean {
  const key = String((params as { additionalProperty?: string }).additionalProperty);
  return (
    nearest(key, [name]) !== undefined &&
    nearest(
      key,
      Object.keys(isObject(parentSchema) && isObject(parentSchema['properties']) ? parentSchema['properties'] : {}),
    ) === name
  );
}

const allowed = ({ params }: AjvError): readonly string[] =>
  list((params as { allowedValues?: Json }).allowedValues).map(String);

/** "None of the ways fits", of no use beside what is wrong with one of them, unless the schema has words for it. */
function isWrapper(error: AjvError): boolean {
  return error.keyword === 'anyOf' && !(isObject(error.parentSchema) && error.parentSchema['x-problem'] !== undefined);
}

function describe(doc: JsonObject, error: AjvError): Problem {
  const parent: JsonObject = isObject(error.parentSchema) ? error.parentSchema : {};
  const params = error.params as Readonly<Record<string, unknown>>;
  const place = placeAt(doc, error.instancePath);
  const name = error.instancePath.split('/').at(-1) ?? '';
  const subject = name === '' ? 'The file' : isIndex(name) ? itemOf(error.instancePath) : `"${name}"`;
  const help = text(parent['description']) ?? 'See the schema of this kind of file in schemas/meta/.';
  const say = (message: string, fix: string, at = place): Problem => ({
    ...at,
    code: 'form',
    message: text(parent['x-problem']) ?? message,
    fix: text(parent['x-fix']) ?? fix,
  });
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(params['additionalProperty']);
      const known = Object.keys(isObject(parent['properties']) ? parent['properties'] : {});
      return say(
        `"${key}" is not known here.`,
        didYouMean(key, known, `Known here: ${known.filter((one) => one !== '$schema').join(', ')}.`),
        placeAt(doc, `${error.instancePath}/${pointer(key)}`, 'key'),
      );
    }
    case 'required': {
      const key = String(params['missingProperty']);
      const wanted = isObject(parent['properties']) ? parent['properties'][key] : undefined;
      return say(
        `${name === '' || isIndex(name) ? 'This' : subject} lacks "${key}".`,
        `Add "${key}": ${(isObject(wanted) && text(wanted['description'])) || 'see the schema'}`,
      );
    }
    case 'type':
      return say(
        `${subject} must be ${list(params['type']).map(String).join(' or ') || String(params['type'])}, but is ${typeName(error.data)}.`,
        `${unquoted(error.data, params['type'])}${quoted(error.data, params['type'])}${help}`,
      );
    case 'enum':
      return say(
        `${subject} must be one of ${list(params['allowedValues'])
          .map((value) => JSON.stringify(value))
          .join(', ')}, but is ${excerpt(error.data)}.`,
        didYouMean(String(error.data), allowed(error), help),
      );
    case 'const':
      return say(`${subject} must be ${JSON.stringify(params['allowedValue'])}, but is ${excerpt(error.data)}.`, help);
    case 'pattern':
      if (isBlank(error))
        return say(`${subject} is blank: whoever comes there reads nothing.`, 'Write words, or take it out.');
      if (list(parent['examples']).length > 0)
        return say(
          `${subject}: ${excerpt(error.data)} is not written as ${JSON.stringify(list(parent['examples'])[0])} is.`,
          help,
        );
      return say(
        `${subject}: ${excerpt(error.data)} has not the form it must have (${String(params['pattern'])}).`,
        help,
      );
    case 'format':
      if (params['format'] === 'regex')
        return say(
          `${subject} is no regular expression: ${excerpt(error.data)}${whyNot(String(error.data))}.`,
          'Write one as JavaScript reads it, e.g. "^[0-9]{3}$".',
        );
      return say(`${subject} is no ${String(params['format'])}: ${excerpt(error.data)}.`, help);
    default:
      return say(`${subject} ${error.message ?? 'is wrong'}.`, help);
  }
}

/** What to do about a number or a yes or no in quotes, before anything else. */
function unquoted(data: unknown, wanted: unknown): string {
  if (typeof data !== 'string') return '';
  const types = typeof wanted === 'string' ? [wanted] : list(wanted).map(String);
  const fits =
    data === 'true' || data === 'false'
      ? types.includes('boolean')
      : /^-?\d+(\.\d+)?$/.test(data) && (types.includes('number') || types.includes('integer'));
  return fits ? `Leave out the quotes: ${data}. ` : '';
}

/** The same about a number or a yes or no where a text is wanted. */
function quoted(data: unknown, wanted: unknown): string {
  const types = typeof wanted === 'string' ? [wanted] : list(wanted).map(String);
  return types.includes('string') && (typeof data === 'number' || typeof data === 'boolean')
    ? `Put quotes around it: "${String(data)}". `
    : '';
}

const isIndex = (name: string): boolean => /^\d+$/.test(name);

/** An item of a list by the name of the list. */
function itemOf(path: string): string {
  const holder = path.split('/').findLast((name) => !isIndex(name)) ?? '';
  return holder === '' ? 'An item' : `An item of "${holder}"`;
}

/** What is wrong with a regular expression, as the engine says it. */
function whyNot(pattern: string): string {
  try {
    void new RegExp(pattern, 'u');
    return '';
  } catch (error) {
    const said = error instanceof Error ? (error.message.split(': ').at(-1) ?? '') : '';
    return said === '' ? '' : `: ${said.charAt(0).toLowerCase()}${said.slice(1)}`;
  }
}

/** A value as a message quotes it: a whole page that stands where one word is wanted is told by its beginning. */
function excerpt(value: unknown): string {
  const whole = JSON.stringify(value);
  return whole.length > LONGEST_QUOTE ? `${whole.slice(0, LONGEST_QUOTE)}…` : whole;
}
function pointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
function typeName(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}
