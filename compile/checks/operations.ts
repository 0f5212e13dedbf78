/** Operations: file and name agree, each kind says what it needs, the places of its answer begin with its root field. */
import { entries, isObject, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import { at, type Check } from './check.ts';

const NEEDS: Readonly<Record<string, readonly string[]>> = {
  rest: ['method', 'path'],
  identity: ['action'],
  graphql: [],
};

export const operationFiles: Check = {
  *world({ source }) {
    for (const [name, operation] of Object.entries(source.operations)) {
      if (operation['name'] !== name)
        yield at(operation, 'name', {
          message: `"${String(operation['name'])}" is not the name of the file, "${name}".`,
          fix: `Write "${name}".`,
        });
      for (const key of NEEDS[text(operation['kind']) ?? ''] ?? [])
        if (operation[key] === undefined)
          yield at(operation, 'kind', {
            message: `An operation of kind "${String(operation['kind'])}" needs "${key}".`,
            fix: `Add "${key}".`,
          });
      if (operation['kind'] === 'graphql' && source.graphql[name] === undefined)
        yield at(operation, 'kind', {
          message: `The document schemas/api/operations/${name}.graphql is missing.`,
          fix: 'Write it beside this file.',
        });
      const outcomes = isObject(operation['outcomes']) ? Object.keys(operation['outcomes']) : [];
      for (const [exception, outcome] of entries(operation['errors']))
        if (!outcomes.includes(String(outcome)))
          yield at(operation['errors'] as object, exception, {
            message: `The outcome "${String(outcome)}" is not declared.`,
            fix: didYouMean(String(outcome), outcomes, 'Add it to "outcomes".'),
          });
    }
    for (const name of Object.keys(source.graphql))
      if (!Object.hasOwn(source.operations, name))
        yield {
          file: `schemas/api/operations/${name}.graphql`,
          line: 1,
          column: 1,
          message: `The operation ${name}.json is missing.`,
          fix: 'Write it beside this document.',
        };
  },
};
