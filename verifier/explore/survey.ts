/** One flow of one brand explored in full: what `check`, `prove`, `cover` and `diff` look at. Pure. */
import type { Source } from '../../compile/content.ts';
import type { ResolvedBrand, ResolvedFlow } from '../../compile/resolve.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';
import type { CompiledFlow, Compute, StepId } from '../../runtime/core/definition.ts';
import type { Reduced } from '../../runtime/core/events.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { initial, isDraft, openDraft, reduce, stepPath, type World } from '../../runtime/core/index.ts';
import { drop } from '../../runtime/core/paths.ts';
import { list, member } from '../../compile/json-types.ts';
import { namesOf } from '../rules/placed.ts';
import { operation, readsOf, unfold, type Logic } from '../domain/atoms.ts';
import type { Tables } from '../domain/shape.ts';
import type { Product } from '../fixture/product.ts';
import { modelOf, type Model } from '../model.ts';
import { Lately } from './lately.ts';
import type { Again } from './exploration.ts';
import { explore, withFacts, type Asked, type Exploration, type Given, type Sample } from './search/explore.ts';
import { followersOf, passedBefore } from './equivalence/matter.ts';
import { stepGraph, type StepGraph } from './step-graph.ts';

/** Something that will be asked of an exploration: what must be told apart for it. */
interface Question {
  /** What it is called: an exploration answers only the questions it was made for. */
  readonly name: string;
  /** Conditions whose constants matter. */
  readonly conditions: readonly Logic[];
  readonly asked: Asked;
}
/** The same questions, with nobody taken for somebody else. */
const toldApart = ({ name, of }: Questions): Questions => ({
  name: `${name}, told apart`,
  of: (...flow) => of(...flow).map((one) => ({ ...one, asked: { ...one.asked, settles: false } })),
});

/** Who will ask. Exploring knows no more of obligations than this; whoever asks stands above it. */
export interface Questions {
  /** Explorations for the same questions are made once. */
  readonly name: string;
  readonly of: (source: Source, resolved: ResolvedFlow, flow: CompiledFlow) => readonly Question[];
}
/** What is wrong with the ways themselves will be asked: all that tells them apart the flow says. */
export const WAYS: Questions = { name: 'ways', of: () => [] };
/** Nobody will ask. */
export const NO_QUESTIONS: Questions = { name: 'none', of: () => [] };

export interface SurveyInput {
  readonly source: Source;
  readonly brand: ResolvedBrand;
  readonly product: Product;
  /** Id of the flow. */
  readonly flow: string;
  /** Calendar date in force. */
  readonly today: string;
  /** What will be asked of it. */
  readonly questions: Questions;
  /** Facts by whose values states always differ: path to values that must be among those tried. */
  readonly apart?: Readonly<Record<string, readonly string[]>>;
  /** Conditions whose constants matter besides those of the flow's own rules and of the questions. */
  readonly others?: readonly Logic[];
  /** What must be told apart besides what the questions need. */
  readonly asked?: readonly Asked[];
  /** How many people answers may make before they are told apart where they first matter. */
  readonly people?: number;
  /** Compliance tables in force; the product's own when absent. */
  readonly tables?: Tables;
  /** What came again in a survey of another version of the flow: where the search begins. */
  readonly again?: Again;
  /** Asked now and then with the number of states found; false interrupts. */
  readonly goOn?: (states: number) => boolean;
}
export interface Survey {
  readonly source: Source;
  readonly brand: string;
  readonly product: Product;
  readonly resolved: ResolvedFlow;
  readonly flow: CompiledFlow;
  readonly model: Model;
  readonly exploration: Exploration;
  /** Names of the questions it was made for. */
  readonly asked: ReadonlySet<string>;
  /** Which step can follow which, whatever the rules say. */
  readonly graph: StepGraph;
  readonly tables: Tables;
  /** What is so before anything is known of the person. */
  readonly world: World;
  /** Calendar date that is in force in every state. */
  readonly today: string;
  /** The instant that is now in every state. */
  readonly clock: string;
  /** The same flow on another day, with the rows and documents that are in force then. */
  readonly on: (day: string, product: Product) => Survey;
  /** The same with whoever keeps what is asked of them apart from those whom it is not for; absent: they are. */
  readonly toldApart?: () => Survey;
  /** What was a sample, and at which step. */
  readonly samples: readonly Sample[];
  /** Steps from which a step can be reached. */
  readonly before: (step: StepId) => ReadonlySet<StepId>;
  /** Why the exploration is not exhaustive; undefined when it is. */
  readonly inexact: string | undefined;
}

/** States explored at most for one flow; beyond it nothing is called proved. */
const BUDGET = 60_000;

/** Complete surveys of what every verb asks for: several look at the same flow in one run. */
const known = new Lately<Survey>();

/** Explores the flow, telling apart what its questions need. Throws when the brand does not have it. */
export function survey(input: SurveyInput): Survey {
  const { brand, product, today } = input;
  const flow = product.flows[input.flow];
  const resolved = brand.flows[input.flow];
  if (!flow || !resolved)
    throw new Error(`The brand ${brand.id} has no flow ${input.flow}; it has ${Object.keys(brand.flows).join(', ')}.`);
  const usual = input.people === undefined && !input.apart && !input.others && !input.asked && !input.tables;
  const name = JSON.stringify([
    input.questions.name,
    today,
    product.compliance.hash,
    input.source.obligations,
    input.source.flows[input.flow]?.fixtures,
  ]);
  const found = usual ? known.find(flow, name) : undefined;
  if (found) return found;
  const one = surveyed(input, flow, resolved);
  if (usual && one.exploration.complete) known.keep(flow, name, one);
  return one;
}

/** Every flow of the brand, each explored once. */
export function surveysOf(
  input: Pick<SurveyInput, 'source' | 'brand' | 'product' | 'today' | 'questions'> & {
    readonly goOn?: (flow: string, states: number) => boolean;
  },
): readonly Survey[] {
  const { goOn, ...rest } = input;
  return Object.keys(input.brand.flows).map((flow) =>
    survey({ ...rest, flow, ...(goOn && { goOn: (states) => goOn(flow, states) }) }),
  );
}

function surveyed(input: SurveyInput, flow: CompiledFlow, resolved: ResolvedFlow): Survey {
  const { source, brand, product, today } = input;
  const { states, documents } = product.compliance;
  const tables = input.tables ?? { states: states };
  const questions = input.questions.of(source, resolved, flow);
  const { people } = input;
  const modelWith = (locks: readonly Logic[]): Model => {
    const made = modelOf({
      source,
      brand,
      resolved,
      flow,
      tables,
      operations: product.operations,
      apart: input.apart ?? {},
      others: [...questions.flatMap(({ conditions }) => conditions), ...locks, ...(input.others ?? [])],
      asked: [...questions.map(({ asked }) => asked), ...(input.asked ?? [])],
      today,
    });
    const told = made.isFarTold || locks.some(asksFar) ? { locks: locks.flatMap(partsOf).map(computed) } : {};
    return { ...made, domain: { ...made.domain, ...told, ...(people !== undefined && { people }) } };
  };
  const clock = `${today}T17:00:00.000Z`;
  const world = {
    results: {},
    session: { access: 'customer' },
    application: { id: 'application' },
    ...(isDraft(flow.saves) && { draft: { id: 'draft', status: openDraft, createdAt: clock } }),
    customer: {},
    brand: product.facts,
    flags: {},
    route: { params: {}, query: {} },
    cookies: {},
    device: { isOnline: true },
    compliance: {
      states,
      documents: Object.fromEntries(Object.values(documents).map(({ idTag, hash }) => [idTag, hash])),
    },
    today,
    now: clock,
  };
  const locks = input.questions === NO_QUESTIONS ? withoutFar(lockedWhen(resolved), modelWith) : lockedWhen(resolved);
  const model = modelWith(locks);
  const unasked = Object.keys(model.domain.world).reduce<JsonObject>(
    drop,
    world as unknown as JsonObject,
  ) as unknown as World;
  const enter = (given: Given, entry?: StepId): Reduced => {
    const told = withFacts(unasked, given);
    const path = entry === undefined ? {} : { path: stepPath(flow, entry) };
    return reduce(flow, initial(flow, told), {
      type: 'entered',
      answers: {},
      journey: {},
      revision: 0,
      world: told,
      ...path,
    });
  };
  const exploration = explore(
    { flow, domain: model.domain },
    {
      enter,
      budget: BUDGET,
      goOn: (found) => input.goOn?.(found) ?? true,
      ...(input.again && { again: input.again }),
    },
  );
  const bySample = locks.flatMap(model.sampled).map(
    (atom): Sample => ({
      of: model.kindOf(atom),
      says: `what a lock says of ${atom.reads.join(', ')} ("${atom.operator}") was asked of some of the values that differ, not of all`,
    }),
  );
  const samples = [...model.samples, ...bySample, ...exploration.samples];
  const graph = stepGraph(flow);
  const before = passedBefore(flow, followersOf(graph));
  const inexact = !exploration.complete
    ? 'not every situation was looked at'
    : samples.length > 0
      ? [...new Set(samples.map(({ says }) => says))].join('; ')
      : undefined;
  return {
    source,
    brand: brand.id,
    product,
    resolved,
    flow,
    model,
    exploration,
    asked: new Set(questions.map(({ name }) => name)),
    graph,
    tables,
    world: unasked,
    today,
    clock,
    on: (day, then) => survey({ ...input, today: day, product: then }),
    ...(questions.some(({ asked }) => asked.settles) && {
      toldApart: () => survey({ ...input, questions: toldApart(input.questions) }),
    }),
    samples,
    before: (step) => before.get(step) ?? new Set(),
    inexact,
  };
}

/**
 * How far an application is calls and events tell again and again, each in many ways: where a lock hangs on that, each
 * page behind the first of them is told apart in as many. Where nobody asks for a verdict such locks are left out,
 * unless it is told apart anyway.
 */
function withoutFar(all: readonly Logic[], modelWith: (locks: readonly Logic[]) => Model): readonly Logic[] {
  const short = all.filter((logic) => !asksFar(logic));
  return modelWith(short).isFarTold ? all : short;
}

const asksFar = (logic: Logic): boolean => [...readsOf(logic)].some((path) => path.startsWith('application.'));

/** The conditions under which answers are locked. */
function lockedWhen(resolved: ResolvedFlow): readonly Logic[] {
  const names = namesOf(resolved);
  return list(resolved.flow['locks'])
    .map((lock) => member(lock, 'when') ?? true)
    .map((when) => unfold(typeof when === 'string' ? { rule: when } : when, names));
}

/**
 * What must all be so, or any, taken apart by the facts that are asked of: two facts of which a lock reads each by
 * itself are told apart by what is said of each, not both as they are.
 */
function partsOf(logic: Logic): readonly Logic[] {
  const { operator = '', operands = [] } = operation(logic) ?? {};
  if (operator !== 'and' && operator !== 'or') return [logic];
  const about = Map.groupBy(operands, (one) => [...readsOf(one)].sort().join());
  if (about.size === 1) return [logic];
  return [...about.values()].flatMap((some) => partsOf(some.length === 1 ? some[0] : { [operator]: some }));
}
const computed = (logic: Logic): Compute => ({ reads: [...readsOf(logic)], of: (facts) => truthOf(logic, facts) });
