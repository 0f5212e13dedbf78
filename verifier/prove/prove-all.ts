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
  const surveys = Object.keys(brand.flows)
    .filter((flow) => asksOf(source, brand, { product, flow }, names))
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

/** Whether one of these obligations is about a flow; one about a consent is about every flow that asks or sets it. */
function asksOf(
  source: Source,
  brand: ResolvedBrand,
  { product, flow }: { readonly product: Product; readonly flow: string },
  names: readonly string[],
): boolean {
  const [compiled, resolved] = [product.flows[flow], brand.flows[flow]];
  return (
    compiled !== undefined &&
    resolved !== undefined &&
    obligationsOf(source, resolved, compiled).some(({ name }) => names.length === 0 || names.includes(name))
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
      verdict.kind === 'tried' || verdict.kind === 'vacuous'
        ? verdict.why
        : counterexample
          ? whyBroken(source, one, obligation, { leg: counterexample.leg, ungiven: verdict.kind === 'broken' ? verdict.ungiven : new Set() })
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
