/** What an address says after its `?`, of the types that schemas/facts.json declares for `route.query`. */
import type { JsonObject } from '../core/facts.ts';

/**
 * @param search as an address has it, with its `?`
 * @param booleans names that are true or false; one that is neither says nothing
 */
export function queryOf(search: string, booleans: readonly string[]): JsonObject {
  return Object.fromEntries(
    [...new URLSearchParams(search)].flatMap(([name, text]): readonly (readonly [string, string | boolean])[] => {
      if (!booleans.includes(name)) return [[name, text]];
      return text === 'true' || text === 'false' ? [[name, text === 'true']] : [];
    }),
  );
}
