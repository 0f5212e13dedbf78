/** The facts of a person: one derivation for the page, the server and the verifier. */
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import { accessOf } from './groups.ts';

/** Claims of a verified id token. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * How surely it is known who a token's session belongs to (`acr` of OpenID Connect): 1 by one proof, 2 by a second one
 * in the session.
 */
export function assuranceOf(claims: Claims): number {
  const level = Number(claims['acr'] ?? 1);
  return Number.isInteger(level) && level > 0 ? level : 1;
}

/**
 * How surely somebody wants it to be known that it is them, wherever a page or an operation leaves that to the person:
 * 2 with a second proof, which the back office has switched on for them (or a check of the device that lets nobody in).
 * Whoever acts for them has given their own proof.
 */
export function assuranceAskedOf(claims: Claims): number {
  return typeof claims['custom:secondFactor'] === 'string' && actorOf(claims) === undefined ? 2 : 1;
}

/** What a brand says of whose customers it serves. */
interface BrandSources {
  readonly availableSources?: Json;
  readonly takesCustomersOfNoBrand?: Json;
}

/**
 * Whether the account of a token is one of this brand's (access document, section 4, Login): its `custom:brand` is one
 * of the brand's `availableSources`; one that is of no brand is so where `takesCustomersOfNoBrand`. A brand that names
 * no sources asks nobody. Administrators are no customers, and whoever acts for one is judged as the administrator.
 */
export function isOfBrand(claims: Claims, { availableSources, takesCustomersOfNoBrand }: BrandSources): boolean {
  if (!Array.isArray(availableSources)) return true;
  if (actorOf(claims) !== undefined || accessOf([...groupsOf(claims)]) === 'admin') return true;
  const own = claims['custom:brand'];
  return own === undefined || own === ''
    ? takesCustomersOfNoBrand === true
    : availableSources.some((one) => one === own);
}

/** What else is known of the person at this moment. */
export interface Known {
  /** Facts of the brand whose pages they are on. */
  readonly brand: JsonObject;
  /** Whether there is an application that can be gone on with; absent when nobody looked yet. */
  readonly hasOpenApplication?: boolean | undefined;
  /** The session before this one ended by a time-out. */
  readonly timedOut?: boolean | undefined;
  /** Id of the tab's session. */
  readonly session?: string | undefined;
  /** The address brought tokens of another site that were not used yet. */
  readonly bringsTokens?: boolean | undefined;
}

/** Facts of a person and their application that many share: they tell nobody who it is. */
export const impersonal = {
  session: ['isAuthenticated', 'access', 'assurance', 'assuranceAsked', 'isAdmin', 'isOfBrand', 'timedOut'],
  customer: ['customerType', 'hasOpenApplication'],
  application: ['applicationType', 'channel', 'stateCode', 'flow', 'progress', 'status'],
  draft: ['status'],
} as const;

/** Groups the identity service put the person in. */
export function groupsOf(claims: Claims): readonly string[] {
  const groups = claims['cognito:groups'];
  return Array.isArray(groups) ? groups.filter((group): group is string => typeof group === 'string') : [];
}

/** Whoever acts for the person of a token: the actor of RFC 8693, section 4.1. */
export interface Actor {
  readonly sub: string;
  readonly email: string;
  /** The brand whose customers alone they act for; absent: those of every brand. */
  readonly brand?: string;
}

/** Who acts for the person that the claims are of; undefined: the person is here. */
export function actorOf(claims: Claims): Actor | undefined {
  const act = claims['act'];
  if (typeof act !== 'object' || act === null) return undefined;
  const { sub, email, brand } = act as Readonly<Record<string, unknown>>;
  if (typeof sub !== 'string' || typeof email !== 'string') return undefined;
  return { sub, email, ...(typeof brand === 'string' && { brand }) };
}

/** `session.*` and `customer.*`; of nobody when there are no claims. */
export function personFacts(
  claims: Claims | undefined,
  { brand, ...known }: Known,
): { readonly session: JsonObject; readonly customer: JsonObject } {
  const id = {
    ...(known.session !== undefined && { id: known.session }),
    ...(known.bringsTokens === true && { bringsTokens: true }),
  };
  if (claims === undefined)
    return {
      session: {
        isAuthenticated: false,
        access: 'public',
        assurance: 0,
        timedOut: known.timedOut ?? false,
        groups: [],
        ...id,
      },
      customer: { customerType: 'NEW' },
    };
  const groups = [...groupsOf(claims)];
  const own = attributesIn(claims);
  const access = accessOf(groups);
  const actor = actorOf(claims);
  return {
    session: {
      ...own,
      ...texts(claims, { email: 'email', firstName: 'given_name', lastName: 'family_name' }),
      isAuthenticated: true,
      access,
      assurance: assuranceOf(claims),
      assuranceAsked: assuranceAskedOf(claims),
      isAdmin: access === 'admin',
      isOfBrand: isOfBrand(claims, brand),
      ...(actor && { ...texts(claims, { actingFor: 'email' }), adminEmail: actor.email }),
      timedOut: false,
      groups,
      isInGroup: groups.length > 0,
      ...id,
    },
    customer: {
      ...own,
      ...(known.hasOpenApplication === undefined ? {} : { hasOpenApplication: known.hasOpenApplication }),
      ...texts(claims, { email: 'email' }),
      groups,
      customerType: customerType(own['boCode'] !== undefined, own['retailBoCode'] !== undefined),
    },
  };
}

/**
 * Access document, section 3: together OMNI_RETURNING, online only ONLINE_RETURNING, retail only RETAIL_RETURNING,
 * neither NEW.
 */
function customerType(online: boolean, retail: boolean): string {
  if (online && retail) return 'OMNI_RETURNING';
  return online ? 'ONLINE_RETURNING' : retail ? 'RETAIL_RETURNING' : 'NEW';
}

/** What facts of a person are called in a user pool whose own name is longer than it takes (20 characters). */
const shortened: Readonly<Record<string, string>> = { isLegacyAuthenticated: 'isLegacyAuth' };
const full = new Map(Object.entries(shortened).map(([fact, short]) => [short, fact]));

/** The claim of a token, and the attribute of an account, by which a fact of a person comes. */
export function claimOf(fact: string): string {
  return `custom:${shortened[fact] ?? fact}`;
}

/** Custom attributes by their plain name, `custom:retail-bo-code` as `retailBoCode`; the text `true` is true. */
export function attributesIn(claims: Claims): Readonly<Record<string, Json>> {
  const found: Record<string, Json> = {};
  for (const [name, value] of Object.entries(claims)) {
    if (!name.startsWith('custom:')) continue;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    const plain = name.slice('custom:'.length).replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
    found[full.get(plain) ?? plain] = value === 'true' ? true : value === 'false' ? false : value;
  }
  return found;
}
function texts(claims: Claims, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(names).flatMap(([fact, claim]) => {
      const value = claims[claim];
      return typeof value === 'string' ? [[fact, value] as const] : [];
    }),
  );
}
