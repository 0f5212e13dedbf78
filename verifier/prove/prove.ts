/** An obligation asked of an exploration. */
import { facts, holds } from '../../runtime/core/index.ts';
import { shapeOf } from '../../runtime/core/shape.ts';
import type { CompiledFlow, Step, StepId } from '../../runtime/core/definition.ts';
import type { State } from '../../runtime/core/state.ts';
import type { Leg, Node } from '../explore/exploration.ts';
import { leftSteps } from '../explore/key.ts';
import { isCompleted } from '../explore/record.ts';
import type { Survey } from '../explore/survey.ts';
import { truthOf } from '../rules/evaluate.ts';
import { applies, conditionsOf, type Obligation } from './obligation.ts';

export type Verdict =
  /** Every state the engine can reach was visited, with representatives that stand for all values. */
  | { readonly kind: 'proved'; readonly moments: number }
  /** No counterexample among those tried, who may be none; `why` says what was a sample, one sentence each without its full stop. */
  | { readonly kind: 'tried'; readonly moments: number; readonly why: readonly string[] }
  /** Nobody ever comes to the moment, whatever they answer: the obligation says nothing. */
  | { readonly kind: 'vacuous' }
  /** Broken at so many of the moments; `legs` are those of them with the shortest way. */
  | { readonly kind: 'broken'; readonly moments: number; readonly missed: number; readonly legs: readonly Leg[] };

/** Asks the obligation at every moment of the exploration. */
export function prove(survey: Survey, obligation: Obligation): Verdict {
  const { flow, exploration } = survey;
  let moments = 0;
  const broken: Leg[] = [];
  for (const leg of exploration.legs) {
    if (!isMoment(obligation, leg) || !applies(obligation, facts(flow, stateAt(leg)))) continue;
    moments += 1;
    if (!isKept(flow, obligation, leg)) broken.push(leg);
  }
  if (broken.length > 0) {
    const depth = broken.reduce((least, { from }) => Math.min(least, from.depth), Infinity);
    return { kind: 'broken', moments, missed: broken.length, legs: broken.filter(({ from }) => from.depth === depth) };
  }
  const why = reasons(survey, obligation);
  if (moments === 0 && why.length === 0) return { kind: 'vacuous' };
  return why.length === 0 ? { kind: 'proved', moments } : { kind: 'tried', moments, why };
}

/** Why the exploration is not exhaustive as far as this obligation goes. */
function reasons({ exploration, samples, before, model }: Survey, obligation: Obligation): readonly string[] {
  if (!exploration.complete) return ['not every situation was looked at'];
  const { moment } = obligation;
  const own = conditionsOf(obligation)
    .flatMap(model.sampled)
    .map(
      ({ operator, reads }) =>
        `what it says of ${reads.filter((path) => path !== 'today').join(', ')} ("${operator}") was asked of some of the values that differ, not of all`,
    );
  const steps = moment.kind === 'arrives' ? [...moment.steps] : moment.fields.map(({ step }) => step);
  const matters = (step: StepId): boolean => steps.some((one) => one === step || before(one).has(step));
  return [
    ...new Set([...own, ...samples.filter(({ step }) => step === undefined || matters(step)).map(({ says }) => says)]),
  ];
}

const arrives = ({ to }: Leg): Node | undefined => (typeof to === 'string' ? undefined : to);
/** The state at the moment of a leg: where it leads to, or, for one that leads out, where it comes from. */
const stateAt = (leg: Leg): State => arrives(leg)?.state ?? leg.from.state;

function isMoment({ moment }: Obligation, leg: Leg): boolean {
  if (moment.kind === 'arrives') {
    const to = arrives(leg)?.step;
    return to !== undefined && moment.steps.has(to) && leg.from.step !== to;
  }
  return leg.move.acts.some(
    (act) => 'answer' in act && moment.fields.some(({ step, field }) => act.at === step && act.answer[field] === true),
  );
}

function isKept(flow: CompiledFlow, { moment, shown, passed, holds: demand }: Obligation, leg: Leg): boolean {
  if (shown !== undefined) {
    if (leg.from.shown.has(shown) || leg.shown.includes(shown)) return true;
    const page = moment.kind === 'consents' ? leg.from.state : moment.ends ? arrives(leg)?.state : undefined;
    return page !== undefined && shownAt(flow, page).has(shown);
  }
  if (passed !== undefined)
    return leftSteps(flow, stateAt(leg)).includes(passed) && isCompleted(flow, passed, stateAt(leg).journey[passed]);
  return demand === undefined || truthOf(demand, facts(flow, stateAt(leg))) === true;
}

/** Disclosures on the page of a state. */
function shownAt(flow: CompiledFlow, state: State): ReadonlySet<string> {
  const seen = facts(flow, state);
  return new Set(
    shapeOf(flow, flow.steps[state.page.step] as Step)
      .disclosures.filter(({ whens }) => whens.every((when) => holds(when, seen)))
      .map(({ item }) => item.idTag),
  );
}
