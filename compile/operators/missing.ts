/** Asking whether something is there. These are always known. */
import { raw, there } from './read.ts';

/** A path in dots with its segments: `['answers.a', ['answers', 'a']]`. */
export type Named = readonly [name: string, value: unknown];

/** `{"answered": path}`: something is there, sealed or not. */
export function answered(root: unknown, path: readonly string[]): boolean {
  return there(raw(root, path));
}
/** `missing`: the names of those that are not there. */
export function missing(...named: Named[]): string[] {
  return named.filter(([, value]) => value === undefined || value === null || value === '').map(([name]) => name);
}
/** `missing_some`: nothing when at least `count` are there, else the missing ones. */
export function missingSome(count: number, ...named: Named[]): string[] {
  const gone = missing(...named);
  return named.length - gone.length >= count ? [] : gone;
}
/** `{"agreedToAll": [paths]}`: every one is `true`; unknown while one has no answer and none is refused. */
export function agreedToAll(...values: unknown[]): boolean | undefined {
  if (values.some((value) => value !== undefined && value !== true)) return false;
  return values.includes(undefined) ? undefined : true;
}
/** `{"agreedToAll": [names, map]}`: the map says `true` of every name; unknown while it says nothing of one and refuses none. */
export function agreedToNamed(names: unknown, map: unknown): boolean | undefined {
  if (!Array.isArray(names)) return undefined;
  return agreedToAll(...names.map((name) => raw(map, [String(name)])));
}
