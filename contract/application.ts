/** The facts of an application: one derivation for the page and the server, from what the API says of it. */
import type { CompiledCompliance } from '../runtime/core/app-definition.ts';
import type { CompiledFlow } from '../runtime/core/definition.ts';
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import { callsOfFlow } from './calls.ts';

/**
 * `application.*` as rules and calls name it, of an application as the schema's type of that name; no facts when there
 * is none. `status` is the decision, `progress` where processing stands; what is null is not known.
 */
export function applicationFacts(application: JsonObject | undefined): JsonObject {
  if (application === undefined) return {};
  const state = objectAt(application, 'applicationState');
  const { id, applicationType, channel, stateCode, preferredProductCode, createdAt, flow } = application;
  const facts = {
    id,
    applicationType,
    channel,
    stateCode,
    preferredProductCode,
    createdAt,
    flow,
    progress: application['status'],
    applicationUrl: objectAt(application, 'loanApplicationProgress')['applicationUrl'],
  };
  return stateFacts(told(facts), state);
}

/**
 * The facts of an application that stands as the schema's ApplicationState says: they take the place of what was known
 * of that before.
 * @param state null or left out: not known
 */
export function stateFacts(facts: JsonObject, state: JsonObject): JsonObject {
  const { status: progress, applicationState: status, offeredAmount, eSignDisabledUntilDate } = state;
  return told({ ...facts, ...told({ progress, status }), offeredAmount, eSignDisabledUntilDate });
}

/** What is known of them. */
function told(facts: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(facts).filter((entry): entry is [string, Json] => entry[1] !== undefined && entry[1] !== null),
  );
}

/**
 * Values of operations under the names that the calls of a flow give them with `as`.
 * @param values by operation
 * @param only leaves out the calls it refuses, for example those whose result lives as long as the page
 */
export function resultsByName(
  flow: CompiledFlow,
  values: Readonly<Record<string, Json | undefined>>,
  only: (keeps: string | undefined) => boolean = () => true,
): JsonObject {
  const results: Record<string, Json> = {};
  for (const { operation, as, keeps } of callsOfFlow(flow)) {
    const value = Object.hasOwn(values, operation) ? values[operation] : undefined;
    if (as !== undefined && value !== undefined && only(keeps)) results[as] = value;
  }
  return results;
}

/** `draft.*`, of a stored draft as the API says it; no facts when there is none. */
export function draftFacts(draft: JsonObject | undefined): JsonObject {
  const { id, status, createdAt } = draft ?? {};
  return told({ id, status, createdAt });
}

interface ComplianceFacts {
  readonly states: CompiledCompliance['states'];
  readonly documents: Readonly<Record<string, string>>;
}
const compliances = new WeakMap<CompiledCompliance, ComplianceFacts>();

/** `compliance.*`: the states' rows and, by idTag, the content hash of each document in force. */
export function complianceFacts(compliance: CompiledCompliance): ComplianceFacts {
  const known = compliances.get(compliance);
  if (known) return known;
  const { states } = compliance;
  const documents = Object.fromEntries(Object.values(compliance.documents).map(({ idTag, hash }) => [idTag, hash]));
  compliances.set(compliance, { states, documents });
  return { states, documents };
}

function objectAt(row: JsonObject, key: string): JsonObject {
  const value = row[key];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
