/** Operators get what they take: a text is no number, a number is no date. */
import type { CompileRule } from '../checks/check.ts';
import { at } from '../checks/check.ts';
import { askedOf, knownOf } from '../checks/known.ts';
import { operations } from '../expression-nodes.ts';

export const RULE: CompileRule = {
  codes: ['operand-type'],
  severity: 'refused',
  says: 'An operator is given something of another type than it takes: a text to be added, a number to be matched. It comes to nothing that anybody meant.',
  remedy: 'Give it a fact or a constant of the type that docs/operators.md says.',
  bad: [
    [
      'flows/loan/values/double.json',
      '{ "says": "Twice the state", "type": "number", "value": { "*": [»{ "var": "answers.contactInformation.address.stateCode" }, 2] } }',
    ],
    ['flows/loan/steps/sign.json', '{ "copy": "You ask', '{ "copy": "{{values.double}}" }, { "copy": "You ask'],
  ],
  good: [
    [
      'flows/loan/values/double.json',
      '{ "says": "Twice the amount in cents", "type": "number", "value": { "*": [{ "var": "answers.loan.amount" }, 2] } }',
    ],
    ['flows/loan/steps/sign.json', '{ "copy": "You ask', '{ "copy": "{{values.double | money}}" }, { "copy": "You ask'],
  ],
  *find(world) {
    for (const scene of world.scenes) {
      const asked = askedOf(scene, world);
      for (const { expression, sight } of scene.uses.expressions)
        for (const { name, operator, args, argsHolder, argKey, inList } of operations(expression, false)) {
          const takes = operator?.takes;
          if (!takes || inList) continue;
          for (const [i, arg] of args.entries()) {
            const wanted = takes[Math.min(i, takes.length - 1)];
            const given = knownOf(arg, { scene, world, sight, asked });
            if (wanted !== undefined && wanted !== 'any' && given.type !== undefined && given.type !== wanted)
              yield at(argsHolder, argKey(i), {
                message: `"${name}" takes ${wanted}, and this is ${given.type}${given.path === undefined ? '' : ` (${given.path})`}.`,
                fix: `Give it ${wanted === 'array' ? 'a list' : `a ${wanted}`}.`,
              });
          }
        }
    }
  },
};
