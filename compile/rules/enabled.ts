/** Buttons that are disabled: something must be able to enable them, and the server must see what it can. */
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { isObject, list } from '../json-types.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';

const ABOUT = 'flows/loan/steps/about.json';
const enabled = (how: string): string => `"id": "continue",\n      ${how}`;

export const RULE: CompileRule = {
  codes: ['enabled'],
  severity: 'refused',
  says: 'A button waits for a page that holds and does not ask it to, or waits where nobody could ever enable it again: in a dialog, which asks nothing, or on a page that asks nothing.',
  remedy:
    'Give "valid" to a button that "validates", and "noError" to one of a page that asks something; in a dialog use "when".',
  bad: [
    [
      ABOUT,
      '"id": "continue",',
      enabled('"validates": false,\n      "enabled": { »"valid": true, "why": "Answer first." },'),
    ],
  ],
  good: [[ABOUT, '"id": "continue",', enabled('"enabled": { "valid": true, "why": "Answer first." },')]],
  *find({ scenes }) {
    for (const { flow } of scenes) {
      for (const step of Object.values(flow?.steps ?? {})) {
        const asks = isObject(step['fields']) && Object.keys(step['fields']).length > 0;
        for (const action of list(step['actions'])) if (isObject(action)) yield* onPage(action, asks);
      }
      for (const dialog of Object.values(flow?.dialogs ?? {}))
        for (const action of list(dialog['actions'])) if (isObject(action)) yield* inDialog(action);
    }
  },
};

function* onPage(action: JsonObject, asks: boolean): Generator<Finding> {
  const { enabled: how, validates } = action;
  if (!isObject(how)) return;
  const style = action['style'] ?? 'primary';
  if (how['valid'] === true && (validates ?? style === 'primary') !== true)
    yield at(how, 'valid', {
      message: 'This button waits for a page that holds, and its press does not ask the page to hold.',
      fix: 'Say "validates": true, or take "valid" out.',
    });
  if (how['noError'] === true && !asks)
    yield at(how, 'noError', {
      message: 'This page asks nothing: once an error stands on it, nothing enables the button again.',
      fix: 'Take "noError" out.',
    });
}

function* inDialog({ enabled: how }: JsonObject): Generator<Finding> {
  if (!isObject(how)) return;
  for (const key of ['valid', 'noError'])
    if (how[key] === true)
      yield at(how, key, {
        message: `A dialog asks nothing, so "${key}" says nothing of its buttons.`,
        fix: 'Use "when".',
      });
}
