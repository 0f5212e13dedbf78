/** Every obligation of the compliance room asked of a brand: one exploration of each flow serves all obligations of that flow. Pure. */
import type { Source } from '../../compile/content.ts';
import { list, member, text } from '../../compile/json-types.ts';
import type { ResolvedBrand } from '../../compile/resolve.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Product } from '../fixture/product.ts';
import { survey, type Survey } from '../explore/survey.ts';
import { whyBroken } from './broken.ts';
import { counterexampleOf } from './counterexample.ts';
import { obligationsOf, type Obligation } from './obligation.ts';
import { prove, type Verdict } from './prove.ts';

export interface Finding {
  readonly obligation: string;
  readonly says: string;
  readonly brand: string;
  readonly flow: string;
  readonly verdict: Verdict['kind'];
  /** State abbreviations it is for, in order. */
  readonly jurisdictions: readonly string[];
  /** Types of customer the exploration told apart or held alike; empty where the facts declare none. */
  readonly customers: readonly string[];
  /** States of the exploration, and moments at which the obligation was asked. */
  readonly states: number;
  readonly moments: number;
  /** At how many of them it is broken. */
  readonly missed: number;
  /** What was a sample, or why it is broken; empty when proved. */
  readonly why: readonly string[];
  /** A fixture that fails as long as it is broken: the shortest way there. */
  readonly counterexample?: JsonObject;
}

/**
 * @param names obligations to prove; all when empty
 * @param today calendar date in force
 * @param goOn asked with the number of states found; false interrupts
 */
export function proveAll(
  source: Source,
  brand: ResolvedBrand,
  product: Product,
  names: readonly string[],
  today: string,
  goOn: (flow: string, states: number) => boolean,
): readonly Finding[] {
  const asked = new Set(
    Object.entries(source.obligations)
      .filter(([name]) => names.length === 0 || names.includes(name))
      .map(([, doc]) => flowOf(doc, brand)),
  );
  const surveys = Object.keys(brand.flows)
    .filter((flow) => asked.has(flow))
    .map((flow) => survey({ source, brand, product, flow, today, goOn: (states) => goOn(flow, states) }));
  return proveSurveys(source, surveys, names);
}

/** As `proveAll`, over explorations that are there already (`surveysOf`). */
export function proveSurveys(source: Source, surveys: readonly Survey[], names: readonly string[]): readonly Finding[] {
  return surveys.flatMap((one) =>
    obligationsOf(source, one.resolved, one.flow)
      .filter(({ name }) => names.length === 0 || names.includes(name))
      .map((obligation) => finding(source, obligation, one)),
  );
}

/** The flow an obligation is about; a consent belongs to each flow that asks it. */
function flowOf(doc: JsonObject, brand: ResolvedBrand): string | undefined {
  const before = member(doc, 'before');
  const named = text(member(before, 'step')) ?? text(member(before, 'outcome'));
  if (named !== undefined) return named.split('/')[0];
  const consent = text(member(before, 'consent'));
  return Object.keys(brand.flows).find((flow) =>
    Object.values(brand.flows[flow]?.steps ?? {}).some((step) =>
      Object.values(step['fields'] ?? {}).some((field) => member(field, 'bind') === consent),
    ),
  );
}

function finding(source: Source, obligation: Obligation, one: Survey): Finding {
  const verdict = prove(one, obligation);
  const { brand, flow, exploration, tables } = one;
  const counterexample = verdict.kind === 'broken' ? counterexampleOf(one, obligation, verdict.legs) : undefined;
  return {
    obligation: obligation.name,
    says: obligation.says,
    brand,
    flow: flow.id,
    verdict: verdict.kind,
    jurisdictions: obligation.states ?? Object.keys(tables['states'] ?? {}).sort(),
    customers: customersOf(source),
    states: exploration.nodes.length,
    moments: verdict.kind === 'vacuous' ? 0 : verdict.moments,
    missed: verdict.kind === 'broken' ? verdict.missed : 0,
    why:
      verdict.kind === 'tried'
        ? verdict.why
        : counterexample
          ? whyBroken(source, one, obligation, counterexample.leg)
          : [],
    ...(counterexample && { counterexample: counterexample.fixture }),
  };
}

/** The values of the fact that says which type of customer a person is. */
function customersOf(source: Source): readonly string[] {
  const path = text(source.facts['customerType']);
  let at: unknown = { properties: source.facts };
  for (const name of path?.split('.') ?? []) at = member(member(at, 'properties'), name);
  return list(member(at as never, 'enum')).map(String);
}
