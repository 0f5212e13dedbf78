/**
 * The table of documented answers: operations and outcomes that exist (`outcome`, or `outcome/variant`), values of the
 * declared form.
 */
import { entries, isObject, member } from '../json-types.ts';
import { placeAt } from '../places.ts';
import { schemaFault, violations } from '../schema-check.ts';
import { didYouMean } from '../suggest.ts';
import { atKey, atPlace, type Check } from './check.ts';

/** Outcomes that every operation may have. */
const ALWAYS = ['ok', 'unauthenticated', 'unavailable', 'failed'];

export const answers: Check = {
  *world({ source }) {
    const table = source.answers?.['operations'];
    for (const [name, documented] of entries(table)) {
      const operation = Object.hasOwn(source.operations, name) ? source.operations[name] : undefined;
      if (!operation) {
        yield atKey(table as object, name, {
          message: `There is no operation "${name}".`,
          fix: didYouMean(name, Object.keys(source.operations), `Write schemas/api/operations/${name}.json.`),
        });
        continue;
      }
      const known = [...Object.keys(isObject(operation['outcomes']) ? operation['outcomes'] : {}), ...ALWAYS];
      const schema = operation['value'];
      for (const [outcome, answer] of entries(documented)) {
        const [ends = ''] = outcome.split('/');
        if (!known.includes(ends))
          yield atKey(documented as object, outcome, {
            message: `"${name}" never ends with "${ends}".`,
            fix: didYouMean(ends, known, `Its outcomes: ${known.join(', ')}.`),
          });
        const value = member(answer, 'value');
        if (value === undefined || !isObject(schema) || !isObject(answer) || schemaFault(schema)) continue;
        for (const error of violations(schema, value))
          yield atPlace(
            placeAt(answer, `/value${error.instancePath}`),
            `The value of "${name}" for "${outcome}" ${error.message ?? 'is wrong'}${error.instancePath === '' ? '' : ` (${error.instancePath.slice(1)})`}.`,
            'Give it the form that "value" of the operation declares.',
          );
      }
    }
  },
};
