/**
 * The auth session of this tab by the names of the documents (journey document, section 3): what the token of whoever
 * is signed in says, what the loan systems said of them as they logged in, and how far the tab is with logging in. It
 * tells a page what to offer and gives no right: who may do what is asked at every call.
 */
import type { Operations } from '../../contract/generated/operations.ts';
import { groupsThat } from '../../contract/groups.ts';
import { attributesIn, groupsOf, personFacts } from '../../contract/person.ts';
import { own } from '../core/index.ts';
import type { Json, JsonObject } from '../core/facts.ts';
import { parsed } from './parsed.ts';
import type { Person } from './person.ts';
import type { KeyValue } from './ports.ts';

export type AuthState = Operations['authentication']['value'];
/** What the loan systems said, and by what page somebody came; what is absent nobody said. */
type Told = Operations['updateAuthentication']['input'];

/** How far a tab is with logging in. */
export interface LoggingIn {
  readonly isAuthenticating: boolean;
  /** By what name the last log-in of this tab was refused; null once one was not. */
  readonly error: string | null;
  /** Whether the password of a new customer is in memory until the email is confirmed; itself it is no fact. */
  readonly transient: boolean;
}

/** Name under which the tab keeps it, for one person. */
const KEPT_UNDER = 'waymark.authentication';

/** What is kept, and what each is like; what was damaged in the tab counts as not said. */
const kept: { readonly [Name in keyof Told]-?: (value: Json) => boolean } = {
  isReturningCustomer: (value) => typeof value === 'boolean',
  isRetailReturning: (value) => typeof value === 'boolean',
  hasOnlinePendingOrigination: (value) => typeof value === 'boolean',
  hasPendingApplication: (value) => typeof value === 'boolean',
  isEnrollment: (value) => typeof value === 'boolean',
  pendingApplicationBrand: (value) => typeof value === 'string',
  customerType: (value) => typeof value === 'string',
  stateCode: (value) => typeof value === 'string',
  channel: (value) => typeof value === 'string',
};

function keptOf(tab: KeyValue, person: Person | undefined): Told {
  const found = (parsed(tab.get(KEPT_UNDER) ?? '{}') ?? {}) as JsonObject;
  if (person === undefined || own(found, 'sub') !== person.claims['sub']) return {};
  return Object.fromEntries(
    Object.entries(kept).flatMap(([name, isLike]) => {
      const value = own(found, name);
      return value !== undefined && isLike(value) ? [[name, value] as const] : [];
    }),
  );
}

/** Of nobody that they return nowhere; where nothing was kept of a person, what their token says. */
export function authentication(tab: KeyValue, person: Person | undefined, loggingIn: LoggingIn): AuthState {
  const claims = person?.claims ?? {};
  const { session, customer } = personFacts(person?.claims, { brand: {} });
  const attributes = attributesIn(claims);
  const told = keptOf(tab, person);
  /** A loan system's id may be all digits, and a number in a token of another pool. */
  const text = (of: Readonly<Record<string, unknown>>, name: string): string | null => {
    const value = own(of, name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };
  const is = (name: string): boolean => own(attributes, name) === true;
  const enrolls = groupsThat('enrolls');
  return {
    email: text(session, 'email'),
    adminEmail: text(session, 'adminEmail'),
    isAuthenticated: person !== undefined,
    isLegacyAuthenticated: is('isLegacyAuthenticated'),
    isAuthenticating: loggingIn.isAuthenticating,
    isAdmin: own(session, 'isAdmin') === true,
    isReturningCustomer: told.isReturningCustomer ?? own(attributes, 'boCode') !== undefined,
    isRetailReturning: told.isRetailReturning ?? own(attributes, 'retailBoCode') !== undefined,
    isCoreCustomer: is('isCoreCustomer'),
    error: loggingIn.error,
    boCode: text(attributes, 'boCode'),
    retailBoCode: text(attributes, 'retailBoCode'),
    loanProCustomerId: text(attributes, 'loanProCustomerId'),
    qFundCustomerId: text(attributes, 'qFundCustomerId'),
    transient: loggingIn.transient,
    firstName: text(session, 'firstName'),
    lastName: text(session, 'lastName'),
    isEnrollment: told.isEnrollment ?? groupsOf(claims).some((one) => enrolls.includes(one)),
    customSource: text(attributes, 'source'),
    customBrand: text(attributes, 'brand'),
    hasOnlinePendingOrigination: told.hasOnlinePendingOrigination ?? false,
    hasPendingApplication: told.hasPendingApplication ?? false,
    pendingApplicationBrand: told.pendingApplicationBrand ?? null,
    customerType: told.customerType ?? text(customer, 'customerType') ?? 'NEW',
    stateCode: told.stateCode ?? null,
    channel: told.channel ?? null,
    isPasswordless: is('isPasswordless'),
  };
}

/** Keeps it for whoever is signed in, beside what was kept of them, until they sign out or the tab is closed. */
export function updateAuthentication(tab: KeyValue, person: Person | undefined, told: Told): void {
  if (person !== undefined)
    tab.set(KEPT_UNDER, JSON.stringify({ ...keptOf(tab, person), ...told, sub: person.claims['sub'] }));
}

export const forgetAuthentication = (tab: KeyValue): void => tab.remove(KEPT_UNDER);
