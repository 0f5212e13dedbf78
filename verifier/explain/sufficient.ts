/** The smallest set of facts that alone decides how conditions come out. */
import { readsOf, type Logic } from '../domain/atoms.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';
import { given, read } from './suppose.ts';

/** A condition and how it came out; "not true" includes unknown. */
export interface Claim {
  readonly logic: Logic;
  readonly holds: boolean;
  /** The facts as they are; the claim is so over them. */
  readonly facts: object;
}
export interface Sufficient {
  /** Fact paths: while these are as they are, the claims come out so whatever every other fact is. */
  readonly facts: readonly string[];
  /**
   * Why not every value or combination was tried; undefined when all were. Then the set suffices as far as was tried,
   * and may not be the smallest.
   */
  readonly inexact?: string;
}

/** Combinations of the other facts' values tried at most for one claim. */
const MOST = 50_000;
/** Facts that are the same for everybody at one moment. */
const FIXED = new Set(['today', 'now']);

/** Fact paths a claim depends on. */
const readsOfClaim = (claim: Claim): readonly string[] => [...readsOf(claim.logic)].filter((path) => !FIXED.has(path));

/** Values of a fact that these conditions tell apart, and why they do not stand for all. */
export type ValuesOf = (
  path: string,
  rules: readonly Logic[],
) => { readonly values: readonly unknown[]; readonly inexact?: string };

/**
 * The smallest set that decides all claims: exact by enumeration of every other fact over its representative values and
 * "unknown".
 */
export function smallestSufficient(claims: readonly Claim[], valuesOf: ValuesOf): Sufficient {
  const families = claims.map((claim) => minimalSets(claim, valuesOf));
  const inexact = families.map((family) => family.inexact).find((why) => why !== undefined);
  return { facts: smallestUnion(families.map(({ sets }) => sets)), ...(inexact !== undefined && { inexact }) };
}

/** Every set of facts that decides the claim and of which no part does, smaller ones first. */
function minimalSets(
  claim: Claim,
  valuesOf: ValuesOf,
): { readonly sets: readonly (readonly string[])[]; readonly inexact?: string } {
  const reads = readsOfClaim(claim);
  let inexact: string | undefined;
  const values = new Map(
    reads.map((path) => {
      const found = valuesOf(path, [claim.logic]);
      inexact ??= found.inexact;
      return [path, unique([read(claim.facts, path), ...found.values, undefined])];
    }),
  );
  let budget = MOST;
  const decided = (free: readonly string[], over: object): boolean => {
    const [path, ...rest] = free;
    if (path === undefined) {
      budget -= 1;
      return (truthOf(claim.logic, over) === true) === claim.holds;
    }
    return budget > 0 && (values.get(path) ?? []).every((value) => decided(rest, given(over, path, value)));
  };
  const sets: (readonly string[])[] = [];
  for (const subset of subsetsBySize(reads)) {
    if (sets.some((one) => one.every((path) => subset.includes(path)))) continue;
    if (
      decided(
        reads.filter((path) => !subset.includes(path)),
        claim.facts,
      )
    )
      sets.push(subset);
    if (budget <= 0)
      return { sets: [reads], inexact: 'there are too many combinations of the facts a rule reads to try them all' };
  }
  return { sets, ...(inexact !== undefined && { inexact }) };
}

function* subsetsBySize(paths: readonly string[]): Generator<readonly string[]> {
  for (let size = 0; size <= paths.length; size += 1) yield* choose(paths, size);
}
function* choose(paths: readonly string[], size: number): Generator<readonly string[]> {
  if (size === 0) yield [];
  else
    for (const [index, path] of paths.entries())
      for (const rest of choose(paths.slice(index + 1), size - 1)) yield [path, ...rest];
}

/** One set of each family, so that they hold the fewest facts together. */
function smallestUnion(families: readonly (readonly (readonly string[])[])[]): readonly string[] {
  let best: readonly string[] | undefined;
  const visit = (index: number, union: readonly string[]): void => {
    if (best && union.length >= best.length) return;
    const family = families[index];
    if (!family) best = union;
    else for (const set of family) visit(index + 1, [...new Set([...union, ...set])]);
  };
  visit(0, []);
  return best ?? [];
}

function unique(values: readonly unknown[]): readonly unknown[] {
  const seen = new Set<string | undefined>();
  return values.filter((value) => {
    const mark = JSON.stringify(value);
    return seen.has(mark) ? false : seen.add(mark);
  });
}
