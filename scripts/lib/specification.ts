/** Which rows of the specification a test shows. */
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
/** A pattern of files, where their tests stand, and rows of which kinds do not count there. */
const places: readonly (readonly [RegExp, Where, ...string[]])[] = [
  [/^tests\/e2e\/generality\.test\.ts$/, 'server'],
  [/^tests\/(e2e\/|harness\/[\w-]*browser)/, 'browser'],
  [/^tests\/(harness|server)\//, 'server'],
  // An operation is shown where a step makes it: what a client of a service's own asks, no page may.
  [/^tests\/platform\//, 'server', 'operation'],
];
const whereOf = (file: string, kind: string): Where => {
  const place = places.find(([pattern]) => pattern.test(file));
  if (place === undefined) return 'own';
  const [, where, ...not] = place;
  return not.includes(kind) ? 'own' : where;
};
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
      const where = whereOf(file, row.kind);
      if (where === 'own' && outward.has(row.kind)) continue;
      shown.set(id, [...(shown.get(id) ?? []), { where, file, title }]);
    }
  }
  for (const all of shown.values()) all.sort((a, b) => order.indexOf(a.where) - order.indexOf(b.where));
  return { shown, wrong };
}
