/** Fields: bound to a declared answer of a fitting type, with a value that exists, and examples that fit. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import {
  ALTERNATIVES,
  controlOf,
  drawnSchema,
  fieldType,
  fragmentName,
  isDynamic,
  validationSchema,
} from '../field-source.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import { knownFormats, schemaFault, violations } from '../schema-check.ts';
import { didYouMean, nearest } from '../suggest.ts';
import { placeAt } from '../places.ts';
import type { Source } from '../content.ts';
import type { FieldUse } from '../used.ts';
import type { Scene, World } from '../world.ts';
import { at, atKey, atPlace, type Check, type Finding } from './check.ts';
import { constantTexts } from './constant-texts.ts';
import { keywords } from './keywords.ts';
import { patternFault } from './patterns.ts';
import { causeOf } from './unknown-fact.ts';

/** Characters of an example, at most. */
const EXAMPLE = 1000;
const NOTHING = { typed: [], item: false, payload: false, arithmetic: false };
function fits(own: string, declared: readonly string[]): boolean {
  return declared.length === 0 || declared.includes(own) || (own === 'integer' && declared.includes('number'));
}

/**
 * Whether a text fits none of the patterns that the field's pattern can come to. Where one of them is at fault, that
 * alone is told.
 */
function patternOf(field: JsonObject, scene: Scene, world: World): (example: Json) => boolean {
  const { found, whole } = isDynamic(field, 'pattern')
    ? constantTexts(field, 'pattern', { scene, world })
    : { found: [], whole: false };
  if (!whole || found.length === 0 || found.some(({ text: pattern }) => patternFault(pattern, EXAMPLE) !== undefined))
    return () => false;
  return (example) =>
    typeof example === 'string' &&
    example.length <= EXAMPLE &&
    found.every(({ text: pattern }) => !new RegExp(pattern, 'u').test(example));
}
/** That something draws the field, and writes what it is. */
function* drawn(
  { id, field, sight }: FieldUse,
  type: Json,
  { widgets, controls, fragments }: Source,
): Generator<Finding> {
  const name = controlOf(field, type, controls);
  const widget = name !== undefined && Object.hasOwn(widgets, name) ? widgets[name] : undefined;
  const control = name !== undefined && Object.hasOwn(controls, name) ? controls[name] : undefined;
  const key = field['control'] === undefined ? 'type' : 'control';
  // What of all this an item can ask at all is told by the rule list-item.
  if (sight.item && (!control || ['array', 'object'].includes(String(type)))) return;
  if (!widget && !control) {
    yield at(field, key, {
      message: `Nothing draws ${name === undefined ? `the field "${id}"` : `"${name}"`}.`,
      fix: didYouMean(
        name ?? '',
        [...Object.keys(controls), ...Object.keys(widgets)],
        `Controls: ${Object.keys(controls).join(', ')}; widgets: ${Object.keys(widgets).join(', ')}.`,
      ),
    });
    return;
  }
  const writes = [(widget ?? control)?.['writes'] ?? []].flat().map(String);
  const kind = widget ? 'widget' : 'control';
  if (writes.length === 0)
    yield at(field, key, {
      message: `The ${kind} "${String(name)}" writes no answer.`,
      fix: 'Put it into "layout" as { "widget": ... } instead.',
    });
  else if (typeof type === 'string' && !writes.some((one) => fits(one, [type])))
    yield at(field, key, {
      message: `The ${kind} "${String(name)}" writes ${writes.join(' or ')}, but the field "${id}" is ${type}.`,
      fix: 'Choose another control, or another answer.',
    });
  if (control?.['draws'] !== 'schema') return;
  for (const { part, keyword } of alternatives(drawnSchema(field, type, fragments), 'the field'))
    yield at(field, key, {
      message: `The control "${String(name)}" draws no alternatives, and ${part} has "${keyword}".`,
      fix: 'Ask the parts as fields of their own, with "when".',
    });
}

/** The parts of a schema that offer alternatives, named by the way to them. */
function* alternatives(
  schema: Json | undefined,
  part: string,
): Generator<{ readonly part: string; readonly keyword: string }> {
  if (!isObject(schema)) return;
  for (const keyword of ALTERNATIVES) if (schema[keyword] !== undefined) yield { part, keyword };
  for (const [name, one] of entries(schema['properties'])) yield* alternatives(one, `"${name}" of ${part}`);
  yield* alternatives(schema['items'], `an entry of ${part}`);
}

/** What a question writes, as it is declared: in the flow's answers, or of the items of the list it asks of. */
interface Answer {
  readonly bind: string;
  readonly schema: JsonObject | undefined;
}

export const fields: Check = {
  *scene(scene, world) {
    for (const use of scene.uses.fields) {
      const bind = text(use.field['bind']) ?? '';
      const found = scene.facts.find(`answers.${bind}`, NOTHING);
      if (!found.found)
        yield at(use.written, 'bind', {
          message: `The answer "${bind}" is not declared: there is no "${found.at}".`,
          cause: causeOf(`answers.${bind}`, found.at),
          fix: didYouMean(found.at, found.known, 'Declare it in schemas/facts.json, or in "answers" of flow.json.'),
        });
      yield* asked(use, { bind, schema: found.found ? found.schema : undefined }, { scene, world });
      // What a question of an item writes at all is told by the rule list-item.
      for (const part of use.parts) {
        const own = text(part.field['bind']) ?? '';
        const declared = scene.facts.find(`answers.${bind}.0.${own}`, NOTHING);
        const schema = declared.found ? declared.schema : undefined;
        yield* asked(part, { bind: own, schema }, { scene, world });
      }
    }
  },
};

/** One question, of a page or of an item, against what it writes. */
function* asked(
  use: FieldUse,
  { bind, schema }: Answer,
  { scene, world }: { readonly scene: Scene; readonly world: World },
): Generator<Finding> {
  const { source } = world;
  const { id, field, written, holder } = use;
  const name = fragmentName(written);
  if (name !== undefined && !Object.hasOwn(source.fragments, name)) {
    yield at(written, '$ref', {
      message: `There is no value "${name}".`,
      cause: `value ${name}`,
      fix: didYouMean(name, Object.keys(source.fragments), `Write schemas/values/${name}.json.`),
    });
    // Its label, type and control would have come from there.
    return;
  }
  if (field['label'] === undefined && field['title'] === undefined)
    yield atKey(holder, id, { message: `The field "${id}" has no label.`, fix: 'Add "label".' });
  const type = fieldType(field, schema);
  const declared = typeof schema?.['type'] === 'string' ? [schema['type']] : list(schema?.['type']).map(String);
  if (typeof type === 'string' && !fits(type, declared)) {
    yield at(field, field['type'] === undefined ? undefined : 'type', {
      message: `The field "${id}" is ${type}, but the answer "${bind}" is declared ${declared.join(' or ')}.`,
      fix: 'Make the two agree.',
    });
    // What draws and limits a value of one of the two types is wrong for the other.
    return;
  }
  yield* keywords(use, type);
  yield* choicesOf(field, bind, schema);
  yield* drawn(use, type, source);
  const format = text(field['format']);
  if (format !== undefined && !knownFormats().includes(format))
    yield at(field, 'format', {
      message: `There is no format "${format}".`,
      fix: didYouMean(format, knownFormats(), `Formats: ${knownFormats().join(', ')}.`),
    });
  const whole = validationSchema(field, type, source.fragments);
  const fault = schemaFault(whole);
  if (fault)
    yield atPlace(
      placeAt(field, fault.pointer),
      `The field "${id}" cannot be validated: ${fault.pointer === '' ? '' : `"${fault.pointer.slice(1)}" `}${fault.message}.`,
      'Correct this keyword of JSON Schema.',
    );
  const refused = patternOf(field, scene, world);
  for (const [i, example] of fault ? [] : list(field['examples']).entries()) {
    if (violations(whole, example).length > 0 || refused(example))
      yield at(list(field['examples']), i, {
        message: `The example ${JSON.stringify(example)} of the field "${id}" does not fit its own schema.`,
        fix: 'Give an example that is valid.',
      });
  }
}

/** Choices that the answer, or an entry of it where several are chosen, cannot be. */
function* choicesOf(field: JsonObject, bind: string, schema: JsonObject | undefined): Generator<Finding> {
  const allowed = list(schema?.['enum'] ?? member(schema?.['items'], 'enum'));
  if (allowed.length === 0) return;
  const own = list(field['choices']).flatMap((choice) =>
    isObject(choice) && choice['value'] !== undefined ? [{ value: choice['value'], holder: choice, key: 'value' }] : [],
  );
  const listed = [
    ...own,
    ...list(field['enum']).map((value, i) => ({ value, holder: list(field['enum']) as object, key: i })),
  ];
  for (const { value, holder: where, key } of listed)
    if (!allowed.includes(value))
      yield at(where, key, {
        message: `${JSON.stringify(value)} is not a value of the answer "${bind}".`,
        fix: didYouMean(String(value), allowed.map(String), `Its values: ${allowed.map(String).join(', ')}.`),
        cause: `choice ${bind} ${nearest(String(value), allowed.map(String)) ?? String(value)}`,
      });
}
