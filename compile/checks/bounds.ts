/** Limits of fields that no value can meet, and defaults and choices outside the limits. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { isOperation } from '../emit/expression.ts';
import { fieldType, isDynamic, validationSchema } from '../field-source.ts';
import { isList, isObject, list, text } from '../json-types.ts';
import { schemaFault, violations } from '../schema-check.ts';
import type { FieldUse } from '../uses.ts';
import type { Scene, World } from '../world.ts';
import { at, type Check, type Finding } from './check.ts';
import { possible, rowsInForce } from './limits.ts';

/** The least and the most of each kind of limit; `open`: the two may not be equal. */
const PAIRS = [
  { least: 'minimum', most: 'maximum' },
  { least: 'minimum', most: 'exclusiveMaximum', open: true },
  { least: 'exclusiveMinimum', most: 'maximum', open: true },
  { least: 'exclusiveMinimum', most: 'exclusiveMaximum', open: true },
  { least: 'minLength', most: 'maxLength' },
  { least: 'minItems', most: 'maxItems' },
  { least: 'minProperties', most: 'maxProperties' },
] as const;

const above = (least: number, most: number, open: boolean | undefined): boolean =>
  open ? least >= most : least > most;

/** Pairs of constant limits, in the schema itself and in every schema inside it. */
function* constants(schema: Json): Generator<Finding> {
  if (isList(schema)) for (const item of schema) yield* constants(item);
  if (!isObject(schema)) return;
  for (const pair of PAIRS) {
    const [least, most] = [schema[pair.least], schema[pair.most]];
    if (typeof least === 'number' && typeof most === 'number' && above(least, most, 'open' in pair))
      yield at(schema, pair.least, {
        message: `No value fits: "${pair.least}" is ${least}, but "${pair.most}" is ${most}.`,
        fix: 'Correct one of the two.',
      });
  }
  const { minimum, maximum, multipleOf } = schema;
  if (
    typeof minimum === 'number' &&
    typeof maximum === 'number' &&
    typeof multipleOf === 'number' &&
    multipleOf > 0 &&
    Math.floor(maximum / multipleOf) * multipleOf < minimum &&
    minimum <= maximum
  ) {
    yield at(schema, 'multipleOf', {
      message: `No value fits: there is no multiple of ${multipleOf} from ${minimum} to ${maximum}.`,
      fix: 'Correct one of the three.',
    });
  }
  for (const inner of Object.values(schema)) if (!isOperation(inner)) yield* constants(inner);
}

/** Pairs of which a fact sets one: asked for every state. */
function* byState({ id, field }: FieldUse, scene: Scene, world: World): Generator<Finding> {
  for (const pair of PAIRS) {
    const [least, most] = [field[pair.least], field[pair.most]];
    if (least === undefined || most === undefined || (typeof least === 'number' && typeof most === 'number')) continue;
    const wrong = rowsInForce(world).flatMap(({ state, row }) => {
      const [lows, highs] = [
        possible(least, { values: scene.values, row }),
        possible(most, { values: scene.values, row }),
      ];
      return lows &&
        highs &&
        lows.length > 0 &&
        highs.length > 0 &&
        above(Math.min(...lows), Math.max(...highs), 'open' in pair)
        ? [{ state, low: Math.min(...lows), high: Math.max(...highs) }]
        : [];
    });
    const [first] = wrong;
    if (first)
      yield at(field, pair.least, {
        message: `No value of the field "${id}" fits in ${wrong.map(({ state }) => state).join(', ')}: in ${first.state} "${pair.least}" is ${first.low}, but "${pair.most}" is ${first.high}.`,
        fix: `Correct the row of ${first.state} in compliance/states/, or the limits of the field.`,
      });
  }
}

function* offered({ id, field }: FieldUse, schema: JsonObject): Generator<Finding> {
  const { enum: _enum, const: _const, ...limits } = schema;
  const own = list(field['choices']).flatMap((choice) =>
    isObject(choice) && choice['value'] !== undefined ? [{ value: choice['value'], holder: choice, key: 'value' }] : [],
  );
  const listed = [
    ...own,
    ...list(field['enum']).map((value, i) => ({ value, holder: list(field['enum']) as object, key: i })),
  ];
  const judged = schema['type'] === 'array' ? [] : listed;
  for (const { value, holder, key } of judged)
    if (violations(limits, value).length > 0)
      yield at(holder, key, {
        message: `The value ${JSON.stringify(value)} is offered by the field "${id}", but its own limits refuse it.`,
        fix: 'Remove it, or correct the limits.',
      });
  const fixed = field['const'];
  if (fixed !== undefined && !isDynamic(field, 'const') && violations(limits, fixed).length > 0)
    yield at(field, 'const', {
      message: `The field "${id}" must be ${JSON.stringify(fixed)}, but its own limits refuse it.`,
      fix: 'Correct one of the two.',
    });
  else if (
    fixed !== undefined &&
    !isDynamic(field, 'const') &&
    isList(schema['enum']) &&
    !schema['enum'].includes(fixed)
  )
    yield at(field, 'const', {
      message: `No value fits: the field "${id}" must be ${JSON.stringify(fixed)}, but its values are ${schema['enum'].map((value) => JSON.stringify(value)).join(', ')}.`,
      fix: 'Correct one of the two.',
    });
  const given = field['default'];
  if (given !== undefined && !isOperation(given) && violations(schema, given).length > 0)
    yield at(field, 'default', {
      message: `The default ${JSON.stringify(given)} of the field "${id}" does not fit the field.`,
      fix: 'Give a default that is valid, or none.',
    });
}

export const bounds: Check = {
  *scene(scene, world) {
    for (const use of scene.uses.fields.flatMap((one) => [one, ...one.parts])) {
      const found = scene.facts.find(
        `${use.sight.item ? 'item' : 'answers'}.${text(use.field['bind']) ?? ''}`,
        use.sight,
      );
      const type = fieldType(use.field, found.found ? found.schema : undefined);
      const schema = validationSchema(use.field, type, world.source.fragments);
      yield* constants(use.field);
      yield* byState(use, scene, world);
      if (!schemaFault(schema)) yield* offered(use, schema);
    }
  },
};
