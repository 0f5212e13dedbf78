/** Soundness of the lock: each precondition of each call left out, one by one, is refused with its reason. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { fixtureFiles, readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import type { JudgedCall } from '../../verifier/fixture/stage.ts';
import { filesOf, json, today } from '../content/compiled.ts';
import { cellsOf, distinct, poolOf, run, statusCells, type Cell, type Kind } from './matrix.ts';

const calls: JudgedCall[] = [];
let cells: readonly Cell[] = [];
beforeAll(async () => {
  const files = filesOf(['.']);
  const load = await loadContent(files, { env: 'local', today });
  if ('problems' in load)
    throw new Error(load.problems.map((one) => `${one.file}:${one.line}: ${one.message}`).join('\n'));
  for (const file of fixtureFiles(files)) {
    const fixture = readFixture(file, files[file] ?? '');
    calls.push(...(runFixture(productNamed(load.loaded.products, fixture.brand), fixture).judged ?? []));
  }
  const { application } = json<{ application: { properties: { progress: { enum: string[] } } } }>('schemas/facts.json');
  const pool = poolOf(calls);
  cells = distinct(calls).flatMap((call) => [
    ...cellsOf(call, pool),
    ...statusCells(call, application.properties.progress.enum),
  ]);
});

describe('the matrix of the lock', () => {
  test('every cell is refused with its reason', () => {
    expect(cells.flatMap((cell) => (run(cell) === undefined ? [] : [`${cell.name}: ${run(cell) ?? ''}`]))).toEqual([]);
  });
  test('it holds every operation the fixtures call and every kind of precondition', () => {
    const operations = new Set(calls.map(({ act }) => act.operation));
    expect(new Set(cells.map(({ over }) => over.act.operation))).toEqual(operations);
    const kinds: Record<Kind, number> = {
      field: 0,
      agreement: 0,
      check: 0,
      disclosure: 0,
      record: 0,
      order: 0,
      argument: 0,
      extra: 0,
      missing: 0,
      status: 0,
    };
    for (const { kind } of cells) kinds[kind] += 1;
    const { order, ...rest } = kinds;
    // No action of this product makes two calls; the order of calls is shown by L48 in tests/core.
    expect(order).toBe(0);
    for (const [kind, count] of Object.entries(rest)) expect([kind, count > 0]).toEqual([kind, true]);
    expect(cells.length).toBeGreaterThan(500);
  });
});
