/** An application that is under way, as whoever reads the database or a dump of it hands it over. */
import { resultsByName } from '../../contract/application.ts';
import { impersonal } from '../../contract/person.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { holding, isObject, walk, withhold } from '../../runtime/core/index.ts';
import type { Journey, OutcomeOf, World } from '../../runtime/core/state.ts';

/** Facts that stand beside an application; those of the content (brand, flags, compliance) are the content's. */
type Beside = Omit<World, 'brand' | 'flags' | 'compliance'>;

export interface Standing {
  readonly id: string;
  readonly brand: string;
  readonly flow: string;
  /** The version it is on. */
  readonly definition: string;
  /** It was sent, or more: no migration moves it. */
  readonly sent: boolean;
  /** In clear, or withheld. */
  readonly answers: JsonObject;
  readonly journey: Journey;
  readonly beside: Beside;
  /** The last value of each operation. */
  readonly values: Readonly<Record<string, Json>>;
  readonly outcomes: readonly OutcomeOf[];
  /** Of one whose answers are withheld: the page on which it stands, with all of them. */
  readonly page?: string;
}

/** What of a brand's content rules read. */
export type OfBrand = Pick<World, 'brand' | 'flags' | 'compliance'>;

/** The facts that rules of a version see of an application. */
export function worldOf({ beside, values }: Standing, flow: CompiledFlow, content: OfBrand): World {
  return { ...beside, ...content, results: { ...beside.results, ...resultsByName(flow, values) } };
}

/**
 * The same application for a file that leaves the house: no answer that only this person could have given, no fact that
 * tells who it is, of results yes and no alone. `page` says where it stands, so that whoever reads it sees whether what
 * is withheld decides that.
 */
export function withheld(one: Standing, flow: CompiledFlow, content: OfBrand): Standing {
  const { session, customer, application, draft, results, today, now } = one.beside;
  return {
    ...one,
    answers: withhold(flow, one.answers),
    beside: {
      today,
      now,
      session: only(session, impersonal.session),
      customer: only(customer, impersonal.customer),
      application: only(application, impersonal.application),
      ...(draft && { draft: only(draft, impersonal.draft) }),
      route: { params: {}, query: {} },
      cookies: {},
      device: {},
      results: bare(results) as JsonObject,
    },
    values: bare(one.values) as JsonObject,
    page: walk(flow, one, worldOf(one, flow, content)).at,
  };
}

/** The version as it goes on with this application: with answers that are withheld, they count as given. */
export const readFor = ({ page }: Standing, flow: CompiledFlow): CompiledFlow =>
  page === undefined ? flow : holding(flow);

const only = (facts: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => names.includes(name)));

/** A value without its texts and numbers. */
function bare(value: Json): Json {
  if (typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(bare);
  if (!isObject(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, bare(inner)]));
}
