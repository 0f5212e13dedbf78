/** Obligations (compliance/obligations): what every path must have shown before what, asked of an exploration. */
import { facts, holds } from '../../runtime/core/index.ts';
import type { CompiledFlow, LayoutItem } from '../../runtime/core/definition.ts';
import type { Exploration, Leg, Node } from '../explore/explore.ts';

export interface Obligation {
  readonly name: string;
  readonly says: string;
  /** Before the person reaches this step, before this answer becomes true, or before the journey ends with this outcome. */
  readonly before: { readonly step: string } | { readonly consent: string } | { readonly outcome: string };
  /** idTag of the disclosure or agreement that must have been on a page that was left, or on the consent's own page. */
  readonly shown: string;
  /** Whether it holds for this applicant at all: state and product in scope. */
  readonly applies: (answers: unknown) => boolean;
}

export type Verdict =
  /** Every state the engine can reach was visited, with representatives that stand for all values. */
  | { readonly kind: 'proved'; readonly moments: number }
  /** No counterexample among those tried; `why` says what was a sample. */
  | { readonly kind: 'tried'; readonly moments: number; readonly why: string }
  /** Nobody ever comes to the step or gives the consent: the obligation says nothing. */
  | { readonly kind: 'vacuous' }
  | { readonly kind: 'broken'; readonly leg: Leg };

/**
 * @param sampled reason why the exploration is not exhaustive, or undefined when it is
 * @returns the verdict with the shortest counterexample when it is broken
 */
export function prove(flow: CompiledFlow, exploration: Exploration, obligation: Obligation, sampled: string | undefined): Verdict {
  const moments = exploration.legs.filter((leg) => isMoment(flow, obligation, leg)).filter((leg) => obligation.applies(answersAfter(flow, leg)));
  const broken = moments.filter((leg) => !wasShown(flow, obligation, leg)).sort((a, b) => a.from.depth - b.from.depth)[0];
  if (broken) return { kind: 'broken', leg: broken };
  if (moments.length === 0) return { kind: 'vacuous' };
  return sampled === undefined ? { kind: 'proved', moments: moments.length } : { kind: 'tried', moments: moments.length, why: sampled };
}

const arrives = (leg: Leg): Node | undefined => (typeof leg.to === 'string' ? undefined : leg.to);

function answersAfter(flow: CompiledFlow, leg: Leg): unknown {
  return facts(flow, arrives(leg)?.state ?? leg.from.state).answers;
}

function isMoment(flow: CompiledFlow, obligation: Obligation, leg: Leg): boolean {
  const { before } = obligation;
  if ('step' in before) {
    const [flowId, ...rest] = before.step.split('/');
    return flowId === flow.id && arrives(leg)?.step === rest.join('/') && leg.from.step !== rest.join('/');
  }
  if ('outcome' in before) {
    const to = arrives(leg);
    return to !== undefined && `${flow.id}/${flow.steps[to.step]?.outcome ?? ''}` === before.outcome && leg.from.step !== to.step;
  }
  const asked = flow.binds[before.consent] ?? [];
  return leg.move.acts.some((act) => 'answer' in act && asked.some(({ step, field }) => act.at === step && act.answer[field] === true));
}

function wasShown(flow: CompiledFlow, obligation: Obligation, leg: Leg): boolean {
  if (leg.from.shown.has(obligation.shown)) return true;
  const to = arrives(leg);
  if (to === undefined) return false;
  if ('outcome' in obligation.before && shownAt(flow, to).has(obligation.shown)) return true;
  const left = to.state.journey[leg.from.step];
  return left?.shown !== undefined && Object.hasOwn(left.shown, obligation.shown);
}

/** Disclosures on the page a node shows. */
function shownAt(flow: CompiledFlow, node: Node): ReadonlySet<string> {
  const seen = facts(flow, node.state);
  const found = new Set<string>();
  const visit = (items: readonly LayoutItem[]): void =>
    items.forEach((item) => {
      if (item.kind === 'field' || !holds(item.when, seen)) return;
      if (item.kind === 'disclosure') found.add(item.idTag);
      if (item.kind === 'group') visit(item.items);
    });
  visit(flow.steps[node.step]?.layout ?? []);
  return found;
}
