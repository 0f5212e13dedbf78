/** An obligation asked of an exploration. What the words mean: verifier/LAWS.md. */
import { disclosuresOn } from '../../runtime/core/disclosures.ts';
import { decide, facts, get } from '../../runtime/core/index.ts';
import type { CompiledFlow, Step, StepId } from '../../runtime/core/definition.ts';
import type { JsonObject, Path } from '../../runtime/core/facts.ts';
import { lockAt, locksOf } from '../../runtime/core/lock.ts';
import { drop } from '../../runtime/core/paths.ts';
import { overlap, shapeOf } from '../../runtime/core/shape.ts';
import { leadsOut } from '../../runtime/core/walk.ts';
import type { State } from '../../runtime/core/state.ts';
import { readsOf } from '../domain/atoms.ts';
import type { Product } from '../fixture/product.ts';
import type { Leg, Node, Sample } from '../explore/exploration.ts';
import { leftSteps } from '../explore/equivalence/key.ts';
import { isCompleted } from '../../runtime/core/completed.ts';
import { roundsIn } from '../explore/search/circles.ts';
import { isOfHeader, isVisit } from '../explore/successors/moves.ts';
import type { Survey } from '../explore/survey.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';
import { consentsOf, ungivenAt, type Ungiven } from './consent.ts';
import { applies, conditionsOf, type Obligation } from './obligation.ts';
import { crowdIn } from './crowd.ts';
import { isOpenEverywhere } from './open.ts';
import { lackingOf } from './wording.ts';

export type Asked =
  /** Every state the engine can reach was visited, with values that stand for all: the judge has the last word. */
  | { readonly kind: 'claimed'; readonly moments: number }
  /** No counterexample among those tried; `why` says what was a sample, one sentence each without its full stop. */
  | {
      readonly kind: 'tried';
      readonly moments: number;
      readonly why: readonly string[];
      /** What was a sample; empty where not everything was looked at. */
      readonly samples: readonly Sample[];
    }
  /**
   * Nobody was found who comes to the moment. Without `why` nobody ever does, whatever they answer: the obligation says
   * nothing.
   */
  | { readonly kind: 'vacuous'; readonly why: readonly string[] }
  /** Broken at so many of the moments; `legs` are those of them with the shortest way. */
  | {
      readonly kind: 'broken';
      readonly moments: number;
      readonly missed: number;
      readonly legs: readonly Leg[];
      /** Consents that are true there and that nobody gave. */
      readonly ungiven: Ungiven;
    };

const NONE: readonly Ungiven[] = [new Set()];

/** Asks the obligation at every moment of the exploration; coming into the flow is one. */
export function prove(survey: Survey, obligation: Obligation): Asked {
  if (obligation.moment.kind === 'stands') return leadsOn(survey);
  const { flow, exploration, source, resolved } = survey;
  const demanded = [...(obligation.holds === undefined ? [] : readsOf(obligation.holds))];
  const consents = [...consentsOf(source, resolved, flow)].filter((bind) =>
    demanded.some((path) => overlap(path, `answers.${bind}`)),
  );
  const given =
    consents.length > 0 ? ungivenAt(flow, exploration, new Set(consents)) : new Map<Leg, readonly Ungiven[]>();
  const lacking = lackingOf(survey, obligation);
  const broken: { readonly leg: Leg; readonly ungiven: Ungiven }[] = [];
  const entries = new Set(exploration.entries);
  const all = [...exploration.entries, ...exploration.legs];
  const coming = all.filter((leg) => isMoment(obligation, leg, entries.has(leg)));
  const isFor = ({ after }: Leg): boolean => applies(obligation, facts(flow, after));
  const arrived = coming.filter(isFor);
  const taken = takenForOthers(survey, obligation, coming);
  // Whoever was shown a document that does not say what it must is taken for somebody who need not be shown it.
  if (lacking.length > 0 && taken.length > 0 && survey.toldApart) return prove(survey.toldApart(), obligation);
  const moments = arrived.length + taken.length;
  for (const leg of arrived) {
    const ungiven = (given.get(leg) ?? NONE).find(
      (one) => lacking.length > 0 || !isKept(survey, obligation, { leg, ungiven: one }),
    );
    if (ungiven) broken.push({ leg, ungiven });
  }
  if (broken.length > 0) {
    const depth = broken.reduce((least, { leg }) => Math.min(least, leg.from.depth), Infinity);
    const first = broken.filter(({ leg }) => leg.from.depth === depth);
    return {
      kind: 'broken',
      moments,
      missed: broken.length,
      legs: first.map(({ leg }) => leg),
      ungiven: first[0]?.ungiven ?? new Set(),
    };
  }
  const left = reasons(survey, obligation, moments > 0);
  return moments === 0 && obligation.holds !== false
    ? { kind: 'vacuous', why: whyOf(survey, left) }
    : said(survey, moments, left);
}

/**
 * Legs of whoever an obligation is for to nodes from which its moment may still come and that were made of somebody
 * whom it is not for: they keep it for good there. What the page still asks for, and what is open, says nothing yet.
 */
function takenForOthers({ flow, exploration }: Survey, obligation: Obligation, coming: readonly Leg[]) {
  if (obligation.scope.length === 0) return [];
  const { entries, legs } = exploration;
  const to = Map.groupBy([...entries, ...legs], (leg) => leg.to);
  const before = new Set(coming.flatMap((leg) => (entries.includes(leg) ? [] : leg.from)));
  for (const node of before) for (const { from } of to.get(node) ?? []) before.add(from);
  return [...before].flatMap((node) => {
    const surely = (state: State): boolean =>
      applies(obligation, facts(flow, state)) && applies(obligation, surelyAt(flow, state, [...node.later.keys()]));
    return surely(node.state) ? [] : (to.get(node) ?? []).filter(({ after }) => surely(after));
  });
}

/** The facts without what the page of a state still asks for, as far as no lock holds it, and without these answers. */
function surelyAt(flow: CompiledFlow, state: State, open: readonly Path[]): JsonObject {
  const known = sure.get(state);
  if (known) return known;
  const locks = locksOf(flow, state.world);
  const asked = Object.values(flow.steps[state.page.step]?.fields ?? {}).filter(({ bind }) => !lockAt(locks, bind));
  const left = ['typed', ...[...asked.map(({ bind }) => bind), ...open].map((bind) => `answers.${bind}`)];
  const found = left.reduce<JsonObject>(drop, facts(flow, state) as unknown as JsonObject);
  sure.set(state, found);
  return found;
}
/** Every duty of a flow asks it of the same states: what is open there is the same for all. */
const sure = new WeakMap<State, JsonObject>();

/** Samples, each sentence once. */
const distinct = (samples: readonly Sample[]): readonly Sample[] => [
  ...new Map(samples.map((sample) => [sample.says, sample])).values(),
];
/** @param samples undefined where not everything was looked at */
function whyOf(survey: Survey, samples: readonly Sample[] | undefined): readonly string[] {
  if (samples) return samples.map(({ says }) => says);
  const crowd = crowdIn(survey);
  return [`not every situation was looked at${crowd === undefined ? '' : `: ${crowd}`}`];
}

function said(survey: Survey, moments: number, samples: readonly Sample[] | undefined): Asked {
  return samples?.length === 0
    ? { kind: 'claimed', moments }
    : { kind: 'tried', moments, why: whyOf(survey, samples), samples: samples ?? [] };
}

/** Whether nobody does anything: a call comes out, or what is so of the person or of an open answer is told apart. */
const tells = ({ move }: Leg): boolean => move.acts.every((act) => 'given' in act || 'earlier' in act);

/** States from which calls lead round for ever, where nobody can do anything about it. */
export const roundsOf = ({ flow, exploration }: Survey): ReadonlySet<Node> =>
  roundsIn(exploration, {
    rests: ({ step }) => flow.steps[step]?.outcome !== undefined,
    acts: (leg) => !tells(leg) && !isVisit(leg.move) && !isOfHeader(flow, leg.from, leg.move),
  });

/** Whether somebody can go on from everywhere, or has come to an outcome. */
function leadsOn(survey: Survey): Asked {
  const { flow, exploration, samples } = survey;
  const { entries, legs, deadEnds, complete } = exploration;
  const inside = [...entries, ...legs];
  const stuck = new Set(roundsOf(survey));
  for (const node of deadEnds) {
    const step = flow.steps[node.step];
    const target = step && step.kind !== 'form' ? decide(step.next, facts(flow, node.state)) : undefined;
    if (target === undefined || !leadsOut(flow, target)) stuck.add(node);
  }
  if (stuck.size > 0) {
    const to = inside.filter((leg) => typeof leg.to !== 'string' && stuck.has(leg.to));
    const depth = to.reduce((least, { from }) => Math.min(least, from.depth), Infinity);
    const first = to.filter(({ from }) => from.depth === depth);
    return { kind: 'broken', moments: inside.length, missed: to.length, legs: first, ungiven: new Set() };
  }
  return said(survey, inside.length, complete ? (isOpenEverywhere(flow) ? [] : distinct(samples)) : undefined);
}

/**
 * What was a sample as far as this obligation goes; undefined where not everything was looked at.
 * @param isMet whether anybody was found who comes to the moment: that nobody does no document on the way can say
 */
function reasons(survey: Survey, obligation: Obligation, isMet: boolean): readonly Sample[] | undefined {
  const { exploration, samples, before, model } = survey;
  if (!exploration.complete) return undefined;
  const { moment } = obligation;
  const own = conditionsOf(obligation)
    .flatMap(model.sampled)
    .map(
      (atom): Sample => ({
        of: model.kindOf(atom),
        says: `what it says of ${atom.reads.filter((path) => path !== 'today').join(', ')} ("${atom.operator}") was asked of some of the values that differ, not of all`,
      }),
    );
  const steps = [...moment.steps];
  if (isMet && own.length === 0 && stands(survey, obligation)) return [];
  const matters = (step: StepId): boolean => steps.some((one) => one === step || before(one).has(step));
  return distinct([...own, ...samples.filter(({ step }) => step === undefined || matters(step))]);
}

/**
 * Whether the document hangs on nothing: every way through the pages, whatever the rules say, leaves a page on which it
 * stands without a condition.
 * Then no comparison elsewhere can matter.
 */
function stands({ flow, graph, product }: Survey, { moment, shown, tags, since: change, holds }: Obligation): boolean {
  const meant = tags.filter((idTag) => isInForce(product, idTag));
  if (shown === undefined || change !== undefined || holds !== undefined || meant.length === 0) return false;
  const bears = (id: StepId): boolean =>
    shapeOf(flow, flow.steps[id] as Step).disclosures.some(
      ({ item, whens }) => meant.includes(item.idTag) && whens.length === 0,
    );
  const seen = new Set<StepId>(['start']);
  for (const id of seen) {
    if (id !== 'start' && bears(id)) continue;
    for (const { from, to } of graph.edges) if (from === id) seen.add(to);
  }
  const late = moment.kind === 'arrives' && !moment.ends;
  return [...moment.steps].every((id) => !seen.has(id) || (!late && bears(id)));
}

function isMoment({ moment }: Obligation, { from, to, after, move }: Leg, enters: boolean): boolean {
  if (moment.kind === 'stands') return false;
  if (moment.kind === 'arrives')
    return typeof to !== 'string' && moment.steps.has(to.step) && (enters || from.step !== to.step);
  // Who leaves by the press and comes back has ticked it before they left: that is a leg of its own.
  if (move.acts.some((act) => 'returnsFrom' in act)) return false;
  const ticks = move.acts.some(
    (act) => 'answer' in act && moment.fields.some(({ step, field }) => act.at === step && act.answer[field] === true),
  );
  return ticks || (get(after.answers, moment.bind) === true && get(from.state.answers, moment.bind) !== true);
}

function isKept(
  { flow, product }: Survey,
  { moment, shown, tags, passed, agreed, memory, holds: demand }: Obligation,
  { leg, ungiven }: { readonly leg: Leg; readonly ungiven: Ungiven },
): boolean {
  if (memory && !leg.remembered.has(memory.name)) {
    const page = moment.kind === 'consents' ? leg.from.state : isEnd(moment) ? leg.after : undefined;
    if (shown === undefined || page === undefined) return false;
    const here = shownAt(flow, page);
    if (!tags.some((idTag) => Object.hasOwn(here, idTag))) return false;
  }
  if (passed !== undefined)
    return leftSteps(flow, leg.after).includes(passed) && isCompleted(flow, passed, leg.after.journey[passed]);
  if (agreed !== undefined && !isInForce(product, agreed)) return false;
  const seen = [...ungiven].reduce<JsonObject>(
    (all, bind) => drop(all, `answers.${bind}`),
    facts(flow, leg.after) as unknown as JsonObject,
  );
  return demand === undefined ? shown !== undefined : truthOf(demand, seen) === true;
}

const isEnd = (moment: Obligation['moment']): boolean => moment.kind === 'arrives' && moment.ends;

/** Whether a version of a document is in force. */
export const isInForce = ({ compliance }: Product, tag: string): boolean =>
  Object.values(compliance.documents).some(({ idTag }) => idTag === tag);

/** Disclosures on the page of a state, as far as a version is in force. */
const shownAt = (flow: CompiledFlow, state: State): Readonly<Record<string, string>> => ({
  ...state.page.seen,
  ...disclosuresOn(flow, flow.steps[state.page.step] as Step, {
    facts: facts(flow, state),
    dialog: state.page.dialog,
  }),
});
