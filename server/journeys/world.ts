import type { CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { World } from '../../runtime/core/state.ts';
import { stateOf } from '../status/graph.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { Caller, Services } from '../services.ts';
import { callsOfFlow } from './calls.ts';
import type { ApplicationRow } from './tables.ts';

/** What of a request the facts come from. */
type Seen = Pick<RequestContext, 'session' | 'cookies' | 'now' | 'today'> & {
  readonly services: Pick<Services, 'definitions'>;
};

/** Facts that rules see when the server walks: all of them its own, none told by the browser but its declared cookies. */
export async function worldOf(
  context: Seen,
  caller: Caller,
  of: {
    readonly application: ApplicationRow;
    readonly flow: CompiledFlow;
    /** The last value of each operation. */
    readonly values: Readonly<Record<string, Json>>;
  },
): Promise<World> {
  const { application, flow, values } = of;
  const { definitions } = context.services;
  const brand = definitions.brand(application.brand, context.today);
  const compliance = await definitions.compliance(application.brand, context.today);
  return {
    results: resultsByName(flow, values),
    session: { ...sessionFacts(caller), ...(context.session === undefined ? {} : { id: context.session }) },
    application: applicationFacts(application),
    customer: customerFacts(caller),
    brand: brand?.facts ?? {},
    flags: brand?.flags ?? {},
    route: { params: {}, query: {} },
    cookies: context.cookies,
    device: {},
    compliance: { states: compliance.states, documents: documentHashes(compliance) },
    today: context.today,
    now: context.now.toISOString(),
  };
}

/** idTag -> content hash of the document in force. */
export function documentHashes(compliance: CompiledCompliance): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.values(compliance.documents).map((document) => [document.idTag, document.hash]));
}

/** `application.*` as rules and calls name it: `status` is the decision, `progress` where processing stands. */
function applicationFacts(application: ApplicationRow): JsonObject {
  return {
    id: application.id,
    applicationType: application.application_type,
    channel: application.channel,
    createdAt: new Date(application.created_at).toISOString(),
    flow: application.flow,
    status: stateOf[application.status],
    progress: application.status,
    ...(application.state_code === null ? {} : { stateCode: application.state_code }),
    ...(application.preferred_product_code === null
      ? {}
      : { preferredProductCode: application.preferred_product_code }),
    ...(application.application_url === null ? {} : { applicationUrl: application.application_url }),
  };
}

/** Group of the customer-service administrators (access document, section 6). */
export const adminGroup = 'my.account.csr';

/** `session.*` of a signed-in person. */
function sessionFacts(caller: Caller): JsonObject {
  const isAdmin = caller.groups.includes(adminGroup);
  return {
    ...attributes(caller),
    ...textClaims(caller, { email: 'email', firstName: 'given_name', lastName: 'family_name' }),
    isAuthenticated: true,
    access: isAdmin ? 'admin' : 'customer',
    isAdmin,
    timedOut: false,
    groups: [...caller.groups],
  };
}

/** `customer.*`: the verified claims, custom attributes by their plain name. */
function customerFacts(caller: Caller): JsonObject {
  const known = attributes(caller);
  return {
    ...known,
    ...textClaims(caller, { email: 'email' }),
    groups: [...caller.groups],
    customerType: customerType(known['boCode'] !== undefined, known['retailBoCode'] !== undefined),
  };
}

/** Access document, section 3: together OMNI_RETURNING, online only ONLINE_RETURNING, retail only RETAIL_RETURNING, neither NEW. */
function customerType(online: boolean, retail: boolean): string {
  if (online && retail) return 'OMNI_RETURNING';
  return online ? 'ONLINE_RETURNING' : retail ? 'RETAIL_RETURNING' : 'NEW';
}
function attributes(caller: Caller): Readonly<Record<string, Json>> {
  const found: Record<string, Json> = {};
  for (const [name, value] of Object.entries(caller.claims)) {
    if (
      !name.startsWith('custom:') ||
      (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    )
      continue;
    const plain = name.slice('custom:'.length).replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
    found[plain] = value === 'true' ? true : value === 'false' ? false : value;
  }
  return found;
}
function textClaims(caller: Caller, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(names).flatMap(([fact, claim]) =>
      typeof caller.claims[claim] === 'string' ? [[fact, caller.claims[claim]]] : [],
    ),
  );
}

/** Results under the names the flow's calls give them with `as`. */
function resultsByName(flow: CompiledFlow, values: Readonly<Record<string, Json>>): JsonObject {
  const results: Record<string, Json> = {};
  for (const call of callsOfFlow(flow)) {
    const value = Object.hasOwn(values, call.operation) ? values[call.operation] : undefined;
    if (call.as !== undefined && value !== undefined) results[call.as] = value;
  }
  return results;
}
