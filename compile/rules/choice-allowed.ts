/** Choices that a field offers and its own `enum` refuses: whoever takes one is told that it is wrong. */
import { at, type CompileRule } from '../checks/check.ts';
import { same } from '../../runtime/core/index.ts';
import { isList, isObject, list, member } from '../json-types.ts';

const NUMBERS = 'flows/loan/steps/numbers.json';
const ENUM = '"enum": ["CHECKING", "SAVINGS"],';

export const RULE: CompileRule = {
  codes: ['choice'],
  severity: 'refused',
  says: 'A field offers a choice whose value its own "enum" does not have: whoever takes it is told that it is wrong.',
  remedy: 'Add the value to "enum", or take "enum" away: without it the choices are the values.',
  bad: [
    [NUMBERS, ENUM, '"enum": ["CHECKING"],'],
    [NUMBERS, '"value": "SAVINGS"', '"value": »"SAVINGS"'],
  ],
  good: [[NUMBERS, ENUM, '"enum": ["CHECKING", "SAVINGS", "OTHER"],']],
  *find({ scenes }) {
    for (const { uses } of scenes)
      for (const { field, parts } of uses.fields)
        for (const one of [field, ...parts.map((part) => part.field)]) {
          const allowed = one['type'] === 'array' ? member(one['items'], 'enum') : one['enum'];
          if (!isList(allowed)) continue;
          for (const choice of list(one['choices']))
            if (
              isObject(choice) &&
              choice['value'] !== undefined &&
              !allowed.some((value) => same(value, choice['value']))
            )
              yield at(choice, 'value', {
                message: `${JSON.stringify(choice['value'])} is offered, and "enum" of the field refuses it.`,
                fix: 'Add it to "enum", or take "enum" away: without it the choices are the values.',
              });
        }
  },
};
