/** Soundness of the lock: each precondition of each call left out, one by one, is refused with its reason. */
import { beforeAll, describe, expect, test } from 'vitest';
import { callsOfFlow } from '../../contract/calls.ts';
import { startStatus } from '../../contract/generated/statuses.ts';
import type { JudgedCall } from '../../verifier/fixture/back-end.ts';
import { groundOf, judgedCalls, operations } from './calls.ts';
import { cellsOf, distinct, poolOf, run, statusCells, type Cell, type Kind } from './matrix.ts';
import { wholeMatrix, type Matrix } from './over-server.ts';

let calls: readonly JudgedCall[] = [];
let cells: readonly Cell[] = [];
/**
 * Whether a page of a flow that saves makes the call: only those stand on an application or a draft that the lock
 * walks. A flow that saves nothing, as the bank's word for an account, is judged by its owner and its own statuses.
 */
const isOfTheLock = (operation: string): boolean =>
  calls.some(({ flow }) => callsOfFlow(flow).some((one) => one.operation === operation));
beforeAll(async () => {
  calls = await judgedCalls();
  const pool = poolOf(calls);
  cells = distinct(calls).flatMap((call) => [...cellsOf(call, pool), ...statusCells(call)]);
});

describe('the matrix of the lock', () => {
  test('every cell is refused with its reason', () => {
    expect(cells.flatMap((cell) => (run(cell) === undefined ? [] : [`${cell.name}: ${run(cell) ?? ''}`]))).toEqual([]);
  });
  test('it holds every operation the fixtures call and every kind of precondition', () => {
    const called = new Set(calls.map(({ act }) => act.operation));
    expect(new Set(cells.map(({ over }) => over.act.operation))).toEqual(called);
    const kinds: Record<Kind, number> = {
      field: 0,
      agreement: 0,
      check: 0,
      disclosure: 0,
      served: 0,
      record: 0,
      order: 0,
      argument: 0,
      extra: 0,
      missing: 0,
      status: 0,
    };
    for (const { kind } of cells) kinds[kind] += 1;
    for (const [kind, count] of Object.entries(kinds)) expect([kind, count > 0]).toEqual([kind, true]);
    expect(cells.length).toBeGreaterThan(500);
  });
});

describe('what an operation may be performed from', () => {
  test('is a status at which some page of a fixture makes it: what no page offers, no server takes', () => {
    const made = new Set(calls.map((call) => `${call.act.operation} at ${String(groundOf(call).told ?? startStatus)}`));
    const allowed = Object.values(operations)
      .filter(({ name }) => isOfTheLock(name))
      .flatMap(({ name, from = [] }) => from.map((one) => `${name} at ${one}`));
    expect(allowed.length).toBeGreaterThan(5);
    expect(allowed.filter((one) => !made.has(one))).toEqual([]);
  });
});

describe('the matrix over a server, a slice (all of it: npm run soak -- matrix)', () => {
  let matrix: Matrix;
  beforeAll(async () => void (matrix = await wholeMatrix(calls, { every: 8 })), 180_000);

  test('each cell is refused with its reason, or answered with how the application stands, and nothing is written', () => {
    expect(matrix.wrong).toEqual([]);
    expect(matrix.cells).toBeGreaterThan(60);
  });
  test('every operation that changes an application or a draft is among them, and its honest call is admitted', () => {
    const changing = Object.values(operations).flatMap(({ name, from }) =>
      from === undefined || !isOfTheLock(name) ? [] : [name],
    );
    expect([...matrix.operations].sort()).toEqual(changing.sort());
    expect(matrix.refused).toEqual([]);
  });
});
