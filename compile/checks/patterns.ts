/** Patterns: regular expressions that can be read, and that cannot be made to run away. */
import type { Json } from '../../runtime/core/facts.ts';
import { operations } from '../expression-nodes.ts';
import { isDynamic } from '../field-source.ts';
import { isList, isObject, list } from '../json-types.ts';
import { judgePattern } from '../runaway.ts';
import type { World } from '../world.ts';
import { at, atKey, type Check, type Finding } from './check.ts';
import { constantTexts, type ConstantTexts } from './constant-texts.ts';

/** Characters of a text whose field says no `maxLength`: what a request may bring. */
const LONGEST = 1_000_000;

/**
 * What is wrong with a pattern.
 * @param longest characters of the longest text it is given
 */
export function patternFault(
  pattern: string,
  longest: number,
): { readonly message: string; readonly fix: string } | undefined {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    return {
      message: `This is no regular expression: ${error instanceof Error ? error.message : String(error)}.`,
      fix: 'Correct the pattern.',
    };
  }
  const verdict = judgePattern(pattern, longest);
  if (verdict.kind === 'safe') return undefined;
  if (verdict.kind === 'unknown')
    return {
      message: 'This pattern is so complex that nobody can say whether it ends in time.',
      fix: 'Write it with fewer repetitions, or split it into several in "allOf".',
    };
  const { growth, attack } = verdict;
  const example = attack === undefined ? '' : `, for example ${JSON.stringify(attack)}`;
  return {
    message: `This pattern can run away: on some texts it takes ${growth === 'exponential' ? 'for ever' : `time that grows with the ${growth === 2 ? 'square' : `power ${growth}`} of their length`}${example}.`,
    fix: `Write it so that a text can be read in one way only: no repetition inside a repetition, no two in a row that take the same characters${growth === 'exponential' ? '' : '; or give the field a "maxLength"'}.`,
  };
}

function* judge(
  holder: object,
  key: string | number,
  { pattern, longest }: { readonly pattern: Json | undefined; readonly longest: number },
): Generator<Finding> {
  const found = typeof pattern === 'string' ? patternFault(pattern, longest) : undefined;
  if (found) yield at(holder, key, { message: found.message, fix: found.fix });
}

/** Every pattern that an expression can come to, where it is written. */
function* judgeEach({ found }: ConstantTexts, longest: number): Generator<Finding> {
  for (const { text: pattern, holder, key } of found) yield* judge(holder, key, { pattern, longest });
}

/** The patterns of a schema and of every schema inside it. */
function* inside(schema: Json, longest: number): Generator<Finding> {
  if (isList(schema)) for (const item of schema) yield* inside(item, longest);
  if (!isObject(schema)) return;
  const own = typeof schema['maxLength'] === 'number' ? Math.min(longest, schema['maxLength']) : longest;
  yield* judge(schema, 'pattern', { pattern: schema['pattern'], longest: own });
  const byName = schema['patternProperties'];
  for (const name of isObject(byName) ? Object.keys(byName) : []) {
    const found = patternFault(name, LONGEST);
    if (found) yield atKey(byName as object, name, { message: found.message, fix: found.fix });
  }
  for (const [key, inner] of Object.entries(schema)) {
    if (BY_NAME.has(key) && isObject(inner)) for (const named of Object.values(inner)) yield* inside(named, LONGEST);
    else if (!TEXTS.has(key)) yield* inside(inner, own);
  }
}
/** Keywords that hold schemas by names, whatever the names are. */
const BY_NAME = new Set(['properties', 'patternProperties', 'definitions', 'dependencies']);
/** Keys of a field that hold words or values, never a schema. */
const TEXTS = new Set([
  'enum',
  'const',
  'default',
  'examples',
  'choices',
  'messages',
  'options',
  'when',
  'required',
  'label',
  'hint',
  'pattern',
]);

function* ofStates({ source }: World): Generator<Finding> {
  for (const state of Object.values(source.states))
    for (const row of list(state['rows']))
      if (isObject(row)) yield* judge(row, 'idPattern', { pattern: row['idPattern'], longest: LONGEST });
}

/** Schemas that declare facts, and what operations and widgets take and give. */
function* ofDeclarations({ source }: World): Generator<Finding> {
  for (const declared of Object.values(source.facts)) yield* inside(declared, LONGEST);
  for (const operation of Object.values(source.operations))
    for (const part of ['input', 'value']) yield* inside(operation[part] ?? null, LONGEST);
  for (const widget of Object.values(source.widgets))
    for (const part of ['options', 'events']) yield* inside(widget[part] ?? null, LONGEST);
}

export const patterns: Check = {
  *scene(scene, world) {
    for (const { field } of scene.uses.fields) {
      yield* inside(field, LONGEST);
      if (isDynamic(field, 'pattern'))
        yield* judgeEach(
          constantTexts(field, 'pattern', { scene, world }),
          typeof field['maxLength'] === 'number' ? field['maxLength'] : LONGEST,
        );
    }
    for (const use of scene.uses.expressions) {
      for (const { operator, argsHolder, argKey } of operations(use.expression, false))
        if (operator?.pattern)
          yield* judgeEach(
            constantTexts(argsHolder, argKey(operator.pattern.place), { scene, world }),
            operator.pattern.longest,
          );
    }
    if (scene.flow) yield* inside(scene.flow.flow['answers'] ?? null, LONGEST);
    else {
      yield* ofStates(world);
      yield* ofDeclarations(world);
    }
  },
};
