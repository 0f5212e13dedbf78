/**
 * Every obligation of the compliance room asked of a brand: one exploration of each flow serves all obligations of that
 * flow. Pure.
 */
import type { Source } from '../../compile/content.ts';
import { contentHash } from '../../compile/emit/module.ts';
import { canonical, list, member, text } from '../../compile/json-types.ts';
import type { ResolvedBrand } from '../../compile/resolve.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Product } from '../fixture/product.ts';
import { survey, type Survey } from '../explore/survey.ts';
import { answersIn } from '../model.ts';
import { whyBroken } from './broken.ts';
import { changesAfter, productOn } from './days.ts';
import { counterexampleOf, type Replay } from './counterexample.ts';
import type { Obligation } from './obligation.ts';
import { remedies } from './left-out.ts';
import { dutiesOf, isAsked, questionsOf, type Wanted } from './questions.ts';
import { letGo, verdictOf, type Attacked, type Verdict } from './verdict.ts';

export interface Finding {
  readonly obligation: string;
  /** A standing duty: it is asked though no obligation says so. */
  readonly standing?: true;
  readonly says: string;
  /** The obligation leaves this brand out: what is said is whether nobody whom it is for comes to its moment there. */
  readonly leftOut?: true;
  readonly brand: string;
  readonly flow: string;
  /** The weakest of those of `day` and `days`. */
  readonly verdict: Verdict['kind'];
  /** The calendar day it was asked on. */
  readonly day: string;
  /**
   * What is said of every day of the next 400 from which a row, a document or a comparison with the day is otherwise.
   */
  readonly days: readonly { readonly day: string; readonly verdict: Verdict['kind'] }[];
  /** Content hash of what the verdict is about: it says nothing of any other content. */
  readonly content: string;
  /** State abbreviations it is for, in order. */
  readonly jurisdictions: readonly string[];
  /** Types of customer the exploration told apart or held alike; empty where the facts declare none. */
  readonly customers: readonly string[];
  /** States of the exploration, and moments at which the obligation was asked. */
  readonly states: number;
  readonly moments: number;
  /** Moves that the judge walked anew; 0 where it did not say proved. */
  readonly moves: number;
  /** The random people who tried to break what is proved. */
  readonly attacked?: Attacked;
  /** At how many of them it is broken. */
  readonly missed: number;
  /** What it is proved but for, counted: "2 dates and 1 list"; only where all else was proved. */
  readonly except?: string;
  /** What can be done so that it is proved, where something was a sample. */
  readonly remedies?: readonly string[];
  /** What was a sample, or why it is broken; empty when proved. */
  readonly why: readonly string[];
  /** A fixture that fails as long as it is broken: the shortest way there. */
  readonly counterexample?: JsonObject;
  /** How it goes when it is played again. */
  readonly replays?: readonly Replay[];
}

/** What is to be proved, and on which day. */
interface Order extends Wanted {
  readonly product: Product;
  /** Calendar date in force. */
  readonly today: string;
  /** Asked with the number of states found; false interrupts. */
  readonly goOn: (flow: string, states: number) => boolean;
}

export function proveAll(
  source: Source,
  brand: ResolvedBrand,
  { product, names, standing = false, today, goOn }: Order,
): readonly Finding[] {
  const questions = questionsOf({ names, standing });
  const surveys = Object.keys(brand.flows)
    .filter((flow) => asksOf(source, brand, { product, flow, names, standing }))
    .map((flow) => survey({ source, brand, product, flow, today, questions, goOn: (states) => goOn(flow, states) }));
  return proveSurveys(source, surveys, { names, standing });
}

/** As `proveAll`, over explorations that are there already (`surveysOf`). */
export function proveSurveys(source: Source, surveys: readonly Survey[], which: Wanted): readonly Finding[] {
  return surveys.flatMap((one) => {
    const findings = dutiesOf(source, one.resolved, one.flow)
      .filter((duty) => isAsked(duty, which))
      .map((obligation) => finding(source, obligation, one));
    letGo(one);
    return findings;
  });
}

/** Whether one of these obligations is about a flow; one about a consent is about every flow that asks or sets it. */
export function asksOf(
  source: Source,
  brand: ResolvedBrand,
  { product, flow, ...which }: { readonly product: Product; readonly flow: string } & Wanted,
): boolean {
  const [compiled, resolved] = [product.flows[flow], brand.flows[flow]];
  return (
    compiled !== undefined &&
    resolved !== undefined &&
    dutiesOf(source, resolved, compiled).some((duty) => isAsked(duty, which))
  );
}

const WORST: readonly Verdict['kind'][] = ['broken', 'vacuous', 'tried', 'proved'];

function finding(source: Source, obligation: Obligation, one: Survey): Finding {
  const asked = [one, ...later(source, one)].map((on) => {
    const own = on === one ? obligation : onSurvey(source, obligation, on);
    return { on, obligation: own, verdict: verdictOf(on, own) };
  });
  const worst = asked.reduce((a, b) => (WORST.indexOf(b.verdict.kind) < WORST.indexOf(a.verdict.kind) ? b : a));
  const { verdict, on } = worst;
  const { brand, flow, exploration, tables } = on;
  const counterexample = verdict.kind === 'broken' ? counterexampleOf(on, worst.obligation, verdict.legs) : undefined;
  const why =
    verdict.kind === 'broken' && counterexample
      ? whyBroken(source, on, { obligation: worst.obligation, leg: counterexample.leg, ungiven: verdict.ungiven })
      : 'why' in verdict
        ? verdict.why
        : [];
  return {
    obligation: obligation.name,
    ...(obligation.standing && { standing: true }),
    ...(obligation.leftOut && { leftOut: true }),
    says: obligation.says,
    brand,
    flow: flow.id,
    verdict: verdict.kind,
    day: one.today,
    days: asked.slice(1).map(({ on: { today }, verdict: { kind } }) => ({ day: today, verdict: kind })),
    content: contentOf(source, obligation, one),
    jurisdictions: obligation.states ?? Object.keys(tables['states'] ?? {}).sort(),
    customers: customersOf(source),
    states: exploration.nodes.length,
    moments: verdict.kind === 'vacuous' ? 0 : verdict.moments,
    moves: verdict.kind === 'proved' ? verdict.moves : 0,
    ...(verdict.kind === 'proved' && { attacked: verdict.attacked }),
    missed: verdict.kind === 'broken' ? verdict.missed : 0,
    ...(verdict.kind === 'tried' && verdict.except !== undefined && { except: verdict.except }),
    ...(verdict.kind === 'tried' && { remedies: remedies(verdict.samples) }),
    why: on === one ? why : why.map((sentence) => `From ${on.today} on: ${sentence}`),
    ...(counterexample && { counterexample: counterexample.fixture, replays: [counterexample.replay] }),
  };
}

/** The flow on every later day from which something is otherwise. */
function later(source: Source, one: Survey): readonly Survey[] {
  if (!one.exploration.complete) return [];
  const { brand, today, model, product } = one;
  return changesAfter(source, { brand, today, rules: model.rules }).map((day) =>
    one.on(day, productOn(product, source, { brand, day })),
  );
}

/** The obligation as it reads on a survey of the same flow. */
const onSurvey = (source: Source, { name }: Obligation, { resolved, flow }: Survey): Obligation => {
  const found = dutiesOf(source, resolved, flow).find((one) => one.name === name);
  if (!found) throw new Error(`The obligation ${name} is gone on another day: mend verifier/prove.`);
  return found;
};

/** A finding said of another brand, of which everything that it was found by is the same: about the content there. */
export const saidOf = (
  one: Finding,
  source: Source,
  { product, flow, brand }: { readonly product: Product; readonly flow: string; readonly brand: string },
): Finding => {
  const compiled = product.flows[flow];
  if (!compiled)
    throw new Error(`The brand ${brand} has no flow ${flow}; it has ${Object.keys(product.flows).join(', ')}.`);
  return { ...one, brand, content: contentOf(source, { name: one.obligation }, { flow: compiled, product }) };
};

/**
 * Content hash of everything a verdict is about: the flow, rows and documents in force, the obligation, and what is
 * declared of facts and calls.
 */
const contentOf = (
  source: Source,
  { name }: Pick<Obligation, 'name'>,
  { flow, product }: Pick<Survey, 'flow' | 'product'>,
): string =>
  contentHash(
    canonical([
      flow.hash,
      product.compliance.hash,
      source.obligations[name] ?? source.duties[name.split('/')[1] ?? ''] ?? null,
      source.facts,
      source.operations,
      // What fixtures answer is among what is tried.
      answersIn(source, flow.id),
    ]),
  );

/** The values of the fact that says which type of customer a person is. */
function customersOf(source: Source): readonly string[] {
  const path = text(source.facts['customerType']);
  let at: unknown = { properties: source.facts };
  for (const name of path?.split('.') ?? []) at = member(member(at, 'properties'), name);
  return list(member(at as never, 'enum')).map(String);
}
