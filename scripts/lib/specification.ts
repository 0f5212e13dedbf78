/** Which rows of the specification a test shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRow } from './tally.ts';

export interface SpecRow {
  readonly id: string;
  readonly area: string;
  readonly kind: string;
  readonly text: string;
}

/**
 * Rows of these kinds are shown where a browser or another client meets them on the running server: what a file says,
 * or a component draws alone, is not what comes out at the door.
 */
const outward = new Set([
  'route',
  'screen',
  'behaviour',
  'error',
  'modal',
  'socket',
  'header',
  'brand',
  'flag',
  'role',
  'catalogue',
  'operation',
  'rest',
  'entity',
  'enum',
  'rule',
  'constant',
]);
/** Where a row is shown. */
type Where = 'browser' | 'server' | 'own';
/** Patterns of files, and where their tests stand. */
const places: readonly (readonly [RegExp, Where])[] = [
  [/^tests\/e2e\/generality\.test\.ts$/, 'server'],
  [/^tests\/(e2e\/|harness\/[\w-]*browser)/, 'browser'],
  [/^tests\/(harness|server|platform)\//, 'server'],
];
/** A person meets these before a browser: what an address answers is not yet what they are shown. */
const seen = new Set(['role', 'catalogue']);
/** A step makes these: what a client asks at an address, or of a service alone, no page need ever ask. */
const made = /^(op|rest|event)\./;
/** Where a step of the product's own flows does what it does, on the running server. */
const steps = /^tests\/(e2e\/(?!generality)|harness\/(fixtures|axe|usable))/;
const counts = (file: string, { id, kind }: SpecRow, where: Where): boolean => {
  if (where === 'own') return !outward.has(kind);
  if (seen.has(kind)) return where === 'browser';
  return !made.test(id) || steps.test(file);
};
const whereOf = (file: string): Where => places.find(([pattern]) => pattern.test(file))?.[1] ?? 'own';
/** Fixtures say themselves what they show, each row in a list of its own. */
const fixtures = /^tests\/harness\/[\w-]*(browser|server)/;
const mostIds = 3;

/** The ids in brackets at the title, e.g. `refuses a PO box [rule.address.noPoBox, ...]`. */
export const idsIn = (title: string): string[] =>
  [...title.matchAll(/\[([^\]]+)\]/g)]
    .flatMap((found) => (found[1] ?? '').split(/[\s,]+/))
    .filter((id) => id.includes('.'));

/** A test that shows a row. */
interface Showing {
  readonly where: Where;
  readonly file: string;
  readonly title: string;
}
export interface Shown {
  /** Row -> who shows it, a browser's before a server's. */
  readonly shown: ReadonlyMap<string, readonly Showing[]>;
  /** Titles that break the rules of naming, one sentence each. */
  readonly wrong: readonly string[];
}

/** The rows of the specification. */
export const specRows = (root: string): readonly SpecRow[] =>
  JSON.parse(readFileSync(join(root, 'tests', 'spec', 'inventory.json'), 'utf8')) as readonly SpecRow[];

const order: readonly Where[] = ['browser', 'server', 'own'];

/**
 * Looks through the tests that passed; a title with more than three ids shows nothing, so that no test claims a whole
 * area.
 */
export function rowsShown(rows: readonly SpecRow[], tests: readonly TestRow[]): Shown {
  const known = new Map(rows.map((row) => [row.id, row]));
  const shown = new Map<string, Showing[]>();
  const wrong: string[] = [];
  for (const { file, title, status } of tests) {
    const ids = idsIn(title).filter((id) => known.has(id) || /^[a-z]+(\.[A-Za-z0-9]+)+$/.test(id));
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) wrong.push(`${file}: no such row: ${unknown.join(', ')}`);
    const tooMany = ids.length > mostIds && !fixtures.test(file);
    if (tooMany) wrong.push(`${file}: ${ids.length} ids in one title, at most ${mostIds}: ${title}`);
    if (status !== 'passed' || tooMany) continue;
    for (const id of ids) {
      const row = known.get(id);
      if (row === undefined) continue;
      const where = whereOf(file);
      if (!counts(file, row, where)) continue;
      shown.set(id, [...(shown.get(id) ?? []), { where, file, title }]);
    }
  }
  for (const all of shown.values()) all.sort((a, b) => order.indexOf(a.where) - order.indexOf(b.where));
  return { shown, wrong };
}
