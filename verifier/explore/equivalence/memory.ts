/** What of a way no fact says: that a document was shown, and whether that still counts. */
import type { Call, CompiledFlow, Reaction, Step } from '../../../runtime/core/definition.ts';
import type { Path } from '../../../runtime/core/facts.ts';
import { get, own, same } from '../../../runtime/core/index.ts';
import { dialogShapeOf, overlap, shapeOf } from '../../../runtime/core/shape.ts';
import type { State } from '../../../runtime/core/state.ts';
import type { Act, Memory, Passage } from '../exploration.ts';

/** One of these disclosures was on a page that was left: once is for ever. */
export const shownOnce = (tags: readonly string[]): Memory => ({
  name: tags.join(' or '),
  tags,
  after: (before, { shown }) => before || tags.some((idTag) => shown.includes(idTag)),
});

/** What makes something that was so count no more. */
export interface Change {
  /** Paths of answers and results that are given or brought anew. */
  readonly facts: readonly Path[];
  /** Outcomes of calls and events of channels, by name. */
  readonly outcomes: readonly string[];
}

type Does = Pick<Reaction, 'set' | 'calls'>;

/**
 * Something that must be so again after a change. An answer given again counts as another one, a result brought again
 * too: of a kind of them one value stands for all, so that the value came out the same says nothing.
 * @param renewed whether a page left by this passage makes it so
 */
export function since(
  flow: CompiledFlow,
  { facts, outcomes }: Change,
  { name, tags, renewed }: Pick<Memory, 'name' | 'tags'> & { readonly renewed: (passage: Passage) => boolean },
): Memory {
  const meets = (path: Path): boolean => facts.some((one) => overlap(one, path));
  const brings = ({ as }: Pick<Call, 'as'>): boolean => as !== undefined && meets(`results.${as}`);
  const writes = (does: Does | undefined): boolean =>
    does !== undefined && (does.set.some(({ path }) => meets(`answers.${path}`)) || does.calls.some(brings));
  const asks = (step: Step | undefined, id: string): boolean => {
    const bind = step?.fields[id]?.bind;
    return bind !== undefined && meets(`answers.${bind}`);
  };
  // What the person answers stands on the page that is then left; what the page's own buttons, calls and events bring
  // comes after it was read.
  const answered = ({ move, later = new Map() }: Passage): boolean =>
    [...later.keys()].some((bind) => meets(`answers.${bind}`)) ||
    move.acts.some((act) => 'answer' in act && Object.keys(act.answer).some((id) => asks(flow.steps[act.at], id)));
  const brought = ({ from: { state, pending }, move: { acts, outcome } }: Passage): boolean => {
    const { busy } = state.page;
    return (
      (outcome !== undefined &&
        (outcomes.includes(outcome.outcome) ||
          pending.some(({ call }) => call.operation === outcome.operation && brings(call)))) ||
      (busy !== undefined &&
        (writes(deedOf(flow, state, busy.source)) || (busy.last !== undefined && outcomes.includes(busy.last.name)))) ||
      acts.some(
        (act) => ('channel' in act && outcomes.includes(act.event)) || writes(deedOf(flow, state, sourceOf(act))),
      )
    );
  };
  const otherwise = ({ from: { state }, after }: Passage): boolean =>
    facts.some((path) => {
      const bind = path.startsWith('answers.') ? path.slice('answers.'.length) : undefined;
      return bind !== undefined && !same(get(state.answers, bind), get(after.answers, bind));
    });
  return {
    name,
    tags,
    after: (before, passage) => {
      if (brought(passage)) return false;
      if (renewed(passage)) return answered(passage) || !otherwise(passage);
      return before && !answered(passage) && !otherwise(passage);
    },
    endsAt: (step) => {
      const ends = (call: Call): boolean => brings(call) || outcomes.some((one) => Object.hasOwn(call.on, one));
      return (
        step.load.some(ends) ||
        Object.keys(step.fields).some((id) => asks(step, id)) ||
        [
          ...step.actions,
          ...reactionsOn(flow, step),
          ...Object.values(flow.dialogs).flatMap(({ actions }) => actions),
        ].some((does) => writes(does) || does.calls.some(ends))
      );
    },
  };
}

interface Made {
  readonly by: 'action' | 'widget' | 'dialog';
  readonly id: string;
  readonly event?: string;
}

function sourceOf(act: Act): Made | undefined {
  if ('press' in act) return { by: 'action', id: act.press };
  if ('dialog' in act) return { by: 'dialog', id: act.dialog };
  return 'widget' in act ? { by: 'widget', id: act.widget, event: act.event } : undefined;
}

/** Widgets of the page and of the dialogs that it opens. */
const widgetsOn = (flow: CompiledFlow, step: Step) =>
  [shapeOf(flow, step), ...shapeOf(flow, step).dialogs.map((id) => dialogShapeOf(flow, id))].flatMap(
    (shape) => shape?.widgets ?? [],
  );
const reactionsOn = (flow: CompiledFlow, step: Step): readonly Reaction[] =>
  widgetsOn(flow, step).flatMap(({ item }) => Object.values(item.events));

/** What an action, a widget's event or a dialog's button does at a page. */
function deedOf(flow: CompiledFlow, { page }: State, made: Made | undefined): Does | undefined {
  const step = flow.steps[page.step];
  if (!made || !step) return undefined;
  if (made.by === 'action') return step.actions.find(({ id }) => id === made.id);
  if (made.by === 'dialog') {
    const all = Object.values(flow.dialogs).flatMap(({ actions }) => actions.filter(({ id }) => id === made.id));
    return { set: all.flatMap((one) => one.set), calls: all.flatMap((one) => one.calls) };
  }
  const events = widgetsOn(flow, step).flatMap(({ item }) => own(item.events, made.event ?? '') ?? []);
  return { set: events.flatMap((one) => one.set), calls: events.flatMap((one) => one.calls) };
}
