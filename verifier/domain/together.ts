/**
 * Facts that are compared with each other. Whole numbers and dates of which no more is asked than how they are ordered among each other and among
 * constants have a few values that stand for all: of as many facts as are compared, as many neighbours on each side of every constant give every order
 * there is. Choices are tried whole. Where a fact compared with others is anything else, its values stay a sample.
 */
import { variable, type Atom } from './atoms.ts';
import { isDate, shiftDate, type Value } from './representatives.ts';

/** What is known of a fact that may be compared with others. */
export type Kind =
  /** Whole numbers or dates, of which these are told apart by constants, within these limits. */
  | { readonly kind: 'ordered'; readonly cuts: readonly Value[]; readonly ordinary: readonly Value[]; readonly minimum?: number; readonly maximum?: number }
  | { readonly kind: 'choice'; readonly values: readonly Value[] }
  /** Asked nowhere: what it is set from has been put in its place in further rules. */
  | { readonly kind: 'set' };

export interface Together {
  /** Values of an answer that stand for all beside those of the answers it is compared with; undefined where they do not, or it is compared with none. */
  readonly valuesOf: (path: string) => readonly Value[] | undefined;
  /** Whether a comparison of facts with each other has every outcome there is among these values. */
  readonly isExact: (atom: Atom) => boolean;
}

const COMPARISONS = new Set(['==', '!=', '===', '!==', '<', '<=', '>', '>=']);
/** Facts compared with each other, at most; the values of more would be too many. */
const MOST = 4;

/** The facts that a comparison compares with each other as they are, or undefined when it compares anything else. */
export function comparedIn({ operator, operands }: Atom): readonly string[] | undefined {
  if (!COMPARISONS.has(operator)) return undefined;
  const paths = operands.map(variable).filter((path) => path !== undefined && path !== 'today' && !path.startsWith('brand.'));
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
  const values = new Map<Set<string>, readonly Value[] | undefined>();
  for (const group of new Set(groups.values())) values.set(group, valuesFor([...group].map(kindOf)));
  const valuesOf = (path: string): readonly Value[] | undefined => {
    const group = groups.get(path);
    return group && values.get(group);
  };
  return { valuesOf, isExact: (atom) => comparedIn(atom)?.every((path) => valuesOf(path) !== undefined) === true };
}

function valuesFor(kinds: readonly (Kind | undefined)[]): readonly Value[] | undefined {
  const asked = kinds.filter((kind) => kind?.kind !== 'set');
  if (asked.length === 0 || kinds.length > MOST) return undefined;
  if (asked.every((kind) => kind?.kind === 'choice')) return unique(asked.flatMap((kind) => kind.values));
  if (!asked.every((kind) => kind?.kind === 'ordered')) return undefined;
  const ends = asked.flatMap(({ minimum, maximum }) => [minimum, maximum]).filter((end) => end !== undefined);
  const cuts = unique([...asked.flatMap((kind) => kind.cuts), ...(sameRange(asked) ? [] : ends)]);
  const base = cuts.length > 0 ? cuts : unique(asked.flatMap(({ ordinary }) => ordinary.slice(0, 1)));
  if (base.length === 0 || !(base.every((value) => Number.isInteger(value)) || base.every((value) => typeof value === 'string' && isDate(value)))) return undefined;
  return unique(base.flatMap((value) => Array.from({ length: 2 * kinds.length - 1 }, (_, index) => moved(value, index - kinds.length + 1))));
}

const sameRange = (kinds: readonly { readonly minimum?: number; readonly maximum?: number }[]): boolean => kinds.every(({ minimum, maximum }) => minimum === kinds[0]?.minimum && maximum === kinds[0]?.maximum);
const moved = (value: Value, by: number): Value => (typeof value === 'number' ? value + by : shiftDate(String(value), 0, by));
const unique = (values: readonly Value[]): readonly Value[] => [...new Set(values)];
