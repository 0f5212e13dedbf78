/**
 * What this tab knows of whoever is signed in beside their token: whether one of the loan systems has them as a
 * customer, which the token says of the system of the site alone. It tells a page what to offer and gives no right: who
 * may do what is asked at every call.
 */
import type { JsonObject } from '../core/facts.ts';
import { attributesIn } from '../../contract/person.ts';
import { parsed } from './parsed.ts';
import type { Person } from './person.ts';
import type { KeyValue } from './ports.ts';

/** Name under which the tab keeps it, for one person. */
const KEPT_UNDER = 'waymark.authentication';

interface Known {
  readonly isReturningCustomer: boolean;
}

/** What was kept of this person, else what their token says; of nobody that they return nowhere. */
export function authentication(tab: KeyValue, person: Person | undefined): Known & JsonObject {
  const { sub, isReturningCustomer } = (parsed(tab.get(KEPT_UNDER) ?? '{}') ?? {}) as JsonObject;
  if (person !== undefined && sub === person.claims['sub'] && typeof isReturningCustomer === 'boolean')
    return { isReturningCustomer };
  return { isReturningCustomer: person !== undefined && attributesIn(person.claims)['boCode'] !== undefined };
}

/** Keeps it for whoever is signed in, until they sign out or the tab is closed. */
export function updateAuthentication(tab: KeyValue, person: Person | undefined, known: Known): Known & JsonObject {
  if (person !== undefined) tab.set(KEPT_UNDER, JSON.stringify({ sub: person.claims['sub'], ...known }));
  return authentication(tab, person);
}

export const forgetAuthentication = (tab: KeyValue): void => tab.remove(KEPT_UNDER);
