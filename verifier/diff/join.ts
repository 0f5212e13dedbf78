/** The same applicant in two versions: what either knows of a profile may be more than what the other knows. */
import type { Profile, Space } from './profiles.ts';

export interface Pair<T> {
  readonly profile: Profile;
  readonly before: T;
  readonly after: T;
}

export const keep = (who: Iterable<Profile>): ReadonlyMap<Profile, Profile> =>
  new Map([...who].map((profile) => [profile, profile]));
export const union = (...sets: (ReadonlySet<Profile> | undefined)[]): ReadonlySet<Profile> =>
  new Set(sets.flatMap((one) => [...(one ?? [])]));

/** Every profile that is in both, with what is said of it there. */
export function pairs<T>(
  space: Space,
  before: ReadonlyMap<Profile, T>,
  after: ReadonlyMap<Profile, T>,
): readonly Pair<T>[] {
  const found = new Map<Profile, Pair<T>>();
  for (const [profile, value] of before) {
    const same = after.get(profile);
    if (same !== undefined) found.set(profile, { profile, before: value, after: same });
    else
      for (const [other, there] of after)
        if (space.agree(profile, other)) put(found, meet(space, profile, other), value, there);
  }
  for (const [profile, value] of after) {
    if (before.has(profile)) continue;
    for (const [other, there] of before)
      if (space.agree(profile, other)) put(found, meet(space, profile, other), there, value);
  }
  return [...found.values()];
}

/** Profiles of `some` that nobody of `others` can be. */
export function without(space: Space, some: Iterable<Profile>, others: ReadonlySet<Profile>): readonly Profile[] {
  const list = [...others];
  return [...some].filter((profile) => !others.has(profile) && !list.some((other) => space.agree(profile, other)));
}

function put<T>(found: Map<Profile, Pair<T>>, profile: Profile, before: T, after: T): void {
  if (!found.has(profile)) found.set(profile, { profile, before, after });
}

/** What both know of one applicant together. */
function meet(space: Space, one: Profile, other: Profile): Profile {
  return space.paths.reduce(
    (made, _, fact) => (space.digit(made, fact) === 0 ? space.with(made, fact, space.digit(other, fact)) : made),
    one,
  );
}
