/** The verdicts as a table by kind, and against the list of mutants that nothing is known to notice. */
import type { Judged } from './run.ts';

/** Mutants that need more than a check without walking and the fixtures, by id. */
export interface Survivors {
  /** Nobody sees a difference; says what was compared. */
  readonly equivalent: Readonly<Record<string, string>>;
  /** Somebody sees a difference, and nothing notices. */
  readonly alive: Readonly<Record<string, string>>;
  /**
   * Noticed only by walking every way, by `prove`, by `check` over whole ways or by a mistake that an obligation lets
   * pass: with what notices it.
   */
  readonly walked: Readonly<Record<string, string>>;
}

/** Counts of one kind. */
export interface Row {
  readonly kind: string;
  readonly made: number;
  readonly check: number;
  readonly fixture: number;
  readonly ways: number;
  readonly prove: number;
  readonly mistake: number;
  readonly equivalent: number;
  readonly alive: number;
}

/** One row a kind in the order of the mutants, and the sum. */
export function rows(judged: readonly Judged[]): readonly Row[] {
  const row = (kind: string, of: readonly Judged[]): Row => {
    const count = (by: Judged['by']): number => of.filter((one) => one.by === by).length;
    return {
      kind,
      made: of.length,
      check: count('check'),
      fixture: count('fixture'),
      ways: count('ways'),
      prove: count('prove'),
      mistake: count('mistake'),
      equivalent: count('equivalent'),
      alive: count('nothing'),
    };
  };
  return [...[...Map.groupBy(judged, ({ kind }) => kind)].map(([kind, of]) => row(kind, of)), row('all', judged)];
}

/** The rows as text. */
export function table(judged: readonly Judged[]): string {
  const lines = rows(judged).map((row) => Object.values(row).map(String));
  const head = ['kind', 'made', 'check', 'fixture', 'ways', 'prove', 'mistake', 'equivalent', 'alive'];
  const widths = head.map((name, column) => Math.max(name.length, ...lines.map((line) => line[column]?.length ?? 0)));
  return [head, ...lines]
    .map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

/** Mutants the list says nothing notices, or nobody sees, that are noticed after all. */
export function stale(judged: readonly Judged[], known: Survivors): readonly Judged[] {
  return judged.filter(
    ({ by, id }) =>
      by !== 'nothing' &&
      (Object.hasOwn(known.alive, id) || (by !== 'equivalent' && Object.hasOwn(known.equivalent, id))),
  );
}

/** Mutants nobody noticed and the list does not name. */
export function unexpected(judged: readonly Judged[], known: Survivors): readonly Judged[] {
  return judged.filter(({ by, id }) => by === 'nothing' && !Object.hasOwn(known.alive, id));
}
