/**
 * Operations: file and name agree, each kind says what it needs, the places of its answer begin with its root field,
 * and what changes an application or a row of the identity service says at which of its states it may.
 */
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Source } from '../content.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import { at, atKey, type Check, type Finding } from './check.ts';

const NEEDS: Readonly<Record<string, readonly string[]>> = {
  rest: ['method', 'path'],
  identity: [],
  graphql: [],
  standIn: ['answers'],
};

/**
 * Of an application and of a row of the identity service alike: it leads on from where it may be performed, and is not
 * done there.
 */
function* moves(row: JsonObject, name: string): Generator<Finding> {
  const from = list(row['from']);
  for (const [state] of entries(row['to']))
    if (!from.includes(state))
      yield atKey(row['to'] as object, state, {
        message: `"${name}" leads on from "${state}", at which it may not be performed.`,
        fix: 'Name the status in "from", too.',
      });
  const both = list(row['done']).findIndex((state) => from.includes(state));
  if (both >= 0)
    yield at(row['done'] as object, both, {
      message: `"${name}" may be performed at "${String(list(row['done'])[both])}", so it is not done there.`,
      fix: 'Name the status in "from" or in "done".',
    });
}

/** The rows of the requests of the identity protocol; each request stands in one operation. */
function* identityRequests(
  operation: JsonObject,
  { source, name }: { readonly source: Source; readonly name: string },
): Generator<Finding> {
  for (const [request, said] of entries(operation['requests'])) {
    for (const [row, one] of entries(said)) if (row !== 'input' && isObject(one)) yield* moves(one, request);
    const other = Object.entries(source.operations).find(
      ([id, { requests }]) => id < name && isObject(requests) && Object.hasOwn(requests, request),
    );
    if (other !== undefined)
      yield atKey(operation['requests'] as object, request, {
        message: `The request "${request}" stands in "${other[0]}", too: nobody can say which of the two is judged.`,
        fix: 'Take it out of one of them.',
      });
  }
}

/**
 * The statuses an operation names are there, and one that changes an application names those at which it may be
 * performed.
 */
function* standing(
  operation: JsonObject,
  { source, name }: { readonly source: Source; readonly name: string },
): Generator<Finding> {
  yield* moves(operation, name);
  // The rule "draft" knows the statuses of a draft.
  if (operation['draft'] !== undefined && operation['application'] === undefined) return;
  const known = Object.keys(member(source.statuses, 'statuses') ?? {});
  const unknown = (status: string): { message: string; fix: string } => ({
    message: `There is no status "${status}".`,
    fix: didYouMean(status, known, 'Name a status of schemas/api/statuses.json.'),
  });
  for (const key of ['from', 'done'])
    for (const [i, status] of list(operation[key]).entries())
      if (!known.includes(String(status))) yield at(operation[key] as object, i, unknown(String(status)));
  for (const [status, to] of entries(operation['to']))
    if (!known.includes(String(to))) yield at(operation['to'] as object, status, unknown(String(to)));
  // Without applications nothing is stored that could have a status; the runtime's own save is judged answer by answer
  // (locks).
  const save = member(source.app['applications'], 'save');
  const changes =
    operation['application'] !== undefined &&
    (operation['kind'] === 'standIn' || /^\s*mutation\b/.test(source.graphql[name] ?? ''));
  if (changes && operation['from'] === undefined && save !== undefined && save !== name)
    yield at(operation, 'application', {
      message: `"${name}" changes an application and does not say at which statuses.`,
      fix: 'Add "from" with the statuses at which it may be performed.',
    });
  if (operation['from'] !== undefined && operation['application'] === undefined)
    yield at(operation, 'from', {
      message: `"${name}" names statuses, but no input of it names the application or draft whose they are.`,
      fix: 'Add "application" or "draft", or take "from" out.',
    });
}

/**
 * The statuses themselves: each is one that rules can read, what the lender does leads to others, and the start is
 * among them.
 */
function* statuses({ statuses: file, facts }: Source): Generator<Finding> {
  const table = file['statuses'];
  if (!isObject(table)) return;
  const known = Object.keys(table);
  const fix = (status: string): string => didYouMean(status, known, 'Name a status of this file.');
  if (!known.includes(String(file['start'])))
    yield at(file, 'start', {
      message: `There is no status "${String(file['start'])}".`,
      fix: fix(String(file['start'])),
    });
  const progress = member(member(member(facts['application'], 'properties'), 'progress'), 'enum');
  for (const [status, row] of entries(table)) {
    if (progress !== undefined && !list(progress).includes(status))
      yield atKey(table, status, {
        message: `No rule can read that an application is "${status}".`,
        fix: didYouMean(status, list(progress).map(String), 'Add it to application.progress in schemas/facts.json.'),
      });
    for (const by of ['lender', 'reviewer'])
      for (const [, to] of entries(member(row, by)))
        for (const [i, next] of list(to).entries())
          if (!known.includes(String(next)))
            yield at(to as object, i, { message: `There is no status "${String(next)}".`, fix: fix(String(next)) });
  }
}

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
      yield* standing(operation, { source, name });
      yield* identityRequests(operation, { source, name });
      const outcomes = isObject(operation['outcomes']) ? Object.keys(operation['outcomes']) : [];
      for (const [exception, outcome] of entries(operation['errors']))
        if (!outcomes.includes(String(outcome)))
          yield at(operation['errors'] as object, exception, {
            message: `The outcome "${String(outcome)}" is not declared.`,
            fix: didYouMean(String(outcome), outcomes, 'Add it to "outcomes".'),
          });
    }
    yield* statuses(source);
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
