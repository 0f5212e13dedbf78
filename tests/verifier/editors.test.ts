import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import Ajv from 'ajv';
import { describe, expect, test } from 'vitest';
import { projectDir, readFiles } from '../../compile/disk.ts';
import { WRITTEN } from '../../compile/operators/index.ts';
import type { Json, JsonObject } from '../../compile/index.ts';
import { isObject, list } from '../../compile/json-types.ts';
import { kindOf } from '../../compile/kinds.ts';

// The package names its exports in a way that only `require` reads.
const { getLanguageService, TextDocument } = createRequire(import.meta.url)(
  'vscode-json-languageservice',
) as typeof import('vscode-json-languageservice');
const files = readFiles([projectDir]);
const meta = Object.keys(files).filter((file) => /^schemas\/meta\/.+\.json$/.test(file));
const schemaOf = (file: string): JsonObject => JSON.parse(files[file] ?? '') as JsonObject;

/** What an editor does: it finds the schema by `$schema` and reads it from the disk. */
const service = getLanguageService({
  schemaRequestService: (uri) => Promise.resolve(readFileSync(fileURLToPath(uri), 'utf8')),
  workspaceContext: { resolveRelativePath: (path, from) => new URL(path, from).href },
});
service.configure({ validate: true, allowComments: false });

interface Seen {
  readonly offers: readonly string[];
  readonly hover: string;
  /** `line:column message`, from 1. */
  readonly marks: readonly string[];
}
/** What the editor shows where `|` stands in the text of a file. */
async function seen(file: string, text: string): Promise<Seen> {
  const at = text.indexOf('|');
  const document = TextDocument.create(
    pathToFileURL(join(projectDir, file)).href,
    'json',
    1,
    at < 0 ? text : text.slice(0, at) + text.slice(at + 1),
  );
  const json = service.parseJSONDocument(document);
  const position = document.positionAt(Math.max(at, 0));
  const offered = await service.doComplete(document, position, json);
  const hover = await service.doHover(document, position, json);
  const contents = hover?.contents;
  const marks = await service.doValidation(document, json);
  return {
    offers: (offered?.items ?? []).map(({ label }) => label.replaceAll('"', '')),
    hover: Array.isArray(contents) ? contents.map(String).join('\n').replaceAll('\\', '') : '',
    marks: marks.map(({ range, message }) => `${range.start.line + 1}:${range.start.character + 1} ${message}`),
  };
}

/** A real file with one place changed; the new text may hold the cursor. */
function edited(file: string, from: string, to: string): string {
  const text = files[file] ?? '';
  if (text.split(from).length !== 2) throw new Error(`${file} must hold this text exactly once: ${from}`);
  return text.replace(from, () => to);
}

const STEP = 'flows/apply/steps/bank-manual.json';
const RULE = 'flows/apply/rules/is-employed.json';

describe('through $schema of a real file an editor', () => {
  const offers: readonly (readonly [what: string, file: string, from: string, to: string, some: readonly string[]])[] =
    [
      [
        'the keys of a step',
        STEP,
        '"kind": "form",',
        '"kind": "form", |',
        ['when', 'load', 'listen', 'timers', 'outcome'],
      ],
      ['the kinds of a step', STEP, '"kind": "form"', '"kind": "|"', ['form', 'wait', 'route']],
      [
        'the keys of a field',
        STEP,
        '"label": "Routing number",',
        '"label": "Routing number", |',
        ['when', 'hidden', 'keep', 'sensitive', 'minLength', 'messages', 'default'],
      ],
      ['the controls', STEP, '"control": "radio"', '"control": "|"', ['text', 'money', 'radio', 'ssn']],
      [
        'the shared values',
        STEP,
        '"$ref": "/values/routing-number"',
        '"$ref": "|"',
        ['/values/routing-number', '/values/email', '/values/ssn'],
      ],
      [
        'what becomes of a hidden answer',
        STEP,
        '"label": "Routing number",',
        '"label": "Routing number", "hidden": "|",',
        ['keep', 'erase'],
      ],
      [
        'the operators of a condition',
        STEP,
        '"kind": "form",',
        '"kind": "form", "when": { "|" },',
        ['==', 'in', 'and', 'answered', 'lookup', 'yearsBetween', 'rule'],
      ],
      [
        'the operators inside an operator',
        STEP,
        '"kind": "form",',
        '"kind": "form", "when": { "and": [{ "|" }] },',
        ['==', 'var', '!'],
      ],
      ['the operators of a named rule', RULE, '"rule": {', '"rule": { |', ['or', '==', 'matches']],
      [
        'what a page may show',
        STEP,
        '"layout": [',
        '"layout": [{ | }, ',
        ['copy', 'disclosure', 'group', 'oneOf', 'widget', 'fieldsFrom'],
      ],
      [
        'the keys of an item of the page',
        STEP,
        '{ "widget": "bank-check", "id": "check" }',
        '{ "widget": "bank-check", | }',
        ['options', 'events', 'when'],
      ],
      [
        'where a way may lead',
        'flows/apply/steps/personal.json',
        '{ "when": "state-not-served", "to": "not-in-state" }',
        '{ | }',
        ['to', 'leave', 'dialog', 'stay', 'reopen', 'signOut', 'when'],
      ],
      [
        'the keys of an action',
        STEP,
        '"label": "Continue",',
        '"label": "Continue", |',
        ['confirm', 'set', 'next', 'validates'],
      ],
      [
        'the keys of an obligation',
        'compliance/obligations/ohio-warning-before-esign.json',
        '"states": ["OH"],',
        '"states": ["OH"], |',
        ['passed', 'holds', 'products'],
      ],
      ['the columns of a state', 'compliance/states/TX.json', '"minimumLoan": 10000,', '|', ['minimumLoan']],
      [
        'what a fixture may do',
        'flows/login/fixtures/signed-in.json',
        '"do": [',
        '"do": [{ | }, ',
        ['press', 'answer', 'widget', 'reload', 'back', 'event', 'signOut'],
      ],
    ];
  test.for(offers)('offers %s', async ([, file, from, to, some]) => {
    expect((await seen(file, edited(file, from, to))).offers).toEqual(expect.arrayContaining([...some]));
  });

  const hovers: readonly (readonly [what: string, file: string, from: string, to: string, says: RegExp])[] = [
    ["a step's kind", STEP, '"kind": "form"', '"ki|nd": "form"', /form: a page; wait: calls/],
    [
      "a field's bind",
      STEP,
      '"bind": "bankingInformation.routingNumber"',
      '"bi|nd": "bankingInformation.routingNumber"',
      /answer/i,
    ],
    ['an operator', RULE, '{ "in"', '{ "i|n"', /one of the list/],
    ['a disclosure on a page', 'flows/apply/steps/submit.json', '"kind"', '"ki|nd"', /page/],
    [
      'what an obligation demands',
      'compliance/obligations/ohio-warning-before-esign.json',
      '"shown"',
      '"sh|own"',
      /idTag/,
    ],
    ["a state's column", 'compliance/states/TX.json', '"idPattern":', '"idPa|ttern":', /ID numbers/],
  ];
  test.for(hovers)('explains %s', async ([, file, from, to, says]) => {
    expect((await seen(file, edited(file, from, to))).hover).toMatch(says);
  });

  const marks: readonly (readonly [what: string, file: string, from: string, to: string, mark: RegExp])[] = [
    ['a misspelt key', STEP, '"stage": "final-steps"', '"staeg": "final-steps"', /^6:3 Property staeg is not allowed/],
    [
      'a misspelt key of a field',
      STEP,
      '"label": "Routing number"',
      '"lable": "Routing number"',
      /Property lable is not allowed/,
    ],
    ['a misspelt value', STEP, '"kind": "form"', '"kind": "from"', /^4:11 .*Valid values: "form", "wait", "route"/],
    ['a wrong type', STEP, '"title": "Enter your account"', '"title": 7', /^7:12 Incorrect type. Expected "string"/],
    ['a missing key', STEP, '"id": "bank-manual",', '', /Missing property "id"/],
    ['a missing key of a button', STEP, '"label": "Continue",', '', /Missing property "label"/],
    [
      'a way that leads nowhere',
      'flows/apply/steps/personal.json',
      '"to": "not-in-state"',
      '"carry": {}',
      /Missing property/,
    ],
    ['a comma too many', STEP, '"bankName"],', '"bankName",],', /Trailing comma/],
  ];
  test.for(marks)('marks %s', async ([, file, from, to, mark]) => {
    const found = (await seen(file, edited(file, from, to))).marks;
    expect(
      found.filter((one) => mark.test(one)),
      JSON.stringify(found),
    ).not.toEqual([]);
  });

  test('marks nothing in any file of the content', async () => {
    const content = Object.keys(files).filter(
      (file) => file.endsWith('.json') && !meta.includes(file) && files[file]?.includes('"$schema"'),
    );
    const wrong = await Promise.all(
      content.map(async (file) => (await seen(file, files[file] ?? '')).marks.map((mark) => `${file}:${mark}`)),
    );
    expect(content.length).toBeGreaterThan(150);
    expect(wrong.flat()).toEqual([]);
  });
});

describe('the meta schemas', () => {
  test('every kind of content file has one, and every file names the one of its kind', () => {
    const content = Object.keys(files).filter(
      // A table is read as it is: what stands in it, its reader judges.
      (file) => file.endsWith('.json') && !['ignored', 'table', undefined].includes(kindOf(file)),
    );
    for (const file of content) {
      expect(meta, file).toContain(`schemas/meta/${kindOf(file)}.schema.json`);
      const named = (JSON.parse(files[file] ?? '') as JsonObject)['$schema'];
      if (named !== undefined)
        expect(new URL(String(named), `file:///${file}`).pathname, file).toBe(
          `/schemas/meta/${kindOf(file)}.schema.json`,
        );
    }
    const without = content.filter(
      (file) => !(files[file] ?? '').includes('"$schema"') && !file.startsWith('widgets/'),
    );
    expect(without).toEqual([]);
  });

  test.each(meta)('%s is JSON Schema of draft 7', (file) => {
    const ajv = new Ajv({ strict: false });
    expect(ajv.validateSchema(schemaOf(file)), JSON.stringify(ajv.errors)).toBe(true);
  });

  test.each(meta)('%s says of every key what it is for', (file) => {
    expect([...undescribed(schemaOf(file), file, '')]).toEqual([]);
  });

  test('every operator is offered, and every shared value', () => {
    const common = schemaOf('schemas/meta/common.schema.json')['definitions'] as Readonly<Record<string, JsonObject>>;
    expect(Object.keys(common['logic']?.['properties'] as JsonObject).sort()).toEqual(
      WRITTEN.flatMap(({ id, also = [] }) => [id, ...also]).sort(),
    );
    const field = JSON.stringify(common['field']);
    const shared = Object.keys(files).flatMap(
      (one) =>
        /^schemas\/(values\/[^/]+)\.json$/
          .exec(one)
          ?.slice(1)
          .map((name) => `/${name}`) ?? [],
    );
    expect(
      shared.filter((name) => !field.includes(`"${name}"`)),
      'List it under "examples" of "$ref" in schemas/meta/common.schema.json and value.schema.json.',
    ).toEqual([]);
  });
});

/** Keywords that hold schemas by name, and keywords that hold no schema. */
const MAPS = new Set(['properties', 'definitions', 'patternProperties']);
const DATA = new Set(['examples', 'enum', 'const', 'default']);

/** Pointers of properties that nothing describes: neither themselves nor what they refer to. */
function* undescribed(schema: Json, file: string, pointer: string): Generator<string> {
  if (Array.isArray(schema))
    for (const [i, item] of (schema as readonly Json[]).entries()) yield* undescribed(item, file, `${pointer}/${i}`);
  if (!isObject(schema)) return;
  const properties = schema['properties'];
  if (isObject(properties))
    for (const [key, value] of Object.entries(properties)) if (!isDescribed(value, file, [])) yield `${pointer}/${key}`;
  for (const [key, value] of Object.entries(schema)) {
    if (MAPS.has(key) && isObject(value))
      for (const [name, inner] of Object.entries(value)) yield* undescribed(inner, file, `${pointer}/${key}/${name}`);
    else if (!DATA.has(key)) yield* undescribed(value, file, `${pointer}/${key}`);
  }
}
function isDescribed(schema: Json, file: string, open: readonly string[]): boolean {
  if (!isObject(schema)) return false;
  if (typeof schema['description'] === 'string' && schema['description'].length > 3) return true;
  const ref = typeof schema['$ref'] === 'string' && !open.includes(schema['$ref']) ? schema['$ref'] : undefined;
  if (ref !== undefined && !ref.startsWith('http')) {
    const [target, pointer = ''] = ref.split('#');
    const from = target === '' || target === undefined ? file : `schemas/meta/${target}`;
    const found = pointer
      .split('/')
      .slice(1)
      .reduce<Json | undefined>((at, key) => (isObject(at) ? at[key] : undefined), schemaOf(from));
    return found !== undefined && isDescribed(found, from, [...open, ref]);
  }
  return list(schema['allOf']).some((part) => isDescribed(part, file, open));
}
