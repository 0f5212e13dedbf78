import type { CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { World } from '../../runtime/core/state.ts';
import { stateOf } from '../status/graph.ts';
import type { Caller, RequestContext } from '../graphql/context.ts';
import { callsOf } from './calls.ts';
import type { ApplicationRow } from './tables.ts';

/** Facts that rules see when the server walks: all of them its own, none told by the browser but its declared cookies. */
export async function worldOf(context: RequestContext, caller: Caller, application: ApplicationRow, flow: CompiledFlow, values: Readonly<Record<string, Json>>): Promise<World> {
  const { definitions } = context.services;
  const brand = definitions.brand(application.brand, context.today);
  const compliance = await definitions.compliance(application.brand, context.today);
  return {
    results: resultsByName(flow, values),
    session: { isAuthenticated: true, access: 'customer' },
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

/** `application.*` as rules and calls name it. */
export function applicationFacts(application: ApplicationRow): JsonObject {
  return {
    id: application.id,
    applicationType: application.application_type,
    status: stateOf[application.status],
    progress: application.status,
    channel: application.channel,
    revision: application.revision,
    ...(application.state_code === null ? {} : { stateCode: application.state_code }),
    ...(application.preferred_product_code === null ? {} : { preferredProductCode: application.preferred_product_code }),
  };
}

/** `customer.*`: the verified claims, custom attributes by their plain name. */
export function customerFacts(caller: Caller): JsonObject {
  const facts: Record<string, Json> = { isAuthenticated: true };
  for (const [name, value] of Object.entries(caller.claims)) {
    const plain = name.replace(/^custom:/, '').replace(/^cognito:/, '');
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') facts[plain] = value === 'true' ? true : value === 'false' ? false : value;
  }
  return { ...facts, groups: [...caller.groups] };
}

/** Results under the names the flow's calls give them with `as`. */
function resultsByName(flow: CompiledFlow, values: Readonly<Record<string, Json>>): JsonObject {
  const results: Record<string, Json> = {};
  for (const step of Object.values(flow.steps)) {
    for (const call of callsOf(step)) {
      const value = Object.hasOwn(values, call.operation) ? values[call.operation] : undefined;
      if (call.as !== undefined && value !== undefined) results[call.as] = value;
    }
  }
  return results;
}
