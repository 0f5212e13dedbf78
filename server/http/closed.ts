import { personFacts } from '../../contract/person.ts';
import type { CompiledApp } from '../../runtime/core/app-definition.ts';
import type { Facts, JsonObject } from '../../runtime/core/facts.ts';
import { decide } from '../../runtime/core/express.ts';

/**
 * Whether a guard of the definitions sends everybody to the maintenance page now: the server then answers with it at
 * once, and the page that would be left again is never loaded. Judged for a person of whom nothing is known.
 */
export function isClosed(
  app: CompiledApp,
  of: { readonly brand: JsonObject; readonly flags: JsonObject; readonly today: string; readonly now: string },
): boolean {
  const facts: Facts = {
    answers: {},
    results: {},
    ...personFacts(undefined, { brand: of.brand }),
    application: {},
    route: { params: {}, query: {} },
    cookies: {},
    device: {},
    compliance: { states: {}, documents: {} },
    typed: {},
    ...of,
  };
  const target = decide(app.guards, facts);
  return target?.kind === 'leave' && app.addresses[target.address]?.of(facts) === of.brand['maintenancePage'];
}
