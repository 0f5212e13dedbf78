/** A profile as the facts that logic sees. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { set } from '../../runtime/core/index.ts';
import type { Profile, Space } from './profiles.ts';
import type { Constants } from './version.ts';

/** The facts that logic sees of a profile. */
export function factsOf(space: Space, profile: Profile, constants: Constants): JsonObject {
  const digits = space.digits(profile);
  return space.paths.reduce<JsonObject>(
    (facts, path, fact) => {
      const value = space.values[fact]?.[(digits[fact] ?? 0) - 1];
      return value === undefined ? facts : set(facts, path, value);
    },
    constants as unknown as JsonObject,
  );
}
