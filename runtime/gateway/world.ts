/** The facts the engine does not derive: who, which application, which brand, when, where. */
import { applicationFacts, complianceFacts, draftFacts, resultsByName } from '../../contract/application.ts';
import type { Boot } from '../../contract/boot.ts';
import { nowOf } from '../../contract/clock.ts';
import { cookies as cookieNames } from '../../contract/cookies.ts';
import { easternDate } from '../../contract/days.ts';
import { personFacts } from '../../contract/person.ts';
import type { CompiledCompliance } from '../core/app-definition.ts';
import type { CompiledFlow } from '../core/definition.ts';
import type { Json, JsonObject } from '../core/facts.ts';
import type { World } from '../core/state.ts';
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
  /** Steps that are asked again because it was moved to a later version. Absent: nothing was moved. */
  readonly askedAgain?: readonly string[];
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
  /**
   * The application of the person that can be gone on with, in whichever flow; null when there is none, undefined when
   * nobody asked yet.
   */
  readonly openApplication: StoredApplication | null | undefined;
  /** The session before this one ended by a time-out. */
  readonly timedOut: boolean;
  /** The address brought tokens that were not used yet. */
  readonly bringsTokens: boolean;
}

/** The whole world as of now. */
export function worldOf(ports: Pick<Ports, 'now'>, parts: WorldParts): World {
  const { boot, compliance } = parts;
  const { [cookieNames.clock.name]: _, ...cookies } = parts.cookies;
  const now = nowOf(boot.env, parts.cookies, () => new Date(ports.now()));
  return {
    results: parts.results,
    ...identityFacts({ ...parts, brand: boot.facts }),
    brand: boot.facts,
    flags: boot.flags,
    route: parts.route,
    cookies,
    device: parts.device,
    compliance: complianceFacts(compliance),
    now: now.toISOString(),
    today: easternDate(now),
  };
}

/**
 * Who the person is, which loan application is theirs (the one the flow saves to, else the one they can go on with),
 * and the flow's draft.
 */
export function identityFacts(
  parts: Pick<WorldParts, 'person' | 'application' | 'openApplication' | 'sessionId' | 'timedOut' | 'bringsTokens'> & {
    readonly brand: JsonObject;
  },
): Pick<World, 'session' | 'customer' | 'application' | 'draft'> {
  const { person, application, openApplication, brand } = parts;
  const draft = typeof application?.row['draft'] === 'string' ? application : undefined;
  return {
    ...personFacts(person?.claims, {
      brand,
      hasOpenApplication: openApplication === undefined ? undefined : openApplication !== null,
      timedOut: parts.timedOut,
      session: parts.sessionId,
      bringsTokens: parts.bringsTokens,
    }),
    application: applicationFacts((draft === undefined ? (application ?? openApplication) : openApplication)?.row),
    draft: draftFacts(draft?.row),
  };
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
  const { askedAgain } = row;
  return {
    id,
    flow,
    definition,
    revision,
    ...(Array.isArray(askedAgain) && { askedAgain: askedAgain.map(String) }),
    answers: objectAt(row, 'answers'),
    journey: objectAt(row, 'journey'),
    results: objectAt(row, 'results') as StoredApplication['results'],
    row,
  };
}

/** Results the server keeps for an application, under the names the flow's calls give them with `as`. */
export function keptResults(flow: CompiledFlow, application: StoredApplication | undefined): JsonObject {
  const values = Object.entries(application?.results ?? {}).map(
    ([operation, { value }]) => [operation, value] as const,
  );
  return resultsByName(flow, Object.fromEntries(values), (keeps) => keeps === 'application');
}

function objectAt(row: JsonObject, key: string): JsonObject {
  const value = row[key];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
