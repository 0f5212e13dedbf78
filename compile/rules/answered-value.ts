/** `answered` and its like ask the answers; a value that is computed, or a result, was never answered by anybody. */
import type { CompileRule } from '../checks/check.ts';
import { at } from '../checks/check.ts';
import { operations } from '../expression-nodes.ts';
import { text } from '../json-types.ts';

/** Operators that ask whether something was answered. */
const ASKS = new Set(['answered', 'missing']);

export const RULE: CompileRule = {
  codes: ['answered'],
  severity: 'concern',
  says: 'A condition asks whether a computed value (`values.x`) was answered. Nobody answers a computed value, so it silently never holds.',
  remedy: 'Ask for the answers that the value is computed from, or compare the value itself.',
  bad: [
    [
      'flows/loan/steps/sign.json',
      '{ "copy": "You ask',
      '{ "copy": "We know your age.", "when": { "answered": »"values.age" } }, { "copy": "You ask',
    ],
  ],
  good: [
    [
      'flows/loan/steps/sign.json',
      '{ "copy": "You ask',
      '{ "copy": "We know your age.", "when": { ">": [{ "var": "values.age" }, 30] } }, { "copy": "You ask',
    ],
  ],
  *find({ scenes }) {
    for (const { uses } of scenes)
      for (const { expression } of uses.expressions)
        for (const { name, args, argsHolder, argKey } of operations(expression, false)) {
          if (!ASKS.has(name)) continue;
          for (const [i, arg] of args.entries())
            if (text(arg)?.startsWith('values.'))
              yield at(argsHolder, argKey(i), {
                message: `"${String(arg)}" is computed: nobody ever answers it, so this silently never holds.`,
                fix: 'Ask for the answers that it is computed from, or compare the value itself.',
              });
        }
  },
};
