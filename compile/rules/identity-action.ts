/** What the page asks of the identity service: one of a closed set, which the gateway performs. */
import { identityActions } from '../../contract/operation.ts';
import { at, type CompileRule } from '../checks/check.ts';
import { text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';

const isPerformed = (action: unknown): boolean => identityActions.some((one) => one === action);

export const RULE: CompileRule = {
  codes: ['identity-action'],
  severity: 'concern',
  says: 'An operation asks the identity service for what no page can ask of it, or a page calls an operation that only describes requests of the protocol: whoever presses the button would see a fault.',
  remedy: `Name an action that a page performs: ${identityActions.join(', ')}.`,
  bad: [
    [
      'schemas/api/operations/sendCode.json',
      '{ "name": "sendCode", "kind": "identity", "action": »"resendCodes", "input": { "type": "object" }, "outcomes": {}, "errors": {} }',
    ],
  ],
  good: [
    [
      'schemas/api/operations/sendCode.json',
      '{ "name": "sendCode", "kind": "identity", "action": "resendCode", "input": { "type": "object" }, "outcomes": {}, "errors": {} }',
    ],
  ],
  *find({ source, scenes }) {
    for (const operation of Object.values(source.operations)) {
      if (operation['kind'] !== 'identity') continue;
      const { action, requests } = operation;
      if (action === undefined && requests === undefined)
        yield at(operation, 'kind', {
          message: 'An operation of kind "identity" says what the page asks of the identity service.',
          fix: `Add "action": ${identityActions.join(', ')}.`,
        });
      else if (action !== undefined && !isPerformed(action))
        yield at(operation, 'action', {
          message: `No page can ask the identity service for "${String(action)}".`,
          fix: didYouMean(String(action), identityActions, `Its actions: ${identityActions.join(', ')}.`),
        });
    }
    for (const { uses } of scenes)
      for (const { call } of uses.calls) {
        const name = text(call['call']) ?? '';
        const operation = source.operations[name];
        if (operation?.['kind'] === 'identity' && operation['action'] === undefined)
          yield at(call, 'call', {
            message: `"${name}" describes requests of the identity service, and no page performs it.`,
            fix: 'Call an operation with an "action".',
          });
      }
  },
};
