/** Fields of the states: what `fieldsFrom` looks up is a column of fields. */
import type { CompileRule, Finding } from '../checks/check.ts';
import { at } from '../checks/check.ts';
import { columnsOf } from '../fields-from.ts';
import { isObject } from '../json-types.ts';

export const RULE: CompileRule = {
  codes: ['fields-from'],
  severity: 'refused',
  says: 'A layout asks for the fields of a column of the states that holds none, or of none or several columns at once: nobody would ever be asked anything.',
  remedy:
    'Let `fieldsFrom` look up one column whose name ends with `Fields`, such as `requiredFields`: a list of fields, each with its `idTag`.',
  bad: [
    [
      'flows/loan/steps/link.json',
      '"layout": ["bank",',
      '"layout": [{ "fieldsFrom": »{ "lookup": ["states", { "var": "answers.contactInformation.address.stateCode" }, "minimumAge"] }, "bindUnder": "stateFields" }, "bank",',
    ],
  ],
  good: [
    [
      'compliance/states/TX.json',
      '"minimumAge"',
      '"homeFields": [{ "idTag": "county", "type": "string", "label": "County", "maxLength": 40 }], "minimumAge"',
    ],
    [
      'flows/loan/steps/link.json',
      '"layout": ["bank",',
      '"layout": [{ "fieldsFrom": { "lookup": ["states", { "var": "answers.contactInformation.address.stateCode" }, "homeFields"] }, "bindUnder": "stateFields" }, "bank",',
    ],
  ],
  *find({ source }) {
    for (const flow of Object.values(source.flows))
      for (const step of Object.values(flow.steps)) yield* looked([step['layout'], step['pages']]);
  },
};

function* looked(value: unknown): Generator<Finding> {
  if (Array.isArray(value)) for (const item of value) yield* looked(item);
  if (!isObject(value)) return;
  const from = value['fieldsFrom'];
  if (from === undefined) {
    for (const key of ['group', 'oneOf', 'layout']) yield* looked(value[key]);
    return;
  }
  const columns = columnsOf(from);
  if (columns.length !== 1 || !columns[0]?.endsWith('Fields'))
    yield at(value, 'fieldsFrom', {
      message:
        columns.length === 1
          ? `The column "${String(columns[0])}" holds no fields.`
          : `This looks up ${columns.length === 0 ? 'no column' : 'several columns'} of the states.`,
      fix: 'Write { "lookup": ["states", { "var": the state }, "requiredFields"] }, or another column whose name ends with Fields.',
    });
}
