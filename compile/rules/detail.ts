/** What an error says, quoted in a message: what is said where it says nothing, and who may bring it. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { pieces } from '../emit/text.ts';
import { isObject, list, text } from '../json-types.ts';

const QUOTED = 'problem';

export const RULE: CompileRule = {
  codes: ['detail'],
  severity: 'refused',
  says: 'A message quotes what an error says and leaves open what is said when it says nothing; or says so where there is nothing to quote; or a stand-in brings words that nobody may quote.',
  remedy:
    'Write `otherwise` beside the `message` that reads {{problem.detail}}, and nowhere else; let the operation declare `detail`, and a stand-in bring one with an error only.',
  bad: [
    [
      'schemas/api/operations/payOut.json',
      '{ "name": "payOut", "kind": "standIn", "access": "public", "input": { "type": "object" }, "outcomes": { "REFUSED": "No" }, "detail": { "maxLength": 160 },\n  "answers": [{ "outcome": "REFUSED", "detail": "Closed" }] }',
    ],
    [
      'flows/loan/steps/signed.json',
      '"kind": "form",',
      '"kind": "form",\n  "load": [{ "call": "payOut", "on": { "REFUSED": { "stay": true, "message": »"It said: {{problem.detail}}" } } }],',
    ],
  ],
  good: [
    [
      'schemas/api/operations/payOut.json',
      '{ "name": "payOut", "kind": "standIn", "access": "public", "input": { "type": "object" }, "outcomes": { "REFUSED": "No" }, "detail": { "maxLength": 160 },\n  "answers": [{ "outcome": "REFUSED", "detail": "Closed" }] }',
    ],
    [
      'flows/loan/steps/signed.json',
      '"kind": "form",',
      '"kind": "form",\n  "load": [{ "call": "payOut", "on": { "REFUSED": { "stay": true, "message": "It said: {{problem.detail}}", "otherwise": "It is refused." } } }],',
    ],
  ],
  *find({ source, scenes }) {
    for (const { uses } of scenes)
      for (const { target } of uses.targets) {
        const quotes = pieces(text(target['message']) ?? '').some(
          (piece) => typeof piece !== 'string' && piece.path.split('.')[0] === QUOTED,
        );
        if (quotes && target['stay'] === true && target['otherwise'] === undefined)
          yield at(target, 'message', {
            message: 'When the error says nothing, this message has no words.',
            fix: 'Add "otherwise" with what is said then.',
          });
        if (!quotes && target['otherwise'] !== undefined)
          yield at(target, 'otherwise', {
            message: `This is never said: "message" beside it does not quote an error.`,
            fix: 'Delete "otherwise", or read {{problem.detail}} in "message".',
          });
      }
    for (const [name, operation] of Object.entries(source.operations))
      for (const answer of list(operation['answers'])) if (isObject(answer)) yield* brought(name, operation, answer);
  },
};

function* brought(name: string, operation: JsonObject, answer: JsonObject): Generator<Finding> {
  if (answer['detail'] === undefined) return;
  if ((answer['outcome'] ?? 'ok') === 'ok')
    yield at(answer, 'detail', {
      message: 'An answer that is no error says nothing of one.',
      fix: 'Delete "detail", or give the answer an outcome that is an error.',
    });
  else if (operation['detail'] === undefined)
    yield at(answer, 'detail', {
      message: `Nobody may quote this: "${name}" does not declare that what its errors say may be quoted.`,
      fix: 'Add "detail": { "maxLength": 160 } to the operation.',
    });
}
