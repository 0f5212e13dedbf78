/**
 * Facts that are compared with each other. Whole numbers and dates of which no more is asked than how they are ordered
 * among each other and among constants have a few values that stand for all: of as many facts as are compared, as many
 * neighbours on each side of every constant give every order there is. Choices are tried whole. Where a fact compared
 * with others is anything else, its values stay a sample.
 */
import type { Json } from '../../runtime/core/facts.ts';
import { operatorOf, variable, type Atom } from './atoms.ts';
import { isDate, shiftDate } from './dates.ts';

/** What is known of a fact that may be compared with others. */
export type Kind =
  /** Whole numbers or dates, of which these are told apart by constants, within these limits. */
  | {
      readonly kind: 'ordered';
      readonly cuts: readonly Json[];
      readonly ordinary: readonly Json[];
      readonly minimum?: number;
      readonly maximum?: number;
    }
  | { readonly kind: 'choice'; readonly values: readonly Json[] }
  /** Asked nowhere: what it is set from, if anything, has been put in its place in further rules. */
  | { readonly kind: 'set' };

export interface Together {
  /** Values of an answer worth trying because of the answers it is compared with. */
  readonly valuesOf: (path: string) => readonly Json[];
  /** Whether these values stand for all, of the fact itself and of every other that it is compared with. */
  readonly isSettled: (path: string) => boolean;
  /** Whether a comparison of facts with each other has every outcome there is among these values. */
  readonly isExact: (atom: Atom) => boolean;
}

/** Facts compared with each other, at most; the values of more would be too many. */
const MOST = 4;

/** The facts that a comparison compares with each other as they are, or undefined when it compares anything else. */
function comparedIn({ operator, operands }: Atom): readonly string[] | undefined {
  if (!operatorOf(operator)?.compares) return undefined;
  const paths = operands
    .map(variable)
    .filter((path) => path !== undefined && path !== 'today' && !path.startsWith('brand.'));
  return operands.length === 2 && paths.length === 2 ? (paths as readonly string[]) : undefined;
}

/**
 * @param atoms every comparison of the flow's rules, those after an action has set what they read included
 * @param kindOf what is known of a fact; undefined where its values stay a sample
 */
export function together(atoms: readonly Atom[], kindOf: (path: string) => Kind | undefined): Together {
  const groups = new Map<string, Set<string>>();
  for (const atom of atoms) {
    const merged = new Set((comparedIn(atom) ?? []).flatMap((path) => [...(groups.get(path) ?? [path])]));
    for (const path of merged) groups.set(path, merged);
  }
  const values = new Map<Set<string>, { readonly values: readonly Json[]; readonly settled: boolean }>();
  for (const group of new Set(groups.values())) {
    const kinds = [...group].map(kindOf);
    const found = valuesFor(
      kinds.filter((kind) => kind !== undefined && kind.kind !== 'set'),
      kinds.length,
    );
    values.set(group, { values: found ?? [], settled: found !== undefined && !kinds.includes(undefined) });
  }
  const of = (path: string): { readonly values: readonly Json[]; readonly settled: boolean } | undefined => {
    const group = groups.get(path);
    return group && values.get(group);
  };
  const isSettled = (path: string): boolean => of(path)?.settled === true;
  return {
    valuesOf: (path) => of(path)?.values ?? [],
    isSettled,
    isExact: (atom) => comparedIn(atom)?.every(isSettled) === true,
  };
}

function valuesFor(
  asked: readonly Exclude<Kind, { readonly kind: 'set' }>[],
  count: number,
): readonly Json[] | undefined {
  if (asked.length === 0 || count > MOST) return undefined;
  if (asked.every((kind) => kind.kind === 'choice')) return unique(asked.flatMap((kind) => kind.values));
  if (!asked.every((kind) => kind.kind === 'ordered')) return undefined;
  const ends = asked.flatMap(({ minimum, maximum }) => [minimum, maximum]).filter((end) => end !== undefined);
  const cuts = unique([...asked.flatMap((kind) => kind.cuts), ...(sameRange(asked) ? [] : ends)]);
  const base = cuts.length > 0 ? cuts : unique(asked.flatMap(({ ordinary }) => ordinary.slice(0, 1)));
  if (
    base.length === 0 ||
    !(
      base.every((value) => Number.isInteger(value)) ||
      base.every((value) => typeof value === 'string' && isDate(value))
    )
  )
    return undefined;
  return unique(
    base.flatMap((value) => Array.from({ length: 2 * count - 1 }, (_, index) => moved(value, index - count + 1))),
  );
}

const sameRange = (kinds: readonly { readonly minimum?: number; readonly maximum?: number }[]): boolean =>
  kinds.every(({ minimum, maximum }) => minimum === kinds[0]?.minimum && maximum === kinds[0]?.maximum);
const moved = (value: Json, by: number): Json =>
  typeof value === 'number' ? value + by : shiftDate(String(value), by);
const unique = (values: readonly Json[]): readonly Json[] => [...new Set(values)];
