/** Secrets are inputs: an operation says which of its inputs hold them, and nobody else gives or reads those. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { at, atKey, type CompileRule, type Finding } from '../checks/check.ts';
import { reads } from '../expression-nodes.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';

export const RULE: CompileRule = {
  codes: ['supplies'],
  severity: 'refused',
  says: 'An input that holds a secret is given by a call, read by the answers of a stand-in, sent in an address, or is none of the operation; or what happens without it is no outcome of the operation.',
  remedy:
    'Leave inputs that an operation supplies out of `with` and of `answers`, declare them under `input`, and let `unsupplied` name one of `outcomes`. What goes by GET stands in an address: use another method.',
  bad: [
    [
      'schemas/api/operations/rememberMe.json',
      '{ "name": "rememberMe", "kind": "standIn", "access": "public", "input": { "type": "object", "properties": { "device": { "type": "string" } } },\n  "supplies": { "device": "device.fingerprint" }, "answers": [{}] }',
    ],
    [
      'flows/loan/steps/signed.json',
      '"kind": "form",',
      '"kind": "form",\n  "load": [{ "call": "rememberMe", "with": { "device": »"mine" } }],',
    ],
  ],
  good: [
    [
      'schemas/api/operations/rememberMe.json',
      '{ "name": "rememberMe", "kind": "standIn", "access": "public", "input": { "type": "object", "properties": { "device": { "type": "string" } } },\n  "supplies": { "device": "device.fingerprint" }, "answers": [{}] }',
    ],
    ['flows/loan/steps/signed.json', '"kind": "form",', '"kind": "form",\n  "load": [{ "call": "rememberMe" }],'],
  ],
  *find({ source, scenes }) {
    for (const [name, operation] of Object.entries(source.operations)) yield* supplied(name, operation);
    for (const { uses } of scenes)
      for (const { call } of uses.calls) {
        const name = text(call['call']) ?? '';
        const supplies = source.operations[name]?.['supplies'];
        for (const [input] of entries(call['with']))
          if (member(supplies, input) !== undefined)
            yield at(call['with'] as object, input, {
              message: `"${input}" of "${name}" is a secret that the page supplies, and no call gives it.`,
              fix: `Take "${input}" out of "with".`,
            });
      }
  },
};

function* supplied(name: string, operation: JsonObject): Generator<Finding> {
  const { supplies, unsupplied } = operation;
  const secrets = entries(supplies).map(([input]) => input);
  const inputs = entries(member(operation['input'], 'properties')).map(([input]) => input);
  for (const input of secrets)
    if (!inputs.includes(input))
      yield atKey(supplies as object, input, {
        message: `"${name}" has no input "${input}".`,
        fix: didYouMean(input, inputs, 'Declare it under "input".'),
      });
  if (secrets.length > 0 && operation['kind'] === 'rest' && (operation['method'] ?? 'GET') === 'GET')
    yield at(operation, 'supplies', {
      message: `What "${name}" sends by GET stands in an address, where logs and histories keep it.`,
      fix: 'Let the operation be a POST.',
    });
  const inPath = secrets.find((input) => (text(operation['path']) ?? '').includes(`{${input}}`));
  if (inPath !== undefined)
    yield at(operation, 'path', {
      message: `The path of "${name}" would hold the secret "${inPath}".`,
      fix: 'Let it go into the body.',
    });
  if (unsupplied !== undefined && member(operation['outcomes'], String(unsupplied)) === undefined)
    yield at(operation, 'unsupplied', {
      message: `"${name}" does not declare the outcome "${String(unsupplied)}".`,
      fix: didYouMean(
        String(unsupplied),
        entries(operation['outcomes']).map(([outcome]) => outcome),
        'Add it to "outcomes".',
      ),
    });
  for (const answer of list(operation['answers']).filter(isObject))
    for (const part of ['when', 'value']) {
      const expression = answer[part];
      if (expression === undefined || typeof expression === 'string') continue;
      for (const { path, holder, key } of reads(expression))
        if (secrets.some((input) => path === `input.${input}` || path.startsWith(`input.${input}.`)))
          yield at(holder, key, {
            message: `What a stand-in answers cannot hang on the secret "${path.slice('input.'.length)}".`,
            fix: 'Let it hang on the other inputs.',
          });
    }
}
