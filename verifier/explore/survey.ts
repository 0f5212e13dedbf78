/** One flow of one brand explored in full: what `check`, `prove`, `cover` and `diff` look at. Pure. */
import type { Source } from '../../compile/content.ts';
import type { ResolvedBrand, ResolvedFlow } from '../../compile/resolve.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Reduced } from '../../runtime/core/events.ts';
import { initial, reduce } from '../../runtime/core/index.ts';
import type { Product } from '../fixture/product.ts';
import { modelOf, type Model } from '../model.ts';
import { explore, withFacts, type Exploration, type Given } from './explore.ts';

export interface SurveyInput {
  readonly source: Source;
  readonly brand: ResolvedBrand;
  readonly product: Product;
  /** Id of the flow. */
  readonly flow: string;
  /** Calendar date in force. */
  readonly today: string;
  /** idTags of disclosures by which states differ once they were shown. */
  readonly watched?: ReadonlySet<string>;
  /** Facts by which states always differ, path to the values that matter: see ModelInput.apart. */
  readonly apart?: Readonly<Record<string, readonly string[]>>;
  /** Asked now and then with the number of states found; false interrupts. */
  readonly goOn?: (states: number) => boolean;
}
export interface Survey {
  readonly brand: string;
  readonly resolved: ResolvedFlow;
  readonly flow: CompiledFlow;
  readonly model: Model;
  readonly exploration: Exploration;
  /** The instant that is now in every state. */
  readonly clock: string;
  /** Why the exploration is not exhaustive; undefined when it is. */
  readonly inexact: string | undefined;
}

/** States explored at most for one flow; beyond it nothing is called proved. */
const BUDGET = 60_000;

/** Explores the flow. Throws when the brand does not have it. */
export function survey(input: SurveyInput): Survey {
  const { source, brand, product, today } = input;
  const flow = product.flows[input.flow];
  const resolved = brand.flows[input.flow];
  if (!flow || !resolved) throw new Error(`The brand ${brand.id} has no flow ${input.flow}; it has ${Object.keys(brand.flows).join(', ')}.`);
  const { states, documents } = product.compliance;
  const model = modelOf({ source, brand, resolved, flow, tables: { states: states as never }, operations: product.operations, watched: input.watched ?? new Set(), apart: input.apart ?? {}, today });
  const clock = `${today}T17:00:00.000Z`;
  const world = {
    results: {}, session: { access: 'customer' }, application: { id: 'application' }, customer: {}, brand: product.facts, flags: {}, route: { params: {}, query: {} }, cookies: {}, device: { isOnline: true },
    compliance: { states, documents: Object.fromEntries(Object.values(documents).map(({ idTag, hash }) => [idTag, hash])) }, today, now: clock,
  };
  const enter = (given: Given): Reduced => {
    const told = withFacts(world, given);
    return reduce(flow, initial(flow, told), { type: 'entered', answers: {}, journey: {}, revision: 0, world: told });
  };
  const exploration = explore(flow, enter, model.domain, BUDGET, (found) => input.goOn?.(found) ?? true);
  const inexact = !exploration.complete ? 'not every state was visited' : model.sampled.size > 0 ? [...model.sampled].join('; ') : undefined;
  return { brand: brand.id, resolved, flow, model, exploration, clock, inexact };
}
