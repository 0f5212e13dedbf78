/** The facts the engine does not derive: who, which application, which brand, when, where. */
import type { CompiledCompliance } from '../core/app-definition.ts';
import type { Call, CompiledFlow, LayoutItem } from '../core/definition.ts';
import type { Json, JsonObject } from '../core/facts.ts';
import type { World } from '../core/state.ts';
import { CLOCK_COOKIE, moment } from './clock.ts';
import type { Boot } from './descriptor.ts';
import type { Person } from './person.ts';
import type { Ports } from './ports.ts';

/** An application as the server gives it. */
export interface StoredApplication {
  readonly id: string;
  readonly flow: string;
  readonly definition: string;
  readonly revision: number;
  readonly answers: JsonObject;
  readonly journey: JsonObject;
  /** By operation name. */
  readonly results: { readonly [operation: string]: { readonly value?: Json } };
  readonly row: JsonObject;
}
export interface Route {
  readonly params: JsonObject;
  readonly query: JsonObject;
  /** Id of the flow on screen. */
  readonly flow?: string;
}
export interface WorldParts {
  readonly boot: Boot;
  readonly compliance: CompiledCompliance;
  readonly person: Person | undefined;
  readonly application: StoredApplication | undefined;
  readonly route: Route;
  readonly cookies: Readonly<Record<string, string>>;
  readonly device: JsonObject;
  readonly results: JsonObject;
  readonly sessionId: string;
  /** Whether the person has an application that can be gone on with; undefined when nobody asked yet. */
  readonly hasOpenApplication: boolean | undefined;
  /** The session before this one ended by a time-out. */
  readonly timedOut: boolean;
}

/** The whole world as of now. */
export function worldOf(ports: Pick<Ports, 'now'>, parts: WorldParts): World {
  const { boot, compliance, person, application } = parts;
  const { [CLOCK_COOKIE]: _, ...cookies } = parts.cookies;
  return {
    results: parts.results,
    session: { ...sessionFacts(person, parts.timedOut), id: parts.sessionId },
    application: application === undefined ? {} : applicationFacts(application.row),
    customer: customerFacts(person, parts.hasOpenApplication),
    brand: boot.facts,
    flags: boot.flags,
    route: parts.route,
    cookies,
    device: parts.device,
    compliance: {
      states: compliance.states,
      documents: Object.fromEntries(Object.values(compliance.documents).map(({ idTag, hash }) => [idTag, hash])),
    },
    ...moment(ports, boot.env, parts.cookies),
  };
}

/** Group of the customer-service administrators (access document, section 6). */
const ADMIN_GROUP = 'my.account.csr';

/** `session.*`; `access` is the widest access this person has. */
export function sessionFacts(person: Person | undefined, timedOut: boolean): JsonObject {
  if (person === undefined) return { isAuthenticated: false, access: 'public', timedOut, groups: [] };
  const groups = groupsOf(person);
  const isAdmin = groups.includes(ADMIN_GROUP);
  const { email, given_name: firstName, family_name: lastName } = person.claims;
  return dense({
    ...attributes(person),
    email,
    firstName,
    lastName,
    isAuthenticated: true,
    access: isAdmin ? 'admin' : 'customer',
    isAdmin,
    timedOut: false,
    groups: [...groups],
  });
}

/** `customer.*`: the claims of the id token, custom attributes by their plain name. */
export function customerFacts(person: Person | undefined, hasOpenApplication: boolean | undefined): JsonObject {
  if (person === undefined) return { customerType: 'NEW' };
  const known = attributes(person);
  return dense({
    ...known,
    hasOpenApplication,
    email: person.claims['email'],
    groups: [...groupsOf(person)],
    customerType: customerType(known['boCode'] !== undefined, known['retailBoCode'] !== undefined),
  });
}

/** Access document, section 3: together OMNI_RETURNING, online only ONLINE_RETURNING, retail only RETAIL_RETURNING, neither NEW. */
function customerType(online: boolean, retail: boolean): string {
  if (online && retail) return 'OMNI_RETURNING';
  return online ? 'ONLINE_RETURNING' : retail ? 'RETAIL_RETURNING' : 'NEW';
}

function attributes(person: Person): Record<string, Json> {
  const found: Record<string, Json> = {};
  for (const [name, value] of Object.entries(person.claims)) {
    if (!name.startsWith('custom:')) continue;
    const plain = name.slice('custom:'.length).replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
    found[plain] = value === 'true' ? true : value === 'false' ? false : value;
  }
  return found;
}
function groupsOf(person: Person): readonly string[] {
  const groups = person.claims['cognito:groups'];
  return Array.isArray(groups) ? groups.filter((group): group is string => typeof group === 'string') : [];
}

/** `application.*` as rules and calls name it, from a row of the API. `status` is the decision, `progress` where processing stands. */
export function applicationFacts(row: JsonObject): JsonObject {
  const state = objectAt(row, 'applicationState');
  const { id, applicationType, channel, stateCode, preferredProductCode, createdAt, flow } = row;
  return dense({
    id,
    applicationType,
    channel,
    stateCode,
    preferredProductCode,
    createdAt,
    flow,
    status: state['applicationState'],
    progress: state['status'] ?? row['status'],
    applicationUrl: objectAt(row, 'loanApplicationProgress')['applicationUrl'],
  });
}

/** Reads the row of `open` and `create`; a row without the fields the runtime needs is a bug of the API. */
export function readApplication(value: Json | undefined): StoredApplication | undefined {
  if (value === null || value === undefined) return undefined;
  const row = value as JsonObject;
  const { id, flow, definition, revision } = row;
  if (
    typeof id !== 'string' ||
    typeof flow !== 'string' ||
    typeof definition !== 'string' ||
    typeof revision !== 'number'
  ) {
    throw new Error(
      'The stored application has no id, flow, definition or revision. The operations that app.json names under "applications" must ask for them.',
    );
  }
  return {
    id,
    flow,
    definition,
    revision,
    answers: objectAt(row, 'answers'),
    journey: objectAt(row, 'journey'),
    results: objectAt(row, 'results') as StoredApplication['results'],
    row,
  };
}

/** Results the server keeps for an application, under the names the flow's calls give them with `as`. */
export function keptResults(flow: CompiledFlow, application: StoredApplication | undefined): JsonObject {
  const results: Record<string, Json> = {};
  if (application === undefined) return results;
  for (const call of allCalls(flow)) {
    const kept = application.results[call.operation]?.value;
    if (call.as !== undefined && call.keeps === 'application' && kept !== undefined) results[call.as] = kept;
  }
  return results;
}

function allCalls(flow: CompiledFlow): readonly Call[] {
  const ofLayout = (items: readonly LayoutItem[]): readonly Call[] =>
    items.flatMap((item) =>
      item.kind === 'group'
        ? ofLayout(item.items)
        : item.kind === 'widget' || item.kind === 'repeat'
          ? Object.values(item.events).flatMap((reaction) => reaction.calls)
          : [],
    );
  const steps = Object.values(flow.steps);
  return [
    ...steps.flatMap((step) => step.load),
    ...[...steps, ...Object.values(flow.dialogs)].flatMap(({ actions, layout }) => [
      ...actions.flatMap((action) => action.calls),
      ...ofLayout(layout),
    ]),
  ];
}

function objectAt(row: JsonObject, key: string): JsonObject {
  const value = row[key];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
/** Without what is null or undefined: a fact that is not there is unknown. */
function dense(facts: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(facts).filter((entry): entry is [string, Json] => entry[1] !== undefined && entry[1] !== null),
  );
}
