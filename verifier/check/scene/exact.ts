/** Whether what the exploration did not find does not exist. */
import type { Assignment, CompiledFlow, LayoutItem, Step } from '../../../runtime/core/definition.ts';
import { readsOf } from '../../domain/atoms.ts';
import type { Node } from '../../explore/search/explore.ts';
import type { Survey } from '../../explore/survey.ts';
import type { PlacedRule } from '../../rules/placed.ts';

/** What decides words alone, not the way. */
const WORDS = new Set<PlacedRule['decides']>(['item', 'stage']);

/**
 * A reason why some state was not looked at, or undefined when every one was. Facts of the brand, the day and the state
 * rows count as they are: what is claimed is claimed of this brand and this day.
 */
export function notEverything(survey: Survey, rules: readonly PlacedRule[]): string | undefined {
  if (survey.inexact !== undefined) return survey.inexact;
  const unfilled = unfilledField(survey);
  if (unfilled !== undefined) return `no value is known that the field ${unfilled} accepts`;
  const told = toldByWidgets(survey.flow);
  for (const rule of rules) {
    if (WORDS.has(rule.decides)) continue;
    const [strange] = survey.model.sampled(rule.logic);
    // A check holds for the values that were taken; whether others would hold too changes no way as long as nobody else
    // reads them.
    if (strange && (rule.decides !== 'check' || isReadElsewhere(rule, rules)))
      return `"${strange.operator}" over ${strange.reads.join(', ')} is more than values can stand for`;
    const unvaried = [...readsOf(rule.logic)].find((path) => /^(route|item|payload)\b/.test(path) || told.has(path));
    if (unvaried !== undefined) return `${unvaried} is not known before somebody is there`;
  }
  return undefined;
}

const isReadElsewhere = (rule: PlacedRule, rules: readonly PlacedRule[]): boolean => {
  const own = readsOf(rule.logic);
  return rules.some(
    (other) =>
      other !== rule &&
      !WORDS.has(other.decides) &&
      other.decides !== 'check' &&
      [...readsOf(other.logic)].some((path) => own.has(path)),
  );
};

/**
 * `step/field` of a field that somebody must answer to get on, and for which no answer was found that its page accepts.
 */
function unfilledField({ flow, exploration }: Survey): string | undefined {
  const answered = new Map<Node, Set<string>>();
  for (const { from, move } of exploration.legs) {
    for (const act of move.acts)
      if ('answer' in act) answered.set(from, new Set([...(answered.get(from) ?? []), ...Object.keys(act.answer)]));
  }
  const asksWorld = new Set(
    exploration.legs.flatMap(({ from, move }) => (move.acts.some((act) => 'given' in act) ? [from] : [])),
  );
  for (const node of exploration.nodes) {
    const { step, state, pending } = node;
    if (
      pending.length > 0 ||
      state.page.dialog !== undefined ||
      asksWorld.has(node) ||
      flow.steps[step]?.actions.some((action) => action.validates) !== true
    )
      continue;
    for (const view of Object.values(state.page.fields))
      if (view.visible && view.required && view.value === undefined && answered.get(node)?.has(view.id) !== true)
        return `${step}/${view.id}`;
  }
  return undefined;
}

/** Answers that take what a widget or a row told: paths with their root. */
function toldByWidgets(flow: CompiledFlow): ReadonlySet<string> {
  const all = Object.values(flow.steps).flatMap(assignmentsOf);
  return new Set(
    all
      .filter(({ value }) => value.reads.some((path) => /^(payload|item)\b/.test(path)))
      .map(({ path }) => `answers.${path}`),
  );
}

/** Everything a step may set, its widgets and rows included. */
export function assignmentsOf(step: Step): readonly Assignment[] {
  const visit = (items: readonly LayoutItem[]): readonly Assignment[] =>
    items.flatMap((item) =>
      item.kind === 'group'
        ? visit(item.items)
        : item.kind === 'widget' || item.kind === 'repeat'
          ? Object.values(item.events).flatMap(({ set }) => set)
          : [],
    );
  return [...step.actions.flatMap(({ set }) => set), ...visit(step.layout)];
}
