import { raw } from '../../kit/read.ts';

/** Every one is `true`; unknown while one has no answer and none is refused. */
export function agreedToAll(...values: unknown[]): boolean | undefined {
  if (values.some((value) => value !== undefined && value !== true)) return false;
  return values.includes(undefined) ? undefined : true;
}
/** The map says `true` of every name; unknown while it says nothing of one and refuses none. */
export function agreedToNamed(names: unknown, map: unknown): boolean | undefined {
  if (!Array.isArray(names)) return undefined;
  return agreedToAll(...names.map((name) => raw(map, [String(name)])));
}
