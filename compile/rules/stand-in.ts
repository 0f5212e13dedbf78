/** Stand-ins: operations that nobody has built yet, answered by the content. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { reads } from '../expression-nodes.ts';
import { entries, isObject, list, member } from '../json-types.ts';
import { inputCause } from '../checks/calls.ts';
import { didYouMean, nearest } from '../suggest.ts';
import type { Env } from '../types.ts';

/** What an answer may hang on besides the inputs. */
const ALWAYS = ['today', 'now'];

export const RULE: CompileRule = {
  codes: ['stand-in'],
  severity: 'refused',
  says: 'An operation whose answers the content makes up stands where real people go, or its answers read what is no input of it, or end in a way it does not declare.',
  remedy:
    'Have the operation built and say its real `kind`; or read its inputs as `input.<name>`, write the conditions out, and declare each outcome.',
  bad: [
    [
      'schemas/api/operations/billList.json',
      '{ "name": "billList", "kind": "standIn", "input": { "type": "object", "properties": { "month": { "type": "string" } } },\n  "answers": [{ "when": { "==": [{ "var": »"input.moth" }, "05"] }, "value": [] }, { "value": [] }] }',
    ],
  ],
  good: [
    [
      'schemas/api/operations/billList.json',
      '{ "name": "billList", "kind": "standIn", "input": { "type": "object", "properties": { "month": { "type": "string" } } },\n  "answers": [{ "when": { "==": [{ "var": "input.month" }, "05"] }, "value": [] }, { "value": [] }] }',
    ],
  ],
  *find({ source, options }) {
    for (const [name, operation] of Object.entries(source.operations))
      if (operation['kind'] === 'standIn') yield* standIn(name, operation, options.env);
      else if (operation['answers'] !== undefined)
        yield at(operation, 'answers', {
          message: `"${name}" is built, so the content makes up no answers for it.`,
          fix: 'Delete "answers", or say "kind": "standIn".',
        });
  },
};

function* standIn(name: string, operation: JsonObject, env: Env): Generator<Finding> {
  if (env === 'prod')
    yield at(operation, 'kind', {
      message: `"${name}" is a stand-in, and in production nobody is answered by one.`,
      fix: 'Have it built and say its real "kind", or take out what calls it.',
    });
  const inputs = entries(member(operation['input'], 'properties')).map(([input]) => input);
  for (const input of [...inputs, name])
    if (!/^[A-Za-z_]\w*$/.test(input))
      yield at(operation, 'input', {
        message: `"${input}" cannot be asked of the back end: a name has letters, digits and _ only.`,
        fix: 'Give it another name.',
      });
  const outcomes = ['ok', ...entries(operation['outcomes']).map(([outcome]) => outcome)];
  const answers = list(operation['answers']).filter(isObject);
  for (const [index, answer] of answers.entries()) {
    if (typeof answer['when'] === 'string')
      yield at(answer, 'when', {
        message: 'The conditions of a stand-in are written out: rules with a name read other facts than its inputs.',
        fix: 'Write json-logic over input.<name>.',
      });
    if (!outcomes.includes(String(answer['outcome'] ?? 'ok')))
      yield at(answer, 'outcome', {
        message: `"${name}" does not declare the outcome "${String(answer['outcome'])}"${answer['outcome'] === 'unavailable' ? ', and no stand-in ends so by itself: it always answers' : ''}.`,
        cause: `outcome ${name} ${nearest(String(answer['outcome']), outcomes) ?? String(answer['outcome'])}`,
        fix: didYouMean(
          String(answer['outcome']),
          outcomes,
          answer['outcome'] === 'unavailable'
            ? 'Declare another outcome, e.g. "later", and answer with that.'
            : 'Add it to "outcomes".',
        ),
      });
    if (answer['when'] === undefined && index < answers.length - 1)
      yield at(answer, undefined, {
        message: 'An answer without "when" stands before others, which are never given.',
        fix: 'Move it to the end.',
      });
    for (const part of ['when', 'value']) yield* strangers(name, answer[part], inputs);
  }
}

/** Facts that are no input. */
function* strangers(name: string, expression: Json | undefined, inputs: readonly string[]): Generator<Finding> {
  if (expression === undefined || typeof expression === 'string') return;
  const known = [...inputs.map((input) => `input.${input}`), ...ALWAYS];
  for (const { path, holder, key } of reads(expression))
    if (!known.some((one) => path === one || path.startsWith(`${one}.`)))
      yield at(holder, key, {
        message: `A stand-in knows its inputs and the day, and there is no "${path}" among them.`,
        cause: inputCause(`"${name}"`, path.replace(/^input\./, ''), inputs),
        fix: didYouMean(path, known, `It knows ${known.join(', ')}.`),
      });
}
