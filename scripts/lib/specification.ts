/** Which rows of the specification a test shows. */
import type { TestRow } from './tally.ts';

export interface SpecRow {
  readonly id: string;
  readonly area: string;
  readonly kind: string;
  readonly text: string;
}

/** Rows of these kinds are shown by what a person or a client meets: a browser or a server. */
const outward = new Set(['route', 'screen', 'behaviour', 'error', 'modal']);
const outwardTests = /^tests\/(e2e|server|harness|react|platform)\//;
const mostIds = 3;

/** The ids in brackets at the title, e.g. `refuses a PO box [rule.address.noPoBox, ...]`. */
export const idsIn = (title: string): string[] =>
  [...title.matchAll(/\[([^\]]+)\]/g)]
    .flatMap((found) => (found[1] ?? '').split(/[\s,]+/))
    .filter((id) => id.includes('.'));

export interface Shown {
  readonly shown: ReadonlySet<string>;
  /** Titles that break the rules of naming, one sentence each. */
  readonly wrong: readonly string[];
}

/**
 * Looks through the tests that passed; a title with more than three ids shows nothing, so that no test claims a whole
 * area.
 */
export function rowsShown(rows: readonly SpecRow[], tests: readonly TestRow[]): Shown {
  const known = new Map(rows.map((row) => [row.id, row]));
  const shown = new Set<string>();
  const wrong: string[] = [];
  for (const test of tests) {
    const ids = idsIn(test.title).filter((id) => known.has(id) || /^[a-z]+(\.[A-Za-z0-9]+)+$/.test(id));
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) wrong.push(`${test.file}: no such row: ${unknown.join(', ')}`);
    if (ids.length > mostIds)
      wrong.push(`${test.file}: ${ids.length} ids in one title, at most ${mostIds}: ${test.title}`);
    if (test.status !== 'passed' || ids.length > mostIds) continue;
    for (const id of ids) {
      const row = known.get(id);
      if (row !== undefined && (!outward.has(row.kind) || outwardTests.test(test.file))) shown.add(id);
    }
  }
  return { shown, wrong };
}
