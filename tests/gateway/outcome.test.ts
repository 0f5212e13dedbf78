import { describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/operation.ts';
import { translate } from '../../runtime/gateway/outcome.ts';

const graphql: Operation = {
  name: 'submit',
  kind: 'graphql',
  access: 'customer',
  timeoutMs: 1000,
  input: {},
  valueAt: 'submit.state',
  outcomeAt: 'submit.state.status',
  outcomes: { APPROVED: '', CONFLICT: '' },
};
const restful: Operation = {
  name: 'links',
  kind: 'rest',
  access: 'public',
  timeoutMs: 1000,
  input: {},
  valueAt: 'results',
  outcomes: {},
};
const identity: Operation = {
  name: 'enter',
  kind: 'identity',
  access: 'public',
  timeoutMs: 1000,
  input: {},
  outcomes: {},
  errors: { NotAuthorizedException: 'NOT_AUTHORIZED' },
};
const http = (status: number, body?: unknown) => ({ kind: 'http', status, body }) as const;

describe('the one door of outcomes', () => {
  test('a declared outcome at its place, with the value beside it', () => {
    expect(translate(graphql, http(200, { data: { submit: { state: { status: 'APPROVED', id: '1' } } } }))).toEqual({
      name: 'APPROVED',
      value: { status: 'APPROVED', id: '1' },
    });
  });
  test('a status the operation does not declare is a failure that names it', () => {
    expect(translate(graphql, http(200, { data: { submit: { state: { status: 'NEW_ONE' } } } }))).toEqual({
      name: 'failed',
      detail: { code: 'NEW_ONE' },
    });
  });
  test('without a place for it a good answer is ok', () => {
    expect(translate(restful, http(200, { results: [1] }))).toEqual({ name: 'ok', value: [1] });
  });
  test('an answer without a value where the operation has it is no good one, whatever it is; null is a value', () => {
    const { outcomeAt: _at, ...unnamed } = graphql;
    for (const operation of [graphql, unnamed])
      for (const body of [undefined, null, [], 'x', {}, { data: null }, { data: {} }, { data: { submit: null } }])
        expect(translate(operation, http(200, body))).toEqual({ name: 'failed', detail: { code: 'NO_VALUE' } });
    for (const body of [undefined, [], {}, { result: [] }])
      expect(translate(restful, http(200, body))).toEqual({ name: 'failed', detail: { code: 'NO_VALUE' } });
    expect(translate(graphql, http(200, { data: { submit: { state: null } } }))).toEqual({ name: 'ok', value: null });
    expect(translate(restful, http(200, { results: null }))).toEqual({ name: 'ok', value: null });
    // Of an operation that has no value there is nothing to miss.
    const { valueAt: _, ...whole } = restful;
    expect(translate({ ...whole, value: {} }, http(204))).toEqual({ name: 'ok' });
    expect(translate({ ...whole, value: { type: 'array' } }, http(200)).name).toBe('failed');
  });
  test('a declared error code is the outcome and keeps what the error said', () => {
    expect(
      translate(graphql, http(200, { errors: [{ message: 'x', extensions: { code: 'CONFLICT', revision: 7 } }] })),
    ).toEqual({ name: 'CONFLICT', detail: { code: 'CONFLICT', revision: 7 } });
  });
  test.each([
    ['401', http(401)],
    ['403', http(403, { errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }] })],
    ['cng:unauthenticated', http(200, { errors: [{ message: 'cng:unauthenticated' }] })],
  ])('%s is unauthenticated', (_, answer) => {
    expect(translate(graphql, answer)).toEqual({ name: 'unauthenticated' });
  });
  test.each([
    ['502', http(502)],
    ['503', http(503)],
    ['504', http(504)],
  ])('%s is unavailable', (_, answer) => {
    expect(translate(graphql, answer)).toEqual({ name: 'unavailable' });
    expect(translate(restful, answer)).toEqual({ name: 'unavailable' });
  });
  test.each(['late', 'offline'] as const)('no answer is unavailable, and says why: %s', (why) => {
    expect(translate(graphql, { kind: 'none', why })).toEqual({ name: 'unavailable', detail: { why } });
    expect(translate(restful, { kind: 'none', why })).toEqual({ name: 'unavailable', detail: { why } });
  });
  test('everything else is failed', () => {
    expect(translate(graphql, http(500)).name).toBe('failed');
    expect(translate(graphql, http(200, { errors: [{ message: 'x', extensions: { code: 'INTERNAL' } }] }))).toEqual({
      name: 'failed',
      detail: { code: 'INTERNAL' },
    });
    expect(translate(restful, http(404)).name).toBe('failed');
  });
  test('an exception of the identity provider has the outcome the operation declares for it', () => {
    expect(translate(identity, { kind: 'thrown', name: 'NotAuthorizedException' })).toEqual({
      name: 'NOT_AUTHORIZED',
      detail: { code: 'NotAuthorizedException' },
    });
    expect(translate(identity, { kind: 'thrown', name: 'SomethingElse' })).toEqual({
      name: 'failed',
      detail: { code: 'SomethingElse' },
    });
  });
  test('inherited properties of an answer or a table are no outcome', () => {
    const state = { data: { submit: { state: {} } } };
    expect(translate({ ...graphql, outcomeAt: 'constructor.name' }, http(200, state)).name).toBe('ok');
    expect(translate(graphql, http(200, { errors: [{ message: 'x', extensions: { code: 'toString' } }] })).name).toBe(
      'failed',
    );
  });
  test('what an error says is brought along as it came, where the operation declares it: of each kind its own place', () => {
    const detail = { maxLength: 60 };
    const says = (operation: Operation, answer: Parameters<typeof translate>[1]) =>
      translate({ ...operation, detail }, answer).says;
    const body = { errors: [{ message: 'It is closed.', extensions: { code: 'CONFLICT' } }] };
    expect(says(graphql, http(200, body))).toBe('It is closed.');
    expect(says(restful, http(422, { message: 'Not today.' }))).toBe('Not today.');
    for (const name of ['NotAuthorizedException', 'Other'])
      expect(says(identity, { kind: 'thrown', name, message: 'No such user.' })).toBe('No such user.');
    const inData = { ...graphql, detail: { ...detail, at: 'submit.detail' } };
    const data = { submit: { state: { status: 'CONFLICT' }, detail: 'Sold.' } };
    expect(translate(inData, http(200, { data }))).toMatchObject({ name: 'CONFLICT', says: 'Sold.' });

    expect(translate(graphql, http(200, body))).not.toHaveProperty('says');
    expect(says(restful, http(200, { results: [], message: 'Fine.' }))).toBeUndefined();
    expect(says(restful, { kind: 'none', why: 'late' })).toBeUndefined();
    for (const wrong of [undefined, null, 7, ['x'], { message: { text: 'x' } }])
      expect(says(restful, http(500, wrong))).toBeUndefined();
  });
});
