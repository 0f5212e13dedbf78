/** Fields of a step, in the order in which the page shows them. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { byteSize } from '../../runtime/core/index.ts';
import { fileTypes, sayFileTypes } from '../../contract/files.ts';
import type { Docs } from '../content.ts';
import {
  controlOf,
  drawnSchema,
  DYNAMIC,
  fieldSource,
  fieldType,
  FILE_WORDS,
  isDynamic,
  isSensitive,
  validationSchema,
} from '../field-source.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import { itemsInside } from './layout.ts';
import { validatorCode } from '../validators.ts';
import { Js } from './module.ts';
import { both, type Written, type Writer } from './writer.ts';

export interface FieldContext {
  readonly fragments: Docs;
  /** Controls by name: what their folder says of itself. */
  readonly controls: Docs;
  /** Widgets by name, which draw fields too. */
  readonly widgets: Docs;
  readonly declared: (bind: string) => JsonObject | undefined;
  /** A word of the runtime as the app has it, by part and name. */
  readonly say: (part: string, name: string) => string;
}
export interface WrittenField {
  readonly id: string;
  readonly bind: string;
  readonly members: Readonly<Record<string, unknown>>;
  /** Everything its view depends on. */
  readonly reads: ReadonlySet<string>;
}

export function writeFields(step: JsonObject, writer: Writer, context: FieldContext): WrittenField[] {
  const placed = new Map<string, Json | undefined>();
  placeFields(list(step['layout']), undefined, placed);
  const fields = isObject(step['fields']) ? step['fields'] : {};
  const order = [
    ...[...placed.keys()].filter((id) => Object.hasOwn(fields, id)),
    ...Object.keys(fields).filter((id) => !placed.has(id)),
  ];
  return order.flatMap((id) => {
    const field = fields[id];
    return isObject(field)
      ? [writeField(id, fieldSource(field, context.fragments), { groupWhen: placed.get(id), writer, context })]
      : [];
  });
}

/** Field id to the conditions of the groups and items it stands in, in reading order. */
export function placeFields(
  items: readonly Json[],
  when: Json | undefined,
  placed: Map<string, Json | undefined>,
): void {
  for (const item of items) {
    if (typeof item === 'string') placed.set(item, when);
    else if (isObject(item)) {
      const inside = both(when, item['when']);
      if (!Object.hasOwn(item, 'repeat')) placeFields(itemsInside(item), inside, placed);
      for (const key of ['consent', 'field']) {
        const id = text(item[key]);
        if (id !== undefined) placed.set(id, inside);
      }
    }
  }
}

function writeField(
  id: string,
  field: JsonObject,
  {
    groupWhen,
    writer,
    context,
  }: { readonly groupWhen: Json | undefined; readonly writer: Writer; readonly context: FieldContext },
): WrittenField {
  const reads = new Set<string>();
  const track = (written: Written | undefined): Js | undefined => {
    for (const path of written?.reads ?? []) reads.add(path);
    return written?.js;
  };
  const words = (value: Json | undefined): unknown => {
    const written = writer.text(value);
    for (const path of written?.reads ?? []) reads.add(path);
    return written?.js;
  };
  const rule = (value: Json | undefined): Js | undefined =>
    value === undefined ? undefined : track(writer.rule(value));
  const bind = text(field['bind']) ?? '';
  const declared = context.declared(bind);
  const type = fieldType(field, declared);
  const schema = validationSchema(field, type, context.fragments);
  const control = controlOf(field, type, context.controls) ?? '';
  const required = field['required'] ?? true;
  const maxLength = field['maxLength'];
  const members = {
    id,
    bind,
    control,
    type: Array.isArray(type) ? type[0] : type,
    label: words(field['label'] ?? field['title'] ?? id),
    hint: words(field['hint']),
    placeholder: words(field['placeholder']),
    autocomplete: field['autocomplete'],
    inputMode: field['inputMode'],
    maxLength: typeof maxLength === 'number' ? maxLength : undefined,
    mask: field['mask'],
    when: rule(both(groupWhen, field['when'])),
    required: typeof required === 'boolean' ? required : rule(required),
    validate: new Js(`k.validate(${writer.module.hoist('v', validatorCode(schema))})`),
    item: isObject(field['item']) ? itemMembers(field, { declared, writer, context, reads }) : undefined,
    file: isObject(field['file']) ? fileMembers(field, field['file'], { words, say: context.say }) : undefined,
    schema: context.controls[control]?.['draws'] === 'schema' ? drawnSchema(field, type, context.fragments) : undefined,
    dynamic: DYNAMIC.filter((keyword) => isDynamic(field, keyword)).map((keyword) => ({
      keyword,
      limit: track(writer.compute(field[keyword] ?? null)),
    })),
    messages: Object.fromEntries(entries(field['messages']).map(([keyword, message]) => [keyword, words(message)])),
    otherwise: otherwise(field, words, context),
    choices: writeChoices(field['choices'], { rule, words, compute: (value) => track(writer.compute(value)) }),
    default: field['default'] === undefined ? undefined : track(writer.compute(field['default'])),
    says: sayingOf((context.controls[control] ?? context.widgets[control])?.['says']),
    hides: context.controls[control]?.['hides'],
    normalise: [...new Set([...list(context.controls[control]?.['normalise']), ...list(field['normalise'])])],
    sensitive: isSensitive(field, context.fragments),
    reveal: field['reveal'] ?? 'owner',
    clears: field['clears'],
    hidden: field['hidden'] ?? 'keep',
    keep: field['keep'] ?? 'application',
    options: Object.fromEntries(entries(field['options']).map(([key, value]) => [key, track(writer.compute(value))])),
  };
  return { id, bind, members, reads };
}

/** How the answers of a control are said; a day, or years and months, as any text says them. */
const sayingOf = (says: Json | undefined): unknown =>
  says === 'day' ? new Js('k.date') : says === 'months' ? new Js('k.months') : says;

/** What the files of an answer may be, and what is said of one that is not: as the field says it, else as any does. */
function fileMembers(
  field: JsonObject,
  file: JsonObject,
  { words, say }: { readonly words: (value: Json | undefined) => unknown } & Pick<FieldContext, 'say'>,
): Readonly<Record<string, unknown>> {
  const accept = list(file['accept']).map(String);
  const says = sayFileTypes(accept);
  const maxBytes = Number(file['maxBytes'] ?? 0);
  const fill = (name: string, here: Readonly<Record<string, string>>): string =>
    say('files', name).replaceAll(/\{\{\s*here\.(\w+)\s*\}\}/g, (_, part: string) => here[part] ?? '');
  const { word, count } = byteSize(maxBytes);
  const here = { kinds: says, size: fill(word, { count }) };
  const worded = (name: string): unknown =>
    words(member(field['messages'], name === 'fileLarger' ? 'fileSize' : name) ?? fill(name, here));
  return {
    accept,
    endings: accept.flatMap((type) => fileTypes[type]?.endings ?? []),
    says,
    maxBytes,
    most: Number(field['maxItems'] ?? 1),
    words: Object.fromEntries([...FILE_WORDS, 'fileLarger', 'maxItems'].map((name) => [name, worded(name)])),
  };
}

/**
 * What is said where no message of the field can be: it has none, or none that is sure to be known. Left out for the
 * others.
 */
function otherwise(
  field: JsonObject,
  words: (value: Json | undefined) => unknown,
  { say }: Pick<FieldContext, 'say'>,
): Readonly<Record<string, unknown>> | undefined {
  const isSure = (keyword: string): boolean => {
    const message = text(member(field['messages'], keyword));
    return message !== undefined && !message.includes('{{');
  };
  const label = text(field['label']) ?? text(field['title']) ?? '';
  const worded = (name: string): unknown =>
    words(say('answer', name).replaceAll(/\{\{\s*here\.label\s*\}\}/g, () => label));
  const made = {
    ...(field['required'] !== false && !isSure('required') && { required: worded('needed') }),
    ...(!isSure('invalid') && { invalid: worded('wrong') }),
  };
  return Object.keys(made).length === 0 ? undefined : made;
}

/** The questions of an item of a list, as they hold, by name. */
function partsOf(field: JsonObject, fragments: Docs): readonly (readonly [string, JsonObject])[] {
  return entries(member(field['item'], 'fields')).flatMap(([name, part]) =>
    isObject(part) ? [[name, fieldSource(part, fragments)] as const] : [],
  );
}

const ofItem = (path: string): boolean => path === 'item' || path.startsWith('item.');

/** What a list asks of each item; what its questions read outside of it is added to `reads`. */
function itemMembers(
  field: JsonObject,
  {
    declared,
    writer,
    context,
    reads,
  }: {
    readonly declared: JsonObject | undefined;
    readonly writer: Writer;
    readonly context: FieldContext;
    readonly reads: Set<string>;
  },
): Readonly<Record<string, unknown>> {
  const inside = {
    groupWhen: undefined,
    writer,
    context: {
      ...context,
      declared: (name: string) => {
        const part = member(member(declared?.['items'], 'properties'), name);
        return isObject(part) ? part : undefined;
      },
    },
  };
  const item = field['item'];
  const parts = partsOf(field, context.fragments).map(([name, part]) => writeField(name, part, inside));
  const title = writer.text(member(item, 'title'));
  const checks = list(member(item, 'checks')).flatMap((check) =>
    isObject(check)
      ? [{ assert: writer.rule(check['assert'] ?? false), at: check['at'], message: writer.text(check['message']) }]
      : [],
  );
  const outside = [
    ...parts.flatMap((part) => [...part.reads]),
    ...(title?.reads ?? []),
    ...checks.flatMap(({ assert, message }) => [...assert.reads, ...(message?.reads ?? [])]),
  ].filter((path) => !ofItem(path));
  for (const path of outside) reads.add(path);
  return {
    name: member(item, 'name'),
    title: title?.js,
    fields: parts.map(({ members }) => members),
    checks: checks.map(({ assert, at, message }) => ({ assert: assert.js, at, message: message?.js })),
    most: field['maxItems'],
    reads: [...new Set(outside)].sort(),
  };
}

/** They write a part of a choice and note what it reads. */
interface ChoiceWriters {
  readonly rule: (value: Json | undefined) => Js | undefined;
  readonly words: (value: Json | undefined) => unknown;
  readonly compute: (value: Json) => Js | undefined;
}

function writeChoices(choices: Json | undefined, { rule, words, compute }: ChoiceWriters): unknown {
  if (isObject(choices))
    return { from: compute(choices['from'] ?? null), value: choices['value'], label: choices['label'] };
  if (!Array.isArray(choices)) return undefined;
  return {
    items: choices.flatMap((choice: Json) =>
      isObject(choice)
        ? [
            {
              value: choice['value'],
              label: words(choice['label']),
              hint: words(choice['hint']),
              when: rule(choice['when']),
              exclusive: choice['exclusive'] === true || undefined,
            },
          ]
        : [],
    ),
  };
}
